/** The export settings that the command line defines. Everything else comes from the preset. */
import type * as z from 'zod'
import { CAPTION_FORMAT_NAMES, type CaptionFormatName } from '../../../shared/captions/captionFormats.ts'
import { EXPORT_FORMAT_NAMES, exportFormat, exportFormatOf } from '../../../shared/export/exportFormats.ts'
import {
  EXPORT_PRESETS,
  EXPORT_PRESET_NAMES,
  exportSettingsSchema,
  RETAIL_SAMPLE,
  SPLITS,
  USUAL_NAMES,
  withFormat,
  writesFolder,
  type ExportSettings,
} from '../../../shared/export/exportSettings.ts'
import type { Values } from './options.ts'

/** Thrown and caught in this file; its message is a sentence. */
class WrongChoice extends Error {}

const { peakDb, speed, names, roomTone, sample, credits, loudness, tags } = exportSettingsSchema.shape
const FIELDS = {
  names,
  speed: speed.unwrap(),
  peak: peakDb.unwrap(),
  roomTone: roomTone.unwrap().shape,
  minutes: sample.unwrap().unwrap().shape.minutes,
  credits: credits.unwrap().unwrap().shape,
  loudness,
  tags: tags.shape,
}

/** The export settings for a story written to `out`, or a sentence that says what is wrong. */
export function parseExportChoices(out: string, values: Values): ExportSettings | string {
  try {
    return exportChoices(out, values)
  } catch (error) {
    if (error instanceof WrongChoice) return error.message
    throw error
  }
}

function exportChoices(out: string, values: Values): ExportSettings {
  const base: ExportSettings = EXPORT_PRESETS[choice('preset', values.preset ?? 'none', EXPORT_PRESET_NAMES)]
  const split = choice('split', values.split ?? base.split, SPLITS)
  const stems = values.stems ?? base.stems
  const manifest = values.manifest ?? base.manifest
  const isFolder = writesFolder({ ...base, split, stems, manifest })
  const ofName = exportFormatOf(out)
  if (!isFolder && ofName === undefined)
    throw new WrongChoice(
      `“${out}” must end in ${EXPORT_FORMAT_NAMES.flatMap((name) => exportFormat(name).extensions).join(', ')}.`,
    )
  if (isFolder && ofName !== undefined)
    throw new WrongChoice(
      `There are several files: “${out}” must be a folder for them, without ${exportFormat(ofName).extensions[0]} at its end.`,
    )
  const format = choice('format', values.format ?? ofName ?? base.format, EXPORT_FORMAT_NAMES)
  if (ofName !== undefined && ofName !== format)
    throw new WrongChoice(`“${out}” does not end as ${format.toUpperCase()} files do.`)
  const settings = withFormat(base, format)
  return {
    ...settings,
    quality: choice('quality', values.quality ?? settings.quality, exportFormat(format).qualities),
    ...soundIn(values, settings),
    split,
    captions: captionsIn(values),
    chapters: values['no-chapter-marks'] === true ? false : base.chapters,
    names:
      text('names', values.names, FIELDS.names) ?? (split === base.split ? base.names : USUAL_NAMES[split]),
    stems,
    music: values['no-music'] !== true,
    speed: number('playback-speed', values['playback-speed'] ?? '1', FIELDS.speed),
    sample: sampleIn(values, base, split),
    credits: creditsIn(values, base),
    manifest: manifest || split === 'block',
    tags: tagsIn(values),
  }
}

/** The value of an option that keeps the sample rate or the channels of the takes. */
const AS_TAKES = 'takes'
const NONE = 'none'
const NO_ROOM_TONE = '--head none and --tail none keep the silence of the story: they go without a length.'

type Sound = Pick<ExportSettings, 'sampleRate' | 'channels' | 'loudness' | 'peakDb' | 'roomTone'>

function soundIn(values: Values, base: ExportSettings): Sound {
  const { 'sample-rate': rate, channels, loudness, peak, head, tail } = values
  const rates = exportFormat(base.format).rates.map(String)
  const typedRate = rate === undefined ? null : choice('sample-rate', rate, [AS_TAKES, ...rates])
  const typedChannels = channels === undefined ? null : choice('channels', channels, ['1', '2', AS_TAKES])
  return {
    sampleRate: typedRate === null ? base.sampleRate : typedRate === AS_TAKES ? null : Number(typedRate),
    channels:
      typedChannels === null ? base.channels : typedChannels === '1' ? 1 : typedChannels === '2' ? 2 : null,
    loudness: loudness === undefined ? base.loudness : loudnessIn(loudness),
    peakDb: peak === undefined ? base.peakDb : peak === NONE ? null : number('peak', peak, FIELDS.peak),
    roomTone: roomToneIn(head, tail, base.roomTone),
  }
}

function loudnessIn(typed: string): ExportSettings['loudness'] {
  if (typed === NONE) return { kind: 'none' }
  const [, target = '', kind = ''] = /^(-?\d+(?:\.\d+)?) ?(LUFS|RMS)$/i.exec(typed) ?? []
  const parsed = FIELDS.loudness.safeParse({
    kind: kind.toLowerCase(),
    target: Number(target),
  })
  if (parsed.success) return parsed.data
  throw new WrongChoice(`--loudness takes none, or -40 to -8 with LUFS or RMS, as -16LUFS, not “${typed}”.`)
}

function roomToneIn(
  head: string | undefined,
  tail: string | undefined,
  base: ExportSettings['roomTone'],
): ExportSettings['roomTone'] {
  const typed = [head, tail].filter((each) => each !== undefined)
  if (typed.length === 0) return base
  if (typed.includes(NONE)) {
    if (typed.some((each) => each !== NONE)) throw new WrongChoice(NO_ROOM_TONE)
    return null
  }
  const usual = base ?? EXPORT_PRESETS.audiobook.roomTone
  const ms = (name: 'head' | 'tail', seconds: string | undefined) =>
    seconds === undefined
      ? usual[`${name}Ms`]
      : Math.round(number(name, seconds, FIELDS.roomTone[`${name}Ms`], 1000) * 1000)
  return { headMs: ms('head', head), tailMs: ms('tail', tail) }
}

function sampleIn(
  values: Values,
  { sample }: ExportSettings,
  split: ExportSettings['split'],
): ExportSettings['sample'] {
  const { 'no-sample': hasNone, 'sample-from': from, 'sample-minutes': minutes } = values
  const option = from !== undefined ? '--sample-from' : minutes !== undefined ? '--sample-minutes' : null
  if (option === null) return hasNone === true ? null : sample
  if (hasNone === true) throw new WrongChoice(`${option} does not go with --no-sample.`)
  if (split !== 'chapter')
    throw new WrongChoice(`${option} goes with files of chapters: --split chapter, or --preset audiobook.`)
  const usual = sample ?? RETAIL_SAMPLE
  if (minutes === undefined) return usual
  return { ...usual, minutes: number('sample-minutes', minutes, FIELDS.minutes) }
}

function creditsIn(values: Values, { credits: ofPreset }: ExportSettings): ExportSettings['credits'] {
  const { credits, chapter, blocks } = values
  const opening = text('opening-credits', values['opening-credits'], FIELDS.credits.opening.unwrap())
  const closing = text('closing-credits', values['closing-credits'], FIELDS.credits.closing.unwrap())
  const isWanted = credits === true || opening !== undefined || closing !== undefined
  if (values['no-credits'] === true) {
    if (isWanted) throw new WrongChoice('--no-credits does not go with credits.')
    return null
  }
  if (isWanted && (chapter !== undefined || blocks !== undefined))
    throw new WrongChoice('Credits belong to the whole story: they do not go with --chapter or --blocks.')
  if (credits === true || ofPreset !== null) return { opening: opening ?? null, closing: closing ?? null }
  // If the preset has no credits, only typed texts are spoken.
  return isWanted ? { opening: opening ?? '', closing: closing ?? '' } : null
}

function tagsIn(values: Values): ExportSettings['tags'] {
  const { title, author, readBy, year: fourDigits } = FIELDS.tags
  const { year = '' } = values
  if (!fourDigits.safeParse(year).success) throw new WrongChoice(`--year takes four digits, not “${year}”.`)
  return {
    title: text('title', values.title, title) ?? '',
    author: text('author', values.author, author) ?? '',
    readBy: text('read-by', values['read-by'], readBy) ?? '',
    year,
  }
}

const CHAPTERS: readonly CaptionFormatName[] = ['youtube', 'podcast']

/** The caption files to write beside the audio. */
function captionsIn({ captions, chapters = false }: Values): readonly CaptionFormatName[] {
  const names = captions === undefined ? [] : captions.split(',')
  const wrongName = names.find((name) => !CAPTION_FORMAT_NAMES.some((known) => known === name))
  if (wrongName !== undefined)
    throw new WrongChoice(`There are no captions “${wrongName}”: ${CAPTION_FORMAT_NAMES.join(', ')}.`)
  return CAPTION_FORMAT_NAMES.filter((name) => names.includes(name) || (chapters && CHAPTERS.includes(name)))
}

/** A typed number, within the limits of `field`. `parts` is the number of units of `field` in the typed unit. */
function number(option: string, typed: string, field: z.ZodNumber, parts = 1): number {
  const value = typed.trim() === '' ? NaN : Number(typed)
  const [least, most] = [(field.minValue ?? -Infinity) / parts, (field.maxValue ?? Infinity) / parts]
  if (value >= least && value <= most) return value
  throw new WrongChoice(`--${option} takes ${least} to ${most}, not “${typed}”.`)
}

/** A typed text, if it is not longer than `field` allows; undefined if none was typed. */
function text(option: string, typed: string | undefined, field: z.ZodString): string | undefined {
  if (typed === undefined || field.safeParse(typed).success) return typed
  throw new WrongChoice(`--${option} takes at most ${field.maxLength ?? 0} characters.`)
}

function choice<Name extends string>(option: string, typed: string, names: readonly Name[]): Name {
  const known = names.find((name) => name === typed)
  if (known !== undefined) return known
  throw new WrongChoice(`--${option} takes ${names.join(', ')}, not “${typed}”.`)
}
