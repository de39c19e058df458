/**
 * Which files an export writes, and what is where in each. The dialog shows them and the mixdown makes them, from the same
 * layout as the timeline.
 */
import { spokenStoryOf } from '../captions/spokenStory.ts'
import type { SpokenStory, SpokenTime } from '../captions/spokenStory.ts'
import type { BlockSpan } from '../story/layout.ts'
import type { BlockId, CharacterId } from '../story/records.ts'
import { blocksOf, findCharacter, sectionsOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import type { Take } from '../story/takes.ts'
import { exportFormat } from './exportFormats.ts'
import type { ExportSettings } from './exportSettings.ts'
import { NARRATOR } from '../import/storyFromPlan.ts'
import { distinctNames, fileNameOf } from './fileNames.ts'

/** A block's audio in a file, in ms from the file's beginning. */
export interface FilePiece extends SpokenTime {
  readonly blockId: BlockId
  readonly take: Pick<Take, 'audioId' | 'startMs' | 'endMs'>
}

export interface ExportFile {
  /** With its ending. */
  readonly name: string
  /** Of the chapter or block where the file holds one; of the story else. */
  readonly title: string
  /** The number among the files, from 1; null for the one file of a story and for stems. */
  readonly number: number | null
  readonly pieces: readonly FilePiece[]
  readonly durationMs: number
  /** How much room tone the file begins and ends with. */
  readonly headMs: number
  readonly tailMs: number
  /** Null for the story's own files; whose voice the file holds, for stems (`undefined` where no character has the blocks). */
  readonly stem: { readonly characterId: CharacterId | null } | null
}

/** The spans of a file's blocks, and the end of the last. */
interface Part {
  readonly title: string
  readonly chapter: string
  readonly character: string
  readonly name: string
  readonly spans: readonly BlockSpan[]
  readonly stem: ExportFile['stem']
}

/**
 * The files of a story whose blocks lie at `spans`, in their order; stems are the last. Parts without any audio have no file.
 * Blocks without audio are left out: their time is silence. `narrator` names the stem of the blocks that have no character.
 */
export function exportFilesOf(
  story: Story,
  spans: readonly BlockSpan[],
  settings: ExportSettings,
  narrator: string = NARRATOR,
): readonly ExportFile[] {
  const parts = partsOf(story, spans, settings, narrator).filter((part) =>
    part.spans.some(({ take }) => take !== null),
  )
  const own = parts.filter(({ stem }) => stem === null)
  const title = settings.tags.title.trim() || story.info.title
  const names = parts.map(({ stem, ...part }, index) =>
    stem === null
      ? fileNameOf(settings.names, { ...part, title, n: index + 1 })
      : fileNameOf('{title} - {character}', { ...part, title, n: index + 1 }),
  )
  const [extension] = exportFormat(settings.format).extensions
  const distinct = distinctNames(names)
  return parts.map((part, index): ExportFile => {
    const isNumbered = part.stem === null && own.length > 1
    return {
      name: `${distinct[index] ?? ''}${extension}`,
      title: part.title,
      number: isNumbered ? index + 1 : null,
      stem: part.stem,
      ...placed(part, settings),
    }
  })
}

function partsOf(
  story: Story,
  spans: readonly BlockSpan[],
  { split, stems, tags }: ExportSettings,
  narrator: string,
): Part[] {
  const title = tags.title.trim() || story.info.title
  const whole = { title, chapter: title, character: '', name: title, spans, stem: null }
  return [...ownParts(story, spans, split, whole), ...(stems ? stemParts(story, spans, title, narrator) : [])]
}

function ownParts(
  story: Story,
  spans: readonly BlockSpan[],
  split: ExportSettings['split'],
  whole: Part,
): Part[] {
  if (split === 'story') return [whole]
  const byId = new Map(spans.map((span) => [span.id, span]))
  const sections = sectionsOf(story).map(({ chapter, blocks }) => ({
    chapter: chapter?.title || whole.title,
    blocks,
  }))
  if (split === 'chapter')
    return sections.map(({ chapter, blocks }) => ({
      ...whole,
      ...{ title: chapter, chapter, name: chapter },
      spans: blocks.flatMap(({ id }) => byId.get(id) ?? []),
    }))
  return sections.flatMap(({ chapter, blocks }) =>
    blocks.map((block): Part => {
      const span = byId.get(block.id)
      const character = findCharacter(story, block.characterId)?.name ?? ''
      const name = block.name || firstWords(block.text)
      // A line of its own begins with its words: the silence before it belongs to the story.
      const spans = span === undefined ? [] : [{ ...span, silenceStartMs: span.startMs }]
      return { title: name, chapter, character, name, spans, stem: null }
    }),
  )
}

/** The words by which a line without a name is known. */
function firstWords(text: string): string {
  return text.trim().split(/\s+/).slice(0, 6).join(' ')
}

function stemParts(story: Story, spans: readonly BlockSpan[], title: string, narrator: string): Part[] {
  const owners = new Map(blocksOf(story).map(({ id, characterId }) => [id, characterId]))
  const ids = [...new Set(owners.values())]
  return ids.map((characterId) => {
    const character = findCharacter(story, characterId)?.name ?? narrator
    return {
      ...{ title: character, chapter: title, character, name: character, stem: { characterId } },
      spans: spans.map((span) => (owners.get(span.id) === characterId ? span : { ...span, take: null })),
    }
  })
}

/** Places the pieces of a part, which begins with the silence before its first block, or with room tone. */
function placed({ spans, stem }: Part, { roomTone }: ExportSettings) {
  const speaking = spans.filter(({ take }) => take !== null)
  // Stems lie beside each other: all begin and end where the story does.
  const edges = stem === null ? roomTone : null
  const firstMs =
    edges === null ? (spans[0]?.silenceStartMs ?? 0) : (speaking[0]?.startMs ?? 0) - edges.headMs
  const endMs = edges === null ? (spans.at(-1)?.endMs ?? 0) : (speaking.at(-1)?.endMs ?? 0) + edges.tailMs
  const pieces = spans.flatMap(({ id, take, startMs, endMs: end }): FilePiece[] =>
    take === null ? [] : [{ blockId: id, take, startMs: startMs - firstMs, endMs: end - firstMs }],
  )
  return { pieces, durationMs: endMs - firstMs, headMs: edges?.headMs ?? 0, tailMs: edges?.tailMs ?? 0 }
}

/** A file as captions, labels and chapter lists tell it: its own blocks, in its own time. */
export function spokenFileOf(story: Story, { pieces, durationMs, title }: ExportFile): SpokenStory {
  const times = new Map(pieces.map(({ blockId, startMs, endMs }) => [blockId, { startMs, endMs }]))
  return { ...spokenStoryOf(story, times, Math.round(durationMs)), title }
}
