import { parentPort } from 'node:worker_threads'
import { decodeAudio } from '../../../../electron/lib/audio/decode.ts'
import { encodeMp3 } from '../../../../electron/lib/audio/mp3.ts'
import { stretchToLength } from '../../../../electron/lib/audio/stretch.ts'
import { RATE, sine } from './signals.ts'

/** Stretches, encodes and decodes in a worker thread, reports the length of the result, and ends by itself. */
const stretched = await stretchToLength({ sampleRate: RATE, samples: sine(220, RATE) }, 30_000)
const decoded = await decodeAudio(await encodeMp3(stretched, { kbps: 64 }))
parentPort?.postMessage(decoded.samples.length)
