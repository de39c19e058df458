/** Blocks whose text is in letters that their voice does not read, and another voice for them. */
import { lettersOf, unreadScript } from '../voices/scripts.ts'
import { NO_PACKS } from '../voices/packLanguages.ts'
import type { PackLanguages } from '../voices/packLanguages.ts'
import type { Letters, Script } from '../voices/scripts.ts'
import { createBlockMemo } from './blockMemo.ts'
import { patchBlocks } from './blockCommands.ts'
import { patchCharacter, patchDefaults } from './castCommands.ts'
import { changedBlocks } from './changedBlocks.ts'
import { composeChanges } from './changes.ts'
import type { Change } from './changes.ts'
import type { Block, BlockId } from './records.ts'
import { blocksOf, findCharacter, settingsOf } from './selectors.ts'
import { hasSpeech, spokenTextOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { spokenBlocksOf } from './storyRequest.ts'

/** Blocks of one voice, which does not read the letters of their texts. */
export interface UnreadBlocks {
  readonly voiceId: string
  readonly script: Script
  /** In story order; at least one. */
  readonly blocks: readonly Block[]
}

const lettersByBlock = createBlockMemo<{ readonly text: string; readonly letters: Letters }>()

interface FoundUnread {
  readonly story: Story
  readonly packs: PackLanguages
  readonly found: readonly UnreadBlocks[]
}

const unreadByStory = new WeakMap<Story, FoundUnread>()

/** The unread blocks found last: while texts are written that are read, they stay. */
let latest: FoundUnread | undefined

/**
 * The unread blocks of a story by voice and script, in story order. For stories that voices of this computer speak; `packs` has the
 * natural ones among them.
 */
export function unreadBlocksOf(story: Story, packs: PackLanguages = NO_PACKS): readonly UnreadBlocks[] {
  const known = unreadByStory.get(story)
  if (known?.packs === packs) return known.found
  const found =
    latest?.packs === packs && differInReadBlocks(latest.story, story, packs)
      ? latest.found
      : findUnread(story, packs)
  latest = { story, packs, found }
  unreadByStory.set(story, latest)
  return found
}

/** Whether two stories differ at most in blocks whose texts are read before and after. */
function differInReadBlocks(before: Story, after: Story, packs: PackLanguages): boolean {
  const isRead = (story: Story, index: number) => {
    const block = blocksOf(story)[index]
    return block !== undefined && (!hasSpeech(story, block) || unreadScriptOf(story, block, packs) === null)
  }
  return (
    changedBlocks(before, after)?.every((index) => isRead(before, index) && isRead(after, index)) ?? false
  )
}

function findUnread(story: Story, packs: PackLanguages): readonly UnreadBlocks[] {
  const groups = new Map<string, { voiceId: string; script: Script; blocks: Block[] }>()
  for (const block of spokenBlocksOf(story)) {
    const { voiceId } = settingsOf(story, block)
    const script = unreadScriptOf(story, block, packs)
    if (script === null) continue
    const key = unreadKey({ voiceId, script })
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { voiceId, script, blocks: [block] })
    else group.blocks.push(block)
  }
  return [...groups.values()]
}

/** The script of a block's text that its voice does not read; null where the voice reads it all. */
function unreadScriptOf(story: Story, block: Block, packs: PackLanguages): Script | null {
  return unreadScript(lettersOfBlock(story, block), settingsOf(story, block).voiceId, packs)
}

/** The script that a voice would not read of some blocks; null where it reads them all. */
export function stillUnread(
  story: Story,
  blocks: readonly Block[],
  voiceId: string,
  packs: PackLanguages,
): Script | null {
  return (
    blocks
      .map((block) => unreadScript(lettersOfBlock(story, block), voiceId, packs))
      .find((each) => each !== null) ?? null
  )
}

/** What tells one voice and script from another. */
export function unreadKey({ voiceId, script }: Pick<UnreadBlocks, 'voiceId' | 'script'>): string {
  return `${script} ${voiceId}`
}

/**
 * Gives blocks another voice. Where all blocks that have the voice of a character, or of the story, are among them, the
 * character's or the story's voice is changed; else the blocks get a voice of their own.
 */
export function giveVoice(story: Story, ids: readonly BlockId[], voiceId: string): Change {
  const given = new Set(ids)
  const sourceOf = ({ characterId }: Block) => findCharacter(story, characterId)?.id ?? null
  const inheriting = spokenBlocksOf(story).filter((block) => block.voiceId === null)
  const shared = new Set(inheriting.filter(({ id }) => !given.has(id)).map(sourceOf))
  const following = inheriting.filter((block) => given.has(block.id) && !shared.has(sourceOf(block)))
  const followingIds = new Set(following.map(({ id }) => id))
  const own = ids.filter((id) => !followingIds.has(id))
  return [...new Set(following.map(sourceOf))]
    .map((source) =>
      source === null
        ? patchDefaults(story, { voiceId })
        : patchCharacter(story, source, { settings: { voiceId } }),
    )
    .reduce(composeChanges, patchBlocks(story, own, { voiceId }))
}

function lettersOfBlock(story: Story, block: Block): Letters {
  const text = spokenTextOf(story, block)
  const known = lettersByBlock.get(block)
  if (known?.text === text) return known.letters
  const letters = lettersOf(text)
  lettersByBlock.set(block, { text, letters })
  return letters
}
