/** Vibes in a story: where one is used, and exchanging it everywhere at once. */
import type { Change } from './changes.ts'
import { MAX_PROMPT } from './records.ts'
import type { SpeechSettings, StoryRecord, VibeRef } from './records.ts'
import { blocksOf, settingsOf } from './selectors.ts'
import type { Story } from './story.ts'

const MAX_NAME = 500

/** A vibe of a library as a story keeps it. */
export function vibeRefOf({ id, name, prompt }: VibeRef): VibeRef {
  return { id, name: name.slice(0, MAX_NAME), prompt: prompt.slice(0, MAX_PROMPT) }
}

/** How many blocks are spoken with a vibe. */
export function countVibeUses(story: Story, vibeId: number): number {
  return blocksOf(story).filter((block) => {
    const { model, vibe } = settingsOf(story, block)
    return model === 'audio_stable' && vibe?.id === vibeId
  }).length
}

/** Puts another vibe wherever the story has one of this id: in blocks, characters and the story's defaults. */
export function replaceVibe(story: Story, vibeId: number, next: VibeRef): Change {
  const within = (settings: SpeechSettings) =>
    settings.vibe?.id === vibeId ? { ...settings, vibe: next } : settings
  const put = [...story.records.values()].map((record): StoryRecord => {
    switch (record.type) {
      case 'block':
        return record.vibe !== 'none' && record.vibe?.id === vibeId ? { ...record, vibe: next } : record
      case 'character':
        return { ...record, settings: within(record.settings) }
      case 'story':
        return { ...record, defaults: within(record.defaults) }
      case 'chapter':
        return record
    }
  })
  const usesIt = (record: StoryRecord) => {
    if (record.type === 'block') return record.vibe === next
    if (record.type === 'character') return record.settings.vibe === next
    return record.type === 'story' && record.defaults.vibe === next
  }
  return { put: put.filter(usesIt), remove: [] }
}
