/** Vibes in a story: finding the uses of a vibe, and replacing a vibe everywhere at once. */
import type { Change } from './changes.ts'
import { MAX_LABEL, MAX_STORED_PROMPT } from './limits.ts'
import { isLocked } from './locks.ts'
import type { StoryRecord } from './records.ts'
import { blocksOf, settingsOf } from './selectors.ts'
import { isEmotional, type SpeechSettings, type VibeRef } from './speechSettings.ts'
import type { Story } from './story.ts'

/** A library vibe in the form that a story keeps. */
export function vibeRefOf({ id, name, prompt }: VibeRef): VibeRef {
  return { id, name: name.slice(0, MAX_LABEL), prompt: prompt.slice(0, MAX_STORED_PROMPT) }
}

/** The parts of a story that use a vibe. */
export interface VibeUses {
  /** The numbers of the blocks that are spoken with it, from 1 on. */
  readonly blocks: readonly number[]
  /** The names of the characters that have it in their settings. */
  readonly characters: readonly string[]
}

/** The blocks that are spoken with a vibe, and the characters that have it. */
export function usesOfVibe(story: Story, vibeId: number): VibeUses {
  const usesIt = (settings: SpeechSettings) => isEmotional(settings) && settings.vibe?.id === vibeId
  return {
    blocks: blocksOf(story).flatMap((block, index) => (usesIt(settingsOf(story, block)) ? [index + 1] : [])),
    characters: story.cast.filter(({ settings }) => usesIt(settings)).map(({ name }) => name),
  }
}

export function isVibeUsed({ blocks, characters }: VibeUses): boolean {
  return blocks.length > 0 || characters.length > 0
}

/** Replaces the vibe with an id in blocks that are not locked, characters and the story's defaults. */
export function replaceVibe(story: Story, vibeId: number, next: VibeRef): Change {
  const usesIt = ({ vibe }: SpeechSettings) => vibe?.id === vibeId
  const put = [...story.records.values()].flatMap((record): StoryRecord[] => {
    switch (record.type) {
      case 'block':
        return !isLocked(record) && record.vibe !== 'none' && record.vibe?.id === vibeId
          ? [{ ...record, vibe: next }]
          : []
      case 'character':
        return usesIt(record.settings) ? [{ ...record, settings: { ...record.settings, vibe: next } }] : []
      case 'story':
        return usesIt(record.defaults) ? [{ ...record, defaults: { ...record.defaults, vibe: next } }] : []
      case 'chapter':
      case 'lexiconEntry':
      case 'music':
      case 'cover':
        return []
    }
  })
  return { put, remove: [] }
}
