/** The entry being edited in the lexicon, and the story as it would be spoken with it. */
import { entryProblem, storyWithEntry, type ScopedEntry } from '../../shared/story/lexiconCommands.ts'
import type { Story } from '../../shared/story/story.ts'

/** The open lexicon. */
export interface LexiconView {
  /** Which entries are listed. */
  readonly listed: 'story' | 'common'
  /** The search text of the list. */
  readonly search: string
  /** The entry being edited; null if none is. */
  readonly draft: ScopedEntry | null
}

const trials = new WeakMap<ScopedEntry, { readonly story: Story; readonly trial: Story }>()

/** The story as it would be spoken with the draft; the story itself if the draft cannot be used. Computed once for all views. */
export function trialOf(story: Story, draft: ScopedEntry): Story {
  const known = trials.get(draft)
  if (known?.story === story) return known.trial
  const trial = entryProblem(draft.entry) === null ? storyWithEntry(story, draft.entry.id, draft) : story
  trials.set(draft, { story, trial })
  return trial
}
