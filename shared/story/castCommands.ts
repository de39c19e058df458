/** Edits of the cast, the chapters and the story itself. */
import { EMPTY_CHANGE } from './changes.ts'
import type { Change } from './changes.ts'
import { rankAtEnd, ranksBefore } from './ordering.ts'
import { CHARACTER_COLORS } from './records.ts'
import type { Block, Chapter, ChapterId, Character, CharacterId, SequenceId } from './records.ts'
import { findChapter, findCharacter } from './selectors.ts'
import { clampSettings, resolveSettings, toOverrides } from './speechSettings.ts'
import type { SpeechSettings } from './speechSettings.ts'
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
    notes: '',
  }
  return { put: [added], remove: [] }
}

/** Sets a character's name, hue or settings. Its blocks follow, except where they override a setting. */
export function patchCharacter(
  story: Story,
  id: CharacterId,
  patch: Partial<Pick<Character, 'name' | 'color'>> & { settings?: Partial<SpeechSettings> },
): Change {
  const character = findCharacter(story, id)
  if (character === undefined) return EMPTY_CHANGE
  const { settings, ...rest } = patch
  const merged = clampSettings({ ...character.settings, ...settings })
  return { put: [{ ...character, ...rest, settings: merged }], remove: [] }
}

/** Removes a character. Its blocks stay and take its settings as their own, so that they sound the same. */
export function removeCharacter(story: Story, id: CharacterId): Change {
  const character = findCharacter(story, id)
  if (character === undefined) return EMPTY_CHANGE
  const put = story.sequence.flatMap((entry): Block[] => {
    if (entry.type !== 'block' || entry.characterId !== id) return []
    const settings = resolveSettings(entry, character.settings)
    return [{ ...entry, characterId: null, ...toOverrides(settings) }]
  })
  return { put, remove: [id] }
}

/** Sets the story's title. */
export function renameStory(story: Story, title: string): Change {
  return { put: [{ ...story.info, title }], remove: [] }
}

/** Sets the connection that makes the speech. Audio of another connection stays, and fits again when the story goes back. */
export function chooseConnection(story: Story, connectionId: string): Change {
  return { put: [{ ...story.info, connectionId }], remove: [] }
}

/** Sets the settings that blocks without a character inherit. */
export function patchDefaults(story: Story, patch: Partial<SpeechSettings>): Change {
  return {
    put: [{ ...story.info, defaults: clampSettings({ ...story.info.defaults, ...patch }) }],
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
