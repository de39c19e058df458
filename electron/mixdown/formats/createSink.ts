import type { ExportFormatName } from '../../../shared/export/exportFormats.ts'
import { createMp3File } from '../../lib/audio/mp3.ts'
import { createSegmentedMp3File } from '../../lib/audio/mp3Segments.ts'
import type { Mp3Segment } from '../../lib/audio/mp3Segments.ts'
import { kbpsChoices } from '../../lib/audio/mp3Frame.ts'
import { planesToMono } from '../../lib/audio/pcm.ts'
import { createWavFile } from '../../lib/audio/wav.ts'
import { id3TagOf } from '../id3Tag.ts'
import type { AudioSink, FileTags, SinkFormat } from './audioSink.ts'
import { createFlacFile, createM4bFile } from './mediaFile.ts'
import { createOpusFile } from './opusFile.ts'

export interface SinkOptions {
  readonly path: string
  readonly format: ExportFormatName
  /** One of the format's qualities (`EXPORT_FORMATS`). */
  readonly quality: string
  readonly sound: SinkFormat
  readonly tags: FileTags
  /** Makes frames of MP3 in another thread. */
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

/** The constant bit rate of an MP3 file in kbit/s, which lower sample rates limit; null if it varies. */
export function mp3Kbps(quality: string, sampleRate: number): number | null {
  if (quality.startsWith('v')) return null
  return kbpsChoices(sampleRate).findLast((choice) => choice <= Number(quality)) ?? Number(quality)
}

/** Mono at a constant bit rate is encoded by several threads, as speech mostly is; the rest by this one. */
async function createMp3Sink({ path, quality, sound, tags, encode }: SinkOptions): Promise<AudioSink> {
  const tag = id3TagOf(tags)
  const { sampleRate, channels } = sound
  const kbps = mp3Kbps(quality, sampleRate)
  const rate = kbps === null ? { quality: Number(quality.slice(1)) } : { kbps }
  if (kbps === null || channels === 2) return untimed(await createMp3File(path, { ...sound, rate }, tag))
  const file = await createSegmentedMp3File(path, { sampleRate, kbps }, encode, tag)
  return untimed({ ...file, write: (planes) => file.write(planesToMono(planes)) })
}

/** A file whose writer knows its length in the end. */
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
