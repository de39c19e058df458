/**
 * Keeps the open story in sync with the host, which is authoritative. The story on screen is the host's story at `revision`
 * with this page's unsaved edits on top: those being sent, and those waiting. A change of another page is
 * inserted below both, which are merged with it (shared/story/rebase.ts). The host commits only changes based on its current
 * revision, so a page never overwrites changes that it has not seen.
 */
import type { Output } from '../../shared/ipc/contract.ts'
import type { CommittedChange, MissedChanges } from '../../shared/ipc/views.ts'
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

/** A delay for gathering keystrokes; with the host's commit it stays well under the promised 250 ms. */
const GATHER_MS = 120

export interface Saver {
  /** Adds an edit that the story store already shows, as `saving`; it is sent within GATHER_MS. */
  push(edit: ReversibleChange): void
  /** Resolves when everything pushed so far is on disk; rejects if that failed. */
  flush(): Promise<void>
  /** Applies a change announced by the host, of this page or another. */
  hear(told: ToldChange): void
  /** Asks the host for the changes that this page has missed, and applies them. */
  catchUp(): Promise<void>
  /** The edits not known to be on disk, oldest first. */
  unsaved(): readonly ReversibleChange[]
}

/** A committed change as announced to every page: without the change itself if that is large. */
export type ToldChange = Omit<CommittedChange, 'change'> & { readonly change: Change | null }

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
  /** Called with the outcome of each try to save. */
  readonly onState: (state: 'saved' | 'error') => void
  readonly onError: (error: unknown) => void
}

interface Sending {
  readonly changeId: string
  readonly edit: ReversibleChange
  readonly history: PageHistory | undefined
}

/**
 * Sends edits to the host, one message at a time, in order. A failed message is kept and sent again, under the
 * same id, before the edits that came after it.
 */
export function createSaver(options: SaverOptions): Saver {
  const isLeft = () => options.signal.aborted
  let { revision } = options
  let sending: Sending | null = null
  let waiting: ReversibleChange = EMPTY_REVERSIBLE
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  /** Whether the last request for missed changes failed: then the next flush repeats it. */
  let isBehind = false

  options.signal.addEventListener('abort', () => clearTimeout(timer))

  async function drain(): Promise<void> {
    if (isBehind) await catchUp().catch(options.onError)
    if (isLeft()) return
    for (;;) {
      if (sending === null) {
        if (isEmptyChange(waiting.change)) break
        sending = { changeId: options.newId(), edit: waiting, history: options.takeHistory() }
        waiting = EMPTY_REVERSIBLE
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
      else if (isSending(changeId)) acknowledge(answer.revision)
    }
    options.onState('saved')
  }

  /** Whether a change is on its way and was not acknowledged by the host's event. */
  function isSending(changeId: string | null): boolean {
    return sending !== null && sending.changeId === changeId
  }

  function fail(error: unknown): void {
    options.onState('error')
    options.onError(error)
  }

  function flush(): Promise<void> {
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
    if (missed.kind === 'changes') hear(missed.changes)
    else {
      revision = missed.revision
      putBelow((below) => changeBetween(below, storyFromRecords(missed.records)))
      // This answer may have reopened the story, and changes before it arrived were announced for a story not yet known.
      catchUp().catch(options.onError)
    }
  }

  function hear(changes: readonly ToldChange[]): void {
    let theirs = EMPTY_CHANGE
    for (const { revision: next, changeId, change } of changes) {
      if (next <= revision) continue
      const isMine = isSending(changeId)
      if (next > revision + 1 || (change === null && !isMine)) {
        catchUp().catch(options.onError)
        break
      }
      if (isMine) {
        putBelow(theirs)
        theirs = EMPTY_CHANGE
        acknowledge(next)
      } else if (change !== null) theirs = composeChanges(theirs, change)
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

  async function catchUp(): Promise<void> {
    isBehind = false
    const missed = await options.ask(revision).catch((error: unknown) => {
      if (isLeft()) return null
      isBehind = true
      throw error
    })
    if (missed !== null && !isLeft()) takeIn(missed)
  }

  function unsaved(): readonly ReversibleChange[] {
    const edits = sending === null ? [waiting] : [sending.edit, waiting]
    return edits.filter(({ change }) => !isEmptyChange(change))
  }

  return {
    push(edit) {
      waiting = composeReversible(waiting, edit)
      // An error has been reported by drain; the edit waits for the next push.
      timer ??= setTimeout(() => void flush().catch(() => undefined), GATHER_MS)
    },
    flush,
    hear: (told) => {
      hear([told])
    },
    catchUp,
    unsaved,
  }
}
