import type { Block, BlockId } from '../../../shared/story/records.ts'
import { findBlock, settingsOf } from '../../../shared/story/selectors.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import type { Story } from '../../../shared/story/story.ts'

type Compared = SpeechSettings & Pick<Block, 'characterId' | 'silenceBeforeMs' | 'durationMs'>

/** The names of the fields in which these blocks differ, inherited values included. */
export function mixedFields(story: Story, ids: readonly BlockId[]): readonly string[] {
  const [first, ...others] = ids.flatMap((id) => comparedOf(story, id))
  if (first === undefined) return []
  return Object.entries(first)
    .map(([name, value]) => ({ name: name as keyof Compared, text: JSON.stringify(value) })) // the keys of one object
    .filter(({ name, text }) => others.some((other) => JSON.stringify(other[name]) !== text))
    .map(({ name }) => name)
}

function comparedOf(story: Story, id: BlockId): Compared[] {
  const block = findBlock(story, id)
  if (block === undefined) return []
  const { characterId, silenceBeforeMs, durationMs } = block
  return [{ ...settingsOf(story, block), characterId, silenceBeforeMs, durationMs }]
}
