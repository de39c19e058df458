import type { Story } from '../../shared/story/story.ts'

/** A story with its records in a plain map: stories with the same records are equal, whatever their maps share. */
export function storyContent(story: Story): Story {
  return { ...story, records: new Map(story.records) }
}
