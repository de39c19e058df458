import { memo } from 'react'
import { derive } from '../../../shared/lib/derive.ts'
import { patchBlocks, type BlockPatch } from '../../../shared/story/blockCommands.ts'
import { MAX_SILENCE_MS, MAX_SPAN_MS } from '../../../shared/story/limits.ts'
import { withoutSpeech, isLocked } from '../../../shared/story/locks.ts'
import {
  characterIdSchema,
  type Block,
  type BlockId,
  type CharacterId,
} from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import {
  blockNumber,
  findBlock,
  findCharacter,
  settingsOf,
  inheritedSettings,
} from '../../../shared/story/selectors.ts'
import { isPinned, silenceBeforeOf } from '../../../shared/story/silences.ts'
import { speechGainDb } from '../../../shared/story/gain.ts'
import {
  INHERITED_SETTINGS,
  SETTING_NAMES,
  toOverrides,
  resolveSetting,
} from '../../../shared/story/speechSettings.ts'
import type { Story } from '../../../shared/story/story.ts'
import { findTake } from '../../../shared/story/takes.ts'
import { runCommand } from '../../actions/commands.ts'
import { noteLocked } from '../../actions/editing.ts'
import { playBlock } from '../../actions/playing.ts'
import { giveTo } from '../../actions/speaking.ts'
import { BlockProblem } from '../../fields/BlockProblem.tsx'
import { GainField } from '../../fields/GainField.tsx'
import { NoteFields } from '../../fields/NoteFields.tsx'
import { SpeechSettingsFields, type MixedValues } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadBlocksWarning } from '../../fields/UnreadWarning.tsx'
import { useForecasts, useForecastText } from '../../hooks/forecast.ts'
import {
  useAudioState,
  useEditor,
  useStory,
  useSelectionLocked,
  useSession,
  useBlockState,
  useIsFree,
} from '../../hooks/session.ts'
import { formatGain } from '../../i18n/format.ts'
import type { TextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { FieldGroup } from '../../ui/FieldGroup.tsx'
import { SecondsField } from '../../ui/NumberBox.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import styles from './Inspector.module.css'
import { SettingsFold } from './SettingsFold.tsx'

/** The fields of the chosen block, without its text and rank. A new value applies to all chosen blocks. */
export const BlockFields = memo(function BlockFields({ block }: { block: Block }) {
  const { t } = useTranslation()
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const isLocked = useSelectionLocked()
  const number = useStory((story) => blockNumber(story, block.id))
  const character = useStory((story) => findCharacter(story, block.characterId))
  const settings = useStory((story) => settingsOf(story, block))
  const silenceMs = useStory((story) => silenceBeforeOf(story, block))
  const isSilencePinned = useStory((story) =>
    selection.some((id) => {
      const chosen = findBlock(story, id)
      return chosen !== undefined && isPinned(chosen)
    }),
  )
  const takes = useAudioState((state) => state.takes)
  const heardGainDb = useStory((story) =>
    speechGainDb(story, block, findTake(story, block, takes)?.id ?? null),
  )
  const mixed = useStory((story) => mixedFields(story, selection))
  const mixedText = t('inspector.mixed')
  /** The settings that at least one of the chosen blocks overrides. */
  const own = useStory((story) => {
    const chosen = selection.flatMap((id) => findBlock(story, id) ?? [])
    return SETTING_NAMES.filter((name) => chosen.some((each) => each[name] !== null))
  })
  const source = mixed.has('characterId')
    ? t('inspector.theirCharacters')
    : (character?.name ?? t('inspector.theStory'))
  const voiceWarning = (
    <UnreadBlocksWarning
      isOf={({ id }) => selection.includes(id)}
      isOne={selection.length === 1}
      onUse={(ids, voiceId) => {
        patchOf(ids, 'edits.voiceId', { voiceId })
      }}
    />
  )
  const fit = <FitWarning ids={selection} />
  const fields = (
    <>
      <SpeechSettingsFields
        settings={settings}
        isDisabled={isLocked}
        mixed={mixed}
        voiceFor={{ kind: 'selection' }}
        voiceWarning={voiceWarning}
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
                // 0 is "as long as it takes" in a request as well.
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
        {fit}
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
  return (
    <>
      {selection.length > 1 ? (
        <SharedCharacter mixed={mixed} value={block.characterId} />
      ) : (
        <BlockNote blockId={block.id} />
      )}
      {selection.length > 1 ? (
        fields
      ) : (
        <SettingsFold
          block={block}
          warnings={
            <>
              {voiceWarning}
              {fit}
            </>
          }
        >
          {fields}
        </SettingsFold>
      )}
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

/** Warns, before they are rendered, that blocks will sound rushed or dragged; nothing if they will not. */
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

const NO_CHARACTER = 'none'

interface SharedCharacterProps {
  readonly mixed: MixedValues
  /** Their character, if they all have the same. */
  readonly value: CharacterId | null
}

/** The character of several selected blocks. */
function SharedCharacter({ mixed, value }: SharedCharacterProps) {
  const { t } = useTranslation()
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const characters = useStory((story) => story.cast)
  const values = mixed.get('characterId')
  const cast = [
    { id: NO_CHARACTER, name: t('script.noCharacter') },
    ...characters.map(({ id, name }) => ({ id, name })),
  ]
  return (
    <ComboField
      label={t('inspector.character')}
      value={values ? '' : (value ?? NO_CHARACTER)}
      {...(values && { placeholder: t('inspector.mixedCharacters', { count: values.length }) })}
      options={cast}
      emptyText={t('inspector.noMatch')}
      onChange={(id) => {
        giveTo(session, selection, id === NO_CHARACTER ? null : characterIdSchema.parse(id))
      }}
    />
  )
}

/** The fields to compare in addition to the settings and the silence. */
const BLOCK_FIELDS = ['characterId', 'durationMs', 'gainDb'] as const

const NONE: MixedValues = new Map()
/** The fields in which these blocks differ, inherited values included: by name, how many blocks have each value, the most frequent first. */
function mixedFields(story: Story, ids: readonly BlockId[]): MixedValues {
  return ids.length < 2 ? NONE : compared(story, ids)
}

/** A selector has to return the same value for the same story. */
const compared = derive((story: Story, ids: readonly BlockId[]): MixedValues => {
  const blocks = ids.map((id) => findBlock(story, id)).filter((block) => block !== undefined)
  const inherited = blocks.map((block) => inheritedSettings(story, block))
  const fields: readonly (readonly [string, (block: Block, index: number) => unknown])[] = [
    ...SETTING_NAMES.map(
      (name) =>
        [
          name,
          (block: Block, index: number) =>
            resolveSetting(name, block, inherited[index] ?? story.info.defaults),
        ] as const,
    ),
    ['silenceBeforeMs', (block) => silenceBeforeOf(story, block)],
    ...BLOCK_FIELDS.map((name) => [name, (block: Block) => block[name]] as const),
  ]
  const mixed = new Map<string, ReturnType<typeof countValues>>()
  for (const [name, valueOf] of fields) {
    const values = blocks.map(valueOf)
    if (values.every((value) => value === values[0])) continue
    const counted = countValues(values)
    if (counted.length > 1) mixed.set(name, counted)
  }
  return mixed
})

/** How often each value occurs, the most frequent first. */
function countValues(values: readonly unknown[]): { readonly value: unknown; readonly count: number }[] {
  const counts = new Map<unknown, { readonly value: unknown; count: number }>()
  for (const value of values) {
    const key: unknown = typeof value === 'object' ? JSON.stringify(value) : value
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { value, count: 1 })
    else known.count += 1
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

/** Says that a block has changed since it was rendered, or why it cannot be rendered, with a button that renders it. */
function BlockNote({ blockId }: { readonly blockId: BlockId }) {
  const block = useStory((story) => findBlock(story, blockId))
  return block === undefined ? null : <NoteOf block={block} />
}

function NoteOf({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const session = useSession()
  const state = useBlockState(block)
  const isFree = useIsFree()
  const characters = useStory((story) => blockCharacters(story, block))
  const { kind } = state
  if (kind === 'failed' || kind === 'tooLong') {
    const word = kind === 'failed' ? t('inspector.failed') : t('units.blockState.tooLong')
    return (
      <div role="note" className={`${styles.note} ${styles.failed}`}>
        <StateMark state={kind} word={word} showsWord />
        <BlockProblem block={block} state={state} />
      </div>
    )
  }
  if (isLocked(block)) {
    return (
      <div role="note" className={`${styles.note} ${styles.locked}`}>
        <StateMark state="locked" word={t('units.blockState.locked')} />
        <p>{t('inspector.lockedNote')}</p>
        <Button size="small" onPress={() => runCommand(session, 'toggleLock')}>
          {t('script.lock.unlock')}
        </Button>
      </div>
    )
  }
  if (kind !== 'changed') return null
  const price = t('units.estimate', { count: characters })
  return (
    <div role="note" className={`${styles.note} ${styles.changed}`}>
      <StateMark state="changed" word={t('units.blockState.changed')} />
      <p>{isFree ? t('inspector.changed') : t('inspector.changedCost', { price })}</p>
      <Button
        size="small"
        aria-label={t('commands.playBlock')}
        onPress={() => void playBlock(session, block.id).catch(session.report)}
      >
        {t('inspector.play')}
      </Button>
    </div>
  )
}
