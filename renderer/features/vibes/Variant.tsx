import { Check, Play, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import { errorText } from '../../i18n/errorText.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { formatCount } from '../../i18n/format.ts'
import { NO_VIBE, useVibeChoice } from '../../hooks/vibeLibrary.ts'
import { useVoiceOptions } from '../../hooks/voiceOptions.ts'
import { useWorld } from '../../hooks/world.ts'
import { IconButton } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import styles from './AuditionDialog.module.css'
import type { VariantState } from './useAudition.ts'

interface VariantProps {
  /** Counts from 1. */
  readonly number: number
  readonly settings: SpeechSettings
  readonly take: Take | undefined
  /** What making it costs, as an estimate. */
  readonly credits: number
  /** What goes on with it, or went wrong; undefined for neither. */
  readonly state: VariantState | undefined
  /** While takes are made, the settings that were sent stay. */
  readonly isFixed: boolean
  readonly onChange: (patch: Partial<SpeechSettings>) => void
  readonly onUse: () => void
  readonly onRemove?: () => void
}

/** One voice and vibe of an audition, and its take when there is one. */
export function Variant(props: VariantProps) {
  const { number, settings, take, credits, state, isFixed, onChange, onUse, onRemove } = props
  const { t } = useTranslation()
  const world = useWorld()
  const voices = useVoiceOptions()
  const vibe = settings.model === 'audio_stable' ? settings.vibe : null
  const { options, pick } = useVibeChoice(vibe)
  return (
    <li className={styles.variant} aria-label={t('vibes.variant', { number })}>
      <div className={styles.choice}>
        <ComboField
          label={t('vibes.voiceOf', { number })}
          value={settings.voiceId}
          options={voices}
          emptyText={t('inspector.noVoice')}
          onChange={(voiceId) => {
            if (!isFixed) onChange({ voiceId })
          }}
        />
        <ComboField
          label={t('vibes.vibeOf', { number })}
          value={vibe === null ? NO_VIBE : String(vibe.id)}
          options={options}
          emptyText={t('vibes.noMatch')}
          onChange={(id) => {
            if (!isFixed) onChange({ model: 'audio_stable', vibe: pick(id) })
          }}
        />
      </div>
      <div className={styles.result}>
        {take === undefined ? null : (
          <IconButton
            label={t('vibes.playVariant', { number })}
            look="round"
            onPress={() => {
              world.player.playAudio(take.audioId, take.startMs, take.endMs)
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
                : t('vibes.costsOne', { credits: formatCount(credits) })}
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
