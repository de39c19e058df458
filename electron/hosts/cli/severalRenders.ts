/** A command that renders several stories, one after another. */
import { basename, join, resolve } from 'node:path'
import { mkdirSync } from 'node:fs'
import { EXPORT_FORMAT_NAMES, exportFormat } from '../../../shared/export/exportFormats.ts'
import {
  EXPORT_PRESET_NAMES,
  EXPORT_PRESETS,
  SPLITS,
  writesFolder,
} from '../../../shared/export/exportSettings.ts'
import type { Values } from './options.ts'
import type { RenderOrder } from './renderChoice.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Report } from '../../lib/report.ts'
import { toAppError } from '../../lib/files/diskFaults.ts'
import { errorText } from './terminalText.ts'
import { type Outcome, printed } from './renderCommand.ts'

export interface SeveralRenders {
  readonly kind: 'several'
  /** In the order of the arguments. A limit on credits is the same in each, and applies to all together. */
  readonly orders: readonly RenderOrder[]
  /** Created if it is missing; null if no audio file is wanted. */
  readonly outDir: string | null
  readonly isJson: boolean
}

/**
 * The renders of several stories into a folder, or a sentence that states the problem. `parseOne` parses the options of one story; the
 * audio is named after the story.
 */
export function parseSeveralRenders(
  inputs: readonly string[],
  values: Values,
  parseOne: (input: string, values: Values) => RenderOrder | string,
): SeveralRenders | string {
  const { 'out-dir': outDir } = values
  if (values.out !== undefined)
    return 'Several stories go into a folder, with --out-dir in the place of --out.'
  if (outDir === undefined && values.project === undefined && values.plan !== true)
    return 'Say where the audio of several stories is to go, with --out-dir.'
  if (inputs.includes('-')) return 'Standard input is one story, which goes with --out.'
  const ofOne = (['blocks', 'chapter', 'sample-from'] as const).find((name) => values[name] !== undefined)
  if (ofOne !== undefined) return `--${ofOne} belongs to one story.`
  const orders: RenderOrder[] = []
  const namesakes = new Map<string, string>()
  for (const input of inputs) {
    const name = audioName(input, values)
    const other = namesakes.get(name.toLowerCase())
    if (outDir !== undefined && other !== undefined)
      return `“${other}” and “${input}” would both be written to “${name}”.`
    namesakes.set(name.toLowerCase(), input)
    const order = parseOne(input, { ...values, ...(outDir !== undefined && { out: join(outDir, name) }) })
    if (typeof order === 'string') return order
    orders.push(order)
  }
  const isJson = values.json ?? false
  const folder = outDir === undefined || values.plan === true ? null : resolve(outDir)
  return { kind: 'several', orders, outDir: folder, isJson }
}

/** The name of the file or folder for a story's audio. Wrong options are reported when the order is parsed. */
function audioName(input: string, { preset, split, stems, manifest, format }: Values): string {
  const base = EXPORT_PRESETS[EXPORT_PRESET_NAMES.find((name) => name === preset) ?? 'none']
  const chosen = {
    ...base,
    split: SPLITS.find((name) => name === split) ?? base.split,
    stems: stems ?? base.stems,
    manifest: manifest ?? base.manifest,
  }
  const stem = basename(input)
    .replace(/(?<=.)\.[^.]+$/, '')
    .replace(/(?<=.)\.fabula$/, '')
  if (writesFolder(chosen)) return stem
  const known = EXPORT_FORMAT_NAMES.find((name) => name === format) ?? base.format
  return `${stem}${exportFormat(known).extensions[0]}`
}

/**
 * Renders stories one after another, and prints each outcome once it is known; as JSON, a line per story with its `input`, and `error` if
 * it failed. A story that fails does not stop the others. Throws `renders-failed` at the end if any story failed, and the signal's reason
 * if it is aborted.
 */
export async function renderSeveral(
  { orders, outDir, isJson }: SeveralRenders,
  {
    renderOne,
    print,
    warn,
    report,
    signal,
  }: {
    /** Renders a story. Calls `onCredits` with the requested credits, even if the render fails. */
    readonly renderOne: (order: RenderOrder, onCredits: (credits: number) => void) => Promise<Outcome>
    readonly print: (text: string) => void
    readonly warn: (sentence: string) => void
    readonly report: Report
    readonly signal: AbortSignal
  },
): Promise<void> {
  if (outDir !== null) mkdirSync(outDir, { recursive: true })
  let spent = 0
  let failed = 0
  for (const order of orders) {
    const { maxCredits } = order.choice
    const choice = {
      ...order.choice,
      maxCredits: maxCredits === null ? null : Math.max(0, maxCredits - spent),
    }
    try {
      const outcome = await renderOne({ ...order, choice }, (credits) => (spent += credits))
      const heading = isJson ? '' : `${order.input}\n`
      print(heading + printed({ ...outcome, json: { input: order.input, ...outcome.json } }, isJson))
    } catch (error) {
      signal.throwIfAborted()
      failed += 1
      const told = toAppError(error)
      if (!(told instanceof UserFacingError)) report('fabula', error)
      const message = errorText(error)
      warn(`${order.input}: ${message}`)
      const code = told instanceof UserFacingError ? told.code : 'unexpected'
      if (isJson) print(`${JSON.stringify({ input: order.input, error: { code, message } })}\n`)
    }
  }
  if (failed > 0) throw new UserFacingError('renders-failed', { failed, count: orders.length })
}
