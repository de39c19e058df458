import type { Block, BlockId } from '../../../shared/story/records.ts'
import { findBlock, settingsOf } from '../../../shared/story/selectors.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { MixedValues } from '../../fields/SpeechSettingsFields.tsx'

type Compared = SpeechSettings & Pick<Block, 'characterId' | 'silenceBeforeMs' | 'durationMs'>

const NONE: MixedValues = new Map()
/** The last answer for a story: a selector has to give the same answer for the same story. */
const answers = new WeakMap<Story, { readonly ids: readonly BlockId[]; readonly mixed: MixedValues }>()

/** The fields in which these blocks differ, inherited values included: by name, how many blocks have each value, the most frequent first. */
export function mixedFields(story: Story, ids: readonly BlockId[]): MixedValues {
  if (ids.length < 2) return NONE
  const known = answers.get(story)
  if (known?.ids === ids) return known.mixed
  const mixed = compare(story, ids)
  answers.set(story, { ids, mixed })
  return mixed
}

function compare(story: Story, ids: readonly BlockId[]): MixedValues {
  const counts = new Map<string, Map<unknown, { readonly value: unknown; count: number }>>()
  for (const id of ids) {
    for (const [name, value] of Object.entries(comparedOf(story, id) ?? {})) {
      const ofField = counts.get(name) ?? new Map<unknown, { readonly value: unknown; count: number }>()
      const key: unknown = typeof value === 'object' ? JSON.stringify(value) : value
      const known = ofField.get(key)
      if (known === undefined) counts.set(name, ofField.set(key, { value, count: 1 }))
      else known.count += 1
    }
  }
  return new Map(
    [...counts]
      .filter(([, ofField]) => ofField.size > 1)
      .map(([name, ofField]) => [name, [...ofField.values()].sort((a, b) => b.count - a.count)]),
  )
}

function comparedOf(story: Story, id: BlockId): Compared | undefined {
  const block = findBlock(story, id)
  if (block === undefined) return undefined
  const { characterId, silenceBeforeMs, durationMs } = block
  return { ...settingsOf(story, block), characterId, silenceBeforeMs, durationMs }
}
