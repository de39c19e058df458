import { useTranslation } from 'react-i18next'
import { MAX_PROMPT_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import type { Block } from '../../../shared/story/records.ts'
import { NO_VIBE, useVibeChoice, useVibeTrouble } from '../../hooks/vibeLibrary.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import type { SpeechSettings, VibeRef } from '../../../shared/story/speechSettings.ts'
import styles from './Inspector.module.css'

interface VibeFieldsProps {
  /** As the block is spoken. */
  readonly settings: SpeechSettings
  /** What the block itself says, where it does. */
  readonly own: Pick<Block, 'vibe' | 'customPrompt'>
  /** Where a value comes from, in words. */
  readonly hint: (own: unknown) => string
  readonly onVibe: (vibe: VibeRef | null) => void
  readonly onPrompt: (prompt: string) => void
}

/** A block's vibe and its prompt, which only the emotion model has. */
export function VibeFields({ settings, own, hint, onVibe, onPrompt }: VibeFieldsProps) {
  return settings.model === 'audio_stable' ? (
    <EmotionalFields settings={settings} own={own} hint={hint} onVibe={onVibe} onPrompt={onPrompt} />
  ) : null
}

function EmotionalFields({ settings: { vibe, customPrompt }, own, hint, onVibe, onPrompt }: VibeFieldsProps) {
  const { t } = useTranslation()
  const { options, pick } = useVibeChoice(vibe)
  const trouble = useVibeTrouble(vibe)
  return (
    <>
      <ComboField
        label={t('vibes.field')}
        hint={hint(own.vibe)}
        value={vibe === null ? NO_VIBE : String(vibe.id)}
        options={options}
        emptyText={t('vibes.noMatch')}
        onChange={(id) => {
          onVibe(pick(id))
        }}
      />
      {trouble === null ? null : <Warning text={trouble.text} {...trouble.remedy} />}
      <TextAreaField
        label={t('vibes.customPrompt')}
        value={customPrompt}
        rows={2}
        maxLength={MAX_PROMPT_CHARACTERS}
        placeholder={t('vibes.customPromptPlaceholder')}
        onChange={onPrompt}
      />
      <p className={styles.note}>{t('vibes.note')}</p>
    </>
  )
}
