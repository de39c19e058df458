/** Blocks in a script that their voice cannot read, and other voices for them. */
import { derive } from '../lib/derive.ts'
import {
  languageOfVoice,
  lettersOf,
  unreadLanguage,
  unreadScript,
  type Letters,
  type Script,
} from '../voices/scripts.ts'
import {
  isOwnLanguage,
  joinedWords,
  languageWordsOf,
  LEAST_LETTERS,
  type LanguageWords,
} from '../voices/textLanguage.ts'
import { NO_PACKS, type PackLanguages } from '../voices/languages.ts'
import { patchBlocks } from './blockCommands.ts'
import { patchCharacter, patchDefaults } from './castCommands.ts'
import { deriveByBlock } from './changedBlocks.ts'
import { composeChanges, type Change } from './changes.ts'
import type { Block, BlockId } from './records.ts'
import { blocksOf, findCharacter, settingsOf } from './selectors.ts'
import { hasSpeech, spokenTextOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { spokenBlocksOf } from './storyRequest.ts'

/** Blocks of one voice that cannot read the script of their texts. */
export interface UnreadBlocks {
  readonly voiceId: string
  readonly script: Script
  /** In story order; at least one. */
  readonly blocks: readonly Block[]
}

/** The script, language and length of a block's text as it is spoken. */
interface Reading {
  readonly letters: Letters
  readonly words: LanguageWords
}

/**
 * The unread blocks of a story by voice and script, in story order. For stories spoken by voices on this computer; `packs` has the
 * natural ones among them.
 */
export function unreadBlocksOf(story: Story, packs: PackLanguages = NO_PACKS): readonly UnreadBlocks[] {
  return foundUnread(story, packs)
}

/** While the typed texts are readable before and after, the unread blocks stay the same object. */
const foundUnread = deriveByBlock(findUnread, (before, changed, story, packs) =>
  changed.every((index) => isRead(before.of, index, packs) && isRead(story, index, packs))
    ? before.value
    : undefined,
)

function isRead(story: Story, index: number, packs: PackLanguages): boolean {
  const block = blocksOf(story)[index]
  if (block === undefined) return false
  if (!hasSpeech(story, block)) return true
  const { voiceId } = settingsOf(story, block)
  const { letters, words } = readingOf(story, block)
  return (
    unreadScript(letters, voiceId, packs) === null && isOwnLanguage(words, languageOfVoice(voiceId, packs))
  )
}

function findUnread(story: Story, packs: PackLanguages): readonly UnreadBlocks[] {
  const spoken = spokenBlocksOf(story).map((block) => {
    const { voiceId } = settingsOf(story, block)
    const reading = readingOf(story, block)
    return { block, voiceId, reading, script: unreadScript(reading.letters, voiceId, packs) }
  })
  // A short line does not show its language; all short lines of a voice together may.
  const isShort = ({ reading: { letters, words } }: (typeof spoken)[number]) =>
    letters === null && words.letters < LEAST_LETTERS
  const ofShort = new Map(
    [...Map.groupBy(spoken.filter(isShort), ({ voiceId }) => voiceId)].map(([voiceId, lines]) => [
      voiceId,
      unreadLanguage(joinedWords(lines.map(({ reading }) => reading.words)), voiceId, packs),
    ]),
  )
  const groups = new Map<string, { voiceId: string; script: Script; blocks: Block[] }>()
  for (const each of spoken) {
    const { block, voiceId, reading } = each
    const language = () =>
      isShort(each) ? ofShort.get(voiceId) : unreadLanguage(reading.words, voiceId, packs)
    const script = each.script ?? language() ?? null
    if (script === null) continue
    const key = unreadKey({ voiceId, script })
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { voiceId, script, blocks: [block] })
    else group.blocks.push(block)
  }
  return [...groups.values()]
}

/** The script in these blocks that a voice cannot read; null if it reads them all. */
export function stillUnread(
  story: Story,
  blocks: readonly Block[],
  voiceId: string,
  packs: PackLanguages,
): Script | null {
  return (
    blocks
      .map((block) => {
        const { letters, words } = readingOf(story, block)
        return unreadScript(letters, voiceId, packs) ?? unreadLanguage(words, voiceId, packs)
      })
      .find((each) => each !== null) ?? null
  )
}

/** Identifies a pair of voice and script. */
export function unreadKey({ voiceId, script }: Pick<UnreadBlocks, 'voiceId' | 'script'>): string {
  return `${script} ${voiceId}`
}

/**
 * Changes the voice of blocks. If they include all blocks with the voice of a character, or of the story, the
 * character's or the story's voice is changed; otherwise the blocks get their own voice.
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

/** The script and language of a block's text as it is spoken. */
export function readingOf(story: Story, block: Block): Reading {
  return readingOfText(block, spokenTextOf(story, block))
}

const readingOfText = derive((_block: Block, text: string): Reading => ({
  letters: lettersOf(text),
  words: languageWordsOf(text),
}))
