/**
 * Entry of the process that speaks with one voice pack. A crash of native code ends only this process, and all memory of the model is
 * freed when the process ends.
 */
import { constants, setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import type { OfflineTts, OfflineTtsConfig } from 'sherpa-onnx-node'
import type { ModelFamily } from '../../../shared/voices/voicePacks.ts'
import { concatSamples, toInt16 } from '../../lib/audio/pcm.ts'
import { detectModel, type ModelFiles } from '../../lib/voices/modelFiles.ts'
import { findParent } from '../processPorts.ts'
import {
  type NaturalAnswer,
  type NaturalRequest,
  type OpenMessage,
  type SpeakMessage,
  type SpeechPart,
  speechRequest,
} from './naturalMessages.ts'

/** The interval of memory checks while the model loads or speaks. */
const MEMORY_CHECK_MS = 50
/** The error of sherpa-onnx for a text that is empty or has no character that the model knows. */
const NO_AUDIO = /produced no audio/

const parent = findParent<NaturalAnswer>()
if (parent === null) throw new Error('naturalProcess is started by the speech service')
const port = parent

/** The samples of a part, null if it has nothing that the model can speak, and how long it took. */
interface Spoken {
  readonly samples: Int16Array<ArrayBuffer> | null
  readonly tookMs: number
}

let opened: OpenMessage | null = null
let model: Promise<OfflineTts> | null = null
/** Pieces that nobody waits for any more: each stops after its sentence. */
const dropped = new Set<number>()
/** The turns of unfinished pieces, oldest first. */
const unfinished: number[] = []
/** Whether a part is being spoken, if it may be the only one. */
let isBusy = false
/** The part that was spoken in advance. */
let inAdvance: (Spoken & { readonly key: string }) | null = null
/** The part to speak in advance. */
let wanted: SpeechPart | null = null
/** Wakes the pieces that wait for their turn. */
const waiting = new Set<() => void>()

function wakeAll(): void {
  const woken = [...waiting]
  waiting.clear()
  for (const wake of woken) wake()
}

/**
 * Speaks a part of a piece. Two parts at the same time would take longer than one after the other, so that only one is spoken at a time, and
 * the newest piece goes first: a listener has just asked for it. In the background, each piece has a core of its own and goes on by itself.
 */
async function inTurn<T>(turn: number, speakIt: () => Promise<T>): Promise<T | null> {
  const mustWait = () => opened?.isInBackground !== true && (isBusy || unfinished.at(-1) !== turn)
  while (!dropped.has(turn) && mustWait()) await new Promise<void>((wake) => void waiting.add(wake))
  if (dropped.has(turn)) return null
  isBusy = true
  try {
    return await speakIt()
  } finally {
    isBusy = false
    wakeAll()
  }
}

async function load(): Promise<OfflineTts> {
  if (opened === null) throw new Error('no model was named')
  const config = modelConfig(opened.modelFolder, opened.threads)
  const { OfflineTts: Model } = (await import('sherpa-onnx-node')).default
  return Model.createAsync(config)
}

async function speak(request: SpeakMessage): Promise<void> {
  const { turn } = request
  if (dropped.delete(turn)) return
  unfinished.push(turn)
  const watch = setInterval(watchMemory, MEMORY_CHECK_MS)
  try {
    const loaded = await (model ??= load())
    const { sampleRate } = loaded
    const { speaker, speed, language, isLive } = request
    const tell = (samples: Int16Array<ArrayBuffer>) =>
      isLive && port.send({ kind: 'sentence', turn, sampleRate, samples })
    const spoken: Spoken[] = []
    for (const text of request.parts) {
      const part = { text, speaker, speed, language }
      const onSentence = (sentence: Float32Array) => {
        const isWanted = !dropped.has(turn)
        if (isWanted) tell(toSamples(sentence))
        return isWanted
      }
      const prepared = () => takePrepared(part, tell)
      const made =
        prepared() ?? (await inTurn(turn, async () => prepared() ?? speakPart(loaded, part, onSentence)))
      if (made !== null) spoken.push(made)
    }
    const samples = concatSamples(spoken.flatMap((part) => part.samples ?? []))
    const tookMs = spoken.reduce((sum, part) => sum + part.tookMs, 0)
    port.send({ kind: 'spoken', turn, sampleRate, samples, tookMs })
  } catch (error) {
    model = null
    port.send({ kind: 'failed', turn, message: error instanceof Error ? error.message : String(error) })
  } finally {
    unfinished.splice(unfinished.indexOf(turn), 1)
    dropped.delete(turn)
    wakeAll()
    clearInterval(watch)
  }
}

/** Speaks a part; `onSentence` returns whether to go on. */
async function speakPart(
  loaded: OfflineTts,
  part: SpeechPart,
  onSentence?: (samples: Float32Array) => boolean,
): Promise<Spoken> {
  const startMs = performance.now()
  const tookMs = () => performance.now() - startMs
  const request = speechRequest(part)
  try {
    const { samples } = await loaded.generateAsync(
      onSentence === undefined
        ? request
        : { ...request, onProgress: ({ samples: sentence }) => onSentence(sentence) },
    )
    return { samples: toSamples(samples), tookMs: tookMs() }
  } catch (error) {
    if (error instanceof Error && NO_AUDIO.test(error.message)) return { samples: null, tookMs: tookMs() }
    throw error
  }
}

/** The part if it was spoken in advance, otherwise null. */
function takePrepared(part: SpeechPart, tell: (samples: Int16Array<ArrayBuffer>) => void): Spoken | null {
  if (inAdvance?.key !== keyOf(part)) return null
  const { samples, tookMs } = inAdvance
  inAdvance = null
  if (samples !== null) tell(samples)
  return { samples, tookMs }
}

function toSamples(spoken: Float32Array): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(spoken.length)
  for (let at = 0; at < spoken.length; at++) samples[at] = toInt16(spoken[at] ?? 0)
  return samples
}

const keyOf = (part: SpeechPart) => JSON.stringify(speechRequest(part))

/** A word to speak if nothing else is known, because the first speech of a model is slow. */
const ANY_WORD: SpeechPart = { text: 'ready', speaker: 0, speed: 1, language: null }

/**
 * Loads the model and speaks the wanted part, between two parts of other pieces, or any word. A loading error is reported by the next
 * `speak` request.
 */
async function loadAhead(): Promise<void> {
  const isNew = model === null
  const watch = setInterval(watchMemory, MEMORY_CHECK_MS)
  const loaded = await (model ??= load()).catch(() => (model = null))
  const mustWait = () => isBusy && wanted !== null
  while (mustWait()) await new Promise<void>((wake) => void waiting.add(wake))
  const part = wanted ?? (isNew && unfinished.length === 0 ? ANY_WORD : null)
  wanted = null
  if (loaded !== null && part !== null && inAdvance?.key !== keyOf(part)) {
    isBusy = true
    const spoken = await speakPart(loaded, part).catch(() => null) // The next request reports it.
    if (spoken !== null) inAdvance = { key: keyOf(part), ...spoken }
    isBusy = false
    wakeAll()
  }
  clearInterval(watch)
}

function watchMemory(): void {
  const bytes = process.memoryUsage.rss()
  if (bytes <= (opened?.maxMemoryBytes ?? Infinity)) return
  port.send({ kind: 'memory', megabytes: Math.round(bytes / 1024 ** 2) }, () => process.exit(1))
}

port.onGone(() => process.exit(0))
port.onMessage((data) => {
  const request = data as NaturalRequest // from the service's own code
  switch (request.kind) {
    case 'open':
      opened = request
      // Before the model starts threads: on Linux, each thread has its own priority.
      if (request.isInBackground) setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
      break
    case 'load':
      wanted = request.first
      void loadAhead()
      break
    case 'speak':
      // A listener has asked for what to hear.
      if (request.isLive) wanted = null
      void speak(request)
      break
    case 'drop':
      dropped.add(request.turn)
      wakeAll()
  }
})

/** A part of sherpa-onnx's configuration: the paths of a model's files. */
type FamilyConfig = Readonly<Record<string, string>>

const COMMON = ({ tokens, espeakData, lexicons }: ModelFiles): FamilyConfig => ({
  tokens,
  dataDir: espeakData ?? '',
  lexicon: lexicons.join(','),
})

/** Field names of sherpa-onnx-node 1.13.8 (types.js). */
const CONFIGS: Readonly<Record<ModelFamily, (files: ModelFiles) => FamilyConfig>> = {
  vits: (files) => ({ ...COMMON(files), model: files.model }),
  matcha: (files) => ({ ...COMMON(files), acousticModel: files.model, vocoder: files.vocoder ?? '' }),
  kokoro: (files) => ({ ...COMMON(files), model: files.model, voices: files.voices ?? '' }),
  kitten: (files) => {
    const { lexicon: _lexicon, ...config } = COMMON(files)
    return { ...config, model: files.model, voices: files.voices ?? '' }
  },
}

/** The sherpa-onnx configuration of the model in a folder. Throws if files are missing or cannot be read. */
export function modelConfig(folder: string, threads: number): OfflineTtsConfig {
  const model = detectModel(folder)
  if (model.kind === 'unknown') throw new Error('its folder holds no model that Fabula knows')
  if (model.kind === 'incomplete') throw new Error(`its folder lacks ${model.missing.join(' and ')}`)
  return {
    model: {
      [model.family]: CONFIGS[model.family](model.files),
      numThreads: threads,
      provider: 'cpu',
    },
    maxNumSentences: 1,
    ruleFsts: model.files.rules.join(','),
  }
}
