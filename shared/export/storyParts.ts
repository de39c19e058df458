/** The parts of a story that some formats cannot hold. */
import { isSceneMark } from '../import/planParagraph.ts'
import { speakerKey } from '../import/source.ts'
import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { isSameValue } from '../story/changes.ts'
import { type Block, BUILT_IN_CONNECTION, COVER_ID, NO_BOOK } from '../story/records.ts'
import { isLocked } from '../story/locks.ts'
import { pauseMarkersOf } from '../story/pauses.ts'
import { blocksOf, sectionsOf, settingsOf } from '../story/selectors.ts'
import { DEFAULT_SETTINGS, isSameSettings } from '../story/speechSettings.ts'
import { silencesOf } from '../story/silences.ts'
import type { Story } from '../story/story.ts'
import { cueName, hasWords, oneLine, plainText, speakersIn, trimLines } from './scriptLines.ts'
import type { TextFormat } from './exportFormats.ts'

/** How each part is found in a story to be written in a format. `hasAudio` states whether anything was rendered. */
const FOUND = {
  title: ({ info }: Story) => info.title.trim() !== '',
  chapters: ({ sequence }: Story) => sequence.some(({ type }) => type === 'chapter'),
  untitledChapters: (story: Story) => titlesOf(story).includes(''),
  emptyChapters: (story: Story) =>
    sectionsOf(story).some(({ chapter, blocks }) => chapter !== null && !blocks.some(hasWords)),
  repeatedTitles: (story: Story) =>
    titlesOf(story).some((title, index, titles) => title === titles[index - 1]),
  characters: ({ cast }: Story) => cast.length > 0,
  unusedCharacters: (story: Story) => {
    const speaking = speakersIn(story)
    return story.cast.some(({ id }) => !speaking.has(id))
  },
  names: hasOddNames,
  voices: (story: Story) =>
    story.cast.length > 0 || blocksOf(story).some((block) => !hasPlainVoice(story, block)),
  vibes: (story: Story) =>
    blocksOf(story).some((block) => {
      const { vibe, customPrompt } = settingsOf(story, block)
      return vibe !== null || customPrompt !== ''
    }),
  silences: (story: Story) => silencesOf(story).some((silenceMs) => silenceMs > 0),
  pauses: (story: Story) => blocksOf(story).some(({ text }) => pauseMarkersOf(text).length > 0),
  durations: (story: Story) => blocksOf(story).some(({ durationMs }) => durationMs !== null),
  breaks: (story: Story, format: TextFormat) => {
    const held = isScript(format) ? ['paragraph', 'scene'] : ['paragraph']
    return blocksOf(story).some(({ breakBefore }) => !held.includes(breakBefore))
  },
  sceneMarks: (story: Story) => blocksOf(story).some(({ text }) => isSceneMark(plainText(text))),
  emptyBlocks: (story: Story) => blocksOf(story).some((block) => !hasWords(block)),
  longBlocks: (story: Story) => blocksOf(story).some(({ text }) => text.length > MAX_INPUT_CHARACTERS),
  blockNames: (story: Story, format: TextFormat) =>
    blocksOf(story).some(({ name }) => name !== '' && (format !== 'csv' || oneLine(name) !== name)),
  spacing: (story: Story, format: TextFormat) => {
    const held = format === 'md' || format === 'fountain' ? trimLines : plainText
    return (
      blocksOf(story).some((block) => hasWords(block) && held(block.text) !== block.text) ||
      [story.info.title, ...titlesOf(story)].some((title) => oneLine(title) !== title)
    )
  },
  locks: (story: Story) => blocksOf(story).some(isLocked),
  notes: ({ cast }: Story) => cast.some(({ notes }) => notes !== ''),
  blockNotes: (story: Story, format: TextFormat) =>
    blocksOf(story).some(
      (block) =>
        block.notes !== '' &&
        (format !== 'csv' || !hasWords(block) || plainText(block.notes) !== block.notes),
    ),
  marks: (story: Story) => blocksOf(story).some(({ mark }) => mark !== null),
  lexicon: ({ records }: Story) => records.values().some(({ type }) => type === 'lexiconEntry'),
  music: ({ music }: Story) => music.length > 0,
  book: ({ info, records }: Story) => !isSameValue(info.book, NO_BOOK) || records.has(COVER_ID),
  language: ({ info }: Story) => info.language !== null,
  genders: ({ cast }: Story) => cast.some(({ gender }) => gender !== null),
  connection: ({ info }: Story) => info.connectionId !== BUILT_IN_CONNECTION,
  audio: (_story: Story, _format: TextFormat, hasAudio: boolean) => hasAudio,
} as const satisfies Record<string, (story: Story, format: TextFormat, hasAudio: boolean) => boolean>

export type StoryPart = keyof typeof FOUND
// An object literal has exactly the keys of its type.
export const STORY_PARTS = Object.keys(FOUND) as readonly StoryPart[]

/** The parts that only the story's own records hold. */
const OF_RECORDS = [
  'vibes',
  'locks',
  'notes',
  'blockNotes',
  'marks',
  'lexicon',
  'breaks',
  'music',
  'book',
  'language',
  'genders',
  'connection',
  'emptyBlocks',
  'audio',
] as const
const OF_SCRIPTS = [
  'voices',
  'blockNames',
  'names',
  'unusedCharacters',
  'untitledChapters',
  'longBlocks',
  'spacing',
] as const

/** The parts that each format cannot hold. */
const LOST: Readonly<Record<TextFormat, readonly StoryPart[]>> = {
  md: [...OF_SCRIPTS, 'sceneMarks', 'silences', 'durations', ...OF_RECORDS],
  html: [
    ...OF_SCRIPTS,
    'sceneMarks',
    'silences',
    'durations',
    ...OF_RECORDS.filter((part) => part !== 'blockNotes'),
  ],
  fountain: [...OF_SCRIPTS, 'sceneMarks', 'silences', 'durations', ...OF_RECORDS],
  fdx: ['title', ...OF_SCRIPTS, 'sceneMarks', 'silences', 'durations', ...OF_RECORDS],
  csv: ['title', ...OF_SCRIPTS, 'emptyChapters', 'repeatedTitles', ...OF_RECORDS],
  request: ['chapters', 'characters', 'pauses', ...OF_RECORDS],
  json: ['locks', 'music', 'audio'],
}

/** The parts of a story that a format loses, in the order of the table. */
export function lostParts(story: Story, format: TextFormat, hasAudio: boolean): StoryPart[] {
  return STORY_PARTS.filter((part) => LOST[format].includes(part) && FOUND[part](story, format, hasAudio))
}

function titlesOf(story: Story): string[] {
  return story.sequence.flatMap((entry) => (entry.type === 'chapter' ? [entry.title] : []))
}

function hasPlainVoice(story: Story, block: Block): boolean {
  const { voiceId, model, speed } = settingsOf(story, block)
  return isSameSettings({ ...DEFAULT_SETTINGS, voiceId, model, speed }, DEFAULT_SETTINGS)
}

/** Whether a character has no name, another's name, or a name with characters that the format reserves. */
function hasOddNames(story: Story, format: TextFormat): boolean {
  const speaking = speakersIn(story)
  const isScreenplay = format === 'fountain' || format === 'fdx'
  const names = story.cast.flatMap(({ id, name }) => (speaking.has(id) ? [name] : []))
  return (
    new Set(names.map((name) => speakerKey(name.trim()))).size < names.length ||
    names.some((name) => name === '' || (isScreenplay && cueName(name) !== name) || oneLine(name) !== name)
  )
}

/** Whether a format has a paragraph type for the end of a scene. */
function isScript(format: TextFormat): boolean {
  return format === 'md' || format === 'fountain' || format === 'fdx'
}
