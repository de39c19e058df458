/**
 * Entry of a thread that reads one document and ends, or answers the questions of its review until it is no longer needed. Whatever a
 * document does to its reader (endless loops, memory growth, damage to shared objects) ends with the thread.
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { UserFacingError, type MessageParams } from '../../../shared/lib/userFacingError.ts'
import type { Change } from '../../../shared/story/changes.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { divideDocument, type DocumentSection } from './documentSections.ts'
import { MAX_TOLD_TITLES } from '../../../shared/import/reading.ts'
import type { MarkedEntry } from '../../../shared/import/incoming.ts'
import type { ImportWay } from '../../../shared/import/origin.ts'
import type { ImportReview, MadeBy } from '../../../shared/import/review.ts'
import type { UpdateOrigin } from '../../../shared/import/updateStory.ts'
import {
  AS_FOUND,
  type PlanView,
  type ReviewChoices,
  type ReviewView,
  type RowsView,
  type RowWindow,
  type TableMapping,
} from '../../../shared/import/reviewView.ts'
import type { ImportReading, ReadingProgress } from '../../../shared/ipc/importContract.ts'
import type { OnPortion } from './formats/documentText.ts'
import type { ImportFile } from './import/readImport.ts'
import type { EncodingSample } from './textEncoding.ts'

/** The interval between progress messages, in ms. */
const PROGRESS_MS = 100

export interface DocumentFile {
  readonly path: string
  /** The document's own name; `path` is its current location. */
  readonly name: string
  readonly password: string | null
  /** The encoding of a text, if it is known; undefined for the most likely one. */
  readonly encoding?: TextEncoding | undefined
}

/** The jobs of a thread, and their results. */
export interface DocumentTasks {
  readonly sections: { readonly source: DocumentFile; readonly value: readonly DocumentSection[] }
  readonly import: { readonly source: ImportFile; readonly value: ImportReading }
  /** The thread keeps running, and answers questions. */
  readonly review: { readonly source: ReviewedFile; readonly value: OpenedReview }
  /** The text of the file at a path in each encoding. */
  readonly encodings: { readonly source: string; readonly value: readonly EncodingSample[] }
}

/** The source of a review: a file that the thread reads, or a finished reading. */
export type ReviewedFile = ImportFile | { readonly reading: ImportReading }

export interface OpenedReview
  extends ReviewView, Pick<ImportReading, 'name' | 'sizeBytes' | 'encoding' | 'readAs'> {
  /** Hash of what was read: equal if the same is read again. */
  readonly sha256: string
}

/** The questions of a review to its thread, and their answers. */
export interface ReviewQuestions {
  readonly map: { readonly asked: { readonly mapping: TableMapping }; readonly answer: ReviewView }
  readonly plan: { readonly asked: Windowed; readonly answer: PlanView }
  readonly rows: { readonly asked: Windowed; readonly answer: RowsView }
  readonly passages: {
    readonly asked: { readonly choices: ReviewChoices }
    readonly answer: ReturnType<ImportReview['passages']>
  }
  readonly records: {
    readonly asked: { readonly choices: ReviewChoices; readonly by: Spoken }
    readonly answer: readonly StoryRecord[]
  }
  readonly addition: {
    readonly asked: {
      readonly choices: ReviewChoices
      readonly by: Spoken
      readonly story: readonly StoryRecord[]
    }
    readonly answer: Change
  }
  readonly remember: {
    readonly asked: { readonly choices: ReviewChoices; readonly made: readonly MarkedEntry[] }
    readonly answer: ReturnType<ImportReview['remember']>
  }
  /** By `choices`, or by the way of an earlier import if nobody has chosen yet. */
  readonly compare: {
    readonly asked: {
      readonly choices: ReviewChoices | null
      readonly way: ImportWay | null
      readonly by: Spoken & UpdateOrigin
      readonly story: readonly StoryRecord[]
    }
    readonly answer: ReturnType<ImportReview['compare']> & { readonly choices: ReviewChoices }
  }
}
type Spoken = Omit<MadeBy, 'newId'>
interface Windowed {
  readonly choices: ReviewChoices
  readonly window: RowWindow
}
type QuestionOf<Kind extends keyof ReviewQuestions> = { readonly kind: Kind } & ReviewQuestions[Kind]['asked']
export type ReviewQuestion = { [Kind in keyof ReviewQuestions]: QuestionOf<Kind> }[keyof ReviewQuestions]

/** A question with the number that its answer repeats. */
export interface NumberedQuestion {
  readonly number: number
  readonly question: ReviewQuestion
}
export type NumberedAnswer = { readonly number: number } & (
  { readonly kind: 'answered'; readonly answer: ReviewQuestions[keyof ReviewQuestions]['answer'] } | Refusal
)

type JobOf<Kind extends keyof DocumentTasks> = {
  readonly kind: Kind
  readonly source: DocumentTasks[Kind]['source']
}
export type DocumentTask = { [Kind in keyof DocumentTasks]: JobOf<Kind> }[keyof DocumentTasks]

interface Refusal {
  readonly kind: 'refused'
  readonly code: ErrorCode
  readonly params: MessageParams
}

export type DocumentAnswer =
  { readonly kind: 'read'; readonly value: DocumentTasks[keyof DocumentTasks]['value'] } | Refusal

/** The messages of a thread: its progress, and finally its answer. */
export type DocumentMessage =
  DocumentAnswer | { readonly kind: 'progress'; readonly progress: ReadingProgress }

/** The job of this thread: given at the start, or sent later; until then its readers are loaded and used, so that they are compiled. */
async function jobOfThread(): Promise<DocumentTask> {
  const given = workerData as DocumentTask | null // by `startThread`
  if (given !== null || parentPort === null) return given as DocumentTask
  const sent = (once(parentPort, 'message') as Promise<[DocumentTask]>).then(([job]) => job)
  const [{ readImport }, { createReview }] = await Promise.all([
    import('./import/readImport.ts'),
    import('../../../shared/import/review.ts'),
  ])
  for (let round = 0; round < SAMPLE_ROUNDS; round++) {
    const job = await Promise.race([sent, setImmediate(null)])
    if (job !== null) return job
    const review = createReview(await readImport({ file: { name: 'sample.txt', bytes: SAMPLE } }))
    review.map(AS_FOUND)
    review.records(review.usual(null), { narrator: 'Narrator', newId: randomUUID })
  }
  return sent
}

/**
 * Text that a waiting thread reads a number of times, with what the readers look for in a novel. A novel of 150,000 words then takes a third less
 * time: it need not wait until the functions are compiled. Once they are, more rounds gain nothing.
 */
const SAMPLE_ROUNDS = 60
const SAMPLE = new TextEncoder().encode(`Chapter One

The ferry was late again. Mira stood at the rail and watched the lights of the town go out, one by one.

“You should have told me,” said Mira. “I would have waited.”

“Would you?” Tom asked. He turned the key in his hand. “Captain Quill says that nobody waits for a boat in this weather.”

She laughed. “The captain is an old man, and Mrs. Bell is afraid of him.”

“I am not!” cried Mrs. Bell from the stairs.

Chapter Two

In the morning the water was grey and still. The old keeper came down with a letter, which he gave to Tom without a word.

“It is for you, Tom,” he said at last, and sat down. “Read it before she comes.”

Tom read it twice. Then he looked at Mira, who had come in quietly, and whispered: “We must go back.”
`)

async function answer(): Promise<DocumentAnswer> {
  try {
    return { kind: 'read', value: await read(await jobOfThread()) }
  } catch (error) {
    return refusalOf(error)
  }
}

/** The refusal to send for an error with a message to the user; any other error ends the thread. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof UserFacingError) return { kind: 'refused', code: error.code, params: error.params }
  throw error
}

/** Reads; each kind of job loads only the readers that it needs. */
async function read(asked: DocumentTask) {
  if (asked.kind === 'sections') return readSections(asked.source)
  const { readEncodingSamples, readImport } = await import('./import/readImport.ts')
  if (asked.kind === 'encodings') return readEncodingSamples(asked.source)
  if (asked.kind === 'import') return readImport(asked.source, tellProgress())
  const [{ createReview }, reading] = await Promise.all([
    import('../../../shared/import/review.ts'),
    'reading' in asked.source ? asked.source.reading : readImport(asked.source, tellProgress()),
  ])
  const { name, sizeBytes, encoding, readAs } = reading
  const review = createReview(reading)
  answerQuestions(review)
  return { ...review.map(AS_FOUND), name, sizeBytes, encoding, readAs, sha256: hashOf(asked.source, reading) }
}

/** The hash of the file as it is read; for a story from elsewhere, of its whole content. */
function hashOf(asked: ReviewedFile, { source }: ImportReading): string {
  const told = 'reading' in asked ? JSON.stringify(source) : bytesOf(asked)
  return createHash('sha256').update(told).digest('hex')
}

const bytesOf = ({ file }: ImportFile) => (typeof file === 'string' ? readFileSync(file) : file.bytes)

/** Answers the questions of the review, one after the other, until the thread is ended. */
function answerQuestions(review: ImportReview): void {
  parentPort?.on('message', ({ number, question }: NumberedQuestion) => {
    const tell = (told: NumberedAnswer) => parentPort?.postMessage(told)
    try {
      tell({ number, kind: 'answered', answer: answerOf(review, question) })
    } catch (error) {
      tell({ number, ...refusalOf(error) })
    }
  })
}

function answerOf(review: ImportReview, question: ReviewQuestion) {
  switch (question.kind) {
    case 'map':
      return review.map(question.mapping)
    case 'plan':
      return review.plan(question.choices, question.window)
    case 'rows':
      return review.rows(question.choices, question.window)
    case 'passages':
      return review.passages(question.choices)
    case 'records':
      return review.records(question.choices, { ...question.by, newId: randomUUID })
    case 'addition': {
      const { choices, by, story } = question
      return review.addition(choices, storyFromRecords(story), { ...by, newId: randomUUID })
    }
    case 'remember':
      return review.remember(question.choices, question.made)
    case 'compare': {
      const { by, story, way } = question
      const choices = question.choices ?? review.usual(way)
      const compared = review.compare(choices, storyFromRecords(story), { ...by, newId: randomUUID })
      return { ...compared, choices }
    }
  }
}

/** Reports the portions of a document, with all headings so far, at most once per interval. */
function tellProgress(): OnPortion {
  const titles: string[] = []
  let toldMs = -PROGRESS_MS
  return (done, total, parts = []) => {
    for (const { kind, text } of parts)
      if (kind === 'heading' && titles.length < MAX_TOLD_TITLES) titles.push(text.slice(0, MAX_LABEL))
    if (performance.now() - toldMs < PROGRESS_MS) return
    toldMs = performance.now()
    parentPort?.postMessage({ kind: 'progress', progress: { done, total, titles } } satisfies DocumentMessage)
  }
}

async function readSections({ path, ...source }: DocumentFile): Promise<DocumentSection[]> {
  const { readDocument } = await import('./formats/readDocument.ts')
  const { parts } = await readDocument({ ...source, bytes: readFileSync(path) })
  return divideDocument(parts)
}

parentPort?.postMessage(await answer())
