/** The arguments that say how a story is exported. Only the values are read that the writer typed: all else is the preset's. */
import { CAPTION_FORMAT_NAMES, type CaptionFormatName } from '../../../shared/captions/captionFormats.ts'
import { EXPORT_FORMAT_NAMES, exportFormat, exportFormatOf } from '../../../shared/export/exportFormats.ts'
import {
  EXPORT_PRESETS,
  EXPORT_PRESET_NAMES,
  exportSettingsSchema,
  LEAST_EXPORT_SPEED,
  LEAST_SAMPLE_MINUTES,
  MAX_TAG,
  MAX_WORDING,
  MOST_EXPORT_SPEED,
  MOST_SAMPLE_MINUTES,
  RETAIL_SAMPLE,
  SPLITS,
  USUAL_NAMES,
  withFormat,
  writesFolder,
  type ExportSettings,
} from '../../../shared/export/exportSettings.ts'
import type { Values } from './options.ts'

/** Thrown in this file only: what is wrong, in a sentence. */
class WrongChoice extends Error {}

/** How the story is written to `out`, or a sentence that says what is wrong. */
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
      `“${out}” must end in ${EXPORT_FORMAT_NAMES.map((name) => exportFormat(name).extensions[0]).join(', ')}.`,
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
    names: values.names ?? (split === base.split ? base.names : USUAL_NAMES[split]),
    stems,
    music: values['no-music'] !== true,
    speed: number('playback-speed', values['playback-speed'] ?? '1', LEAST_EXPORT_SPEED, MOST_EXPORT_SPEED),
    sample: sampleIn(values, base, split),
    credits: creditsIn(values, base),
    manifest: manifest || split === 'block',
    tags: tagsIn(values),
  }
}

/** The value for what keeps the rate and the channels of the takes. */
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
    peakDb: peak === undefined ? base.peakDb : peak === NONE ? null : number('peak', peak, -20, 0),
    roomTone: roomToneIn(head, tail, base.roomTone),
  }
}

function loudnessIn(typed: string): ExportSettings['loudness'] {
  if (typed === NONE) return { kind: 'none' }
  const [, target = '', kind = ''] = /^(-?\d+(?:\.\d+)?) ?(LUFS|RMS)$/i.exec(typed) ?? []
  const parsed = exportSettingsSchema.shape.loudness.safeParse({
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
  const ms = (name: string, seconds: string | undefined, otherwise: number) =>
    seconds === undefined ? otherwise : Math.round(number(name, seconds, 0, 10) * 1000)
  return { headMs: ms('head', head, usual.headMs), tailMs: ms('tail', tail, usual.tailMs) }
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
  return {
    ...usual,
    minutes: number('sample-minutes', minutes, LEAST_SAMPLE_MINUTES, MOST_SAMPLE_MINUTES),
  }
}

function creditsIn(values: Values, { credits: ofPreset }: ExportSettings): ExportSettings['credits'] {
  const { 'opening-credits': opening, 'closing-credits': closing, credits, chapter, blocks } = values
  const isWanted = credits === true || opening !== undefined || closing !== undefined
  if (values['no-credits'] === true) {
    if (isWanted) throw new WrongChoice('--no-credits does not go with credits.')
    return null
  }
  if (isWanted && (chapter !== undefined || blocks !== undefined))
    throw new WrongChoice('Credits belong to the whole story: they do not go with --chapter or --blocks.')
  for (const [name, wording] of [
    ['opening-credits', opening],
    ['closing-credits', closing],
  ] as const)
    if ((wording?.length ?? 0) > MAX_WORDING)
      throw new WrongChoice(`--${name} takes at most ${MAX_WORDING} characters.`)
  if (credits === true || ofPreset !== null) return { opening: opening ?? null, closing: closing ?? null }
  // Beside a preset without credits only what is typed is said.
  return isWanted ? { opening: opening ?? '', closing: closing ?? '' } : null
}

function tagsIn(values: Values): ExportSettings['tags'] {
  const { title = '', author = '', 'read-by': readBy = '', year = '' } = values
  for (const [name, tag] of Object.entries({ title, author, 'read-by': readBy }))
    if (tag.length > MAX_TAG) throw new WrongChoice(`--${name} takes at most ${MAX_TAG} characters.`)
  if (!exportSettingsSchema.shape.tags.shape.year.safeParse(year).success)
    throw new WrongChoice(`--year takes four digits, not “${year}”.`)
  return { title, author, readBy, year }
}

const CHAPTERS: readonly CaptionFormatName[] = ['youtube', 'podcast']

/** What is written beside the audio. */
function captionsIn({ captions, chapters = false }: Values): readonly CaptionFormatName[] {
  const names = captions === undefined ? [] : captions.split(',')
  const wrongName = names.find((name) => !CAPTION_FORMAT_NAMES.some((known) => known === name))
  if (wrongName !== undefined)
    throw new WrongChoice(`There are no captions “${wrongName}”: ${CAPTION_FORMAT_NAMES.join(', ')}.`)
  return CAPTION_FORMAT_NAMES.filter((name) => names.includes(name) || (chapters && CHAPTERS.includes(name)))
}

function number(option: string, typed: string, least: number, most: number): number {
  const value = typed.trim() === '' ? NaN : Number(typed)
  if (value >= least && value <= most) return value
  throw new WrongChoice(`--${option} takes ${least} to ${most}, not “${typed}”.`)
}

function choice<Name extends string>(option: string, typed: string, names: readonly Name[]): Name {
  const known = names.find((name) => name === typed)
  if (known !== undefined) return known
  throw new WrongChoice(`--${option} takes ${names.join(', ')}, not “${typed}”.`)
}
