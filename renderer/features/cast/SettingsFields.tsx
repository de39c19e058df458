import { useTranslation } from 'react-i18next'
import { MAX_PROMPT_CHARACTERS, MAX_SPEED, MIN_SPEED } from '../../../shared/speech-api/limits.ts'
import { SPEECH_MODELS } from '../../../shared/speech-api/models.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import { formatSpeed } from '../../i18n/format.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SliderField } from '../../ui/SliderField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { useEmotionOptions } from '../../hooks/emotionOptions.ts'
import { NO_VIBE, useVibeChoice, useVibeTrouble } from '../../hooks/vibeLibrary.ts'
import { useAllowsAnyVoice, useVoiceOptions, useVoiceTrouble } from '../../hooks/voiceOptions.ts'

interface SettingsFieldsProps {
  readonly settings: SpeechSettings
  /** `label` names the edit. */
  readonly onChange: (label: string, patch: Partial<SpeechSettings>) => void
}

/** Voice, model, speed and emotion of a character, or of the story. */
export function SettingsFields({ settings, onChange }: SettingsFieldsProps) {
  const { t } = useTranslation()
  const voices = useVoiceOptions()
  const emotions = useEmotionOptions()
  const allowsAnyVoice = useAllowsAnyVoice()
  const trouble = useVoiceTrouble(settings.voiceId)
  return (
    <>
      <ComboField
        label={t('inspector.voice')}
        value={settings.voiceId}
        options={voices}
        emptyText={t(allowsAnyVoice ? 'connections.anyVoice' : 'inspector.noVoice')}
        allowsCustom={allowsAnyVoice}
        onChange={(voiceId) => {
          if (voiceId !== '') onChange('edits.voice', { voiceId })
        }}
      />
      {trouble === null ? null : <Warning text={trouble.text} {...trouble.remedy} />}
      <SegmentField
        label={t('inspector.model')}
        value={settings.model}
        options={SPEECH_MODELS.map((id) => ({ id, name: t(`inspector.models.${id}`) }))}
        onChange={(model) => {
          onChange('edits.model', { model })
        }}
      />
      <SliderField
        label={t('inspector.speed')}
        value={settings.speed}
        min={MIN_SPEED}
        max={MAX_SPEED}
        step={0.05}
        format={(value) => t('units.speed', { value: formatSpeed(value) })}
        onChange={(speed) => {
          onChange('edits.speed', { speed })
        }}
      />
      {settings.model === 'audio_stable' ? (
        <>
          <ComboField
            label={t('inspector.emotion')}
            value={settings.emotion}
            options={emotions}
            emptyText={t('inspector.ownEmotion')}
            allowsCustom
            placeholder={t('inspector.neutral')}
            onChange={(emotion) => {
              onChange('edits.emotion', { emotion })
            }}
          />
          <VibeSettings settings={settings} onChange={onChange} />
        </>
      ) : null}
    </>
  )
}

/** The vibe and the prompt of a character, or of the story. */
function VibeSettings({ settings: { vibe, customPrompt }, onChange }: SettingsFieldsProps) {
  const { t } = useTranslation()
  const vibes = useVibeChoice(vibe)
  const trouble = useVibeTrouble(vibe)
  return (
    <>
      <ComboField
        label={t('vibes.field')}
        value={vibe === null ? NO_VIBE : String(vibe.id)}
        options={vibes.options}
        emptyText={t('vibes.noMatch')}
        onChange={(id) => {
          onChange('edits.vibe', { vibe: vibes.pick(id) })
        }}
      />
      {trouble === null ? null : <Warning text={trouble.text} {...trouble.remedy} />}
      <TextAreaField
        label={t('vibes.customPrompt')}
        value={customPrompt}
        rows={2}
        maxLength={MAX_PROMPT_CHARACTERS}
        placeholder={t('vibes.customPromptPlaceholder')}
        onChange={(prompt) => {
          onChange('edits.customPrompt', { customPrompt: prompt })
        }}
      />
    </>
  )
}
