/** The formats of audio that a story can be exported in. The dialog, the terminal and the writers all read this table. */

interface ExportFormat {
  /** With its dot; the first is the usual one. */
  readonly extensions: readonly [string, ...string[]]
  readonly mimeType: string
  /**
   * What can be chosen, the usual choice first: kbit/s of a constant bit rate, `v2` and the like for LAME's qualities of a variable
   * bit rate, or bits of a sample.
   */
  readonly qualities: readonly [string, ...string[]]
  /** Samples per second that can be chosen, ascending. */
  readonly rates: readonly number[]
  /** What a file can hold beside the audio. */
  readonly hasTags: boolean
  readonly hasChapters: boolean
  /** Bytes of a second where that is known beforehand: for one channel. */
  readonly bytesPerSecond: (quality: string, sampleRate: number, channels: number) => number
}

const compressed = (quality: string) => (Number(quality) * 1000) / 8
/** Roughly what LAME needs for speech. */
const VARIABLE_BYTES: Readonly<Record<string, number>> = { v0: 16_000, v2: 12_500, v4: 9_000 }

export const EXPORT_FORMATS = {
  mp3: {
    extensions: ['.mp3'],
    mimeType: 'audio/mpeg',
    qualities: ['128', '64', '96', '192', '256', '320', 'v0', 'v2', 'v4'],
    rates: [22_050, 24_000, 32_000, 44_100, 48_000],
    hasTags: true,
    hasChapters: true,
    bytesPerSecond: (quality) => VARIABLE_BYTES[quality] ?? compressed(quality),
  },
  m4b: {
    extensions: ['.m4b', '.m4a'],
    mimeType: 'audio/mp4',
    qualities: ['64', '96', '128', '192'],
    rates: [22_050, 24_000, 32_000, 44_100, 48_000],
    hasTags: true,
    hasChapters: true,
    bytesPerSecond: compressed,
  },
  wav: {
    extensions: ['.wav'],
    mimeType: 'audio/wav',
    qualities: ['16', '24'],
    rates: [16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000],
    hasTags: false,
    hasChapters: false,
    bytesPerSecond: (quality, rate, channels) => (Number(quality) / 8) * rate * channels,
  },
  flac: {
    extensions: ['.flac'],
    mimeType: 'audio/flac',
    qualities: ['16'],
    rates: [16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000],
    hasTags: true,
    hasChapters: true,
    bytesPerSecond: (_quality, rate, channels) => rate * channels,
  },
  opus: {
    extensions: ['.opus', '.ogg'],
    mimeType: 'audio/ogg',
    qualities: ['48', '32', '64', '96', '128'],
    rates: [48_000],
    hasTags: true,
    hasChapters: true,
    bytesPerSecond: compressed,
  },
} as const satisfies Readonly<Record<string, ExportFormat>>

export type ExportFormatName = keyof typeof EXPORT_FORMATS
/** In the order in which they are offered. */
export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormatName[] // the keys of the table

/** What the table says of a format. */
export const exportFormat = (name: ExportFormatName): ExportFormat => EXPORT_FORMATS[name]

/** The format of a file by its name; undefined for one that no story can be exported to. */
export function exportFormatOf(fileName: string): ExportFormatName | undefined {
  const name = fileName.toLowerCase()
  return EXPORT_FORMAT_NAMES.find((each) =>
    exportFormat(each).extensions.some((extension) => name.endsWith(extension)),
  )
}

/** The rate of a file for audio of a rate: the one that was chosen, or the lowest that holds all of it. */
export function rateFor(format: ExportFormatName, chosen: number | null, audioRate: number): number {
  if (chosen !== null) return chosen
  const { rates } = exportFormat(format)
  // WAV holds any rate.
  if (format === 'wav') return audioRate
  return rates.find((rate) => rate >= audioRate) ?? rates.at(-1) ?? audioRate
}
