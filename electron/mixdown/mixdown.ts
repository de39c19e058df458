/** Writes a story as audio files: the unchanged audio of a service, or takes and silences mixed by a thread. */
import { mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { atSpeed, type SpokenStory, spokenStoryOf, timeAtSpeed } from '../../shared/captions/spokenStory.ts'
import { type ExportFile, spokenFileOf, STEM_NAMES, type StemNames } from '../../shared/export/exportFiles.ts'
import { exportFormat } from '../../shared/export/exportFormats.ts'
import { type ExportSettings, plannedBytes, writesFolder } from '../../shared/export/exportSettings.ts'
import type { FileEncoding, SoundMeasures } from '../../shared/export/soundChecks.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { heardSectionsOf } from '../../shared/story/heardBlocks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blocksOf, coverOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { spokenBlocksOf } from '../../shared/story/storyRequest.ts'
import { storedPlace } from '../../shared/story/takeCuts.ts'
import { type AudioSurvey, openAudio, surveyAudio } from '../lib/audio/decode.ts'
import { newPartPath, renameDurably } from '../lib/files/atomicFile.ts'
import { assertCanWrite, toExportError } from '../lib/files/writeExport.ts'
import { freeBytesAt } from '../lib/files/diskFaults.ts'
import { storedAudio } from '../project/audioFiles.ts'
import type { Project } from '../project/project.ts'
import type { Cover, FileTags } from './formats/audioSink.ts'
import { DamagedAudio, type MixFile } from './mixJob.ts'
import { type MixSource, mixSourceOf, type SpeechTimes } from './mixSource.ts'
import { type MixThreads, runMix, sourceThreads } from './mixThread.ts'
import type { AudioSource } from '../lib/audio/audioSource.ts'
import { findMp3Start } from '../lib/audio/mp3Stream.ts'
import { createOutputFile } from '../lib/audio/outputFile.ts'
import { id3TagOf } from './formats/tags.ts'

export interface MixdownOptions {
  readonly project: Pick<Project, 'story' | 'takes' | 'render' | 'audio'>
  readonly settings: ExportSettings
  /** The cover picture; by default the story's own, except on files of single blocks. */
  readonly cover?: Cover | null
  /**
   * The file to write, or the folder of the files if there can be several (`writesFolder`). Files of these names are replaced once
   * all new files are complete. If it is null, the audio is only measured.
   */
  readonly path: string | null
  /** Whether blocks without audio are left out; otherwise they are an error. */
  readonly leavesOutMissing?: boolean
  /** The names of stems that do not belong to a character, in the user's language; English by default. */
  readonly names?: StemNames
  readonly threads?: MixThreads
  readonly signal: AbortSignal
  /** Called with the progress, 0 to 1. */
  readonly onProgress: (fraction: number) => void
}

/** A file of the mixdown. */
export interface MixdownFile {
  /** Null if it was only measured. */
  readonly path: string | null
  readonly name: string
  readonly title: string
  /** Of the file's decoded audio. */
  readonly durationMs: number
  /** The time of each block's speech; without blocks whose service did not report it, and blocks without words. */
  readonly speech: SpeechTimes
  readonly spoken: SpokenStory
  /** Whether the file contains only one of the story's voices. */
  readonly isStem: boolean
  /** Whether the file is the sample for shops, which repeats parts of other files. */
  readonly isSample: boolean
  /** The number of chapters heard in the file; text before the first heading counts as one. 0 for a single block, a sample and stems. */
  readonly sections: number
  readonly encoding: FileEncoding
  /** Null for audio that was copied unchanged. */
  readonly measures: SoundMeasures | null
  /** As in `MixedFile`. */
  readonly peaks: readonly number[]
  /** How loud each block is in the file, in LUFS; empty if takes were not measured. */
  readonly levels: ReadonlyMap<BlockId, number>
}

/** The story, and its files under their final names. */
export interface Mixdown {
  readonly story: Story
  readonly files: readonly MixdownFile[]
}

/**
 * Writes the story of a project. Files get their names only when all are complete and on disk; an abort (the promise then rejects with the
 * signal's reason) or an error removes them. Memory does not grow with the story's length. `beside` writes further files into the folder
 * passed to it, which appear with the audio; if it throws, the audio stays. Errors: those of `mixSourceOf`; before anything is mixed, those
 * of `assertCanWrite`, and `export-disk-full` if there is too little space; `export-audio-damaged`, `export-take-damaged`,
 * `export-music-damaged`, and `export-…` for errors of the disk.
 */
export async function mixdown(
  options: MixdownOptions,
  beside: (files: readonly MixdownFile[], folder: string) => readonly string[] = () => [],
): Promise<Mixdown & { readonly beside: readonly string[] }> {
  const { project, settings, path, signal, leavesOutMissing = false, names = STEM_NAMES } = options
  signal.throwIfAborted()
  const story = project.story()
  const material = { story, takes: project.takes(), render: project.render() }
  const source = mixSourceOf(material, { settings, leavesOutMissing, names })
  if (path === null) {
    const files = await write(source, options, () => null)
    return { story, files, beside: [] }
  }
  const isFolder = writesFolder(settings)
  assertCanWrite(path, isFolder)
  await checkRoom(source, settings, path)
  const target = isFolder ? path : dirname(path)
  const staging = newPartPath(dirname(path))
  try {
    mkdirSync(staging)
    const files = await write(source, options, (name) => join(staging, isFolder ? name : basename(path)))
    const others = attempt(() => beside(files, staging))
    signal.throwIfAborted()
    if (isFolder) mkdirSync(target, { recursive: true })
    const publish = (made: string) => {
      const place = join(target, basename(made))
      renameDurably(made, place)
      return place
    }
    const published = files.map((file) => ({ ...file, path: file.path === null ? null : publish(file.path) }))
    return { story, files: published, beside: others().map(publish) }
  } catch (error) {
    signal.throwIfAborted()
    throw toExportError(error, path)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Runs an action now; the returned function returns its value or throws its error. */
function attempt<T>(action: () => T): () => T {
  try {
    const value = action()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}

type PathOf = (name: string) => string | null

function write(source: MixSource, options: MixdownOptions, pathOf: PathOf): Promise<readonly MixdownFile[]> {
  return source.kind === 'takes' ? writeTakes(source, options, pathOf) : writeWhole(source, options, pathOf)
}

async function writeTakes(
  { story, files }: Extract<MixSource, { kind: 'takes' }>,
  options: MixdownOptions,
  pathOf: PathOf,
): Promise<readonly MixdownFile[]> {
  const { settings, project } = options
  const spoken = files.map((file) => spokenFileOf(story, file))
  const jobs = files.map((file, index): MixFile => {
    const { pieces, music, durationMs, headMs, tailMs, speed } = file
    return {
      path: pathOf(file.name),
      music,
      durationMs,
      headMs,
      tailMs,
      speed,
      speech: pieces.map(({ take, gainDb, startMs, endMs }) => ({
        audioId: take.audioId,
        from: take,
        gainDb,
        startMs,
        endMs,
      })),
      tags: tagsOf(story, spoken[index], options, file, files.length),
    }
  })
  const mixed = await runMix(
    { files: jobs, sound: settings },
    { ...options, ...project, threads: threadsOf(options) },
  ).catch((error: unknown) => {
    throw error instanceof DamagedAudio ? damageOf(error, story, files) : error
  })
  return files.map((file, index) => ({
    ...namedBy(jobs[index]?.path ?? null, file.name),
    title: file.title,
    isStem: file.stem !== null,
    isSample: file.isSample,
    sections:
      file.stem !== null || file.isSample || settings.split === 'block'
        ? 0
        : (spoken[index]?.chapters.length ?? 0),
    encoding: mixed[index]?.encoding ?? { format: settings.format, kbps: null },
    durationMs: mixed[index]?.durationMs ?? 0,
    speech: new Map(file.pieces.map((piece) => [piece.blockId, timeAtSpeed(piece, file.speed)])),
    spoken: spoken[index] ?? spokenFileOf(story, file),
    measures: mixed[index]?.measures ?? null,
    peaks: mixed[index]?.peaks ?? [],
    levels: new Map(
      file.pieces.flatMap(({ blockId }, place) => {
        const level = mixed[index]?.levels[place] ?? null
        return level === null ? [] : [[blockId, level] as const]
      }),
    ),
  }))
}

/** Names damaged audio for the writer: the block of the take, or the music. */
function damageOf(cause: DamagedAudio, story: Story, files: readonly ExportFile[]): UserFacingError {
  const { audioId } = storedPlace(cause.audioId, 0)
  const pieces = files.flatMap((file) => file.pieces)
  const piece = pieces.find(({ take }) => storedPlace(take.audioId, 0).audioId === audioId)
  const number = blocksOf(story).findIndex(({ id }) => id === piece?.blockId) + 1
  if (number > 0) return new UserFacingError('export-take-damaged', { number }, { cause })
  const name = story.music.find((each) => each.audioId === audioId)?.name ?? ''
  return new UserFacingError('export-music-damaged', { name }, { cause })
}

/** Copies the audio if it already has the format and needs no processing, and encodes it otherwise. */
async function writeWhole(
  { story, name, render, speech }: Extract<MixSource, { kind: 'whole' }>,
  options: MixdownOptions,
  pathOf: PathOf,
): Promise<readonly MixdownFile[]> {
  const { settings, project } = options
  const source = storedAudio(project.audio, render.audioId)
  const audio = await openAudio(source).catch((cause: unknown) => {
    throw new UserFacingError('export-audio-damaged', {}, { cause })
  })
  const { speed } = settings
  const { headMs, tailMs } = {
    headMs: (settings.roomTone?.headMs ?? 0) * speed,
    tailMs: (settings.roomTone?.tailMs ?? 0) * speed,
  }
  const durationMs = headMs + audio.durationMs + tailMs
  const times = new Map(
    [...speech].map(([id, { startMs, endMs }]) => [id, { startMs: startMs + headMs, endMs: endMs + headMs }]),
  )
  const spoken = atSpeed(spokenStoryOf(story, times, Math.round(durationMs), speech), speed)
  const path = pathOf(name)
  const tags = tagsOf(story, spoken, options, { title: spoken.title, number: null }, 1)
  const file = {
    ...namedBy(path, name),
    title: spoken.title,
    speech: new Map([...times].map(([id, time]) => [id, timeAtSpeed(time, speed)])),
    spoken,
    isStem: false,
    isSample: false,
    sections: spokenSections(story),
    levels: new Map(),
  }
  const isCopied = audio.container === settings.format && isUntouched(settings)
  const copied = path !== null && isCopied ? await copyRender({ ...options, path, tags, source }) : null
  const { verdict, kbps } = copied ?? (await surveyAudio(source))
  if (verdict !== 'whole') throw new UserFacingError('export-audio-damaged')
  const encoding = { format: settings.format, kbps: isCopied ? kbps : null }
  if (copied !== null) {
    return [{ ...file, encoding, durationMs, measures: null, peaks: [] }]
  }
  const piece = {
    audioId: render.audioId,
    from: { startMs: 0, endMs: audio.durationMs },
    gainDb: 0,
    startMs: headMs,
    endMs: headMs + audio.durationMs,
  }
  const mixed = await runMix(
    {
      files: [{ path, speech: [piece], music: [], durationMs, headMs, tailMs, speed, tags }],
      sound: settings,
    },
    { ...options, ...project, threads: threadsOf(options) },
  ).catch((cause: unknown) => {
    throw cause instanceof DamagedAudio ? new UserFacingError('export-audio-damaged', {}, { cause }) : cause
  })
  const [made] = mixed
  return [
    {
      ...file,
      encoding: isCopied ? encoding : (made?.encoding ?? encoding),
      durationMs: made?.durationMs ?? 0,
      measures: made?.measures ?? null,
      peaks: made?.peaks ?? [],
    },
  ]
}

/** The number of chapters with words; text before the first heading counts as one. */
function spokenSections(story: Story): number {
  const spoken = new Set(spokenBlocksOf(story))
  return heardSectionsOf(story).filter(({ blocks }) => blocks.some((block) => spoken.has(block))).length
}

/** The path of a file, and its name; if there is a path, its last part. */
const namedBy = (path: string | null, name: string) => ({ path, name: path === null ? name : basename(path) })

const threadsOf = ({ threads = sourceThreads() }: MixdownOptions) => threads

/** Whether a service's audio can be used unchanged. */
function isUntouched({ loudness, peakDb, roomTone, sampleRate, channels, speed }: ExportSettings): boolean {
  return (
    loudness.kind === 'none' &&
    peakDb === null &&
    roomTone === null &&
    sampleRate === null &&
    channels === null &&
    speed === 1
  )
}

/** Whether the files are those of an audiobook: M4B, or one file per chapter. */
const isBook = ({ format, split }: ExportSettings) =>
  split === 'chapter' || (split === 'story' && format === 'm4b')

/** The story's own cover picture. */
function ownCover(story: Story): Cover | null {
  const picture = coverOf(story)
  return picture === null
    ? null
    : { mimeType: picture.mimeType, bytes: Buffer.from(picture.base64, 'base64') }
}

function tagsOf(
  story: Story,
  spoken: SpokenStory | undefined,
  { settings, cover }: MixdownOptions,
  { title, number }: Pick<ExportFile, 'title' | 'number'>,
  fileCount: number,
): FileTags {
  const { tags, chapters } = settings
  const { author, series, description } = story.info.book
  const artist = tags.author.trim() || author
  const marks = chapters && exportFormat(settings.format).hasChapters ? (spoken?.chapters ?? []) : []
  return {
    title,
    artist,
    albumArtist: artist,
    album: fileCount > 1 || artist !== '' ? tags.title.trim() || story.info.title : '',
    year: tags.year,
    narrator: tags.readBy,
    genre: isBook(settings) ? 'Audiobook' : 'Speech',
    language: story.info.language ?? '',
    series,
    description,
    track: number === null ? null : { number, of: fileCount },
    cover: cover ?? (settings.split === 'block' ? null : ownCover(story)),
    // A single chapter is the whole file.
    chapters:
      marks.length > 1
        ? marks.map((mark) => ({ title: mark.title, startMs: mark.startMs, endMs: mark.endMs }))
        : [],
  }
}

/** Throws `export-disk-full` if the disk of `path` has less space than the files need, before any work starts. */
async function checkRoom(source: MixSource, settings: ExportSettings, path: string): Promise<void> {
  const durations =
    source.kind === 'takes'
      ? source.files.map(({ durationMs, speed }) => durationMs / speed)
      : [source.render.durationMs / settings.speed]
  const needed = durations.reduce((sum, durationMs) => sum + plannedBytes(settings, durationMs), 0)
  const free = await freeBytesAt(dirname(path))
  if (free !== null && free < needed) throw new UserFacingError('export-disk-full', { name: basename(path) })
}

/** Bytes copied at a time. */
const COPY_BYTES = 1 << 20

interface CopyOptions {
  readonly path: string
  readonly source: AudioSource
  readonly tags: FileTags
  readonly signal: AbortSignal
  readonly onProgress: (fraction: number) => void
}

/**
 * Copies MP3 or WAV audio to a file, and surveys it in the same pass; nothing is written if it is not whole. In MP3, a tag of this story
 * precedes the frames and replaces a tag written by the service.
 */
async function copyRender({ path, source, tags, signal, onProgress }: CopyOptions): Promise<AudioSurvey> {
  const { byteLength } = source
  const start = path.toLowerCase().endsWith('.mp3') ? await findMp3Start(source) : undefined
  const isMp3 = typeof start === 'object'
  let copied = isMp3 ? start.firstOffset : 0
  const file = await createOutputFile(path)
  async function copyOn(bytes: Uint8Array): Promise<void> {
    signal.throwIfAborted()
    await file.append(bytes)
    copied += bytes.length
    onProgress(Math.min(1, copied / byteLength))
  }
  try {
    if (isMp3) await file.append(id3TagOf(tags))
    const survey = await surveyAudio({
      byteLength,
      async read(offset, length, into) {
        const bytes = await source.read(offset, length, into)
        if (offset <= copied && copied < offset + bytes.length) await copyOn(bytes.subarray(copied - offset))
        return bytes
      },
    })
    if (survey.verdict !== 'whole') {
      await file.abort()
      return survey
    }
    const buffer = new Uint8Array(COPY_BYTES)
    while (copied < byteLength) await copyOn(await source.read(copied, COPY_BYTES, buffer))
    signal.throwIfAborted()
    await file.finish()
    return survey
  } catch (error) {
    await file.abort()
    throw error
  }
}
