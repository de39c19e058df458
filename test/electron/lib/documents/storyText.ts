import { readImport } from '../../../../electron/lib/documents/import/readImport.ts'
import { importStory } from '../../../../shared/import/importStory.ts'
import type { StoryRecord } from '../../../../shared/story/records.ts'
import { findCharacter, sectionsOf } from '../../../../shared/story/selectors.ts'
import { storyFromRecords, type Story } from '../../../../shared/story/story.ts'

/** Ids that count up, so that tests are readable. */
export function countingIds(): () => string {
  let count = 0
  return () => `id-${(count += 1)}`
}

/** Reads the content of a file of that name, and makes a story from it without a review. */
export async function readText(name: string, content: string | Uint8Array, narrator?: string) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const reading = await readImport({ file: { name, bytes } })
  const options = { readsQuotations: false, narrator }
  return { ...reading, records: importStory(reading.source, options, countingIds()) }
}

/** A story as a person would outline it: chapters as `# title`, blocks as `Name: text`, or as their text alone. */
export function outline({ records }: { readonly records: readonly StoryRecord[] }): string[] {
  return outlineOfStory(storyFromRecords(records))
}

/** The same for an open story. */
export function outlineOfStory(story: Story): string[] {
  return sectionsOf(story).flatMap((section) => [
    ...(section.chapter === null ? [] : [`# ${section.chapter.title}`]),
    ...section.blocks.map((block) => {
      const name = findCharacter(story, block.characterId)?.name
      return name === undefined ? block.text : `${name}: ${block.text}`
    }),
  ])
}
