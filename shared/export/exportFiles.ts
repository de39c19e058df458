/** The files that an export writes, and the content of each. The dialog shows them and the mixdown writes them, from the same layout as the timeline. */
import { atSpeed, type SpokenStory, spokenStoryOf, type SpokenTime } from '../captions/spokenStory.ts'
import { CLOSING_ID, heardBlocksOf, heardSectionsOf, OPENING_ID } from '../story/heardBlocks.ts'
import { type BlockSpan, chapterStretches, type Layout } from '../story/layout.ts'
import { speechGainOf, type SpeechStretch, speechStretches } from '../story/gain.ts'
import { musicLayout, type PlacedMusic } from '../story/musicLayout.ts'
import type { BlockId, CharacterId } from '../story/records.ts'
import { findCharacter } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import type { Take } from '../story/takes.ts'
import { exportFormat } from './exportFormats.ts'
import type { ExportSettings } from './exportSettings.ts'
import { NARRATOR } from '../import/storyFromPlan.ts'
import { type FileMusic, musicBetween } from './fileMusic.ts'
import { distinctNames, fileNameOf } from './fileNames.ts'

/** A block's audio in a file, in ms from the start of the file. */
export interface FilePiece extends SpokenTime {
  readonly blockId: BlockId
  readonly take: Take
  /** Its gain relative to its take. */
  readonly gainDb: number
}

export interface ExportFile {
  /** With its extension. */
  readonly name: string
  /** The title of the chapter or block, if the file contains only one; otherwise of the story. */
  readonly title: string
  /** The number among the files, from 1; null for a story's only file and for stems. */
  readonly number: number | null
  readonly pieces: readonly FilePiece[]
  /** The music of the file, ordered by start. */
  readonly music: readonly FileMusic[]
  readonly durationMs: number
  /** The playback speed of the file. All other times are those at speed 1. */
  readonly speed: number
  /** The length of the room tone at the start and end of the file. */
  readonly headMs: number
  readonly tailMs: number
  /** Null for the story's own files; for stems, whose voice the file contains, or 'music'. */
  readonly stem: { readonly characterId: CharacterId | null } | 'music' | null
  /** Whether it is the sample for shops. */
  readonly isSample: boolean
}

/** The names of files that do not belong to a chapter or a character, in the reader's language. */
export interface StemNames {
  /** For blocks without a character. */
  readonly narrator: string
  readonly music: string
  readonly sample: string
}
export const STEM_NAMES: StemNames = { narrator: NARRATOR, music: 'Music', sample: 'Retail sample' }

/** The content of a file. */
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
  readonly isSample: boolean
}

/**
 * The files of a story with this layout: in story order, then the sample, then stems. Parts without speech have no file, except for the
 * music stem. Blocks without audio are left out, and become silence. Music is in the files of the story and its chapters, and in its own
 * stem; the file of a block contains only that block.
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
  const own = parts.filter(({ stem, isSample }) => stem === null && !isSample)
  const title = settings.tags.title.trim() || story.info.title
  const fileNames = parts.map(({ stem, isSample, ...part }, index) =>
    stem === null && !isSample
      ? fileNameOf(settings.names, { ...part, title, n: index + 1 })
      : fileNameOf('{title} - {name}', { ...part, title, n: index + 1 }),
  )
  const [extension] = exportFormat(settings.format).extensions
  const distinct = distinctNames(fileNames)
  const speech = speechStretches(layout.heard)
  return parts.map((part, index): ExportFile => {
    const isNumbered = part.stem === null && !part.isSample && own.length > 1
    return {
      name: `${distinct[index] ?? ''}${extension}`,
      title: part.title,
      number: isNumbered ? index + 1 : null,
      stem: part.stem,
      isSample: part.isSample,
      speed: settings.speed,
      ...placed(story, part, settings, speech),
    }
  })
}

function partsOf(story: Story, layout: Layout, settings: ExportSettings, names: StemNames): Part[] {
  const { split, stems, tags, music: hasMusic } = settings
  const { heard: spans, totalMs } = layout
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
    isSample: false,
  }
  return [
    ...ownParts(story, spans, split, whole),
    ...samplePart(story, whole, settings, names),
    ...(stems ? stemParts(story, whole, names) : []),
  ]
}

function ownParts(
  story: Story,
  spans: readonly BlockSpan[],
  split: ExportSettings['split'],
  whole: Part,
): Part[] {
  if (split === 'story') return [whole]
  const byId = new Map(spans.map((span) => [span.id, span]))
  const sections = heardSectionsOf(story).map((section) => ({
    chapter: section.title || whole.title,
    blocks: section.blocks,
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
      // The file of a block begins with its words: the silence before them belongs to the story.
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

/** The start of a chapter's file: at its first words, or at music that begins in the silence before them and continues under them. */
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

/** The longest and the shortest sample that shops accept; the encoder and rounding may add a little. */
const LONGEST_SAMPLE_MS = 299_000
const SHORTEST_SAMPLE_MS = 60_500

/**
 * The sample for shops: whole blocks from its first on, up to the requested length. A block that would make it too long is left out, or cut
 * if the rest is too short. None if the story is shorter than a sample must be.
 */
function samplePart(
  story: Story,
  whole: Part,
  { split, sample, speed, roomTone }: ExportSettings,
  names: StemNames,
): Part[] {
  if (sample === null || split !== 'chapter') return []
  const edgesMs = roomTone === null ? 0 : roomTone.headMs + roomTone.tailMs
  const inStory = (heardMs: number) => (heardMs - edgesMs) * speed
  const isCredits = (id: BlockId) => id === OPENING_ID || id === CLOSING_ID
  const heard = whole.spans.filter(({ id, take }) => take !== null && !isCredits(id))
  const chapter = heardSectionsOf(story).find(
    (section) => section.chapter !== null && section.blocks.length > 0,
  )
  const ids = new Set(chapter?.blocks.map(({ id }) => id))
  const chosen = heard.findIndex(({ id }) => id === sample.blockId)
  const first = Math.max(0, chosen >= 0 ? chosen : heard.findIndex(({ id }) => ids.has(id)))
  const fromMs = heard[first]?.startMs ?? 0
  const reaches = (ms: number) =>
    heard.findIndex(({ endMs }, index) => index >= first && endMs - fromMs >= ms)
  const asked = reaches(inStory(sample.minutes * 60_000))
  const tooLong = reaches(inStory(LONGEST_SAMPLE_MS))
  let spans = heard.slice(first, asked < 0 ? undefined : asked + 1)
  const longestMs = fromMs + inStory(LONGEST_SAMPLE_MS)
  if (tooLong >= 0 && spans.length > tooLong - first) {
    const fitting = heard.slice(first, tooLong)
    const isLongEnough = (fitting.at(-1)?.endMs ?? fromMs) - fromMs >= inStory(SHORTEST_SAMPLE_MS)
    spans = isLongEnough ? fitting : heard.slice(first, tooLong + 1).map((span) => cutAt(span, longestMs))
  }
  const toMs = spans.at(-1)?.endMs ?? fromMs
  if (toMs - fromMs < inStory(SHORTEST_SAMPLE_MS)) return []
  const title = names.sample
  return [{ ...whole, title, chapter: title, name: title, spans, fromMs, toMs, isSample: true }]
}

/** A span cut to end no later than a time of the story, with that part of its take. */
function cutAt(span: BlockSpan, endMs: number): BlockSpan {
  const { take } = span
  if (span.endMs <= endMs || take === null) return span
  return { ...span, endMs, take: { ...take, endMs: take.startMs + Math.round(endMs - span.startMs) } }
}

/** The first words of a block without a name, as its name. */
function firstWords(text: string): string {
  return text.trim().split(/\s+/).slice(0, 6).join(' ')
}

function stemParts(story: Story, whole: Part, names: StemNames): Part[] {
  const { title, spans, music } = whole
  const owners = new Map(heardBlocksOf(story).map(({ id, characterId }) => [id, characterId]))
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

/** The names and lengths of the files that an export would write after rendering the blocks without audio, with estimated lengths for these. */
export function plannedFilesOf(
  story: Story,
  layout: Layout,
  settings: ExportSettings,
  names: StemNames = STEM_NAMES,
): readonly Pick<ExportFile, 'name' | 'durationMs' | 'speed' | 'stem' | 'isSample'>[] {
  const heard = layout.heard.map((span) => (span.isEstimate ? { ...span, take: toBeMade(span) } : span))
  return exportFilesOf(story, { ...layout, heard }, settings, names)
}

/** A placeholder for the take of a block that is not rendered yet. */
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

/** Places the pieces of a part, which begins and ends as in the story, or with room tone. */
function placed(
  story: Story,
  { spans, fromMs, toMs, stem, music }: Part,
  { roomTone, speed }: ExportSettings,
  speech: readonly SpeechStretch[],
) {
  const speaking = spans.filter(({ take }) => take !== null)
  // All stems begin and end with the story, so that they can be aligned.
  const edges =
    stem === null && roomTone !== null
      ? { headMs: roomTone.headMs * speed, tailMs: roomTone.tailMs * speed }
      : null
  const firstMs = edges === null ? fromMs : (speaking[0]?.startMs ?? 0) - edges.headMs
  const endMs = edges === null ? toMs : (speaking.at(-1)?.endMs ?? 0) + edges.tailMs
  const pieces = spans.flatMap(({ id, take, startMs, endMs: end }): FilePiece[] =>
    take === null
      ? []
      : [
          {
            blockId: id,
            take,
            gainDb: speechGainOf(story, id, take.id),
            startMs: startMs - firstMs,
            endMs: end - firstMs,
          },
        ],
  )
  // Room tone replaces time of the adjacent chapters, but none of their music.
  const heard = music.filter((each) => each.startMs < toMs && each.endMs > fromMs)
  return {
    pieces,
    music: musicBetween(heard, stem === 'music' ? speech : speechStretches(spans), firstMs, endMs),
    durationMs: endMs - firstMs,
    headMs: edges?.headMs ?? 0,
    tailMs: edges?.tailMs ?? 0,
  }
}

/** A file as input for captions, labels and chapter lists: its own blocks, in its own time. */
export function spokenFileOf(story: Story, { pieces, durationMs, speed, title }: ExportFile): SpokenStory {
  const times = new Map(pieces.map(({ blockId, startMs, endMs }) => [blockId, { startMs, endMs }]))
  const takes = new Map(pieces.map(({ blockId, take }) => [blockId, take]))
  return { ...atSpeed(spokenStoryOf(story, times, Math.round(durationMs), takes), speed), title }
}
