import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { assignCharacter, patchBlocks } from '../../../shared/story/blockCommands.ts'
import type { BlockPatch } from '../../../shared/story/blockCommands.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { blockNumber, findCharacter, settingsOf } from '../../../shared/story/selectors.ts'
import { formatSpeed } from '../../i18n/format.ts'
import { openStory } from '../../actions/editing.ts'
import { useOfStory, useViewState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { SecondsField } from '../../ui/SecondsField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SliderField } from '../../ui/SliderField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { useEmotionOptions } from '../../hooks/emotionOptions.ts'
import { useAllowsAnyVoice, useVoiceOptions, useVoiceTrouble } from '../../hooks/voiceOptions.ts'
import styles from './Inspector.module.css'
import { VibeFields } from './VibeFields.tsx'
import { INHERITED_SETTINGS, hasOwnSettings } from '../../../shared/story/speechSettings.ts'
import { MAX_SPAN_MS } from '../../../shared/story/limits.ts'
import { MAX_SPEED, MIN_SPEED } from '../../../shared/speech-api/limits.ts'
import { SPEECH_MODELS } from '../../../shared/speech-api/models.ts'

const NO_CHARACTER = 'none'
/** The fields of the chosen block; what is set goes to all chosen blocks. Its text and rank are left out of `block`. */
export const BlockFields = memo(function BlockFields({ block }: { block: Block }) {
  const { t } = useTranslation()
  const world = useWorld()
  const selection = useViewState((state) => state.selection)
  const voices = useVoiceOptions()
  const number = useOfStory((story) => blockNumber(story, block.id))
  const character = useOfStory((story) => findCharacter(story, block.characterId))
  const settings = useOfStory((story) => settingsOf(story, block))
  const characters = useOfStory((story) => story.cast)
  const emotions = useEmotionOptions()
  const allowsAnyVoice = useAllowsAnyVoice()
  const trouble = useVoiceTrouble(settings.voiceId)
  const hasOwn = hasOwnSettings(block)
  const source = character?.name ?? t('inspector.theStory')
  const hint = (own: unknown) => (own === null ? t('inspector.from', { source }) : t('inspector.own'))
  const models = SPEECH_MODELS.map((id) => ({ id, name: t(`inspector.models.${id}`) }))
  const cast = [
    { id: NO_CHARACTER, name: t('script.noCharacter') },
    ...characters.map(({ id, name }) => ({ id, name })),
  ]
  return (
    <>
      <h2 className={styles.title}>
        {selection.length > 1
          ? t('inspector.several', { count: selection.length })
          : t('inspector.title', { number, name: character?.name ?? t('script.noCharacter') })}
      </h2>
      <ComboField
        label={t('inspector.character')}
        value={block.characterId ?? NO_CHARACTER}
        options={cast}
        emptyText={t('inspector.noMatch')}
        onChange={(id) => {
          const characterId = id === NO_CHARACTER ? null : characterIdSchema.parse(id)
          const story = openStory(world)
          if (story !== null) world.edit('edits.character', assignCharacter(story, selection, characterId))
        }}
      />
      <ComboField
        label={t('inspector.voice')}
        hint={hint(block.voiceId)}
        value={settings.voiceId}
        options={voices}
        emptyText={t(allowsAnyVoice ? 'connections.anyVoice' : 'inspector.noVoice')}
        allowsCustom={allowsAnyVoice}
        onChange={(voiceId) => {
          if (voiceId !== '') patch('edits.voice', { voiceId })
        }}
      />
      {trouble === null ? null : <Warning text={trouble.text} {...trouble.remedy} />}
      <SegmentField
        label={t('inspector.model')}
        hint={hint(block.model)}
        value={settings.model}
        options={models}
        onChange={(model) => {
          patch('edits.model', { model })
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
          patch('edits.speed', { speed }, 'speed')
        }}
      />
      <div className={styles.pair}>
        <SecondsField
          label={t('inspector.silence')}
          unit={t('inspector.secondsUnit')}
          valueMs={block.silenceBeforeMs}
          maxMs={MAX_SPAN_MS}
          onChange={(value) => {
            patch('edits.silence', { silenceBeforeMs: value ?? 0 }, 'silence')
          }}
        />
        <SecondsField
          label={t('inspector.duration')}
          unit={t('inspector.secondsUnit')}
          valueMs={block.durationMs}
          maxMs={MAX_SPAN_MS}
          placeholder={t('inspector.auto')}
          onChange={(value) => {
            // The contract's 0 is "as long as it takes".
            patch('edits.duration', { durationMs: value === 0 ? null : value }, 'duration')
          }}
        />
      </div>
      <ComboField
        label={t('inspector.emotion')}
        hint={t(settings.model === 'audio_stable' ? 'inspector.emotionComing' : 'inspector.emotionUnused')}
        value={settings.emotion}
        options={emotions}
        emptyText={t('inspector.ownEmotion')}
        allowsCustom
        placeholder={t('inspector.neutral')}
        onChange={(emotion) => {
          patch('edits.emotion', { emotion })
        }}
      />
      <VibeFields
        settings={settings}
        hint={hint}
        own={block}
        onVibe={(vibe) => {
          patch('edits.vibe', { vibe: vibe ?? 'none' })
        }}
        onPrompt={(customPrompt) => {
          patch('edits.customPrompt', { customPrompt }, 'prompt')
        }}
      />
      <TextField
        label={t('inspector.name')}
        value={block.name}
        placeholder={t('inspector.namePlaceholder', { number })}
        onChange={(name) => {
          patchOf([block.id], 'edits.rename', { name }, 'name')
        }}
      />
      {hasOwn ? (
        <div>
          <Button
            onPress={() => {
              patch('edits.resetSettings', INHERITED_SETTINGS)
            }}
          >
            {t('inspector.reset', { source })}
          </Button>
        </div>
      ) : null}
    </>
  )

  function patch(label: string, values: BlockPatch, coalesce?: string): void {
    patchOf(selection, label, values, coalesce)
  }

  function patchOf(ids: readonly BlockId[], label: string, values: BlockPatch, coalesce?: string): void {
    const story = openStory(world)
    const key = coalesce === undefined ? undefined : `${coalesce}:${ids.join()}`
    if (story !== null) world.edit(label, patchBlocks(story, ids, values), key)
  }
})
