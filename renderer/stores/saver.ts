/**
 * Keeps the open story in step with the host, which holds the truth. The story on screen is the host's story at `revision`
 * with this page's unsaved edits on top: the edits that are on their way, and the edits that wait. A change of another page is
 * put below both, which are merged with it (shared/story/rebase.ts). The host commits only what was made on its current
 * revision, so it never overwrites what a page has not seen.
 *
 * The page has one message on its way at a time: a change, which the answer acknowledges, or the question what it has missed.
 * The host tells every page only the number of a new revision. A page that has not made that revision itself asks for it.
 */
import type { Output } from '../../shared/ipc/contract.ts'
import type { MissedChanges } from '../../shared/ipc/views.ts'
import {
  changeBetween,
  composeChanges,
  composeReversible,
  EMPTY_CHANGE,
  EMPTY_REVERSIBLE,
  isEmptyChange,
  type Change,
  type ReversibleChange,
} from '../../shared/story/changes.ts'
import { applyBelow } from '../../shared/story/rebase.ts'
import type { PageHistory } from '../../shared/story/keptHistory.ts'
import type { RecordId } from '../../shared/story/records.ts'
import { storyFromRecords, type Story } from '../../shared/story/story.ts'

/** A moment to gather keystrokes; with the host's commit it stays well under the promised 250 ms. */
const GATHER_MS = 120

export interface Saver {
  /** Takes an edit that the story store shows already, as `saving`; it is on its way to disk within GATHER_MS. */
  push(edit: ReversibleChange): void
  /** Resolves when everything pushed so far is on disk; rejects if that failed. */
  flush(): Promise<void>
  /** Takes in what other pages did up to a revision, of which the host has told. */
  hear(revision: number): void
  /** Asks the host for what this page may have missed, takes it in, and then saves what could not be saved before. */
  catchUp(): void
  /** The edits that are not on disk as far as this page knows, oldest first. */
  unsaved(): readonly ReversibleChange[]
}

/** A change as it goes to the host. */
export interface SentChange {
  readonly revision: number
  readonly changeId: string
  readonly change: Change
  readonly history?: PageHistory
}

export interface SaverOptions {
  /** The revision of the story as it was opened. */
  readonly revision: number
  /** Aborted when the story is left: then nothing more is sent, and no answer counts. */
  readonly signal: AbortSignal
  readonly send: (change: SentChange) => Promise<Output<'project:change'>>
  /** Asks for what happened since a revision. */
  readonly ask: (revision: number) => Promise<MissedChanges>
  readonly newId: () => string
  /** What became of the history since it was last asked for: it is saved with the edits that wait. */
  readonly takeHistory: () => PageHistory | undefined
  /** The story on screen. */
  readonly story: () => Story
  /** Shows the story with changes of other pages. `toReread` names the records that a person should read again. */
  readonly onMerged: (story: Story, toReread: readonly RecordId[]) => void
  /** Told how each try to save ended. */
  readonly onState: (state: 'saved' | 'error') => void
  readonly onError: (error: unknown) => void
}

interface Sending {
  readonly changeId: string
  readonly edit: ReversibleChange
  readonly history: PageHistory | undefined
}

/**
 * Brings edits to the host, in order. A message that fails is kept as it is and sent again, under the same id, before the edits
 * that came after it.
 */
export function createSaver(options: SaverOptions): Saver {
  const isLeft = () => options.signal.aborted
  let { revision } = options
  /** The newest revision that the host told of and that was not asked for yet; infinite if more may have happened unheard. */
  let newest = revision
  let sending: Sending | null = null
  let waiting: ReversibleChange = EMPTY_REVERSIBLE
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  options.signal.addEventListener('abort', () => clearTimeout(timer))

  async function drain(): Promise<void> {
    await askMissed()
    while (!isLeft()) {
      sending ??= takeWaiting()
      if (sending === null) {
        options.onState('saved')
        return
      }
      const { changeId, edit, history } = sending
      const answer = await options
        .send({ revision, changeId, change: edit.change, ...(history !== undefined && { history }) })
        .catch((error: unknown) => {
          if (!isLeft()) fail(error)
          throw error
        })
      if (isLeft()) return
      if (answer.kind === 'behind') takeIn(answer.missed)
      else acknowledge(answer.revision)
      await askMissed()
    }
  }

  function takeWaiting(): Sending | null {
    if (isEmptyChange(waiting.change)) return null
    const next = { changeId: options.newId(), edit: waiting, history: options.takeHistory() }
    waiting = EMPTY_REVERSIBLE
    return next
  }

  /** Asks what happened since the revision of this page, if anything did. What fails is asked again by the next flush. */
  async function askMissed(): Promise<void> {
    while (newest > revision && !isLeft()) {
      newest = 0
      const missed = await options.ask(revision).catch((error: unknown) => {
        if (!isLeft()) options.onError(error)
        return null
      })
      if (isLeft()) return
      if (missed === null) {
        newest = Infinity
        return
      }
      takeIn(missed)
    }
  }

  function fail(error: unknown): void {
    options.onState('error')
    options.onError(error)
  }

  function flush(): Promise<void> {
    const isSaved = unsaved().length === 0
    const ended = run()
    if (!isSaved) return ended
    ended.catch(() => undefined)
    return Promise.resolve() // what other pages did is not waited for
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (running !== null) return running
    const started = drain().finally(() => {
      if (running === started) running = null
    })
    running = started
    return started
  }

  function acknowledge(committed: number): void {
    sending = null
    revision = committed
  }

  function takeIn(missed: MissedChanges): void {
    if (missed.kind === 'story') {
      revision = missed.revision
      putBelow((below) => changeBetween(below, storyFromRecords(missed.records)))
      // The story may have been opened again by this answer, and changes before it came were told of a story not known yet.
      newest = Infinity
      return
    }
    let theirs = EMPTY_CHANGE
    for (const { revision: next, changeId, change } of missed.changes) {
      if (changeId === sending?.changeId) {
        // It was committed, and the answer was lost.
        putBelow(theirs)
        theirs = EMPTY_CHANGE
        acknowledge(next)
      } else theirs = composeChanges(theirs, change)
      revision = next
    }
    putBelow(theirs)
  }

  /** Puts a change of the host's story below the unsaved edits of this page. */
  function putBelow(change: Change | ((below: Story) => Change)): void {
    const story = options.story()
    if (typeof change !== 'function' && isEmptyChange(change)) return
    const edits = sending === null ? [waiting] : [sending.edit, waiting]
    const merged = applyBelow(story, edits, typeof change === 'function' ? change : () => change)
    waiting = merged.edits.at(-1) ?? EMPTY_REVERSIBLE
    if (sending !== null) sending = { ...sending, edit: merged.edits[0] ?? EMPTY_REVERSIBLE }
    if (merged.story !== story) options.onMerged(merged.story, merged.toReread)
  }

  function unsaved(): readonly ReversibleChange[] {
    const edits = sending === null ? [waiting] : [sending.edit, waiting]
    return edits.filter(({ change }) => !isEmptyChange(change))
  }

  return {
    push(edit) {
      waiting = composeReversible(waiting, edit)
      // An error has been reported by drain; the edit waits for the next push.
      timer ??= setTimeout(() => void run().catch(() => undefined), GATHER_MS)
    },
    flush,
    hear(told) {
      newest = Math.max(newest, told)
      // While a message is on its way its answer is waited for: it may be that of the change that made the revision.
      if (newest > revision && running === null) void run().catch(() => undefined)
    },
    catchUp() {
      newest = Infinity
      // What is on its way may have been lost together with what was missed.
      void (running?.then(run, run) ?? run()).catch(() => undefined)
    },
    unsaved,
  }
}
