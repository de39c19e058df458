import { ChevronRight } from 'lucide-react'
import { useContext, useEffect, useId, useMemo, useRef } from 'react'
import { Button } from 'react-aria-components'
import { closeVoicePicker, heardBlock, openVoicePicker } from '../actions/voicePicking.ts'
import { useHearing } from '../hooks/hearing.ts'
import { useApp, useAppState } from '../hooks/app.ts'
import { DeferredStoryContext, useSelectionIfOpen } from '../hooks/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { describeVoice } from '../i18n/voiceText.ts'
import type { VoiceTarget } from '../stores/viewStore.ts'
import fieldStyles from '../ui/Field.module.css'
import { FieldHint, type Hint } from '../ui/FieldGroup.tsx'
import { HearButton } from './HearButton.tsx'
import lineStyles from '../ui/TwoLines.module.css'
import styles from './VoiceField.module.css'

interface VoiceFieldProps {
  readonly label: string
  readonly hint: Hint | undefined
  readonly voiceId: string
  /** How many of the edited items have each voice, if they differ. */
  readonly mixed: readonly { readonly value: unknown; readonly count: number }[] | undefined
  /** What the voice is chosen for. */
  readonly target: VoiceTarget
}

/** The voice in use, which opens the voice picker. */
export function VoiceField({ label, hint, voiceId, mixed, target }: VoiceFieldProps) {
  const { t } = useTranslation()
  const app = useApp()
  const voices = useAppState((state) => state.voices)
  const nameOf = (value: unknown) => voices.find(({ id }) => id === value)?.name ?? String(value)
  const voice = voices.find(({ id }) => id === voiceId)
  const description = mixed
    ? mixed.map(({ value, count }) => `${nameOf(value)} ${count}`).join(' · ')
    : voice === undefined
      ? ''
      : describeVoice(t, voice)
  const id = useId()
  const opened = useRef<VoiceTarget | null>(null)
  // A picker without its form has no target for its voice.
  useEffect(
    () => () => {
      const { voicePicker } = app.view.getState()
      if (voicePicker?.kind === 'form' && voicePicker === opened.current) closeVoicePicker(app)
    },
    [app],
  )
  return (
    <div className={fieldStyles.field}>
      <div className={fieldStyles.label}>
        <span aria-hidden="true">{label}</span>
        <FieldHint hint={hint} />
      </div>
      <div className={styles.voice}>
        {mixed ? null : <HearTarget voice={{ id: voiceId, name: nameOf(voiceId) }} target={target} />}
        <span id={id} className={lineStyles.lines}>
          <span className={lineStyles.name} dir="auto">
            {mixed ? t('inspector.mixedVoices', { count: mixed.length }) : nameOf(voiceId)}
          </span>
          {description === '' ? null : (
            <small title={description} dir="auto">
              {description}
            </small>
          )}
        </span>
        <ChevronRight size={14} aria-hidden="true" className={styles.chevron} />
        {/* Over the words rather than around them, so that its accessible name is the field's, not the voice's. */}
        <Button
          className={styles.opener ?? ''}
          data-entry
          aria-label={label}
          aria-describedby={id}
          aria-haspopup="dialog"
          onPress={() => {
            opened.current = target
            openVoicePicker(app, target)
          }}
        />
      </div>
    </div>
  )
}

interface HearTargetProps {
  readonly voice: { readonly id: string; readonly name: string }
  readonly target:
    | Exclude<VoiceTarget, { kind: 'form' }>
    | Pick<Extract<VoiceTarget, { kind: 'form' }>, 'kind' | 'connectionId' | 'text'>
}

/** Plays the voice in use with a line of its target; nothing if the open story has no such line. */
export function HearTarget({ voice, target }: HearTargetProps) {
  const story = useContext(DeferredStoryContext)
  const selection = useSelectionIfOpen()
  const block = useMemo(() => {
    if (story === null) return undefined
    if (target.kind !== 'form') return heardBlock(story, target, selection)
    const isOfStory = (target.connectionId ?? story.info.connectionId) === story.info.connectionId
    return isOfStory ? heardBlock(story, null, selection) : undefined
  }, [story, target, selection])
  const text = target.kind === 'form' && target.text.trim() !== '' ? target.text : block?.text
  const hearing = useHearing(block === undefined || text === undefined ? null : { block, text })
  return hearing === null ? null : (
    <span className={styles.hear}>
      <HearButton voice={voice} hearing={hearing} />
    </span>
  )
}
