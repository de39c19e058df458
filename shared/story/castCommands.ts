/** What can be done to the cast, the chapters and the story itself. */
import { clampSpeed } from './blockCommands.ts'
import { EMPTY_CHANGE } from './changes.ts'
import type { Change } from './changes.ts'
import { rankAtEnd, ranksBefore } from './ordering.ts'
import { CHARACTER_COLORS } from './records.ts'
import type {
  Block,
  Chapter,
  ChapterId,
  Character,
  CharacterId,
  SequenceId,
  SpeechSettings,
} from './records.ts'
import { findChapter, findCharacter } from './selectors.ts'
import type { Story } from './story.ts'

/** Puts a chapter heading right before `beforeId`, or at the end. */
export function addChapter(
  story: Story,
  chapter: { id: ChapterId; title: string },
  beforeId: SequenceId | null,
): Change {
  const [rank] = ranksBefore(story.sequence, beforeId, 1)
  if (rank === undefined) return EMPTY_CHANGE
  return { put: [{ ...chapter, type: 'chapter', rank } satisfies Chapter], remove: [] }
}

/** Sets a chapter's title. */
export function renameChapter(story: Story, id: ChapterId, title: string): Change {
  const chapter = findChapter(story, id)
  return chapter === undefined ? EMPTY_CHANGE : { put: [{ ...chapter, title }], remove: [] }
}

/** Adds a character to the end of the cast, in a hue that the cast uses least. */
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
  }
  return { put: [added], remove: [] }
}

/** Sets a character's name, hue or settings; its blocks follow, but for what they override. */
export function patchCharacter(
  story: Story,
  id: CharacterId,
  patch: Partial<Pick<Character, 'name' | 'color'>> & { settings?: Partial<SpeechSettings> },
): Change {
  const character = findCharacter(story, id)
  if (character === undefined) return EMPTY_CHANGE
  const { settings, ...rest } = patch
  const merged = { ...character.settings, ...settings }
  return {
    put: [{ ...character, ...rest, settings: { ...merged, speed: clampSpeed(merged.speed) } }],
    remove: [],
  }
}

/** Removes a character. Its blocks stay, and keep sounding as they did by taking its settings as their own. */
export function removeCharacter(story: Story, id: CharacterId): Change {
  const character = findCharacter(story, id)
  if (character === undefined) return EMPTY_CHANGE
  const put = story.sequence.flatMap((entry): Block[] => {
    if (entry.type !== 'block' || entry.characterId !== id) return []
    const { voiceId, model, speed, emotion, vibe, customPrompt } = character.settings
    return [
      {
        ...entry,
        characterId: null,
        voiceId: entry.voiceId ?? voiceId,
        model: entry.model ?? model,
        speed: entry.speed ?? speed,
        emotion: entry.emotion ?? emotion,
        vibe: entry.vibe ?? vibe ?? 'none',
        customPrompt: entry.customPrompt ?? customPrompt,
      },
    ]
  })
  return { put, remove: [id] }
}

/** Sets the story's title. */
export function renameStory(story: Story, title: string): Change {
  return { put: [{ ...story.info, title }], remove: [] }
}

/** Sets who speaks the story. Audio that another connection made stays, and fits again when the story goes back to it. */
export function chooseConnection(story: Story, connectionId: string): Change {
  return { put: [{ ...story.info, connectionId }], remove: [] }
}

/** Sets what blocks without a character inherit. */
export function patchDefaults(story: Story, patch: Partial<SpeechSettings>): Change {
  const defaults = { ...story.info.defaults, ...patch }
  return {
    put: [{ ...story.info, defaults: { ...defaults, speed: clampSpeed(defaults.speed) } }],
    remove: [],
  }
}

function leastUsedColor(cast: readonly Character[]): number {
  const uses = Array.from({ length: CHARACTER_COLORS }, (_, index) => {
    const color = index + 1
    return { color, count: cast.filter((character) => character.color === color).length }
  })
  return uses.reduce((least, candidate) => (candidate.count < least.count ? candidate : least)).color
}
