/** The targets of the voice picker, the effects of choosing a voice, and the next voice for a new character or variant. */
import { patchBlocks } from '../../shared/story/blockCommands.ts'
import { patchCharacter, patchDefaults } from '../../shared/story/castCommands.ts'
import { apply, type Change, composeChanges } from '../../shared/story/changes.ts'
import type { Block, BlockId, Character } from '../../shared/story/records.ts'
import { blocksOf, findBlock, findCharacter, settingsOf } from '../../shared/story/selectors.ts'
import { hasSpeech } from '../../shared/story/spokenText.ts'
import type { Story } from '../../shared/story/story.ts'
import { characterBlocksOf } from '../stores/blockFilter.ts'
import { countsOf, type SpokenAudio } from '../stores/timing.ts'
import type { VoiceTarget } from '../stores/viewStore.ts'
import type { App } from '../stores/app.ts'

/** Opens the voice picker; without a target, for the selected blocks. */
export function openVoicePicker(app: App, target: VoiceTarget = { kind: 'selection' }): void {
  app.view.setState({ voicePicker: target })
}

/** Closes the voice picker. */
export function closeVoicePicker(app: App): void {
  app.view.setState({ voicePicker: null })
}

/** A way to use a chosen voice in the open story. */
export interface VoiceUse {
  /** For a character, for all blocks that have the story's own voice (`story`), or only for the selected blocks. */
  readonly kind: 'character' | 'story' | 'blocks'
  /** The character whose voice changes; undefined for the other kinds. */
  readonly character?: Character
  /** The blocks for which the writer chooses a voice, in story order. */
  readonly blocks: readonly Block[]
  /** The edit that gives them the voice. */
  readonly change: (voiceId: string) => Change
}

/** The ways to use a voice for a target, the default first; empty if the target is gone. */
export function voiceUses(
  story: Story,
  target: Exclude<VoiceTarget, { kind: 'form' }>,
  selection: readonly BlockId[],
): readonly VoiceUse[] {
  if (target.kind === 'character') {
    const character = findCharacter(story, target.id)
    return character === undefined ? [] : [sharedUse(story, character, [])]
  }
  if (target.kind === 'story') return [sharedUse(story, undefined, [])]
  const chosen = new Set(selection)
  const blocks = blocksOf(story).filter(({ id }) => chosen.has(id))
  const [first] = blocks
  if (first === undefined) return []
  const source = findCharacter(story, first.characterId)
  const isOneSource = blocks.every(({ characterId }) => findCharacter(story, characterId)?.id === source?.id)
  const ids = blocks.map(({ id }) => id)
  const alone: VoiceUse = {
    kind: 'blocks',
    blocks,
    change: (voiceId) => patchBlocks(story, ids, { voiceId }),
  }
  return isOneSource ? [sharedUse(story, source, ids), alone] : [alone]
}

/** Use for a character, or for the story if there is none. The given blocks lose their own voice settings. */
function sharedUse(story: Story, character: Character | undefined, ids: readonly BlockId[]): VoiceUse {
  const inheriting = (characterBlocksOf(story).get(character?.id ?? null) ?? []).flatMap(
    (id) => findBlock(story, id) ?? [],
  )
  return {
    kind: character === undefined ? 'story' : 'character',
    ...(character !== undefined && { character }),
    blocks: inheriting.filter(({ id, voiceId }) => voiceId === null || ids.includes(id)),
    change: (voiceId) =>
      composeChanges(
        character === undefined
          ? patchDefaults(story, { voiceId })
          : patchCharacter(story, character.id, { settings: { voiceId } }),
        patchBlocks(story, ids, { voiceId: null }),
      ),
  }
}

/** The effect of using a voice on existing audio. */
export interface VoiceConsequence {
  /** Blocks whose audio no longer fits. */
  readonly changed: number
  /** The estimated credits for rendering these blocks. */
  readonly credits: number
}

/** The effect of an edit on the audio of a story. */
export function consequenceOf(story: Story, change: Change, audio: SpokenAudio): VoiceConsequence {
  const [before, after] = [countsOf(story, audio), countsOf(apply(story, change), audio)]
  return {
    changed: Math.max(0, before.rendered - after.rendered),
    credits: Math.max(0, after.missingCredits - before.missingCredits),
  }
}

/**
 * The blocks whose words are used for auditions of a voice: those of the target, a selected block first; otherwise the selected blocks, otherwise those
 * of the story. Empty if no block has words.
 */
export function heardBlocks(
  story: Story,
  uses: readonly VoiceUse[],
  selection: readonly BlockId[],
): readonly Block[] {
  const hasWords = (block: Block) => hasSpeech(story, block)
  const selected = selection.toReversed().flatMap((id) => findBlock(story, id) ?? [])
  const ofTarget = (uses[0]?.blocks ?? []).filter(hasWords)
  const first = selected.find((block) => hasWords(block) && ofTarget.includes(block))
  if (first !== undefined) return [first, ...ofTarget.filter((block) => block !== first)]
  return (
    [ofTarget, selected.filter(hasWords), blocksOf(story).filter(hasWords)].find(
      (blocks) => blocks.length > 0,
    ) ?? []
  )
}

/** The first of `heardBlocks` for a target, or for the open story (null): called with each letter typed. */
export function heardBlock(
  story: Story,
  target: Exclude<VoiceTarget, { kind: 'form' }> | null,
  selection: readonly BlockId[],
): Block | undefined {
  if (target === null || target.kind === 'selection') {
    const selected = selection.toReversed().flatMap((id) => findBlock(story, id) ?? [])
    const first = selected.find((block) => hasSpeech(story, block))
    if (first !== undefined) return first
  }
  const uses = target === null ? [] : voiceUses(story, target, selection)
  return heardBlocks(story, uses, selection)[0]
}

/** The current voice of a target; for several selected blocks, that of the block in the inspector. */
export function presentVoice(
  story: Story,
  target: Exclude<VoiceTarget, { kind: 'form' }>,
  selection: readonly BlockId[],
): string {
  if (target.kind === 'character')
    return findCharacter(story, target.id)?.settings.voiceId ?? story.info.defaults.voiceId
  const block = target.kind === 'selection' ? findBlock(story, selection.at(-1) ?? null) : undefined
  return block === undefined ? story.info.defaults.voiceId : settingsOf(story, block).voiceId
}

// The next voice for a new character or variant that should sound different.

/**
 * The id of a voice that is not in `used`, in the language and engine of the first of them; undefined if
 * all are used.
 */
export function nextVoice(app: App, used: readonly string[]): string | undefined {
  const { voices } = app.state.getState()
  const like = voices.find(({ id }) => id === used[0])
  return voices.find(
    ({ id, language, engine }) =>
      !used.includes(id) && (like === undefined || (language === like.language && engine === like.engine)),
  )?.id
}
