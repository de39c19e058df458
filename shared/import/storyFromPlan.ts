/** The records that an import puts into a story: all records of a new story, or those added to an open one. */
import { EMOTION_MODEL } from '../speech-api/models.ts'
import { UserFacingError } from '../lib/userFacingError.ts'
import { isSameValue, type Change } from '../story/changes.ts'
import { MAX_LABEL, MAX_STORED_EMOTION, MAX_STORY_PARAGRAPHS } from '../story/limits.ts'
import { isBlank } from '../story/newStory.ts'
import { ranksBefore } from '../story/ordering.ts'
import {
  BLANK_BLOCK,
  blockIdSchema,
  BUILT_IN_CONNECTION,
  CHARACTER_COLORS,
  COVER_ID,
  chapterIdSchema,
  characterIdSchema,
  lexiconEntryIdSchema,
  storyIdSchema,
  type Block,
  type BlockId,
  type Chapter,
  type Character,
  type LexiconEntry,
  type SequenceId,
  type StoryInfo,
  type StoryRecord,
} from '../story/records.ts'
import {
  DEFAULT_SETTINGS,
  isEmotional,
  overridesBetween,
  resolveSettings,
  type SpeechSettings,
} from '../story/speechSettings.ts'
import { storyFromRecords, type Story } from '../story/story.ts'
import type { GenderCounts } from '../voices/casting.ts'
import { gendersByKey, languageOf, lengthsOf, narratedIn, roleId, voicesFor } from './castFromPlan.ts'
import { musicFromPlan } from './musicFromPlan.ts'
import { silenceRulesOf } from './plan.ts'
import type { Planned, PlannedBlock, PlannedChapter } from './planned.ts'
import { speakerKey, type ImportSource } from './source.ts'
import { isNarrator, mergedKeys, speakerName, speakersOf, tallyOf } from './speakers/speakers.ts'

/** The name of the narrator if none is given. */
export const NARRATOR = 'Narrator'

/** The records of a new story. Throws `document-empty` if nothing is read, and `document-too-many-paragraphs`. */
export function storyRecordsOf(planned: Planned, newId: () => string): StoryRecord[] {
  const info = infoOf(planned, newId)
  if (planned.source.info === null && countBlocks(planned) === 0) throw new UserFacingError('document-empty')
  const { source } = planned
  const ofStory = source.lexicon.filter(({ characterKey }) => characterKey === null)
  return [
    info,
    ...(source.cover === null ? [] : [{ type: 'cover' as const, id: COVER_ID, ...source.cover }]),
    ...addedRecords(planned, storyFromRecords([info]), newId),
    ...ofStory.map((entry) => entryOf(entry, null, newId)),
  ]
}

function infoOf(planned: Planned, newId: () => string): StoryInfo {
  const { source, options } = planned
  const language = languageOf(planned)
  const { author, series, description } = source
  return {
    type: 'story',
    id: storyIdSchema.parse(newId()),
    title: source.title,
    connectionId: source.info?.connectionId ?? BUILT_IN_CONNECTION,
    defaults: source.info?.defaults ?? narratedIn(planned, language),
    silenceRules: silenceRulesOf(source, options),
    renderWay: null,
    book: { author, series, description },
    language,
    speaksTitles: options.speaksTitles,
  }
}

/**
 * The colour of each speaker in a new story, even if its lines are not accepted; null is the narrator. 0 for a narrator that is not a
 * character.
 */
export function speakerColors(planned: Planned): ReadonlyMap<string | null, number> {
  const { source, suggestions } = planned
  const colors = colorsOf(planned)
  const keyOf = characterKeys(planned)
  const speakers = new Set(suggestions.lines.flatMap(({ speaker }) => speaker ?? []))
  const ofNarrator = source.info === null && speakers.size > 0 ? colors.get(null) : undefined
  return new Map<string | null, number>([
    [null, ofNarrator ?? 0],
    ...Array.from(speakers, (key) => [key, colors.get(keyOf(key)) ?? 0] as const),
  ])
}

/** The number of characters of each known gender who say something in the script. */
export function countGenders(planned: Planned): GenderCounts {
  const keyOf = characterKeys(planned)
  const genders = gendersByKey(planned, keyOf)
  const counts = { woman: 0, man: 0 }
  const speakers = planned.chapters
    .filter(({ isIncluded }) => isIncluded)
    .flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'block' ? (entry.speaker ?? []) : [])),
    )
  for (const key of new Set(speakers.map(keyOf))) {
    const gender = genders.get(key)
    if (gender !== undefined) counts[gender] += 1
  }
  return counts
}

/**
 * The colour of the narrator (null) and of each character by its key, in a story that already has `before` characters. Speakers with more lines come
 * first. Accepted lines do not matter, so that the colours stay while the writer decides.
 */
function colorsOf(planned: Planned, before = 0): ReadonlyMap<string | null, number> {
  const { source, suggestions } = planned
  const keyOf = characterKeys(planned)
  const byLines = speakersOf(tallyOf(suggestions), { speakers: new Map() }).map(({ key }) => key)
  const stored = new Map(source.cast.map(({ key, character }) => [key, character?.color]))
  const colors = new Map<string | null, number>()
  for (const [index, speaker] of (hasNarration(planned)
    ? [null, ...byLines]
    : [...byLines, null]
  ).entries()) {
    const key = keyOf(speaker)
    const own = key === null ? undefined : stored.get(key)
    if (!colors.has(key)) colors.set(key, own ?? ((before + index) % CHARACTER_COLORS) + 1)
  }
  return colors
}

/** Whether a source has words outside of the lines and of the names before them. */
function hasNarration({ source, suggestions }: Planned): boolean {
  const ranges = suggestions.lines.flatMap((line) => (line.cue === null ? [line] : [line, line.cue]))
  const byParagraph = Map.groupBy(ranges, ({ paragraph }) => paragraph)
  return source.paragraphs.some(({ text }, index) => {
    let from = 0
    const others: string[] = []
    for (const { start, end } of (byParagraph.get(index) ?? []).toSorted((a, b) => a.start - b.start)) {
      others.push(text.slice(from, start))
      from = Math.max(from, end)
    }
    return /[\p{L}\p{N}]/u.test([...others, text.slice(from)].join(''))
  })
}

/** Returns a function that maps a speaker to the key of its character: merged speakers have one key, and a narrator of any name has null. */
function characterKeys({
  source,
  suggestions,
  options,
  narrator = NARRATOR,
}: Planned): (speaker: string | null) => string | null {
  const keyOf = mergedKeys(suggestions, options)
  const stored = new Set(source.cast.flatMap(({ key, character }) => (character === null ? [] : [key])))
  const find = (speaker: string) => {
    const key = keyOf(speaker)
    if (stored.has(key)) return key
    return isNarrator(speakerName(speaker, suggestions, options), narrator) ? null : key
  }
  const found = new Map<string, string | null>()
  return (speaker) => {
    if (speaker === null) return null
    const known = found.get(speaker)
    if (known !== undefined) return known
    const key = find(speaker)
    found.set(speaker, key)
    return key
  }
}

/** The place at which an import is added. */
export interface AdditionPlace {
  /** The entry that it is put before; null for the end of the story. */
  readonly beforeId: SequenceId | null
  /** An empty block that it replaces. */
  readonly replacedId?: BlockId | undefined
}

/**
 * The change that adds an import to a story, by default at its end. Speakers with the name of a character become that character. In a blank
 * story, the empty block is removed, and the import's settings for silences and titles apply. Only the lexicon entries of added characters
 * are added: others would change how existing blocks are spoken. Music is added with its blocks; `music:copy` copies the audio. Throws like
 * `storyRecordsOf`.
 */
export function additionTo(
  story: Story,
  planned: Planned,
  newId: () => string,
  { beforeId, replacedId }: AdditionPlace = { beforeId: null },
): Change {
  if (countBlocks(planned) === 0) throw new UserFacingError('document-empty')
  const records = addedRecords(planned, story, newId, beforeId)
  const entries = records.filter((record) => record.type === 'block' || record.type === 'chapter')
  const added = [...records, ...musicFromPlan(planned, entries, story, newId)]
  if (!isBlank(story)) return { put: added, remove: replacedId === undefined ? [] : [replacedId] }
  const { silenceRules, language, defaults, speaksTitles } = infoOf(planned, newId)
  // Settings that the writer has already changed stay.
  const own =
    story.info.language === null && isSameValue(story.info.defaults, DEFAULT_SETTINGS)
      ? { language, defaults }
      : {}
  return {
    put: [{ ...story.info, silenceRules, speaksTitles, ...own }, ...added],
    remove: story.sequence.map(({ id }) => id),
  }
}

/** The number of blocks that an import makes. */
export function countBlocks({ chapters }: Pick<Planned, 'chapters'>): number {
  return chapters.reduce((sum, chapter) => sum + (chapter.isIncluded ? blocksOf(chapter).length : 0), 0)
}

/** The number of blocks of an import with an emotion, which only the emotion model uses. */
export function countEmotions({ chapters }: Pick<Planned, 'chapters'>): number {
  const blocks = chapters.flatMap((chapter) => (chapter.isIncluded ? blocksOf(chapter) : []))
  return blocks.filter(({ manner }) => manner !== '').length
}

/** The names of the blocks of an import, such as line ids. */
export function namesOfBlocks({ chapters }: Pick<Planned, 'chapters'>): string[] {
  const blocks = chapters.flatMap((chapter) => (chapter.isIncluded ? blocksOf(chapter) : []))
  return blocks.map(({ name, stored }) => stored?.name ?? name).filter((name) => name !== '')
}

/** How many of the names a block of the story already has. */
export function countKnownNames(names: readonly string[], story: Story): number {
  const known = new Set(story.sequence.flatMap((entry) => (entry.type === 'block' ? [entry.name] : [])))
  return names.filter((name) => known.has(name)).length
}

/** The blocks of a chapter, without the entries that are left out. */
export function blocksOf({ entries }: PlannedChapter): PlannedBlock[] {
  return entries.filter((entry) => entry.kind === 'block')
}

function addedRecords(
  planned: Planned,
  story: Story,
  newId: () => string,
  beforeId: SequenceId | null = null,
): StoryRecord[] {
  const { cast, sequence, lexicon } = plannedRecords(planned, story, newId, beforeId)
  return [...cast, ...sequence, ...lexicon]
}

/** The records that an import adds to a story. */
export interface PlannedRecords {
  /** The characters that the story does not have. */
  readonly cast: readonly Character[]
  /** The headings and blocks of `plannedEntries`, in their order. */
  readonly sequence: readonly (Chapter | Block)[]
  /** The lexicon entries of `cast`. */
  readonly lexicon: readonly LexiconEntry[]
}

/** The chapters that are included, each before its blocks. A chapter without a title has no heading. */
export function plannedEntries(planned: Planned): (PlannedChapter | PlannedBlock)[] {
  return planned.chapters.flatMap((chapter) =>
    chapter.isIncluded ? [...(chapter.title === null ? [] : [chapter]), ...blocksOf(chapter)] : [],
  )
}

/** The records that an import puts into a story, before an entry or at the end. Throws `document-too-many-paragraphs`. */
export function plannedRecords(
  planned: Planned,
  story: Story,
  newId: () => string,
  beforeId: SequenceId | null = null,
): PlannedRecords {
  const entries = plannedEntries(planned)
  if (entries.length > MAX_STORY_PARAGRAPHS)
    throw new UserFacingError('document-too-many-paragraphs', { limit: MAX_STORY_PARAGRAPHS })
  const cast = createCast(planned, { story, entries, newId })
  const defaults = planned.source.info?.defaults ?? null
  const { isExpressive } = planned.options
  const speaksTitles = isBlank(story) ? planned.options.speaksTitles : story.info.speaksTitles
  const ranks = ranksBefore(story.sequence, beforeId, entries.length)
  const sequence = entries.map((entry, index): Chapter | Block => {
    const rank = ranks[index] ?? ''
    if ('title' in entry) {
      const title = (entry.title ?? '').slice(0, MAX_LABEL)
      const isSpoken = entry.speaksTitle ?? planned.options.speaksTitles
      const speaksTitle = isSpoken === speaksTitles ? null : isSpoken
      return { type: 'chapter', id: chapterIdSchema.parse(newId()), rank, title, speaksTitle }
    }
    const character = cast.of(entry.speaker)
    const given = character?.settings ?? story.info.defaults
    return {
      ...BLANK_BLOCK,
      type: 'block',
      id: blockIdSchema.parse(newId()),
      rank,
      name: entry.name,
      text: entry.text,
      notes: entry.notes,
      characterId: character?.id ?? null,
      emotion: entry.manner === '' ? null : entry.manner.slice(0, MAX_STORED_EMOTION),
      model: isExpressive && entry.manner !== '' && !isEmotional(given) ? EMOTION_MODEL : null,
      ...storedFields(entry, { inherited: defaults, given }),
      silenceBeforeMs: entry.silenceBeforeMs,
      breakBefore: entry.breakBefore,
      durationMs: entry.durationMs,
    }
  })
  const lexicon = planned.source.lexicon.flatMap((entry) => {
    const character = entry.characterKey === null ? undefined : cast.of(entry.characterKey)
    return character !== undefined && cast.added.includes(character) ? [entryOf(entry, character, newId)] : []
  })
  return { cast: cast.added, sequence, lexicon }
}

function entryOf(
  { characterKey: _, ...entry }: ImportSource['lexicon'][number],
  character: Character | null,
  newId: () => string,
): LexiconEntry {
  const id = lexiconEntryIdSchema.parse(newId())
  return { ...entry, type: 'lexiconEntry', id, characterId: character?.id ?? null }
}

/** The fields of a block from another story, with overrides so that it sounds as it did there. */
function storedFields(
  { stored, speaker }: PlannedBlock,
  { inherited, given }: { readonly inherited: SpeechSettings | null; readonly given: SpeechSettings },
): Partial<Block> {
  if (stored === null) return {}
  const { id: _, ...fields } = stored
  if (inherited === null || speaker !== null || given === inherited) return fields
  return { ...fields, ...overridesBetween(resolveSettings(stored, inherited), given) }
}

interface ImportCast {
  readonly added: readonly Character[]
  /** The character of a speaker, or of the narrator (null); undefined if there is none. */
  of(speaker: string | null): Character | undefined
}

/**
 * Creates the characters that the story does not have, in the order in which they first speak; none if no speaker is named. Characters of an
 * imported story keep their fields and come first.
 */
function createCast(
  planned: Planned,
  at: {
    readonly story: Story
    readonly entries: readonly (PlannedChapter | PlannedBlock)[]
    readonly newId: () => string
  },
): ImportCast {
  const { source, suggestions, options, narrator = NARRATOR } = planned
  const { story, entries, newId } = at
  const stored = new Map(
    source.cast.flatMap((member) => (member.character === null ? [] : [[member.key, member]])),
  )
  const known = new Map(story.cast.map((character) => [speakerKey(character.name), character]))
  const isOfStory = source.info !== null
  const blocks = entries.flatMap((entry) => ('title' in entry ? [] : [entry]))
  const speakers = blocks.map(({ speaker }) => speaker)
  const hasCast = speakers.some((speaker) => speaker !== null)
  const nameOf = (speaker: string | null) => {
    const name = speaker === null ? narrator : speakerName(speaker, suggestions, options)
    return isNarrator(name, narrator) ? narrator : name
  }
  const wanted = isOfStory ? [...stored.keys(), ...speakers] : hasCast ? speakers : []
  const characters = new Map<string | null, Character>()
  const added: Character[] = []
  const keyOf = characterKeys(planned)
  const colors = colorsOf(planned, story.cast.length)
  /** The characters with at least one block without an emotion. */
  const plain = new Set(blocks.flatMap(({ manner, speaker }) => (manner === '' ? [keyOf(speaker)] : [])))
  const names = new Map<string | null, string | null>()
  for (const speaker of wanted) {
    if (speaker === null && isOfStory) continue
    if (!names.has(keyOf(speaker))) names.set(keyOf(speaker), speaker)
  }
  const ranks = ranksBefore(story.cast, null, names.size)
  const genders = gendersByKey(planned, keyOf)
  const voices = voicesFor(planned, {
    story,
    lengths: lengthsOf(blocks, keyOf),
    roles: [...names.keys()].filter((key) => key === null || !stored.has(key)),
    genders,
  })
  for (const [key, speaker] of names) {
    const name = nameOf(speaker)
    const member = key === null ? undefined : stored.get(key)
    const there = known.get(speakerKey(name))
    if (there !== undefined) {
      characters.set(key, there)
      continue
    }
    const index = story.cast.length + added.length
    const character: Character = {
      type: 'character',
      id: characterIdSchema.parse(newId()),
      rank: ranks[added.length] ?? '',
      name: member?.name ?? name.slice(0, MAX_LABEL),
      ...(member?.character ?? {
        color: colors.get(key) ?? (index % CHARACTER_COLORS) + 1,
        settings: {
          ...DEFAULT_SETTINGS,
          model: options.isExpressive && !plain.has(key) ? EMOTION_MODEL : DEFAULT_SETTINGS.model,
          voiceId: voices.get(roleId(key)) ?? story.info.defaults.voiceId,
        },
        notes: '',
        gender: genders.get(key) ?? null,
        isVoiceChosen: false,
        gainDb: 0,
      }),
    }
    characters.set(key, character)
    added.push(character)
  }
  return {
    added,
    of: (speaker) => (speaker === null && isOfStory ? undefined : characters.get(keyOf(speaker))),
  }
}
