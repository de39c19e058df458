/** Finding blocks by who speaks them and how, and changing the speaker or a setting of all of them. */
import { assignCharacter, patchBlocks } from './blockCommands.ts'
import { isSameValue, type Change } from './changes.ts'
import type { BlockId, CharacterId } from './records.ts'
import { blocksOf, settingsOf } from './selectors.ts'
import { SETTING_NAMES, toOverrides, type SettingName, type SpeechSettings } from './speechSettings.ts'
import type { Story } from './story.ts'

/** What blocks can be found by. */
export const SPOKEN_FIELDS = ['characterId', ...SETTING_NAMES] as const
export type SpokenField = 'characterId' | SettingName
/** A value of a field: a character's id or null, or the value of a setting. */
export type SpokenValue = CharacterId | null | SpeechSettings[SettingName]

/** How many blocks have a value. */
export interface ValueCount {
  readonly value: SpokenValue
  readonly ids: readonly BlockId[]
}

/** The values of a field in the story, inherited ones too, with the blocks that have each; the most frequent first. */
export function valuesOf(story: Story, field: SpokenField): readonly ValueCount[] {
  const counts: { readonly value: SpokenValue; readonly ids: BlockId[] }[] = []
  for (const block of blocksOf(story)) {
    const value = field === 'characterId' ? block.characterId : settingsOf(story, block)[field]
    const known = counts.find((count) => isSameValue(count.value, value))
    if (known === undefined) counts.push({ value, ids: [block.id] })
    else known.ids.push(block.id)
  }
  return counts.sort((a, b) => b.ids.length - a.ids.length)
}

/** Sets a field of blocks. Locked blocks stay unchanged. */
export function giveValue(
  story: Story,
  ids: readonly BlockId[],
  field: SpokenField,
  value: SpokenValue,
): Change {
  if (field === 'characterId') return assignCharacter(story, ids, value as CharacterId | null) // the field says so
  return patchBlocks(story, ids, toOverrides({ [field]: value }))
}
