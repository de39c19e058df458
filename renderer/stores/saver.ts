/**
 * Keeps the open story in sync with the host, which is authoritative. The story on screen is the host's story at `revision`
 * with this page's unsaved edits on top: those being sent, and those waiting. A change of another page is
 * inserted below both, which are merged with it (shared/story/rebase.ts). The host commits only changes based on its current
 * revision, so a page never overwrites changes that it has not seen.
 *
 * The page sends one message at a time: a change, which the answer acknowledges, or a request for the changes that it has missed.
 * The host announces only the number of a new revision to every page. A page that did not make that revision itself requests it.
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
import type { PageHistory } from '../../shared/story/history.ts'
import type { RecordId } from '../../shared/story/records.ts'
import { storyFromRecords, type Story } from '../../shared/story/story.ts'

/** A delay for gathering keystrokes; with the host's commit it stays well under the promised 250 ms. */
const GATHER_MS = 120

export interface Saver {
  /** Adds an edit that the story store already shows, as `saving`; it is sent within GATHER_MS. */
  push(edit: ReversibleChange): void
  /** Resolves when everything pushed so far is on disk; rejects if that failed. */
  flush(): Promise<void>
  /** Applies the changes of other pages up to a revision announced by the host. */
  hear(revision: number): void
  /** Requests the changes that this page may have missed, applies them, and then saves what could not be saved before. */
  catchUp(): void
  /** The edits not known to be on disk, oldest first. */
  unsaved(): readonly ReversibleChange[]
}

/** A change as sent to the host. */
export interface SentChange {
  readonly revision: number
  readonly changeId: string
  readonly change: Change
  readonly history?: PageHistory
}

export interface SaverOptions {
  /** The revision of the story when it was opened. */
  readonly revision: number
  /** Aborted when the story is closed: then nothing more is sent, and answers are ignored. */
  readonly signal: AbortSignal
  readonly send: (change: SentChange) => Promise<Output<'project:change'>>
  /** Requests the changes since a revision. */
  readonly ask: (revision: number) => Promise<MissedChanges>
  readonly newId: () => string
  /** The update of the history since the last call: it is saved with the waiting edits. */
  readonly takeHistory: () => PageHistory | undefined
  /** The story on screen. */
  readonly story: () => Story
  /** Shows the story with changes of other pages. `toReread` names the records that a person should read again. */
  readonly onMerged: (story: Story, toReread: readonly RecordId[]) => void
  /** Called with the outcome of each attempt to save. */
  readonly onState: (state: 'saved' | 'error') => void
  readonly onError: (error: unknown) => void
}

interface Sending {
  readonly changeId: string
  readonly edit: ReversibleChange
  readonly history: PageHistory | undefined
}

/**
 * Sends edits to the host, in order. A failed message is kept and sent again, under the same id, before the edits that came
 * after it.
 */
export function createSaver(options: SaverOptions): Saver {
  const isLeft = () => options.signal.aborted
  let { revision } = options
  /** The newest revision that the host reported and that was not fetched yet; infinite if events may have been missed. */
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

  /** Fetches the changes since the revision of this page, if there are any. The next flush repeats a call that failed. */
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
    return Promise.resolve() // do not wait for changes of other pages
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
      // This answer may have reopened the story, and changes before it arrived were announced for a story not yet known.
      newest = Infinity
      return
    }
    let theirs = EMPTY_CHANGE
    for (const { revision: next, changeId, change } of missed.changes) {
      if (changeId === sending?.changeId) {
        // The change was committed, but its response was lost.
        putBelow(theirs)
        theirs = EMPTY_CHANGE
        acknowledge(next)
      } else theirs = composeChanges(theirs, change)
      revision = next
    }
    putBelow(theirs)
  }

  /** Inserts a change of the host's story below the unsaved edits of this page. */
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
      // Wait for the response to a message on its way: its change may have made this revision.
      if (newest > revision && running === null) void run().catch(() => undefined)
    },
    catchUp() {
      newest = Infinity
      // A message on its way may have been lost together with the missed events.
      void (running?.then(run, run) ?? run()).catch(() => undefined)
    },
    unsaved,
  }
}
