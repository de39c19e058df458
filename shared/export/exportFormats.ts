/** The audio formats of exports. The dialog, the terminal and the writers all use this table. */

interface ExportFormat {
  /** With a dot; the first is the default. */
  readonly extensions: readonly [string, ...string[]]
  readonly mimeType: string
  /** The available qualities, the default first: kbit/s of a constant bit rate, `v2` and the like for LAME's variable bit rates, or bits per sample. */
  readonly qualities: readonly [string, ...string[]]
  /** The available sample rates, ascending. */
  readonly rates: readonly number[]
  /** The features of the format besides audio. */
  readonly hasTags: boolean
  readonly hasChapters: boolean
  /** Bytes per second of speech: exact for a constant bit rate and uncompressed audio, otherwise measured with the built-in voice. */
  readonly bytesPerSecond: (quality: string, sampleRate: number, channels: number) => number
}

const bytesAt = (kbps: number) => (kbps * 1000) / 8
/** LAME's bit rate for speech, in kbit/s: a constant part, and a part for each kHz of the sample rate. */
const VARIABLE_KBPS: Readonly<Record<string, readonly [kbps: number, perKilohertz: number]>> = {
  v0: [52, 1.3],
  v2: [42, 1.07],
  v4: [39, 0.85],
}

function mp3Kbps(quality: string, sampleRate: number): number {
  const [kbps, perKilohertz] = VARIABLE_KBPS[quality] ?? [Number(quality), 0]
  return kbps + (perKilohertz * sampleRate) / 1000
}

/** The AAC encoder uses only the bit rate that it needs, which can be less than the requested one at a low sample rate. */
function aacKbps(quality: string, sampleRate: number, channels: number): number {
  const mostKbps = 41 + (2.12 * sampleRate) / 1000
  return channels === 1
    ? Math.min(5 + 0.95 * Number(quality), mostKbps)
    : Math.min(0.9 * Number(quality), 1.25 * mostKbps)
}

const EXPORT_FORMATS = {
  mp3: {
    extensions: ['.mp3'],
    mimeType: 'audio/mpeg',
    qualities: ['128', '64', '96', '192', '256', '320', 'v0', 'v2', 'v4'],
    rates: [22_050, 24_000, 32_000, 44_100, 48_000],
    hasTags: true,
    hasChapters: true,
    bytesPerSecond: (quality, rate) => bytesAt(mp3Kbps(quality, rate)),
  },
  m4b: {
    extensions: ['.m4b', '.m4a'],
    mimeType: 'audio/mp4',
    qualities: ['64', '96', '128', '192'],
    rates: [22_050, 24_000, 32_000, 44_100, 48_000],
    hasTags: true,
    hasChapters: true,
    bytesPerSecond: (quality, rate, channels) => bytesAt(aacKbps(quality, rate, channels)),
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
    bytesPerSecond: (_quality, rate) => bytesAt(180 + (5.8 * rate) / 1000),
  },
  opus: {
    extensions: ['.opus', '.ogg'],
    mimeType: 'audio/ogg',
    qualities: ['48', '32', '64', '96', '128'],
    rates: [48_000],
    hasTags: true,
    hasChapters: true,
    bytesPerSecond: (quality) => bytesAt(0.92 * Number(quality)),
  },
} as const satisfies Readonly<Record<string, ExportFormat>>

export type ExportFormatName = keyof typeof EXPORT_FORMATS
/** In the order in which they are offered. */
export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as ExportFormatName[] // the keys of the table

/** The table's entry of a format. */
export const exportFormat = (name: ExportFormatName): ExportFormat => EXPORT_FORMATS[name]

/** The format of a file by its name; undefined if no story can be exported to it. */
export function exportFormatOf(fileName: string): ExportFormatName | undefined {
  const name = fileName.toLowerCase()
  return EXPORT_FORMAT_NAMES.find((each) =>
    exportFormat(each).extensions.some((extension) => name.endsWith(extension)),
  )
}

/** The sample rate of a file for audio of a rate: the chosen one, or the lowest that preserves the audio. */
export function rateFor(format: ExportFormatName, chosen: number | null, audioRate: number): number {
  if (chosen !== null) return chosen
  const { rates } = exportFormat(format)
  // WAV supports any rate.
  if (format === 'wav') return audioRate
  return rates.find((rate) => rate >= audioRate) ?? rates.at(-1) ?? audioRate
}

/** The text formats of exports. */
export const TEXT_FORMATS = ['md', 'html', 'fountain', 'fdx', 'csv', 'request', 'json'] as const
export type TextFormat = (typeof TEXT_FORMATS)[number]

/** Only in the terminal: the table of characters and voices. */
export const CAST_FORMAT = 'cast'
/** Only in the terminal, because the window has it beside the list of notes: the table of notes and marks. */
export const NOTES_FORMAT = 'notes'
/** Only in the terminal: a line per block, exactly as its voice gets the words. */
export const SPOKEN_FORMAT = 'spoken'

/** The file purpose of each format. */
export const TEXT_PURPOSES = {
  md: 'export-md',
  html: 'export-html',
  fountain: 'export-fountain',
  fdx: 'export-fdx',
  csv: 'export-csv',
  request: 'export-json',
  json: 'export-json',
} as const satisfies Record<TextFormat, string>
