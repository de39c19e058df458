/** Which part of a story is exported: all of it, a chapter, or some blocks. */
import * as z from 'zod'
import { layout } from '../story/layout.ts'
import { blockIdSchema, chapterIdSchema } from '../story/records.ts'
import { blocksOf, chapterStory } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import type { TakeIndex } from '../story/takes.ts'

export const exportPartSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('story') }),
  z.strictObject({ kind: z.literal('chapter'), id: chapterIdSchema }),
  z.strictObject({ kind: z.literal('blocks'), ids: z.array(blockIdSchema).min(1).max(1_000_000).readonly() }),
])
export type ExportPart = z.infer<typeof exportPartSchema>

export const WHOLE_STORY = { kind: 'story' } as const satisfies ExportPart

/** The story with the blocks of a part only; the headings of chosen blocks stay. */
export function storyOfPart(story: Story, part: ExportPart): Story {
  switch (part.kind) {
    case 'story':
      return story
    case 'chapter':
      return chapterStory(story, part.id)
    case 'blocks': {
      const ids: ReadonlySet<string> = new Set(part.ids)
      return { ...story, sequence: story.sequence.filter(({ type, id }) => type !== 'block' || ids.has(id)) }
    }
  }
}

/** The story without the blocks that have words and no audio that fits; the same story if no block has any. */
export function storyWithoutMissing(story: Story, takes: TakeIndex): Story {
  const missing = new Set(
    layout(story, takes)
      .spans.filter(({ isEstimate }) => isEstimate)
      .map(({ id }) => id),
  )
  if (missing.size === 0 || missing.size === blocksOf(story).length) return story
  return {
    ...story,
    sequence: story.sequence.filter((entry) => entry.type !== 'block' || !missing.has(entry.id)),
  }
}
