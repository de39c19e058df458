import { useState } from 'react'
import { stillUnread, unreadKey, type UnreadBlocks } from '../../../shared/story/unreadBlocks.ts'
import { voicesReading } from '../../../shared/voices/scripts.ts'
import { giveVoices } from '../../actions/rendering.ts'
import { useUnreadText, useVoiceName } from '../../fields/UnreadWarning.tsx'
import { usePackLanguages } from '../../hooks/voiceOptions.ts'
import { useAppState } from '../../hooks/app.ts'
import { useSession, useStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { UnreadQuestion } from '../../stores/editorStore.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './UnreadDialog.module.css'

/** Lists blocks that their voices cannot read, and asks for other voices before they are spoken. */
export function UnreadDialog({ question: { groups, answer } }: { question: UnreadQuestion }) {
  const { t } = useTranslation()
  const session = useSession()
  const text = useUnreadText()
  const listed = useAppState((state) => state.voices)
  const [chosen, setChosen] = useState(() =>
    groups.map(({ voiceId, script }) => voicesReading(script, listed)[0]?.id ?? voiceId),
  )
  const kept = groups.map(({ voiceId }) => voiceId)
  const isChange = chosen.some((id, index) => id !== kept[index])
  const goOn = (voiceIds: readonly string[]) => () => {
    giveVoices(session, groups, voiceIds)
    answer(true)
  }
  const close = () => {
    answer(false)
  }
  return (
    <Dialog
      title={t('inspector.unread.title')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.cancel')}</Button>
          {isChange ? <Button onPress={goOn(kept)}>{t('inspector.unread.keep')}</Button> : null}
          <Button tone="primary" autoFocus onPress={goOn(chosen)}>
            {t(isChange ? 'inspector.unread.change' : 'inspector.unread.goOn')}
          </Button>
        </>
      }
    >
      {groups.map((group, index) => (
        <UnreadGroup
          key={unreadKey(group)}
          group={group}
          text={text(group)}
          voiceId={chosen[index] ?? group.voiceId}
          onChange={(voiceId) => {
            setChosen((before) => before.with(index, voiceId))
          }}
        />
      ))}
    </Dialog>
  )
}

interface UnreadGroupProps {
  readonly group: UnreadBlocks
  readonly text: string
  readonly voiceId: string
  readonly onChange: (voiceId: string) => void
}

function UnreadGroup({ group, text, voiceId, onChange }: UnreadGroupProps) {
  const { t } = useTranslation()
  const sentence = useUnreadText()
  const story = useStory()
  const { script, blocks } = group
  const packs = usePackLanguages()
  const listed = useAppState((state) => state.voices)
  const nameOf = useVoiceName()
  const offered = voicesReading(script, listed)
  const name = nameOf(group.voiceId)
  const unread = voiceId === group.voiceId ? null : stillUnread(story, blocks, voiceId, packs)
  return (
    <div className={styles.group}>
      <p>{text}</p>
      {offered.length === 0 ? null : (
        <ComboField
          label={t('inspector.unread.voiceFor', { letters: t(`scripts.${script}`) })}
          value={voiceId}
          options={[
            ...offered.map((voice) => ({ id: voice.id, name: voice.name })),
            { id: group.voiceId, name: t('inspector.unread.keepVoice', { voice: name }) },
          ]}
          emptyText={t('inspector.noVoice')}
          onChange={onChange}
        />
      )}
      {unread === null ? null : <p role="status">{sentence({ voiceId, script: unread, blocks: [] })}</p>}
    </div>
  )
}
