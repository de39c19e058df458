/** The results of the command palette: commands, and places and characters of the open story. */
import { derive } from '../../../shared/lib/derive.ts'
import type { CommandId } from '../../../shared/commands/commands.ts'
import type { PlaceId } from '../../actions/palette.ts'
import type { VoiceView } from '../../../shared/ipc/views.ts'
import { folded } from '../../../shared/lib/folded.ts'
import type { Block, BlockId, Chapter, Character } from '../../../shared/story/records.ts'
import { blocksOf, findBlock, sectionsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'

export interface FoundCommand {
  readonly id: CommandId
  readonly label: string
  /** Synonyms, separated by commas. */
  readonly words: string
  /** As shown; undefined for a command without keys. */
  readonly keys: string | undefined
  readonly isEnabled: boolean
  /** Whether it acts on the selected blocks. */
  readonly isForBlock: boolean
}

/** A place that is not a command, such as a row of the settings. */
export interface FoundPlace extends Pick<FoundCommand, 'label' | 'words' | 'isEnabled'> {
  readonly id: PlaceId
  /** Where it is; empty if its name is enough. */
  readonly within: string
}

export type PaletteEntry =
  | { readonly kind: 'place'; readonly place: FoundPlace }
  | { readonly kind: 'command'; readonly command: FoundCommand }
  /** Assigns the selected blocks to a character. */
  | { readonly kind: 'give'; readonly character: Character }
  | { readonly kind: 'character'; readonly character: Character; readonly blocks: number }
  | { readonly kind: 'chapter'; readonly chapter: Chapter; readonly number: number; readonly first: BlockId }
  | { readonly kind: 'voice'; readonly voice: VoiceView }
  /** A block whose words match; `excerpt` has the match between `before` and `after`. */
  | {
      readonly kind: 'block'
      readonly block: Block
      readonly number: number
      readonly excerpt: { readonly before: string; readonly match: string; readonly after: string }
    }

export type PaletteGroupId = 'recent' | 'block' | 'characters' | 'chapters' | 'commands' | 'voices' | 'text'

export interface PaletteGroup {
  readonly id: PaletteGroupId
  readonly entries: readonly PaletteEntry[]
}

interface PaletteSearch {
  readonly text: string
  readonly commands: readonly FoundCommand[]
  readonly places: readonly FoundPlace[]
  /** The most recent commands, the latest first. */
  readonly recent: readonly string[]
  readonly voices: readonly VoiceView[]
  readonly story: Story | undefined
  readonly selection: readonly BlockId[]
}

/** The most entries of a group; with a sign that narrows the search to one group, there is room for more. */
const MOST = 5
const MOST_ALONE = 50
const RECENT = 5
/** Characters of an excerpt before and after the match. */
const BEFORE = 30
const AFTER = 80

/** Signs that narrow the search to one group. */
const SIGNS: Readonly<Record<string, PaletteGroupId>> = {
  '>': 'commands',
  '@': 'characters',
  '#': 'chapters',
}

/** The entries for a search, in groups; none of them is empty. */
export function findEntries(search: PaletteSearch): readonly PaletteGroup[] {
  const { commands, places, recent, voices, story, selection } = search
  const typed = search.text.trimStart()
  const only = SIGNS[typed.charAt(0)]
  const lowerText = (only === undefined ? typed : typed.slice(1)).trim().toLowerCase()
  const text = folded(lowerText)
  const most = only === undefined ? MOST : MOST_ALONE
  const asEntry = (command: FoundCommand): PaletteEntry => ({ kind: 'command', command })
  if (text === '' && only === undefined) {
    const last = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []).slice(0, RECENT)
    if (last.length > 0) return [{ id: 'recent', entries: last.map(asEntry) }]
  }
  const named = ({ label, words }: Pick<FoundCommand, 'label' | 'words'>) => rankWithWords(label, words, text)
  const isAbout = (command: FoundCommand) => only === undefined && command.isForBlock && command.isEnabled
  const found: Readonly<Record<PaletteGroupId, () => readonly PaletteEntry[]>> = {
    recent: () => [],
    block: () => [
      ...givable(story, selection, text).slice(0, most),
      ...best(commands.filter(isAbout), text, most, named).map(asEntry),
    ],
    characters: () =>
      best(story?.cast ?? [], text, most, ({ name }) => rankOf(name, text)).map((character) => ({
        kind: 'character',
        character,
        blocks: blocksOfCharacter(story, character),
      })),
    chapters: () => chaptersOf(story, text, most),
    commands: () =>
      best(
        // Places are found by name only: without a search, the list has only commands.
        [...commands.filter((command) => !isAbout(command)), ...(text === '' ? [] : places)],
        text,
        only === undefined ? MOST : commands.length,
        named,
      )
        .toSorted((a, b) => Number(b.isEnabled) - Number(a.isEnabled))
        .map((found) => ('within' in found ? { kind: 'place', place: found } : asEntry(found))),
    voices: () =>
      text === ''
        ? []
        : best(voices, text, most, ({ name }) => rankOf(name, text)).map((voice) => ({
            kind: 'voice',
            voice,
          })),
    text: () => (lowerText === '' || story === undefined ? [] : blocksWith(story, lowerText)),
  }
  const ids: readonly PaletteGroupId[] =
    only === undefined
      ? text === ''
        ? ['block', 'commands']
        : ['block', 'characters', 'chapters', 'commands', 'voices', 'text']
      : [only]
  return ids.map((id) => ({ id, entries: found[id]() })).filter(({ entries }) => entries.length > 0)
}

/** The items that match a text, best (lowest rank) first; an item without a rank does not match. */
function best<T>(
  items: readonly T[],
  text: string,
  most: number,
  rank: (item: T) => number | null,
): readonly T[] {
  return items
    .flatMap((item) => {
      const found = rank(item)
      return found === null ? [] : [{ item, rank: found }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ item }) => item)
}

/** The rank of a name: it begins with the text, has a word that does, or contains all of its words. */
function rankOf(name: string, text: string): number | null {
  const words = folded(name)
  if (words.startsWith(text)) return 0
  if (words.includes(` ${text}`)) return 1
  return text.split(/\s+/).every((word) => words.includes(word)) ? 2 : null
}

/** As above, with synonyms, which match as a whole or from the start of a word. */
function rankWithWords(label: string, words: string, text: string): number | null {
  const own = rankOf(label, text)
  if (text === '' || own === 0) return own
  const phrases = folded(words).split(/\s*,\s*/)
  if (phrases.includes(text)) return 0.5
  if (phrases.some((phrase) => phrase.startsWith(text))) return own ?? 1.2
  if (own !== null) return own
  const starts = [folded(label), ...phrases].flatMap((phrase) => phrase.split(/[\s/()-]+/))
  return text.split(/\s+/).every((word) => starts.some((start) => start.startsWith(word))) ? 3 : null
}

/** Characters that match, except one that all selected blocks already have. */
function givable(
  story: Story | undefined,
  selection: readonly BlockId[],
  text: string,
): readonly PaletteEntry[] {
  if (story === undefined || selection.length === 0 || text === '') return []
  const isGiven = (character: Character) =>
    selection.every((id) => findBlock(story, id)?.characterId === character.id)
  return best(story.cast, text, MOST, ({ name }) => rankOf(name, text))
    .filter((character) => !isGiven(character))
    .map((character) => ({ kind: 'give', character }))
}

function blocksOfCharacter(story: Story | undefined, { id }: Character): number {
  return story === undefined ? 0 : blocksOf(story).filter(({ characterId }) => characterId === id).length
}

function chaptersOf(story: Story | undefined, text: string, most: number): readonly PaletteEntry[] {
  const chapters = (story === undefined ? [] : sectionsOf(story)).flatMap(({ chapter, number, blocks }) => {
    const [first] = blocks
    return chapter === null || first === undefined ? [] : [{ chapter, number, first: first.id }]
  })
  return best(chapters, text, most, ({ chapter }) => rankOf(chapter.title, text)).map((found) => ({
    kind: 'chapter',
    ...found,
  }))
}

/** A block's text in lower case, computed once per text. */
const loweredText = derive(({ text }: Block) => text.toLowerCase())

/** The first blocks of the story that contain a text. */
function blocksWith(story: Story, text: string): readonly PaletteEntry[] {
  const entries: PaletteEntry[] = []
  for (const [index, block] of blocksOf(story).entries()) {
    const at = loweredText(block).indexOf(text)
    if (at < 0) continue
    entries.push({ kind: 'block', block, number: index + 1, excerpt: excerptOf(block.text, at, text.length) })
    if (entries.length === MOST) break
  }
  return entries
}

/** The text around a match, cut between words. */
function excerptOf(text: string, at: number, length: number) {
  const from = at <= BEFORE ? 0 : text.lastIndexOf(' ', at - BEFORE) + 1
  const end = at + length
  return {
    before: `${from > 0 ? '… ' : ''}${text.slice(from, at)}`,
    match: text.slice(at, end),
    after: text.slice(end, end + AFTER),
  }
}
