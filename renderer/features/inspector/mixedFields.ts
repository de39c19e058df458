import type { Block, BlockId } from '../../../shared/story/records.ts'
import { findBlock, inheritedSettings } from '../../../shared/story/selectors.ts'
import { silenceBeforeOf } from '../../../shared/story/silences.ts'
import { resolveSetting, SETTING_NAMES } from '../../../shared/story/speechSettings.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { MixedValues } from '../../fields/SpeechSettingsFields.tsx'

/** What is compared beside the settings and the silence. */
const BLOCK_FIELDS = ['characterId', 'durationMs', 'gainDb'] as const

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
  const inherited = blocks.map((block) => inheritedSettings(story, block))
  const fields: readonly (readonly [string, (block: Block, index: number) => unknown])[] = [
    ...SETTING_NAMES.map(
      (name) =>
        [
          name,
          (block: Block, index: number) =>
            resolveSetting(name, block, inherited[index] ?? story.info.defaults),
        ] as const,
    ),
    ['silenceBeforeMs', (block) => silenceBeforeOf(story, block)],
    ...BLOCK_FIELDS.map((name) => [name, (block: Block) => block[name]] as const),
  ]
  const mixed = new Map<string, ReturnType<typeof countValues>>()
  for (const [name, valueOf] of fields) {
    const values = blocks.map(valueOf)
    if (values.every((value) => value === values[0])) continue
    const counted = countValues(values)
    if (counted.length > 1) mixed.set(name, counted)
  }
  return mixed
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
