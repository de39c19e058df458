import type { SpokenStory } from '../captions/spokenStory.ts'
import { formatCsv } from '../lib/csv.ts'
import { findCharacter, findBlock, blockNumber } from '../story/selectors.ts'
import type { BlockId } from '../story/records.ts'
import type { Story } from '../story/story.ts'

interface ManifestFile {
  readonly name: string
  readonly durationMs: number
  readonly spoken: SpokenStory
  /** The blocks of the file, in story order. */
  readonly speech: ReadonlyMap<BlockId, { readonly startMs: number; readonly endMs: number }>
}

const COLUMNS = ['file', 'chapter', 'number', 'id', 'name', 'character', 'text', 'start', 'end', 'duration']

/** A CSV table with a row for each block of each file, times in seconds from the file's beginning: what a game engine loads. */
export function exportManifest(story: Story, files: readonly ManifestFile[]): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(3)
  const rows = files.flatMap(({ name, durationMs, speech, spoken }) =>
    [...speech].flatMap(([id, { startMs, endMs }]) => {
      const block = findBlock(story, id)
      if (block === undefined) return []
      const number = blockNumber(story, id)
      const chapter = spoken.chapters.find(({ blocks }) => blocks.some((each) => each.number === number))
      const character = findCharacter(story, block.characterId)?.name ?? ''
      const place = [seconds(startMs), seconds(endMs), seconds(durationMs)]
      return [[name, chapter?.title ?? '', String(number), id, block.name, character, block.text, ...place]]
    }),
  )
  return formatCsv([COLUMNS, ...rows], { newline: '\n' })
}
