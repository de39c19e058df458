/**
 * Which files an export writes, and what is where in each. The dialog shows them and the mixdown makes them, from the same
 * layout as the timeline.
 */
import { spokenStoryOf } from '../captions/spokenStory.ts'
import type { SpokenStory, SpokenTime } from '../captions/spokenStory.ts'
import { chapterStretches } from '../story/layout.ts'
import type { BlockSpan, Layout } from '../story/layout.ts'
import type { SpeechStretch } from '../story/musicGain.ts'
import { speechStretches } from '../story/musicGain.ts'
import { musicLayout } from '../story/musicLayout.ts'
import type { PlacedMusic } from '../story/musicLayout.ts'
import type { BlockId, CharacterId } from '../story/records.ts'
import { blocksOf, findCharacter, sectionsOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import type { Take } from '../story/takes.ts'
import { exportFormat } from './exportFormats.ts'
import type { ExportSettings } from './exportSettings.ts'
import { NARRATOR } from '../import/storyFromPlan.ts'
import { musicBetween } from './fileMusic.ts'
import type { FileMusic } from './fileMusic.ts'
import { distinctNames, fileNameOf } from './fileNames.ts'

/** A block's audio in a file, in ms from the file's beginning. */
export interface FilePiece extends SpokenTime {
  readonly blockId: BlockId
  readonly take: Take
}

export interface ExportFile {
  /** With its ending. */
  readonly name: string
  /** Of the chapter or block if the file holds one; of the story else. */
  readonly title: string
  /** The number among the files, from 1; null for the one file of a story and for stems. */
  readonly number: number | null
  readonly pieces: readonly FilePiece[]
  /** The music under them, by where it begins. */
  readonly music: readonly FileMusic[]
  readonly durationMs: number
  /** How much room tone the file begins and ends with. */
  readonly headMs: number
  readonly tailMs: number
  /** Null for the story's own files; for stems, whose voice the file holds, or that it holds the music. */
  readonly stem: { readonly characterId: CharacterId | null } | 'music' | null
}

/** How stems are named that are not character's, in the reader's language. */
export interface StemNames {
  /** Of the blocks without a character. */
  readonly narrator: string
  readonly music: string
}
export const STEM_NAMES: StemNames = { narrator: NARRATOR, music: 'Music' }

/** What a file holds. */
interface Part {
  readonly title: string
  readonly chapter: string
  readonly character: string
  readonly name: string
  readonly spans: readonly BlockSpan[]
  /** Start and end of the part in the story. */
  readonly fromMs: number
  readonly toMs: number
  readonly music: readonly PlacedMusic[]
  readonly stem: ExportFile['stem']
}

/**
 * The files of a story with this layout, in its order; stems are the last. Parts without any speech have no file, except for the stem of
 * the music. Blocks without audio are left out: their time is silence. Music lies under the story and its chapters, and in its own
 * stem; a file of one block is that block alone.
 */
export function exportFilesOf(
  story: Story,
  layout: Layout,
  settings: ExportSettings,
  names: StemNames = STEM_NAMES,
): readonly ExportFile[] {
  const parts = partsOf(story, layout, settings, names).filter(
    ({ spans, stem }) => stem === 'music' || spans.some(({ take }) => take !== null),
  )
  const own = parts.filter(({ stem }) => stem === null)
  const title = settings.tags.title.trim() || story.info.title
  const fileNames = parts.map(({ stem, ...part }, index) =>
    stem === null
      ? fileNameOf(settings.names, { ...part, title, n: index + 1 })
      : fileNameOf('{title} - {character}', { ...part, title, n: index + 1 }),
  )
  const [extension] = exportFormat(settings.format).extensions
  const distinct = distinctNames(fileNames)
  const speech = speechStretches(layout.spans)
  return parts.map((part, index): ExportFile => {
    const isNumbered = part.stem === null && own.length > 1
    return {
      name: `${distinct[index] ?? ''}${extension}`,
      title: part.title,
      number: isNumbered ? index + 1 : null,
      stem: part.stem,
      ...placed(part, settings, speech),
    }
  })
}

function partsOf(
  story: Story,
  layout: Layout,
  { split, stems, tags, music: hasMusic }: ExportSettings,
  names: StemNames,
): Part[] {
  const { spans, totalMs } = layout
  const title = tags.title.trim() || story.info.title
  const music = hasMusic ? musicLayout(story, layout) : []
  const whole = {
    title,
    chapter: title,
    character: '',
    name: title,
    spans,
    fromMs: 0,
    toMs: totalMs,
    music,
    stem: null,
  }
  return [...ownParts(story, spans, split, whole), ...(stems ? stemParts(story, whole, names) : [])]
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
  if (split === 'chapter') {
    const heard = sections.flatMap(({ chapter, blocks }) => {
      const own = blocks.flatMap(({ id }) => byId.get(id) ?? [])
      const first = own.find(({ take }) => take !== null)
      return first === undefined
        ? []
        : [{ chapter, spans: own, startMs: startWithMusic(own[0] ?? first, first, whole.music) }]
    })
    const starts = heard.map(({ startMs }) => startMs)
    return chapterStretches(starts, whole.toMs).map(({ startMs, endMs }, index) => {
      const { chapter = '', spans: own = [] } = heard[index] ?? {}
      return { ...whole, title: chapter, chapter, name: chapter, spans: own, fromMs: startMs, toMs: endMs }
    })
  }
  return sections.flatMap(({ chapter, blocks }) =>
    blocks.map((block): Part => {
      const span = byId.get(block.id)
      const character = findCharacter(story, block.characterId)?.name ?? ''
      const name = block.name || firstWords(block.text)
      // A line of its own begins with its words: the silence before it belongs to the story.
      const { startMs, endMs } = span ?? { startMs: 0, endMs: 0 }
      const own = span === undefined ? [] : [span]
      return {
        ...whole,
        title: name,
        chapter,
        character,
        name,
        spans: own,
        fromMs: startMs,
        toMs: endMs,
        music: [],
      }
    }),
  )
}

/** Where a file of a chapter begins: at its first words, or at music that begins in the silence before them and goes on under them. */
function startWithMusic(
  { silenceStartMs }: BlockSpan,
  { startMs: wordsMs }: BlockSpan,
  music: readonly PlacedMusic[],
): number {
  const intro = music.find(
    ({ startMs, endMs }) => startMs >= silenceStartMs && startMs < wordsMs && endMs > wordsMs,
  )
  return intro?.startMs ?? wordsMs
}

/** The words by which a line without a name is known. */
function firstWords(text: string): string {
  return text.trim().split(/\s+/).slice(0, 6).join(' ')
}

function stemParts(story: Story, whole: Part, names: StemNames): Part[] {
  const { title, spans, music } = whole
  const owners = new Map(blocksOf(story).map(({ id, characterId }) => [id, characterId]))
  const ids = [...new Set(owners.values())]
  const voices = ids.map((characterId): Part => {
    const character = findCharacter(story, characterId)?.name ?? names.narrator
    return {
      ...whole,
      title: character,
      chapter: title,
      character,
      name: character,
      stem: { characterId },
      spans: spans.map((span) => (owners.get(span.id) === characterId ? span : { ...span, take: null })),
      music: [],
    }
  })
  if (music.length === 0) return voices
  const silent = spans.map((span) => ({ ...span, take: null }))
  const ofMusic = { title: names.music, chapter: title, character: names.music, name: names.music }
  return [...voices, { ...whole, ...ofMusic, spans: silent, music, stem: 'music' }]
}

/** The names and lengths of the files that an export would write if the blocks without audio were made before, as long as they are estimated. */
export function plannedFilesOf(
  story: Story,
  layout: Layout,
  settings: ExportSettings,
  names: StemNames = STEM_NAMES,
): readonly Pick<ExportFile, 'name' | 'durationMs' | 'stem'>[] {
  const spans = layout.spans.map((span) => (span.isEstimate ? { ...span, take: toBeMade(span) } : span))
  return exportFilesOf(story, { ...layout, spans }, settings, names)
}

/** Stands for the take of a block that is still to be made. */
function toBeMade({ id, startMs, endMs }: BlockSpan): Take {
  return {
    id: `to-make-${id}`,
    key: '',
    kind: 'speech',
    name: '',
    audioId: '',
    blockId: id,
    startMs: 0,
    endMs: endMs - startMs,
    voiceId: '',
    model: 'tts-1',
    speed: 1,
    createdAtMs: 0,
  }
}

/** Places the pieces of a part, which begins and ends where it does in the story, or with room tone. */
function placed(
  { spans, fromMs, toMs, stem, music }: Part,
  { roomTone }: ExportSettings,
  speech: readonly SpeechStretch[],
) {
  const speaking = spans.filter(({ take }) => take !== null)
  // Stems lie beside each other: all begin and end where the story does.
  const edges = stem === null ? roomTone : null
  const firstMs = edges === null ? fromMs : (speaking[0]?.startMs ?? 0) - edges.headMs
  const endMs = edges === null ? toMs : (speaking.at(-1)?.endMs ?? 0) + edges.tailMs
  const pieces = spans.flatMap(({ id, take, startMs, endMs: end }): FilePiece[] =>
    take === null ? [] : [{ blockId: id, take, startMs: startMs - firstMs, endMs: end - firstMs }],
  )
  // Room tone takes time of the chapters beside it, and nothing of their music.
  const heard = music.filter((each) => each.startMs < toMs && each.endMs > fromMs)
  return {
    pieces,
    music: musicBetween(heard, stem === 'music' ? speech : speechStretches(spans), firstMs, endMs),
    durationMs: endMs - firstMs,
    headMs: edges?.headMs ?? 0,
    tailMs: edges?.tailMs ?? 0,
  }
}

/** A file as captions, labels and chapter lists tell it: its own blocks, in its own time. */
export function spokenFileOf(story: Story, { pieces, durationMs, title }: ExportFile): SpokenStory {
  const times = new Map(pieces.map(({ blockId, startMs, endMs }) => [blockId, { startMs, endMs }]))
  const takes = new Map(pieces.map(({ blockId, take }) => [blockId, take]))
  return { ...spokenStoryOf(story, times, Math.round(durationMs), takes), title }
}
