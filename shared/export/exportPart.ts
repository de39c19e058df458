/** The part of a story to export: all of it, a chapter, or some blocks; and the credits spoken with it. */
import * as z from 'zod'
import { CLOSING_ID, heardBlocksOf, OPENING_ID } from '../story/heardBlocks.ts'
import { layout } from '../story/layout.ts'
import { blockIdSchema, chapterIdSchema, type SequenceEntry } from '../story/records.ts'
import { chapterStory } from '../story/selectors.ts'
import { type Credits, type Story, withCredits } from '../story/story.ts'
import type { TakeIndex } from '../story/takes.ts'
import { creditText, creditWordings } from '../story/credits.ts'
import type { ExportSettings } from './exportSettings.ts'

export const exportPartSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('story') }),
  z.strictObject({ kind: z.literal('chapter'), id: chapterIdSchema }),
  z.strictObject({ kind: z.literal('blocks'), ids: z.array(blockIdSchema).min(1).max(1_000_000).readonly() }),
])
export type ExportPart = z.infer<typeof exportPartSchema>

export const WHOLE_STORY = { kind: 'story' } as const satisfies ExportPart

/** The story reduced to the blocks of a part, without credits; the headings of chosen blocks stay, but are not spoken. */
export function storyOfPart(story: Story, part: ExportPart): Story {
  switch (part.kind) {
    case 'story':
      return story
    case 'chapter':
      return { ...chapterStory(story, part.id), credits: null }
    case 'blocks':
      return storyHearing(story, new Set(part.ids))
  }
}

/** The story without the blocks that have words but no current audio; the same story if there are none. */
export function storyWithoutMissing(story: Story, takes: TakeIndex): Story {
  const missing = new Set(
    layout(story, takes)
      .heard.filter(({ isEstimate }) => isEstimate)
      .map(({ id }) => id),
  )
  const heard = heardBlocksOf(story)
  if (missing.size === 0 || missing.size === heard.length) return story
  return storyHearing(story, new Set(heard.flatMap(({ id }) => (missing.has(id) ? [] : [id]))))
}

/** The story in which only these blocks, titles and credits are heard. */
function storyHearing(story: Story, ids: ReadonlySet<string>): Story {
  const { credits } = story
  return {
    ...story,
    sequence: story.sequence.flatMap((entry): SequenceEntry[] => {
      if (entry.type === 'block') return ids.has(entry.id) ? [entry] : []
      return [ids.has(entry.id) ? entry : { ...entry, speaksTitle: false }]
    }),
    credits: credits && {
      opening: ids.has(OPENING_ID) ? credits.opening : '',
      closing: ids.has(CLOSING_ID) ? credits.closing : '',
    },
  }
}

/** The credits spoken before and after a story exported with these settings; null for none. */
export function creditsOf(
  { info }: Pick<Story, 'info'>,
  { credits, tags }: Pick<ExportSettings, 'credits' | 'tags'>,
): Credits | null {
  if (credits === null) return null
  const usual = creditWordings(info.language)
  const values = {
    title: tags.title.trim() || info.title,
    author: tags.author.trim() || info.book.author,
    reader: tags.readBy,
  }
  return {
    opening: creditText(credits.opening ?? usual.opening, values),
    closing: creditText(credits.closing ?? usual.closing, values),
  }
}

/** The credits of a part of a story: only the whole story has any. */
export function creditsOfPart(story: Story, part: ExportPart, settings: ExportSettings): Credits | null {
  return part.kind === 'story' ? creditsOf(story, settings) : null
}

/** The exported part of a story, with its credits. */
export function exportedStory(story: Story, part: ExportPart, settings: ExportSettings): Story {
  return withCredits(storyOfPart(story, part), creditsOfPart(story, part, settings))
}
