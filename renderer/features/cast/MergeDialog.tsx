import { useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { mergeCharacters as mergeChange } from '../../../shared/story/castCommands.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import type { CharacterId } from '../../../shared/story/records.ts'
import { blocksOf, findCharacter } from '../../../shared/story/selectors.ts'
import { mergeCharacters } from '../../actions/cast.ts'
import { consequenceOf } from '../../actions/voicePicking.ts'
import { useAudioState, useDeferredStory, useIsFree, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'

interface MergeDialogProps {
  readonly first: CharacterId | null
  /** Called with the character that both are now, or with nothing where they stay two. */
  readonly onClose: (into?: CharacterId) => void
}

/** Asks which two characters become one, and whose name and settings stay. It says before what goes stale and what that costs. */
export function MergeDialog({ first, onClose }: MergeDialogProps) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const audio = useAudioState(useShallow(({ takes, allTakes, render }) => ({ takes, allTakes, render })))
  const isFree = useIsFree()
  const [pair, setPair] = useState<readonly [string, string]>([first ?? story.cast[0]?.id ?? '', ''])
  const [namedBy, setNamedBy] = useState<0 | 1>(1)
  const [settingsBy, setSettingsBy] = useState<0 | 1>(1)
  const [one, other] = pair.map((id) => story.cast.find((character) => character.id === id))
  const both =
    one !== undefined && other !== undefined && one.id !== other.id ? ([one, other] as const) : null
  const [into, from] = both === null ? [] : [both[namedBy], both[namedBy === 0 ? 1 : 0]]
  const settingsOf = both?.[settingsBy].id
  const merge = useMemo(
    () =>
      into === undefined || from === undefined || settingsOf === undefined
        ? null
        : { from: from.id, into: into.id, settingsOf },
    [from, into, settingsOf],
  )
  const consequence = useMemo(
    () => (merge === null ? null : consequenceOf(story, mergeChange(story, merge), audio)),
    [story, merge, audio],
  )
  const spoken = blocksOf(story).filter(
    ({ characterId }) => merge !== null && findCharacter(story, characterId)?.id === merge.from,
  )
  const locked = blocksOf(story).filter(
    (block) => isLocked(block) && (block.characterId === merge?.from || block.characterId === merge?.into),
  )
  const names = both?.map(({ name }, index) => ({ id: String(index), name, tip: name })) ?? []
  const options = story.cast.map(({ id, name }) => ({ id, name }))
  const choose = (index: 0 | 1) => (id: string) => {
    if (characterIdSchema.safeParse(id).success)
      setPair((before) => (index === 0 ? [id, before[1]] : [before[0], id]))
  }
  return (
    <ActionDialog
      title={t('cast.mergeTitle')}
      closeLabel={t('app.close')}
      cancelLabel={t('app.cancel')}
      action={{
        label: t('cast.merge'),
        isDisabled: merge === null,
        onPress() {
          if (merge === null) return
          mergeCharacters(session, merge)
          onClose(merge.into)
        },
      }}
      onClose={() => {
        onClose()
      }}
    >
      <ComboField
        label={t('cast.mergeFirst')}
        value={pair[0]}
        options={options}
        emptyText={t('inspector.noMatch')}
        onChange={choose(0)}
      />
      <ComboField
        label={t('cast.mergeSecond')}
        value={pair[1]}
        options={options.filter(({ id }) => id !== pair[0])}
        emptyText={t('inspector.noMatch')}
        onChange={choose(1)}
      />
      {both === null ? (
        <p role="status">{t('cast.needsTwo')}</p>
      ) : (
        <>
          <SegmentField
            label={t('cast.keptName')}
            value={String(namedBy)}
            options={names}
            onChange={(index) => {
              setNamedBy(index === '0' ? 0 : 1)
            }}
          />
          <SegmentField
            label={t('cast.keptSettings')}
            value={String(settingsBy)}
            options={names}
            onChange={(index) => {
              setSettingsBy(index === '0' ? 0 : 1)
            }}
          />
          <div role="status">
            <p>
              {t('cast.mergeFollow', {
                count: spoken.length,
                from: from?.name ?? '',
                into: into?.name ?? '',
              })}
            </p>
            <p>
              {consequence === null || consequence.changed === 0
                ? t('cast.mergeStays')
                : isFree
                  ? t('voices.changesFree', { count: consequence.changed })
                  : t('voices.changes', {
                      count: consequence.changed,
                      credits: t('units.estimate', { count: consequence.credits }),
                    })}
            </p>
            {locked.length === 0 ? null : <p>{t('cast.mergeLocked', { count: locked.length })}</p>}
          </div>
        </>
      )}
    </ActionDialog>
  )
}
