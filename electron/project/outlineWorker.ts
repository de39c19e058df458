/** Entry of a thread that reads the outline of one story from its file and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { type OutlineAnswer, type OutlineJob, readOutline } from './outlineReader.ts'

// The thread that started this one passed it a job.
const { path, commonLexicon } = workerData as OutlineJob

parentPort?.postMessage({ outline: readOutline(path, commonLexicon) } satisfies OutlineAnswer)
