/**
 * The reviews of files that pages have open. Each has a thread that holds what it read. Only a few threads are kept: each call carries all
 * of the writer's choices, so an idle thread can end, and the file is read again in the same way if it has not changed.
 */
import { basename } from 'node:path'
import { statSync } from 'node:fs'
import { sourceFromStory } from '../../shared/import/sourceFromStory.ts'
import type { OpenReview, ReadingProgress, ReviewId } from '../../shared/ipc/importContract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Story } from '../../shared/story/story.ts'
import type { Origin } from '../../shared/import/origin.ts'
import type { DocumentReader } from '../lib/documents/documentReader.ts'
import type { ReviewedFile, ReviewQuestion, ReviewQuestions } from '../lib/documents/documentWorker.ts'
import type { ImportFile } from '../lib/documents/import/readImport.ts'
import type { ReviewThread } from '../lib/documents/reviewThread.ts'

/** The number of threads to keep: the most recently used ones. */
const MOST_THREADS = 3
/** The number of reviews to keep: a page that closes without notice leaves its reviews open. */
const MOST_REVIEWS = 20

export type ReviewedFileFacts = Pick<Origin, 'name' | 'path' | 'sha256' | 'modifiedMs' | 'readAs'>

interface Review {
  readonly facts: ReviewedFileFacts | null
  readonly file: ImportFile | { readonly story: string }
  readonly sha256: string
  /** Null if the file has to be read again. */
  thread: Promise<ReviewThread> | null
}

export interface ReviewsOptions {
  readonly reader: Pick<DocumentReader, 'openReview'>
  /** Reads the story in a project file without changing it. Throws the errors of `openConnection`. */
  readonly readStory: (path: string) => Story
  readonly newId: () => string
  readonly mostThreads?: number
}

export type Reviews = ReturnType<typeof createReviews>

export function createReviews({ reader, readStory, newId, mostThreads = MOST_THREADS }: ReviewsOptions) {
  /** In order of last use. */
  const reviews = new Map<ReviewId, Review>()

  const sourceOf = (file: Review['file']): ReviewedFile =>
    'story' in file ? { reading: readingOf(file.story, readStory(file.story)) } : file

  /** Marks a review as last used, and ends the threads and reviews over the limits. */
  async function keep(id: ReviewId, review: Review): Promise<void> {
    reviews.delete(id)
    reviews.set(id, review)
    for (const old of [...reviews.keys()].slice(0, -MOST_REVIEWS)) await end(old)
    const live = [...reviews.values()].filter((each) => each !== review && each.thread !== null)
    for (const old of live.slice(0, live.length + 1 - mostThreads)) await release(old)
  }

  async function release(review: Review): Promise<void> {
    const { thread } = review
    review.thread = null
    // If the file could not be read, there is no thread to end.
    await thread?.then((each) => each.end()).catch(() => undefined)
  }

  async function end(id: ReviewId): Promise<void> {
    const review = reviews.get(id)
    reviews.delete(id)
    if (review !== undefined) await release(review)
  }

  async function readAgain({ file, sha256 }: Review): Promise<ReviewThread> {
    const { opened, thread } = await reader.openReview(sourceOf(file))
    if (opened.sha256 === sha256) return thread
    await thread.end()
    throw new UserFacingError('import-file-changed', { name: opened.name })
  }

  /** The thread of a review; reads the file again if the thread has ended. */
  async function threadOf(review: Review): Promise<ReviewThread> {
    const opening = (review.thread ??= readAgain(review))
    const thread = await opening.catch((error: unknown) => {
      if (review.thread === opening) review.thread = null
      throw error
    })
    if (thread.isAlive()) return thread
    if (review.thread === opening) review.thread = null
    return threadOf(review)
  }

  return {
    /** Reads a file, or a story's own file, for a review. Rejects with the errors of `openReview` and `readStory`. */
    async open(
      file: ImportFile | { readonly story: string },
      signal?: AbortSignal,
      onProgress?: (progress: ReadingProgress) => void,
    ): Promise<OpenReview> {
      // Before the file is read, so that a change during the reading counts as newer.
      const path = pathOf(file)
      const modifiedMs = path === null ? 0 : (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      const { opened, thread } = await reader.openReview(sourceOf(file), signal, onProgress)
      const { sha256, ...view } = opened
      const id = newId() as ReviewId
      const { name, readAs } = opened
      const facts = path === null ? null : { name, path, sha256, modifiedMs, readAs }
      await keep(id, { file, facts, sha256, thread: Promise.resolve(thread) })
      return { ...view, review: id }
    },
    /** Rejects with `import-review-over`, `import-file-changed`, and the errors of `ReviewThread.ask`. */
    async ask<Question extends ReviewQuestion>(
      id: ReviewId,
      question: Question,
    ): Promise<ReviewQuestions[Question['kind']]['answer']> {
      const review = reviews.get(id)
      if (review === undefined) throw new UserFacingError('import-review-over')
      await keep(id, review)
      const thread = await threadOf(review)
      try {
        return await thread.ask(question)
      } catch (error) {
        // Other reviews took the thread of this one before it answered.
        const isGone = error instanceof UserFacingError && error.code === 'import-review-over'
        if (!isGone || reviews.get(id) !== review) throw error
        return (await threadOf(review)).ask(question)
      }
    },
    /** The file of a review as it was first read; null for pasted text. Throws `import-review-over`. */
    fileOf(id: ReviewId): ReviewedFileFacts | null {
      const review = reviews.get(id)
      if (review === undefined) throw new UserFacingError('import-review-over')
      return review.facts
    },
    end,
    /** Ends all threads. */
    async close(): Promise<void> {
      for (const id of [...reviews.keys()]) await end(id)
    },
  }
}

function pathOf(file: Review['file']): string | null {
  if ('story' in file) return file.story
  return typeof file.file === 'string' ? file.file : null
}

function readingOf(path: string, story: Story) {
  const source = sourceFromStory(story)
  const { size: sizeBytes } = statSync(path)
  return { name: basename(path), sizeBytes, source, table: null, encoding: null, readAs: null }
}
