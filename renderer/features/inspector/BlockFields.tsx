import { memo } from 'react'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import type { BlockPatch } from '../../../shared/story/blockCommands.ts'
import { MAX_SILENCE_MS, MAX_SPAN_MS } from '../../../shared/story/limits.ts'
import { withoutSpeech } from '../../../shared/story/locks.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { blockNumber, findBlock, findCharacter, settingsOf } from '../../../shared/story/selectors.ts'
import { speechGainDb } from '../../../shared/story/speechGain.ts'
import { isPinned, silenceBeforeOf } from '../../../shared/story/silences.ts'
import { INHERITED_SETTINGS, SETTING_NAMES, toOverrides } from '../../../shared/story/speechSettings.ts'
import { findTake } from '../../../shared/story/takes.ts'
import { noteLocked } from '../../actions/locks.ts'
import { GainField } from '../../fields/GainField.tsx'
import { NoteFields } from '../../fields/NoteFields.tsx'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadBlocksWarning } from '../../fields/UnreadWarning.tsx'
import { useForecasts, useForecastText } from '../../hooks/forecast.ts'
import { useAudioState, useEditor, useOfStory, useSelectionLocked, useSession } from '../../hooks/session.ts'
import { formatGain } from '../../i18n/format.ts'
import type { TextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldGroup } from '../../ui/FieldGroup.tsx'
import { SecondsField } from '../../ui/SecondsField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { BlockNote } from './BlockNote.tsx'
import styles from './Inspector.module.css'
import { SharedCharacter } from './SharedCharacter.tsx'
import { mixedFields } from './mixedFields.ts'

/** The fields of the chosen block, without its text and rank. A new value goes to all chosen blocks. */
export const BlockFields = memo(function BlockFields({ block }: { block: Block }) {
  const { t } = useTranslation()
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const isLocked = useSelectionLocked()
  const number = useOfStory((story) => blockNumber(story, block.id))
  const character = useOfStory((story) => findCharacter(story, block.characterId))
  const settings = useOfStory((story) => settingsOf(story, block))
  const silenceMs = useOfStory((story) => silenceBeforeOf(story, block))
  const isSilencePinned = useOfStory((story) =>
    selection.some((id) => {
      const chosen = findBlock(story, id)
      return chosen !== undefined && isPinned(chosen)
    }),
  )
  const takes = useAudioState((state) => state.takes)
  const heardGainDb = useOfStory((story) =>
    speechGainDb(story, block, findTake(story, block, takes)?.id ?? null),
  )
  const mixed = useOfStory((story) => mixedFields(story, selection))
  const mixedText = t('inspector.mixed')
  /** The settings that at least one of the chosen blocks has of its own. */
  const own = useOfStory((story) => {
    const chosen = selection.flatMap((id) => findBlock(story, id) ?? [])
    return SETTING_NAMES.filter((name) => chosen.some((each) => each[name] !== null))
  })
  const source = mixed.has('characterId')
    ? t('inspector.theirCharacters')
    : (character?.name ?? t('inspector.theStory'))
  return (
    <>
      {selection.length > 1 ? (
        <SharedCharacter mixed={mixed} value={block.characterId} />
      ) : (
        <BlockNote blockId={block.id} />
      )}
      <SpeechSettingsFields
        settings={settings}
        isDisabled={isLocked}
        mixed={mixed}
        voiceFor={{ kind: 'selection' }}
        voiceWarning={
          <UnreadBlocksWarning
            isOf={({ id }) => selection.includes(id)}
            isOne={selection.length === 1}
            onUse={(ids, voiceId) => {
              patchOf(ids, 'edits.voiceId', { voiceId })
            }}
          />
        }
        hint={(name) =>
          !own.includes(name)
            ? t('inspector.from', { source })
            : {
                text: t('inspector.setHere'),
                label: t('inspector.resetOne', { setting: t(`inspector.settings.${name}`), source }),
                onReset() {
                  patch('edits.resetSettings', { [name]: null })
                },
              }
        }
        onChange={(values, { label, coalesceKey }) => {
          patch(label, toOverrides(values), coalesceKey)
        }}
      >
        <div className={styles.pair}>
          <SecondsField
            label={t('inspector.silence')}
            unit={t('inspector.secondsUnit')}
            valueMs={mixed.has('silenceBeforeMs') ? null : silenceMs}
            maxMs={MAX_SILENCE_MS}
            {...(mixed.has('silenceBeforeMs') && { placeholder: mixedText })}
            hint={
              isSilencePinned
                ? {
                    text: t('inspector.pinned'),
                    label: t('inspector.unpin'),
                    onReset() {
                      patch('edits.unpinSilence', { silenceBeforeMs: null })
                    },
                  }
                : t('inspector.byRules')
            }
            onChange={(value) => {
              // An empty field follows the rules.
              patch('edits.silence', { silenceBeforeMs: value }, 'silence')
            }}
          />
          <FieldGroup isDisabled={isLocked}>
            <SecondsField
              label={t('inspector.duration')}
              unit={t('inspector.secondsUnit')}
              valueMs={mixed.has('durationMs') ? null : block.durationMs}
              maxMs={MAX_SPAN_MS}
              placeholder={mixed.has('durationMs') ? mixedText : t('inspector.auto')}
              onChange={(value) => {
                // 0 is "as long as it takes" in a request, too.
                patch('edits.duration', { durationMs: value === 0 ? null : value }, 'duration')
              }}
            />
          </FieldGroup>
        </div>
        <GainField
          gainDb={block.gainDb}
          mixedText={mixed.has('gainDb') ? mixedText : undefined}
          hint={
            mixed.has('gainDb') || heardGainDb === block.gainDb
              ? undefined
              : t('inspector.gainHeard', { gain: formatGain(t, heardGainDb) })
          }
          onChange={(gainDb) => {
            patch('edits.gain', { gainDb }, 'gain')
          }}
        />
        <FitWarning ids={selection} />
      </SpeechSettingsFields>
      {selection.length > 1 ? null : (
        <TextField
          label={t('inspector.name')}
          value={block.name}
          placeholder={t('inspector.namePlaceholder', { number })}
          onChange={(name) => {
            patchOf([block.id], 'edits.rename', { name }, 'name')
          }}
        />
      )}
      <NoteFields />
      {own.length > 0 && !isLocked ? (
        <div className={styles.reset}>
          <Button
            onPress={() => {
              patch('edits.resetSettings', INHERITED_SETTINGS)
            }}
          >
            {mixed.has('characterId') ? t('inspector.resetSeveral') : t('inspector.reset', { source })}
          </Button>
        </div>
      ) : null}
    </>
  )

  function patch(label: TextKey, values: BlockPatch, coalesce?: string): void {
    patchOf(selection, label, values, coalesce)
  }

  function patchOf(ids: readonly BlockId[], label: TextKey, values: BlockPatch, coalesce?: string): void {
    const story = storyOf(session)
    const key = coalesce === undefined ? undefined : `${coalesce}:${ids.join()}`
    session.edit(label, patchBlocks(story, ids, values), key)
    if (Object.keys(withoutSpeech(values)).length === 0) noteLocked(session, ids)
  }
})

/** Warns before their audio is made that blocks will sound rushed or dragged; nothing where they will sound as usual. */
function FitWarning({ ids }: { readonly ids: readonly BlockId[] }) {
  const { t } = useTranslation()
  const forecasts = useForecasts(ids)
  const textOf = useForecastText()
  const [first] = forecasts
  if (first === undefined) return null
  return (
    <Warning
      text={ids.length === 1 ? textOf(first) : t('inspector.fit.several', { count: forecasts.length })}
    />
  )
}
