import type { BlockId } from '../../../shared/story/records.ts'
import { findBlock, settingsOf } from '../../../shared/story/selectors.ts'
import { silenceBeforeOf } from '../../../shared/story/silences.ts'
import { SETTING_NAMES } from '../../../shared/story/speechSettings.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { MixedValues } from '../../fields/SpeechSettingsFields.tsx'

/** What is compared beside the settings and the silence. */
const BLOCK_FIELDS = ['characterId', 'durationMs'] as const

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
  const blocks = ids.map((id) => findBlock(story, id)).filter((block) => block !== undefined)
  const settings = blocks.map((block) => settingsOf(story, block))
  const fields = [
    ...SETTING_NAMES.map((name) => [name, settings.map((own) => own[name])] as const),
    ['silenceBeforeMs', blocks.map((block) => silenceBeforeOf(story, block))] as const,
    ...BLOCK_FIELDS.map((name) => [name, blocks.map((block) => block[name])] as const),
  ]
  return new Map(
    fields
      .filter(([, values]) => values.some((value) => value !== values[0]))
      .map(([name, values]) => [name, countValues(values)] as const)
      .filter(([, counted]) => counted.length > 1),
  )
}

/** How often each value is there, the most frequent first. */
function countValues(values: readonly unknown[]): { readonly value: unknown; readonly count: number }[] {
  const counts = new Map<unknown, { readonly value: unknown; count: number }>()
  for (const value of values) {
    const key: unknown = typeof value === 'object' ? JSON.stringify(value) : value
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { value, count: 1 })
    else known.count += 1
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}
