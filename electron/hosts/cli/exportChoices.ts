/** The arguments that say how a story is exported. */
import type { CaptionFormatName } from '../../../shared/captions/captionFormats.ts'
import { EXPORT_FORMAT_NAMES, exportFormat, exportFormatOf } from '../../../shared/export/exportFormats.ts'
import {
  EXPORT_PRESETS,
  EXPORT_PRESET_NAMES,
  LEAST_EXPORT_SPEED,
  MOST_EXPORT_SPEED,
  SPLITS,
  USUAL_NAMES,
  withFormat,
  writesFolder,
} from '../../../shared/export/exportSettings.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import { CAPTIONS } from './options.ts'
import type { Values } from './options.ts'

/** How the story is written to `out`, or a sentence that says what is wrong. */
export function parseExportChoices(out: string, values: Values): ExportSettings | string {
  const preset = choice('preset', values.preset ?? 'none', EXPORT_PRESET_NAMES)
  if (!preset.isKnown) return preset.problem
  const base: ExportSettings = EXPORT_PRESETS[preset.value]
  const split = choice('split', values.split ?? base.split, SPLITS)
  if (!split.isKnown) return split.problem
  const isFolder = writesFolder({ ...base, split: split.value, stems: values.stems ?? base.stems })
  const ofName = exportFormatOf(out)
  if (!isFolder && ofName === undefined)
    return `“${out}” must end in ${EXPORT_FORMAT_NAMES.map((name) => exportFormat(name).extensions[0]).join(', ')}.`
  if (isFolder && ofName !== undefined)
    return `There are several files: “${out}” must be a folder for them, without ${exportFormat(ofName).extensions[0]} at its end.`
  const format = choice('format', values.format ?? ofName ?? base.format, EXPORT_FORMAT_NAMES)
  if (!format.isKnown) return format.problem
  if (ofName !== undefined && ofName !== format.value)
    return `“${out}” does not end as ${format.value.toUpperCase()} files do.`
  const settings = withFormat(base, format.value)
  const quality = choice('quality', values.quality ?? settings.quality, exportFormat(format.value).qualities)
  if (!quality.isKnown) return quality.problem
  const speed = Number(values['playback-speed'] ?? 1)
  if (!(speed >= LEAST_EXPORT_SPEED && speed <= MOST_EXPORT_SPEED))
    return `--playback-speed takes ${LEAST_EXPORT_SPEED} to ${MOST_EXPORT_SPEED}, not “${values['playback-speed'] ?? ''}”.`
  const captions = parseCaptions(values)
  if (typeof captions === 'string') return captions
  return {
    ...settings,
    quality: quality.value,
    split: split.value,
    captions,
    names: values.names ?? (split.value === base.split ? base.names : USUAL_NAMES[split.value]),
    stems: values.stems ?? base.stems,
    music: values['no-music'] !== true,
    speed,
    sample: values['no-sample'] === true ? null : base.sample,
    credits: creditsIn(values, base),
    manifest: base.manifest || split.value === 'block',
    tags: { ...base.tags, author: values.author ?? '', readBy: values['read-by'] ?? '' },
  }
}

function creditsIn(values: Values, { credits }: ExportSettings): ExportSettings['credits'] {
  const { 'opening-credits': opening, 'closing-credits': closing } = values
  if (values['no-credits'] === true) return null
  if (credits === null && opening === undefined && closing === undefined) return null
  // Beside a preset without credits only what is given is said.
  const usual = credits ?? { opening: '', closing: '' }
  return { opening: opening ?? usual.opening, closing: closing ?? usual.closing }
}

const CHAPTERS = ['youtube', 'podcast'] as const satisfies readonly CaptionFormatName[]

/** What is written beside the audio, or a sentence that says what is wrong. */
function parseCaptions({ captions, chapters = false }: Values): readonly CaptionFormatName[] | string {
  const names = captions === undefined ? [] : captions.split(',')
  const wrongName = names.find((name) => !CAPTIONS.some((known) => known === name))
  if (wrongName !== undefined) return `There are no captions “${wrongName}”: ${CAPTIONS.join(', ')}.`
  return [...CAPTIONS.filter((known) => names.includes(known)), ...(chapters ? CHAPTERS : [])]
}

type Choice<Name> =
  { readonly isKnown: true; readonly value: Name } | { readonly isKnown: false; readonly problem: string }

function choice<Name extends string>(option: string, typed: string, names: readonly Name[]): Choice<Name> {
  const value = names.find((name) => name === typed)
  if (value !== undefined) return { isKnown: true, value }
  return { isKnown: false, problem: `--${option} takes ${names.join(', ')}, not “${typed}”.` }
}
