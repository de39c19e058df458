import { Drama, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { mergeCharacters as mergeChange } from '../../../shared/story/castCommands.ts'
import { NO_STATS } from '../../../shared/story/storyCounts.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import { characterIdSchema, type CharacterId } from '../../../shared/story/records.ts'
import { findCharacter, blocksOf } from '../../../shared/story/selectors.ts'
import { openCasting, removeFromCast, selectBlocksOf, mergeCharacters } from '../../actions/cast.ts'
import { addCharacter } from '../../actions/editing.ts'
import { consequenceOf } from '../../actions/voicePicking.ts'
import { countOtherGenderIn } from '../../../shared/voices/casting.ts'
import { OtherGender } from '../../fields/OtherGender.tsx'
import { useAppState, useCloseDialog } from '../../hooks/app.ts'
import {
  useCastStats,
  useDeferredStory,
  useStory,
  useSession,
  useAudioState,
  useIsFree,
} from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ActionDialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { Page } from '../../ui/Page.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import styles from './CastPage.module.css'
import { CastTable, NOBODY, sortSpeakers, speakersOf, type SortOrder } from './CastTable.tsx'
import { CharacterFields, DefaultFields, StatsLine } from './CharacterFields.tsx'

interface CastPageProps {
  /** The character to show first. */
  readonly chosen: CharacterId | null
  /** Whether the page opens with the merge dialog. */
  readonly merges: boolean
}

/** The whole cast as a table with what each says and costs, and the settings of the chosen character beside it. */
export function CastPage({ chosen, merges }: CastPageProps) {
  const { t } = useTranslation()
  const session = useSession()
  const close = useCloseDialog()
  const story = useDeferredStory()
  const stats = useCastStats()
  const [currentId, setCurrentId] = useState<string>(chosen ?? story.cast[0]?.id ?? NOBODY)
  const [order, setOrder] = useState<SortOrder>({ column: 'number', direction: 'ascending' })
  const [isMerging, setMerging] = useState(merges)
  const pane = useRef<HTMLElement>(null)
  const main = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The table passes the focus on to the chosen row, once it has measured its rows.
    const frame = requestAnimationFrame(() =>
      main.current?.querySelector<HTMLElement>('[role=grid]')?.focus(),
    )
    return () => {
      cancelAnimationFrame(frame)
    }
  }, [])
  const speakers = useMemo(
    () => sortSpeakers(speakersOf(story, stats, t('inspector.defaults')), order.column, order.direction),
    [story, stats, t, order],
  )
  const voices = useAppState((state) => state.voices)
  const otherGender = useMemo(() => countOtherGenderIn(story, voices), [story, voices])
  const current = speakers.find(({ id }) => id === currentId) ?? speakers[0]
  // Text typed into a field must appear at once.
  const character = useStory((now) => findCharacter(now, current?.character?.id ?? null)) ?? null
  if (current === undefined) return null
  const { name } = current
  return (
    <Page
      title={t('app.cast')}
      backLabel={t('settings.back')}
      tools={
        <>
          <Button
            icon={<Drama size={15} />}
            isDisabled={story.cast.length === 0}
            onPress={() => {
              openCasting(session)
            }}
          >
            {t('commands.castVoices')}
          </Button>
          <Button
            icon={<Plus size={15} />}
            onPress={() => {
              setCurrentId(addCharacter(session, t('inspector.newCharacter')))
            }}
          >
            {t('inspector.addCharacter')}
          </Button>
        </>
      }
      onClose={close}
    >
      <div className={styles.body}>
        <div ref={main} className={styles.main}>
          <CastTable
            speakers={speakers}
            order={order}
            currentId={current.id}
            onOrder={setOrder}
            onCurrent={setCurrentId}
            onEdit={() => pane.current?.querySelector<HTMLElement>('input, button')?.focus()}
          />
          <OtherGender counts={otherGender} />
          <p className={styles.all}>
            {t('cast.people', { count: story.cast.length })} · <StatsLine stats={stats.all} />
          </p>
        </div>
        <section ref={pane} className={styles.pane} aria-label={t('cast.about', { name })}>
          {current.character === null ? (
            <>
              <h2 className={styles.name}>{name}</h2>
              <StatsLine stats={stats.bySpeaker.get(null) ?? NO_STATS} />
              <DefaultFields />
            </>
          ) : character === null ? null : (
            <CharacterFields key={character.id} character={character} />
          )}
          <div className={styles.actions}>
            <Button
              isDisabled={current.stats.blocks === 0}
              onPress={() => {
                selectBlocksOf(session, current.character?.id ?? null)
              }}
            >
              {t('inspector.selectBlocks')}
            </Button>
            {character === null ? null : (
              <>
                <Button
                  isDisabled={story.cast.length < 2}
                  onPress={() => {
                    setMerging(true)
                  }}
                >
                  {t('cast.mergeWith')}
                </Button>
                <Button
                  onPress={() => {
                    removeFromCast(session, character.id)
                  }}
                >
                  {t('inspector.remove')}
                </Button>
              </>
            )}
          </div>
        </section>
      </div>
      {isMerging ? (
        <MergeDialog
          first={character?.id ?? null}
          onClose={(into) => {
            setMerging(false)
            if (into !== undefined) setCurrentId(into)
          }}
        />
      ) : null}
    </Page>
  )
}

interface MergeDialogProps {
  readonly first: CharacterId | null
  /** Called with the merged character, or without arguments if nothing was merged. */
  readonly onClose: (into?: CharacterId) => void
}

/** Asks which two characters become one, and whose name and settings stay. It says in advance what will need rendering and what that costs. */
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
