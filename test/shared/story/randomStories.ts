/** Stories and commands for property tests: every command, on ids that exist or are gone. */
import fc from 'fast-check'
import {
  addBlocks,
  assignCharacter,
  duplicateBlocks,
  editText,
  mergeWithPrevious,
  moveEntries,
  moveEntriesBy,
  patchBlocks,
  removeEntries,
  splitBlock,
} from '../../../shared/story/blockCommands.ts'
import {
  addChapter,
  addCharacter,
  mergeCharacters,
  patchCharacter,
  patchDefaults,
  patchSilenceRules,
  removeCharacter,
  renameChapter,
  renameStory,
} from '../../../shared/story/castCommands.ts'
import type { Change } from '../../../shared/story/changes.ts'
import { layout } from '../../../shared/story/layout.ts'
import {
  addMusic,
  moveMusic,
  removeMusic,
  trimMusicEnd,
  trimMusicStart,
} from '../../../shared/story/musicCommands.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import {
  blockIdSchema,
  BREAKS,
  chapterIdSchema,
  characterIdSchema,
  musicIdSchema,
  SILENCE_BOUNDARIES,
  storyIdSchema,
  type Block,
  type BlockId,
  type ChapterId,
  type CharacterId,
  type MusicId,
  type MusicPlace,
  type SequenceId,
} from '../../../shared/story/records.ts'
import { blocksOf, sectionsOf } from '../../../shared/story/selectors.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { blockKeys, indexTakes, NO_TAKES, type TakeIndex } from '../../../shared/story/takes.ts'
import { SPEECH_MODELS } from '../../../shared/speech-api/models.ts'

export const blockId = (text: string | number) => blockIdSchema.parse(`block-${text}`)
export const chapterId = (text: string | number) => chapterIdSchema.parse(`chapter-${text}`)
export const musicId = (text: string | number) => musicIdSchema.parse(`music-${text}`)
export const characterId = (text: string | number) => characterIdSchema.parse(`character-${text}`)

/** A story with one empty block, `block-0`. */
export function emptyStory(): Story {
  return storyFromRecords(
    newStoryRecords({ story: storyIdSchema.parse('story'), block: blockId(0) }, 'Story'),
  )
}

/** A story with blocks `block-0` to `block-(count − 1)`. */
export function storyOfBlocks(count: number, fields: Partial<Block> = {}): Story {
  const start = emptyStory()
  const added = Array.from({ length: count - 1 }, (_, n) => ({ id: blockId(n + 1), text: `Text ${n + 1}.` }))
  const records = [...start.records.values(), ...addBlocks(start, added, null).put]
  return storyFromRecords(
    records.map((record) => (record.type === 'block' ? { ...record, ...fields, id: record.id } : record)),
  )
}

/** An intention: makes a change from the story at the time of its turn. */
export type Intent = (story: Story, fresh: () => number) => Change

export const COMMANDS = [
  'addBlocks',
  'patchBlocks',
  'editText',
  'assignCharacter',
  'moveEntries',
  'moveEntriesBy',
  'duplicateBlocks',
  'removeEntries',
  'splitBlock',
  'mergeWithPrevious',
  'addChapter',
  'renameChapter',
  'addCharacter',
  'patchCharacter',
  'removeCharacter',
  'mergeCharacters',
  'renameStory',
  'patchDefaults',
  'patchSilenceRules',
  'addMusic',
  'moveMusic',
  'trimMusicStart',
  'trimMusicEnd',
  'removeMusic',
] as const

/** A number that usually picks something that exists, and sometimes something that does not. */
const pick = fc.nat(1_000_000)
const words = fc.string({ unit: 'grapheme', maxLength: 12 })
const speed = fc.oneof(fc.double({ min: -1, max: 9, noNaN: true }), fc.constant(1.25))
const model = fc.constantFrom(...SPEECH_MODELS)
const patch = fc.record(
  {
    name: words,
    text: words,
    voiceId: fc.option(fc.constantFrom('OA001', 'OA002')),
    model: fc.option(model),
    speed: fc.option(speed),
    emotion: fc.option(words),
    vibe: fc.option(
      fc.oneof(fc.constant('none' as const), fc.record({ id: fc.integer(), name: words, prompt: words })),
    ),
    customPrompt: fc.option(words),
    silenceBeforeMs: fc.option(fc.integer({ min: -5, max: 5_000_000 })),
    breakBefore: fc.constantFrom(...BREAKS),
    durationMs: fc.option(fc.integer({ min: -5, max: 5_000_000 })),
    pick: fc.option(fc.record({ takeId: fc.constantFrom('t1', 't2'), key: fc.constantFrom('k1', 'k2') })),
  },
  { requiredKeys: [] },
)

/** One random intention. */
export const intent: fc.Arbitrary<Intent> = fc
  .record({
    command: fc.constantFrom(...COMMANDS),
    picks: fc.array(pick, { minLength: 1, maxLength: 4 }),
    at: pick,
    words,
    patch,
    speed,
  })
  .map(({ command, picks, at, words: text, patch: fields, speed: rate }): Intent => {
    return (story, fresh) => {
      const sequenceIds = picks.map((n) => sequenceIdAt(story, n))
      const blockIds = picks.map((n) => blockIdAt(story, n))
      const [block, chapter, character] = [
        blockIdAt(story, at),
        chapterIdAt(story, at),
        characterIdAt(story, at),
      ]
      const before = at % 5 === 0 ? null : sequenceIdAt(story, at)
      switch (command) {
        case 'addBlocks':
          return addBlocks(
            story,
            picks.map(() => ({ id: blockId(fresh()), text })),
            before,
          )
        case 'patchBlocks':
          return patchBlocks(story, blockIds, fields)
        case 'editText':
          return editText(story, block, text)
        case 'assignCharacter':
          return assignCharacter(story, blockIds, at % 3 === 0 ? null : character)
        case 'moveEntries':
          return moveEntries(story, sequenceIds, before)
        case 'moveEntriesBy':
          return moveEntriesBy(story, [sequenceIdAt(story, at)], ((picks[0] ?? 0) % 7) - 3)
        case 'duplicateBlocks':
          return duplicateBlocks(
            story,
            blockIds,
            blockIds.map(() => blockId(fresh())),
            () => musicId(fresh()),
          )
        case 'removeEntries':
          return removeEntries(story, sequenceIds.slice(0, 1))
        case 'splitBlock':
          return splitBlock(story, block, at % 9, blockId(fresh()))
        case 'mergeWithPrevious':
          return mergeWithPrevious(story, block)
        case 'addChapter':
          return addChapter(story, { id: chapterId(fresh()), title: text }, before)
        case 'renameChapter':
          return renameChapter(story, chapter, text)
        case 'addCharacter':
          return addCharacter(story, { id: characterId(fresh()), name: text })
        case 'patchCharacter':
          return patchCharacter(story, character, {
            name: text,
            settings: { speed: rate, vibe: at % 2 === 0 ? null : { id: at, name: text, prompt: text } },
          })
        case 'removeCharacter':
          return removeCharacter(story, character)
        case 'mergeCharacters': {
          const into = characterIdAt(story, picks[0] ?? 0)
          return mergeCharacters(story, {
            from: character,
            into,
            settingsOf: at % 2 === 0 ? character : into,
          })
        }
        case 'renameStory':
          return renameStory(story, text)
        case 'patchDefaults':
          return patchDefaults(story, { speed: rate })
        case 'patchSilenceRules':
          return patchSilenceRules(story, { [SILENCE_BOUNDARIES[at % 5] ?? 'scene']: (picks[0] ?? 0) % 5000 })
        case 'addMusic':
          return addMusic(story, {
            ...{ id: musicId(fresh()), name: text, audioId: 'music', audioMs: 1 + (at % 90_000) },
            ...{ place: musicPlace(at, block, blockIds[0] ?? block, chapter), isLooped: at % 2 === 0 },
          })
        case 'moveMusic':
          return moveMusic(story, layout(story, NO_TAKES), musicIdAt(story, at), (picks[0] ?? 0) % 60_000)
        case 'trimMusicStart':
          return trimMusicStart(
            story,
            layout(story, NO_TAKES),
            musicIdAt(story, at),
            (picks[0] ?? 0) % 60_000,
          )
        case 'trimMusicEnd':
          return trimMusicEnd(story, layout(story, NO_TAKES), musicIdAt(story, at), (picks[0] ?? 0) % 60_000)
        case 'removeMusic':
          return removeMusic(story, musicIdAt(story, at))
      }
    }
  })

/** Numbers that no earlier id has. */
export function freshNumbers(): () => number {
  let last = 1000
  return () => (last += 1)
}

function sequenceIdAt(story: Story, n: number): SequenceId {
  return story.sequence[n % (story.sequence.length + 1)]?.id ?? blockId('gone')
}

function blockIdAt(story: Story, n: number): BlockId {
  return blocksOf(story)[n % (blocksOf(story).length + 1)]?.id ?? blockId('gone')
}

function chapterIdAt(story: Story, n: number) {
  const sections = sectionsOf(story)
  return sections[n % (sections.length + 1)]?.chapter?.id ?? chapterId('gone')
}

function musicIdAt(story: Story, n: number): MusicId {
  return story.music[n % (story.music.length + 1)]?.id ?? musicId('gone')
}

function musicPlace(n: number, fromId: BlockId, toId: BlockId, chapter: ChapterId): MusicPlace {
  const offsets = { startMs: (n % 7) * 100 - 300, endMs: (n % 5) * 100 - 200 }
  const places: readonly MusicPlace[] = [
    { kind: 'story', ...offsets },
    { kind: 'chapter', chapterId: chapter, ...offsets },
    { kind: 'range', fromId, toId, ...offsets },
    {
      kind: 'block',
      blockId: fromId,
      startMs: offsets.startMs,
      lengthMs: n % 3 === 0 ? null : 1 + (n % 4000),
    },
  ]
  return places[n % places.length] ?? { kind: 'story', ...offsets }
}

function characterIdAt(story: Story, n: number): CharacterId {
  return story.cast[n % (story.cast.length + 1)]?.id ?? characterId('gone')
}

/** Takes that fit these blocks of a story, each of this length. */
export function takesOf(story: Story, blocks: readonly Block[], lengthMs = 1000): TakeIndex {
  return indexTakes(
    blocks.map((block) => ({
      ...{ id: `take-${block.id}`, key: blockKeys(story, block).own, audioId: 'audio', blockId: block.id },
      ...{ startMs: 0, endMs: lengthMs, voiceId: 'OA001', model: 'tts-1' as const, speed: 1, createdAtMs: 0 },
      ...{ kind: 'speech' as const, name: '' },
    })),
  )
}
