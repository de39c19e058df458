import { Check, Play, Trash2 } from 'lucide-react'
import { EMOTION_MODEL } from '../../../shared/speech-api/models.ts'
import { isEmotional } from '../../../shared/story/speechSettings.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import { useSession } from '../../hooks/session.ts'
import { errorText } from '../../i18n/errorText.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadTextWarning } from '../../fields/UnreadWarning.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import styles from './AuditionDialog.module.css'
import type { VariantState } from './useAudition.ts'

interface VariantProps {
  /** Counts from 1. */
  readonly number: number
  /** The line that is compared. */
  readonly text: string
  readonly settings: SpeechSettings
  readonly take: Take | undefined
  /** The estimated cost of making the take; null where it costs nothing. */
  readonly credits: number | null
  /** Whether the take is being made, or has failed; undefined for neither. */
  readonly state: VariantState | undefined
  /** Whether the settings cannot be changed now, because a request with them is on its way. */
  readonly isFixed: boolean
  readonly onChange: (patch: Partial<SpeechSettings>) => void
  readonly onUse: () => void
  readonly onRemove?: () => void
}

/** A voice and a vibe of an audition, and the take that was made with them. */
export function Variant(props: VariantProps) {
  const { number, text, settings, take, credits, state, isFixed, onChange, onUse, onRemove } = props
  const { t } = useTranslation()
  const session = useSession()
  const change = (patch: Partial<SpeechSettings>) => {
    if (!isFixed) onChange('vibe' in patch ? { ...patch, model: EMOTION_MODEL } : patch)
  }
  return (
    <li className={styles.variant} aria-label={t('vibes.variant', { number })}>
      <div className={styles.choice}>
        <SpeechSettingsFields
          names={['voiceId', 'vibe']}
          settings={{ ...settings, model: EMOTION_MODEL, vibe: isEmotional(settings) ? settings.vibe : null }}
          voiceFor={{ text }}
          label={(name) => t(name === 'vibe' ? 'vibes.vibeOf' : 'vibes.voiceOf', { number })}
          voiceWarning={
            <UnreadTextWarning
              text={text}
              voiceId={settings.voiceId}
              onUse={(voiceId) => {
                change({ voiceId })
              }}
            />
          }
          onChange={change}
        />
      </div>
      <div className={styles.result}>
        {take === undefined ? null : (
          <IconButton
            label={t('vibes.playVariant', { number })}
            look="round"
            onPress={() => {
              session.player.playAudio(take.audioId, take.startMs, take.endMs)
            }}
          >
            <Play size={12} fill="currentColor" />
          </IconButton>
        )}
        <span role="status">
          {take !== undefined
            ? t('vibes.ready')
            : state?.kind === 'making'
              ? t('vibes.making')
              : state?.kind === 'failed'
                ? t('vibes.failedOne')
                : credits === null
                  ? t('vibes.notMade')
                  : t('units.estimate', { count: credits })}
        </span>
        <IconButton label={t('vibes.useVariant', { number })} isDisabled={isFixed} onPress={onUse}>
          <Check size={15} />
        </IconButton>
        {onRemove === undefined ? null : (
          <IconButton label={t('vibes.removeVariant', { number })} isDisabled={isFixed} onPress={onRemove}>
            <Trash2 size={15} />
          </IconButton>
        )}
      </div>
      {take === undefined && state?.kind === 'failed' ? (
        <p role="alert" className={styles.bad}>
          {errorText(t, state.error)}
        </p>
      ) : null}
    </li>
  )
}
