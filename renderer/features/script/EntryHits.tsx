import type { ScopedEntry } from '../../../shared/story/lexiconCommands.ts'
import type { Block } from '../../../shared/story/records.ts'
import { lexiconHitsOf } from '../../../shared/story/spokenText.ts'
import { useDeferredStory, useViewState } from '../../hooks/world.ts'
import { trialOf } from '../../stores/lexiconDraft.ts'
import { MarkedWords } from './MarkedWords.tsx'

/** The words of a block behind its text field, with the places marked at which the entry that is being written is used. */
export function EntryHits({ block }: { readonly block: Block }) {
  const draft = useViewState((state) => state.lexicon?.draft ?? null)
  return draft === null ? null : <HitsOf block={block} draft={draft} />
}

function HitsOf({ block, draft }: { readonly block: Block; readonly draft: ScopedEntry }) {
  const story = useDeferredStory()
  const hits = lexiconHitsOf(trialOf(story, draft), block).filter(({ entry }) => entry.id === draft.entry.id)
  return (
    <MarkedWords
      text={block.text}
      places={hits.map(({ start, end }) => ({ start, end, look: 'hit' as const }))}
    />
  )
}
