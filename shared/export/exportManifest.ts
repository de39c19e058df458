import { formatCsv } from '../lib/csv.ts'
import { findHeardBlock, heardSectionsOf } from '../story/heardBlocks.ts'
import { findCharacter, blockNumber } from '../story/selectors.ts'
import type { BlockId } from '../story/records.ts'
import type { Story } from '../story/story.ts'

interface ManifestFile {
  readonly name: string
  readonly durationMs: number
  /** The blocks of the file, in story order. */
  readonly speech: ReadonlyMap<BlockId, { readonly startMs: number; readonly endMs: number }>
}

const COLUMNS = ['file', 'chapter', 'number', 'id', 'name', 'character', 'text', 'start', 'end', 'duration']

/**
 * A CSV table with a row for each block of each file, and times in seconds from the start of the file, for game engines. Titles and credits
 * have no number.
 */
export function exportManifest(story: Story, files: readonly ManifestFile[]): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(3)
  const chapters = new Map(
    heardSectionsOf(story).flatMap(({ title, blocks }) =>
      blocks.map(({ id }) => [id, title ?? story.info.title] as const),
    ),
  )
  const rows = files.flatMap(({ name, durationMs, speech }) =>
    [...speech].flatMap(([id, { startMs, endMs }]) => {
      const block = findHeardBlock(story, id)
      if (block === undefined) return []
      const number = blockNumber(story, id)
      const character = findCharacter(story, block.characterId)?.name ?? ''
      const place = [seconds(startMs), seconds(endMs), seconds(durationMs)]
      return [
        [
          name,
          chapters.get(id) ?? '',
          number === 0 ? '' : String(number),
          id,
          block.name,
          character,
          block.text,
          ...place,
        ],
      ]
    }),
  )
  return formatCsv([COLUMNS, ...rows], { newline: '\n' })
}
