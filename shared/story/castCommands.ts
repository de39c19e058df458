/** Edits of the cast, the chapters and the story itself. */
import { EMPTY_CHANGE, type Change } from './changes.ts'
import { isLocked } from './locks.ts'
import { rankAtEnd, ranksBefore } from './ordering.ts'
import { MAX_NOTES } from './limits.ts'
import {
  CHARACTER_COLORS,
  type Block,
  type Chapter,
  type ChapterId,
  type Character,
  type CharacterId,
  type Gender,
  type LexiconEntry,
  type RenderWay,
  type SequenceId,
  type SilenceRules,
  type StoryInfo,
} from './records.ts'
import { findChapter, findCharacter } from './selectors.ts'
import {
  clampSettings,
  overridesBetween,
  resolveSettings,
  toOverrides,
  type SpeechSettings,
} from './speechSettings.ts'
import { clampSpeechGain } from './gain.ts'
import type { Story } from './story.ts'

/** Puts a chapter heading right before `beforeId`, or at the end. */
export function addChapter(
  story: Story,
  chapter: { id: ChapterId; title: string },
  beforeId: SequenceId | null,
): Change {
  const [rank] = ranksBefore(story.sequence, beforeId, 1)
  if (rank === undefined) return EMPTY_CHANGE
  return { put: [{ ...chapter, type: 'chapter', rank, speaksTitle: null } satisfies Chapter], remove: [] }
}

/** Sets a chapter's title. */
export function renameChapter(story: Story, id: ChapterId, title: string): Change {
  const chapter = findChapter(story, id)
  return chapter === undefined ? EMPTY_CHANGE : { put: [{ ...chapter, title }], remove: [] }
}

/** Sets whether the titles of a story's chapters are spoken; settings of single chapters stay. */
export function speakTitles({ info }: Story, speaksTitles: boolean): Change {
  return info.speaksTitles === speaksTitles ? EMPTY_CHANGE : { put: [{ ...info, speaksTitles }], remove: [] }
}

/** Sets whether a chapter's title is spoken. A value equal to the story's own setting is stored as null. */
export function speakTitle(story: Story, id: ChapterId, isSpoken: boolean): Change {
  const chapter = findChapter(story, id)
  if (chapter === undefined) return EMPTY_CHANGE
  const speaksTitle = isSpoken === story.info.speaksTitles ? null : isSpoken
  return { put: [{ ...chapter, speaksTitle }], remove: [] }
}

/** Adds a character to the end of the cast, in the least used hue. */
export function addCharacter(
  story: Story,
  character: { id: CharacterId; name: string; settings?: SpeechSettings },
): Change {
  const added: Character = {
    type: 'character',
    id: character.id,
    rank: rankAtEnd(story.cast),
    name: character.name,
    color: leastUsedColor(story.cast),
    settings: character.settings ?? story.info.defaults,
    notes: '',
    gender: null,
    isVoiceChosen: false,
    gainDb: 0,
  }
  return { put: [added], remove: [] }
}

/** Sets a character's name, hue, notes, gender, gain or settings; a voice set here counts as the writer's choice. Its blocks follow, except where they override a setting. */
export function patchCharacter(
  story: Story,
  id: CharacterId,
  patch: Partial<Pick<Character, 'name' | 'color' | 'notes' | 'gender' | 'gainDb'>> & {
    settings?: Partial<SpeechSettings>
  },
): Change {
  const character = findCharacter(story, id)
  if (character === undefined) return EMPTY_CHANGE
  const { settings, ...rest } = patch
  const gainDb = clampSpeechGain(patch.gainDb ?? character.gainDb)
  const merged = clampSettings({ ...character.settings, ...settings })
  const isVoiceChosen = settings?.voiceId === undefined ? character.isVoiceChosen : true
  return { put: [{ ...character, ...rest, gainDb, settings: merged, isVoiceChosen }], remove: [] }
}

/** The result of casting for one member of the cast. */
export interface CastMember {
  readonly id: CharacterId
  readonly voiceId: string
  readonly gender: Gender | null
  /** Whether the writer wants to keep the voice. */
  readonly isVoiceChosen: boolean
}

/** Assigns characters their voices and genders, and blocks without a character the narrator's voice, if there is one. */
export function castVoices(
  story: Story,
  members: readonly CastMember[],
  narratorVoice: string | null,
): Change {
  const put: (Character | StoryInfo)[] = members.flatMap(({ id, voiceId, ...others }) => {
    const character = findCharacter(story, id)
    return character === undefined
      ? []
      : [{ ...character, ...others, settings: { ...character.settings, voiceId } }]
  })
  const { info } = story
  if (narratorVoice !== null && narratorVoice !== info.defaults.voiceId)
    put.push({ ...info, defaults: { ...info.defaults, voiceId: narratorVoice } })
  return { put, remove: [] }
}

/** Removes a character with its entries of the lexicon. Its blocks stay and keep its settings and its gain as their own. */
export function removeCharacter(story: Story, id: CharacterId): Change {
  const character = findCharacter(story, id)
  if (character === undefined) return EMPTY_CHANGE
  const put = story.sequence.flatMap((entry): Block[] => {
    if (entry.type !== 'block' || entry.characterId !== id) return []
    const settings = resolveSettings(entry, character.settings)
    const gainDb = clampSpeechGain(entry.gainDb + character.gainDb)
    return [{ ...entry, characterId: null, ...toOverrides(settings), gainDb }]
  })
  return { put, remove: [id, ...entriesOf(story, id).map((entry) => entry.id)] }
}

/** A merge of two characters. */
export interface CharacterMerge {
  /** The character that goes away. */
  readonly from: CharacterId
  /** The character that stays, with its name and hue. */
  readonly into: CharacterId
  /** The character whose settings are kept: `from` or `into`. */
  readonly settingsOf: CharacterId
}

/**
 * Makes two characters one. Blocks and entries of the lexicon follow, and notes are joined. A block's own settings stay, and
 * a locked block sounds as before.
 */
export function mergeCharacters(story: Story, { from, into, settingsOf }: CharacterMerge): Change {
  const [gone, kept] = [findCharacter(story, from), findCharacter(story, into)]
  if (gone === undefined || kept === undefined || from === into) return EMPTY_CHANGE
  const { settings, isVoiceChosen, gainDb } = settingsOf === from ? gone : kept
  const notes = [kept.notes.trim(), gone.notes.trim()].filter((part) => part !== '').join('\n\n')
  const blocks = story.sequence.flatMap((entry): Block[] => {
    if (entry.type !== 'block' || (entry.characterId !== from && entry.characterId !== into)) return []
    const before = entry.characterId === from ? gone : kept
    const own = isLocked(entry)
      ? {
          ...overridesBetween(resolveSettings(entry, before.settings), settings),
          gainDb: clampSpeechGain(entry.gainDb + before.gainDb - gainDb),
        }
      : {}
    return entry.characterId === from || isLocked(entry) ? [{ ...entry, characterId: into, ...own }] : []
  })
  const entries = entriesOf(story, from).map((entry) => ({ ...entry, characterId: into }))
  const merged = {
    ...kept,
    settings,
    isVoiceChosen,
    gainDb,
    notes: notes.slice(0, MAX_NOTES),
    gender: kept.gender ?? gone.gender,
  }
  return { put: [merged, ...blocks, ...entries], remove: [from] }
}

/** Sets the story's title. */
export function renameStory(story: Story, title: string): Change {
  return { put: [{ ...story.info, title }], remove: [] }
}

/** Sets the language that the story is written in; null if it is not known. `language` is a canonical tag. */
export function chooseLanguage(story: Story, language: string | null): Change {
  return { put: [{ ...story.info, language }], remove: [] }
}

/** Sets the connection that makes the speech. Audio of another connection stays, and fits again if the story switches back. */
export function chooseConnection(story: Story, connectionId: string): Change {
  return { put: [{ ...story.info, connectionId }], remove: [] }
}

/** Chooses how the story is rendered at a service that does not report times. */
export function chooseRenderWay(story: Story, renderWay: RenderWay): Change {
  return { put: [{ ...story.info, renderWay }], remove: [] }
}

/** Sets the settings that blocks without a character inherit. */
export function patchDefaults(story: Story, patch: Partial<SpeechSettings>): Change {
  return {
    put: [{ ...story.info, defaults: clampSettings({ ...story.info.defaults, ...patch }) }],
    remove: [],
  }
}

function entriesOf(story: Story, id: CharacterId): readonly LexiconEntry[] {
  const entries: LexiconEntry[] = []
  for (const record of story.records.values()) {
    if (record.type === 'lexiconEntry' && record.characterId === id) entries.push(record)
  }
  return entries
}

/** Sets silences of the story's rules, in ms. */
export function patchSilenceRules(story: Story, patch: Partial<SilenceRules>): Change {
  return { put: [{ ...story.info, silenceRules: { ...story.info.silenceRules, ...patch } }], remove: [] }
}

function leastUsedColor(cast: readonly Character[]): number {
  const uses = Array.from({ length: CHARACTER_COLORS }, (_, index) => {
    const color = index + 1
    return { color, count: cast.filter((character) => character.color === color).length }
  })
  return uses.reduce((least, candidate) => (candidate.count < least.count ? candidate : least)).color
}
