import { readStoryFile } from '../../../../electron/lib/documents/readStoryFile.ts'
import type { StoryFile } from '../../../../electron/lib/documents/readStoryFile.ts'
import { findCharacter, sectionsOf } from '../../../../shared/story/selectors.ts'
import { storyFromRecords } from '../../../../shared/story/story.ts'

/** Ids that count up, so that a test can be read. */
export function countingIds(): () => string {
  let count = 0
  return () => `id-${(count += 1)}`
}

/** Reads what a file of that name would hold. */
export function readText(name: string, content: string | Uint8Array, narrator?: string): Promise<StoryFile> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return readStoryFile({ name, bytes }, { newId: countingIds(), narrator })
}

/** A story as a person would outline it: chapters as `# title`, blocks as `Name: text`, or as their text alone. */
export function outline({ records }: Pick<StoryFile, 'records'>): string[] {
  const story = storyFromRecords(records)
  return sectionsOf(story).flatMap((section) => [
    ...(section.chapter === null ? [] : [`# ${section.chapter.title}`]),
    ...section.blocks.map((block) => {
      const name = findCharacter(story, block.characterId)?.name
      return name === undefined ? block.text : `${name}: ${block.text}`
    }),
  ])
}
