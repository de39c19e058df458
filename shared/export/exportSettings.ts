/** The settings of an export, for the dialog and the terminal, their presets, and those of each story's last export. */
import * as z from 'zod'
import { CAPTION_FORMAT_NAMES } from '../captions/captionFormats.ts'
import { blockIdSchema } from '../story/records.ts'
import { EXPORT_FORMAT_NAMES, exportFormat, type ExportFormatName, rateFor } from './exportFormats.ts'

export const SPLITS = ['story', 'chapter', 'block'] as const
export type Split = (typeof SPLITS)[number]

const tag = z.string().max(200)

/** The range of the playback speed: beyond it, speech with its pitch kept sounds distorted. */
export const LEAST_EXPORT_SPEED = 0.5
export const MOST_EXPORT_SPEED = 2
/** The range of a retail sample's length, in minutes. */
export const LEAST_SAMPLE_MINUTES = 1
export const MOST_SAMPLE_MINUTES = 5
/** The longest wording of credits, in characters. */
export const MAX_WORDING = 500

export const exportSettingsSchema = z.strictObject({
  format: z.enum(EXPORT_FORMAT_NAMES),
  /** One of the format's qualities. */
  quality: z.string().max(8),
  /** Samples per second; null for those of the takes. */
  sampleRate: z.int().min(8000).max(192_000).nullable(),
  /** Null for stereo if any take is stereo, otherwise mono. */
  channels: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** The target loudness of each file, to which its voices are matched: LUFS by EBU R 128, or the RMS level in dB. */
  loudness: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('lufs'), target: z.number().min(-40).max(-8) }),
    z.strictObject({ kind: z.literal('rms'), target: z.number().min(-40).max(-8) }),
  ]),
  /** The highest true peak in dB; null for no limit. */
  peakDb: z.number().min(-20).max(0).nullable(),
  /** Room tone before the first and after the last words of each file, in place of the timeline's silence; null keeps that. */
  roomTone: z
    .strictObject({ headMs: z.int().min(0).max(10_000), tailMs: z.int().min(0).max(10_000) })
    .nullable(),
  split: z.enum(SPLITS),
  /** The pattern of the files' names; see `fileNames.ts`. */
  names: z.string().max(300),
  captions: z.array(z.enum(CAPTION_FORMAT_NAMES)).max(CAPTION_FORMAT_NAMES.length).readonly(),
  /** Chapter marks in the files. */
  chapters: z.boolean(),
  /** A list of the files as CSV. */
  manifest: z.boolean(),
  /** An additional file for each character, as long as the story, with only that voice. */
  stems: z.boolean(),
  /** Whether the story's music is included. Presets from before there was music include it. */
  music: z.boolean().default(true),
  /** The playback speed of everything, without changing the pitch: 0.8 is slower. Needs no new takes. */
  speed: z.number().min(LEAST_EXPORT_SPEED).max(MOST_EXPORT_SPEED).default(1),
  /** An additional file with a part of the story for shops: from a block, or from the first words of the first chapter, for about this many minutes. */
  sample: z
    .strictObject({
      blockId: blockIdSchema.nullable(),
      minutes: z.number().min(LEAST_SAMPLE_MINUTES).max(MOST_SAMPLE_MINUTES),
    })
    .nullable()
    .default(null),
  /** The wordings of the credits spoken before and after the whole story, null for the default wording; null for no credits. */
  credits: z
    .strictObject({
      opening: z.string().max(MAX_WORDING).nullable(),
      closing: z.string().max(MAX_WORDING).nullable(),
    })
    .nullable()
    .default(null),
  tags: z.strictObject({
    title: tag,
    author: tag,
    /** The name of the reader. */
    readBy: tag,
    /** Four digits, or empty. */
    year: z.string().regex(/^(?:\d{4})?$/),
  }),
})
export type ExportSettings = z.infer<typeof exportSettingsSchema>

const NO_TAGS = { title: '', author: '', readBy: '', year: '' } as const

/** The default: the sound unchanged, in one file. */
const AS_IT_IS: ExportSettings = {
  format: 'mp3',
  quality: '128',
  sampleRate: null,
  channels: null,
  loudness: { kind: 'none' },
  peakDb: null,
  roomTone: null,
  split: 'story',
  names: '{title}',
  captions: [],
  chapters: true,
  manifest: false,
  stems: false,
  music: true,
  speed: 1,
  sample: null,
  credits: null,
  tags: NO_TAGS,
}

/** The default retail sample. */
export const RETAIL_SAMPLE = { blockId: null, minutes: 3 } as const

/** The requirements of shops, podcast hosts, broadcasters and game engines. Only settings that differ from the default are listed. */
export const EXPORT_PRESETS = {
  /** https://help.acx.com/s/article/what-are-the-acx-audio-submission-requirements */
  audiobook: {
    ...AS_IT_IS,
    quality: '192',
    sampleRate: 44_100,
    channels: 1,
    loudness: { kind: 'rms', target: -20 },
    peakDb: -3,
    roomTone: { headMs: 700, tailMs: 2000 },
    split: 'chapter',
    names: '{n:02} {chapter}',
    sample: RETAIL_SAMPLE,
    credits: { opening: null, closing: null },
  },
  /** https://podcasters.apple.com/support/893-audio-requirements */
  podcast: {
    ...AS_IT_IS,
    sampleRate: 44_100,
    loudness: { kind: 'lufs', target: -16 },
    peakDb: -1,
  },
  /** https://tech.ebu.ch/docs/r/r128.pdf */
  broadcast: {
    ...AS_IT_IS,
    format: 'wav',
    quality: '24',
    sampleRate: 48_000,
    loudness: { kind: 'lufs', target: -23 },
    peakDb: -1,
  },
  game: {
    ...AS_IT_IS,
    format: 'wav',
    quality: '16',
    split: 'block',
    names: '{n:04}_{character}_{name}',
    manifest: true,
  },
  none: AS_IT_IS,
} as const satisfies Readonly<Record<string, ExportSettings>>

export type ExportPreset = keyof typeof EXPORT_PRESETS
export const EXPORT_PRESET_NAMES = Object.keys(EXPORT_PRESETS) as ExportPreset[] // the keys of the table

/** A preset that the writer saved under a name. */
export const ownPresetSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  settings: exportSettingsSchema,
})

/** The default patterns of file names. */
export const USUAL_NAMES: Readonly<Record<Split, string>> = {
  story: EXPORT_PRESETS.none.names,
  chapter: EXPORT_PRESETS.audiobook.names,
  block: EXPORT_PRESETS.game.names,
}

/**
 * The preset with these settings, ignoring tags, captions, the wording of credits and the start of the sample, which presets leave alone;
 * undefined if anything else was changed.
 */
export function presetOf(settings: ExportSettings): ExportPreset | undefined {
  const sound = (each: ExportSettings) =>
    JSON.stringify({
      ...withoutSamplePlace(each),
      ...{ tags: null, captions: null, credits: each.credits !== null },
    })
  return EXPORT_PRESET_NAMES.find((name) => sound({ ...EXPORT_PRESETS[name] }) === sound(settings))
}

/** The settings with the default start of the sample, because another start belongs to one story. */
export function withoutSamplePlace(settings: ExportSettings): ExportSettings {
  const { sample } = settings
  return sample === null ? settings : { ...settings, sample: { ...sample, blockId: null } }
}

/** The same settings in another format, with a quality and a sample rate that the format supports. */
export function withFormat(settings: ExportSettings, format: ExportFormatName): ExportSettings {
  const { qualities, rates } = exportFormat(format)
  const { sampleRate, quality } = settings
  return {
    ...settings,
    format,
    quality: qualities.includes(quality) ? quality : qualities[0],
    sampleRate: sampleRate === null || rates.includes(sampleRate) ? sampleRate : (rates.at(-1) ?? null),
  }
}

/** Whether an export writes a folder, because it may consist of several files. */
export function writesFolder({ split, stems, manifest }: ExportSettings): boolean {
  return split !== 'story' || stems || manifest
}

/** The sample rate assumed for unknown takes: that of the built-in voice. */
const TAKE_RATE = 22_050

/** The estimated size of exported audio in bytes; a minimum if its sample rate or channels are unknown. */
export function plannedBytes(
  { format, quality, sampleRate, channels }: ExportSettings,
  durationMs: number,
): number {
  const rate = rateFor(format, sampleRate, TAKE_RATE)
  return Math.round((exportFormat(format).bytesPerSecond(quality, rate, channels ?? 1) * durationMs) / 1000)
}

/** The last export of each story, stored by the app on this computer rather than in the story's file. */
export const storyExportSchema = z.strictObject({
  /** The story's id in the list of recent stories. */
  recentId: z.string().min(1).max(64),
  settings: exportSettingsSchema,
  /** The last finished export; null if there is none. */
  last: z
    .strictObject({
      atMs: z.number(),
      fileCount: z.int().min(1),
      /** The file, or the folder of several files. */
      location: z.string().max(4096),
    })
    .nullable(),
})
export type StoryExport = z.infer<typeof storyExportSchema>

/** The number of stories whose export is stored. */
export const MOST_STORY_EXPORTS = 200

/** The stored export of a story. */
export function storyExportOf(kept: readonly StoryExport[], recentId: string): StoryExport | undefined {
  return kept.find((each) => each.recentId === recentId)
}

/** Stores the settings of a story's export. */
export function withExportSettings(
  kept: readonly StoryExport[],
  recentId: string,
  settings: ExportSettings,
): StoryExport[] {
  return first(kept, { recentId, settings, last: storyExportOf(kept, recentId)?.last ?? null })
}

/** Stores the files of a story's export; returns the same list if the settings are not stored. */
export function withFinishedExport(
  kept: readonly StoryExport[],
  recentId: string,
  last: NonNullable<StoryExport['last']>,
): readonly StoryExport[] {
  const known = storyExportOf(kept, recentId)
  return known === undefined ? kept : first(kept, { ...known, last })
}

function first(kept: readonly StoryExport[], changed: StoryExport): StoryExport[] {
  const others = kept.filter(({ recentId }) => recentId !== changed.recentId)
  return [changed, ...others].slice(0, MOST_STORY_EXPORTS)
}
