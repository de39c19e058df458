import type { StoryPart } from '../export/storyParts.ts'

/** The English names of what a file of a story may not hold, as they stand in a list. */
export const storyParts = {
  title: 'the title, which is the name of the file',
  chapters: 'chapters',
  untitledChapters: 'chapters without a title',
  emptyChapters: 'chapters without words',
  repeatedTitles: 'a new chapter with the title of the one before',
  characters: 'the names of the cast',
  unusedCharacters: 'characters who say nothing',
  names: 'names that are empty, the same, or have signs of the format',
  voices: 'voices, models, speeds and colors',
  vibes: 'vibes and prompts',
  silences: 'silences',
  pauses: 'pauses inside blocks, which become blocks of their own',
  durations: 'durations',
  breaks: 'where sentences and scenes end',
  sceneMarks: 'marks such as * * * that are read as blocks',
  emptyBlocks: 'empty blocks',
  longBlocks: 'blocks that are too long for a service, which are split',
  blockNames: 'names of blocks',
  spacing: 'spaces around words and lines',
  locks: 'locks',
  notes: 'notes on characters',
  lexicon: 'the lexicon',
  connection: 'the connection that speaks',
  audio: 'audio',
} as const satisfies Record<StoryPart, string>
