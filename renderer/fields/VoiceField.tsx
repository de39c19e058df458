import { ChevronRight, LoaderCircle, Pause, Play } from 'lucide-react'
import { useEffect, useId, useMemo, useRef } from 'react'
import { Button } from 'react-aria-components'
import { closeVoicePicker, heardBlock, openVoicePicker } from '../actions/voicePicking.ts'
import { type Hearing, useHearing } from '../hooks/hearing.ts'
import { useApp, useAppState } from '../hooks/app.ts'
import { useDeferredStoryIfOpen, useSelectionIfOpen } from '../hooks/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { describeVoice } from '../i18n/voiceText.ts'
import type { VoiceTarget } from '../stores/viewStore.ts'
import fieldStyles from '../ui/Field.module.css'
import { FieldHint, type Hint } from '../ui/FieldGroup.tsx'
import lineStyles from '../ui/TwoLines.module.css'
import styles from './VoiceField.module.css'
import { formatCount } from '../i18n/format.ts'

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
  const story = useDeferredStoryIfOpen()
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

interface HearButtonProps {
  readonly voice: { readonly id: string; readonly name: string }
  readonly hearing: Hearing
}

/** Plays a voice; the number on the button is the price of the first listen. */
export function HearButton({ voice, hearing }: HearButtonProps) {
  const { t } = useTranslation()
  const { id, name } = voice
  const price = hearing.priceOf(id)
  const isPlaying = hearing.isPlaying(id)
  const isMaking = hearing.isMaking(id)
  const label = isPlaying
    ? t('voices.stop', { name })
    : isMaking
      ? t('voices.making', { name })
      : price > 0
        ? t('voices.hearFor', {
            name,
            credits: t('units.credits', { count: price, formatted: formatCount(price) }),
          })
        : t('voices.hear', { name })
  return (
    <Button
      className={styles.hearButton ?? ''}
      aria-label={label}
      data-playing={isPlaying || undefined}
      data-price={price > 0 || undefined}
      onPress={() => {
        hearing.toggle(id)
      }}
    >
      {isMaking ? (
        <LoaderCircle size={13} className={styles.spin} />
      ) : isPlaying ? (
        <Pause size={12} fill="currentColor" />
      ) : (
        <Play size={12} fill="currentColor" />
      )}
      {price > 0 && !isMaking ? formatCount(price) : null}
    </Button>
  )
}
