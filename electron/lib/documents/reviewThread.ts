/** The thread of a review: it keeps the file that it read, and answers the questions of the review until it is ended. */
import type { Worker } from 'node:worker_threads'
import { toUserFacing } from '../../../shared/ipc/result.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { NumberedAnswer, NumberedQuestion, ReviewQuestion, ReviewQuestions } from './documentWorker.ts'

export interface ReviewThread {
  /** Rejects with the review's refusal, with `document-too-complex` if the answer takes too long, and if the thread has ended. */
  ask<Question extends ReviewQuestion>(
    question: Question,
  ): Promise<ReviewQuestions[Question['kind']]['answer']>
  /** Whether it still answers. */
  isAlive(): boolean
  end(): Promise<void>
}

/** Sends questions to a thread that has read its file. An answer that takes longer than `timeoutMs` ends the thread. */
export function createReviewThread(thread: Worker, timeoutMs: number): ReviewThread {
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  let asked = 0
  let isAlive = true
  const lose = (error: Error) => {
    isAlive = false
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const tooComplex = () => new UserFacingError('document-too-complex')
  thread.on('message', (told: NumberedAnswer) => {
    const question = waiting.get(told.number)
    waiting.delete(told.number)
    if (told.kind === 'refused') question?.reject(toUserFacing(told))
    // The answer has the type of the question with its number.
    else question?.resolve(told.answer as never)
  })
  thread.on('error', (error: Error) => lose(isOutOfMemory(error) ? tooComplex() : error))
  thread.on('exit', () => lose(new UserFacingError('import-review-over')))
  // Only a pending question keeps the app running for the thread.
  thread.unref()
  return {
    async ask(question) {
      if (!isAlive) throw new UserFacingError('import-review-over')
      const number = ++asked
      const answer = Promise.withResolvers<never>()
      waiting.set(number, answer)
      const timer = setTimeout(() => {
        lose(tooComplex())
        void thread.terminate()
      }, timeoutMs)
      try {
        thread.postMessage({ number, question } satisfies NumberedQuestion)
        return await answer.promise
      } finally {
        clearTimeout(timer)
      }
    },
    isAlive: () => isAlive,
    async end() {
      await thread.terminate()
    },
  }
}

/** Whether a thread ended because it exceeded its memory limit. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
