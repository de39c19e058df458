/** The text of the credits of an exported story. */
import { creditText, creditWordings } from '../story/credits.ts'
import { withCredits, type Credits, type Story } from '../story/story.ts'
import { storyOfPart, type ExportPart } from './exportPart.ts'
import type { ExportSettings } from './exportSettings.ts'

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
