import { WritableStream } from 'node:stream/web'
import type { AudioEncodingConfig, MetadataTags, OutputFormat, StreamTargetChunk } from 'mediabunny'
import type { ExportFormatName } from '../../../shared/export/exportFormats.ts'
import { languageCode } from '../../../shared/lib/languageTag.ts'
import { concatBytes } from '../../lib/audio/bytes.ts'
import { createMp3File } from '../../lib/audio/mp3.ts'
import { kbpsChoices } from '../../lib/audio/mp3Frame.ts'
import { createSegmentedMp3File, type Mp3Segment } from '../../lib/audio/mp3Segments.ts'
import { createOutputFile, type OutputFile } from '../../lib/audio/outputFile.ts'
import { type Planes, planesToMono } from '../../lib/audio/pcm.ts'
import { createWavFile } from '../../lib/audio/wav.ts'
import { bookComments, id3TagOf } from './tags.ts'
import type { AudioSink, FileTags, SinkFormat } from './audioSink.ts'
import { ascii, bookItems, box, chapterSamples, readHead, textItems, withChapters } from './m4bMovie.ts'
import { createOpusFile } from './opusFile.ts'

export interface SinkOptions {
  readonly path: string
  readonly format: ExportFormatName
  /** One of the format's qualities (`EXPORT_FORMATS`). */
  readonly quality: string
  readonly sound: SinkFormat
  readonly tags: FileTags
  /** Encodes MP3 frames in another thread. */
  readonly encode: (segment: Mp3Segment) => Promise<Uint8Array>
}

/** Starts a file of a format. */
export async function createSink(options: SinkOptions): Promise<AudioSink> {
  const { path, format, quality, sound, tags } = options
  switch (format) {
    case 'mp3':
      return createMp3Sink(options)
    case 'm4b':
      return createM4bFile(path, sound, Number(quality), tags)
    case 'wav':
      return createWavFile(path, { ...sound, bits: quality === '24' ? 24 : 16 })
    case 'flac':
      return createFlacFile(path, sound, tags)
    case 'opus':
      return createOpusFile(path, sound, Number(quality), tags)
  }
}

/** The constant bit rate of an MP3 file in kbit/s, limited by low sample rates; null if it varies. */
export function mp3Kbps(quality: string, sampleRate: number): number | null {
  if (quality.startsWith('v')) return null
  return kbpsChoices(sampleRate).findLast((choice) => choice <= Number(quality)) ?? Number(quality)
}

/** Mono at a constant bit rate (most speech) is encoded by several threads; the rest by this one. */
async function createMp3Sink({ path, quality, sound, tags, encode }: SinkOptions): Promise<AudioSink> {
  const tag = id3TagOf(tags)
  const { sampleRate, channels } = sound
  const kbps = mp3Kbps(quality, sampleRate)
  const rate = kbps === null ? { quality: Number(quality.slice(1)) } : { kbps }
  if (kbps === null || channels === 2) return untimed(await createMp3File(path, { ...sound, rate }, tag))
  const file = await createSegmentedMp3File(path, { sampleRate, kbps }, encode, tag)
  return untimed({ ...file, write: (planes) => file.write(planesToMono(planes)) })
}

/** A file whose length is known when it is finished. */
interface TimedFile extends Omit<AudioSink, 'finish'> {
  finish(): Promise<unknown>
}

function untimed(file: TimedFile): AudioSink {
  return {
    ...file,
    async finish() {
      await file.finish()
    },
  }
}

// Files written by mediabunny: M4B and M4A (AAC in MP4), and FLAC. Their encoders run in their own threads.

/** The libraries are large, so only threads that write such files load them. */
async function loadMediabunny() {
  const [library, aac, flac] = await Promise.all([
    import('mediabunny'),
    import('@mediabunny/aac-encoder'),
    import('@mediabunny/flac-encoder'),
  ])
  aac.registerAacEncoder()
  flac.registerFlacEncoder()
  return library
}
let mediabunny: ReturnType<typeof loadMediabunny> | undefined

/** The amount of audio passed to the encoder at a time. */
const STEP_SECONDS = 1

/** Starts an M4B or M4A file at `kbps` kbit/s; the extension of its name determines which. */
export async function createM4bFile(
  path: string,
  format: SinkFormat,
  kbps: number,
  tags: FileTags,
): Promise<AudioSink> {
  mediabunny ??= loadMediabunny()
  const { Mp4OutputFormat } = await mediabunny
  const brand = path.toLowerCase().endsWith('.m4a') ? 'M4A ' : 'M4B '
  return createMediaFile(path, format, tags, {
    output: new Mp4OutputFormat({ fastStart: false }),
    encoding: { codec: 'aac', bitrate: kbps * 1000 },
    async complete(file, length, sampleCount) {
      const movie = await findMovie(file, length)
      const samples = concatBytes(chapterSamples(tags.chapters))
      // The new movie box replaces the old one, after the titles; it is always longer.
      const titles = samples.length === 0 ? samples : box('mdat', samples)
      const { sampleRate } = format
      const textOffset = movie.offset + 8
      const { chapters, genre } = tags
      const items = bookItems(tags, brand === 'M4B ' && genre === 'Audiobook')
      const moov = withChapters(movie.bytes, { sampleCount, sampleRate, chapters, textOffset, items })
      await file.patch(movie.offset, concatBytes([titles, moov]))
      await file.patch(8, ascii(brand))
    },
  })
}

/** Starts a FLAC file, 16 bits. */
export async function createFlacFile(path: string, format: SinkFormat, tags: FileTags): Promise<AudioSink> {
  mediabunny ??= loadMediabunny()
  const { FlacOutputFormat } = await mediabunny
  return createMediaFile(path, format, tags, {
    output: new FlacOutputFormat(),
    encoding: { codec: 'flac' },
    complete: () => Promise.resolve(),
  })
}

interface MediaKind {
  readonly output: OutputFormat
  readonly encoding: AudioEncodingConfig
  /** Makes the final changes to the bytes of the file. */
  readonly complete: (file: OutputFile, length: number, sampleCount: number) => Promise<void>
}

async function createMediaFile(
  path: string,
  { sampleRate, channels }: SinkFormat,
  tags: FileTags,
  { output: outputFormat, encoding, complete }: MediaKind,
): Promise<AudioSink> {
  mediabunny ??= loadMediabunny()
  const { AudioSample, AudioSampleSource, Output, StreamTarget } = await mediabunny
  const file = await createOutputFile(path)
  let length = 0
  const writable = new WritableStream<StreamTargetChunk>({
    async write({ data, position }) {
      await file.patch(position, data)
      length = Math.max(length, position + data.length)
    },
  })
  const output = new Output({
    format: outputFormat,
    target: new StreamTarget(writable, { chunked: true, chunkSize: 1 << 20 }),
  })
  const source = new AudioSampleSource(encoding)
  const code = languageCode(tags.language)
  output.addAudioTrack(source, code === null ? {} : { languageCode: code })
  output.setMetadataTags(metadataOf(tags, encoding.codec === 'flac'))
  await output.start()
  const stepLength = STEP_SECONDS * sampleRate
  let [sampleCount, queuedCount] = [0, 0]
  let queued: Planes[] = []

  async function flush(): Promise<void> {
    if (queuedCount === 0) return
    const data = new Float32Array(queuedCount * channels)
    let at = 0
    for (const planes of queued) {
      for (const [channel, plane] of planes.entries()) data.set(plane, channel * queuedCount + at)
      at += planes[0].length
    }
    const timestamp = sampleCount / sampleRate
    const sample = new AudioSample({
      data,
      format: 'f32-planar',
      numberOfChannels: channels,
      sampleRate,
      timestamp,
    })
    sampleCount += queuedCount
    queued = []
    queuedCount = 0
    await source.add(sample)
    sample.close()
  }

  return {
    async write(planes) {
      queued.push(planes)
      queuedCount += planes[0].length
      if (queuedCount >= stepLength) await flush()
    },
    async finish() {
      await flush()
      await output.finalize()
      await complete(file, length, sampleCount)
      await file.finish()
    },
    async abort() {
      await output.cancel().catch(() => undefined) // the file is removed even if cancelling fails
      await file.abort()
    },
  }
}

function metadataOf(tags: FileTags, isFlac: boolean): MetadataTags {
  const { title, artist, album, year, genre, track, cover } = tags
  const raw = isFlac ? bookComments(tags) : textItems(tags)
  return {
    ...(title !== '' && { title }),
    ...(artist !== '' && { artist }),
    ...(album !== '' && { album }),
    ...(year !== '' && { date: new Date(Date.UTC(Number(year), 0, 1)) }),
    genre,
    ...(track !== null && { trackNumber: track.number, tracksTotal: track.of }),
    ...(cover !== null && {
      images: [{ data: cover.bytes.slice(), mimeType: cover.mimeType, kind: 'coverFront' as const }],
    }),
    raw: Object.fromEntries(raw),
  }
}

/** The movie box at the end of a file. */
async function findMovie(file: OutputFile, length: number): Promise<{ offset: number; bytes: Uint8Array }> {
  for (let offset = 0; offset < length;) {
    const { type, size } = readHead(await file.read(offset, 16))
    if (type === 'moov') return { offset, bytes: await file.read(offset, size) }
    if (size < 8) break
    offset += size
  }
  throw new Error('The file has no movie box')
}
