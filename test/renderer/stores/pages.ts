/**
 * Pages that show one story, and a host in memory that commits their changes as the app does. Nothing is delivered by
 * itself: a test says when a request, an answer or an event arrives, and which of them are lost.
 */
import { DatabaseSync } from 'node:sqlite'
import { showProject } from '../../../renderer/actions/projects.ts'
import { createApp } from '../../../renderer/app/createApp.ts'
import type { Bridge } from '../../../renderer/bridge/bridge.ts'
import { storyOf, type Session } from '../../../renderer/stores/app.ts'
import { createStatements } from '../../../electron/lib/sqlite/sqlite.ts'
import { createChangeLog } from '../../../electron/project/openProject.ts'
import { createHistoryStore } from '../../../electron/project/historyStore.ts'
import { TABLES } from '../../../electron/project/connection.ts'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { MissedChanges, ProjectId } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { apply, invert } from '../../../shared/story/changes.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { NOTHING_MADE, PROJECT } from '../support/smallStory.ts'

type Delivery = () => void

/** The locks of a browser, of which each open page holds one. */
const heldLocks = new Set<string>()
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: {
    request: (name: string) => (heldLocks.add(name), new Promise(() => undefined)),
    query: () => Promise.resolve({ held: [...heldLocks].map((name) => ({ name })) }),
  },
})

export interface TestPage {
  readonly world: Session
  story(): Story
  textOf(id: BlockId): string
  /** Leaves the story, and closes the page. */
  close(): void
  /** Delivers the oldest request to the host, or the oldest answer or event to the page; false if there is none. */
  deliver(what: 'request' | 'answer' | 'event'): boolean
  /** Loses all pending requests and answers: the page is notified that the host is gone. */
  breakConnection(): void
  /** Loses all pending events, like a page that sleeps. */
  loseEvents(): void
  /** Restores the page's connection. */
  reconnect(): void
}

export interface TestHost {
  story(): Story
  openPage(): TestPage
  /** Changes the file of the story behind the host's back. */
  readonly db: DatabaseSync
  /** Ends the host and starts it again: the story is on disk, and everything else is lost. */
  restart(): void
  /** Delivers everything, and lets pages save and catch up, until nothing is pending. */
  settle(): Promise<void>
}

/** Lets promises continue that wait only for one another. */
export async function settlePromises(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

export function startHost(start: Story): TestHost {
  let story = start
  const db = new DatabaseSync(':memory:')
  for (const table of TABLES) db.exec(table)
  const file = { ...createStatements(db), transaction: <T>(write: () => T) => write() }
  let history = createHistoryStore(file)
  let log = createChangeLog()
  let starts = 1
  const projectId = () => `project-${String(starts)}` as ProjectId
  const pages: { page: TestPage; hear: (event: string, payload: unknown) => void }[] = []

  function missedSince(revision: number): MissedChanges {
    const changes = log.since(revision)
    return changes === null
      ? { kind: 'story', revision: log.revision, records: [...story.records.values()] }
      : { kind: 'changes', changes: [...changes] }
  }

  const view = () => ({
    ...PROJECT,
    projectId: projectId(),
    revision: log.revision,
    records: [...story.records.values()],
    ...NOTHING_MADE,
  })

  function answer(channel: string, input: unknown): unknown {
    if (channel === 'project:openRecent') return view()
    if (channel === 'project:takeHistory') {
      const { pageId, others } = input as Input<'project:takeHistory'>
      return history.take(pageId, others)
    }
    if (channel === 'project:readSteps') return history.read((input as Input<'project:readSteps'>).ids, story)
    if (channel !== 'project:change' && channel !== 'project:changesSince') return []
    const asked = input as Input<'project:change'> // both have the fields that are used before the change
    if (asked.projectId !== projectId()) throw new UserFacingError('project-not-open')
    if (channel === 'project:changesSince') return missedSince(asked.revision)
    if (asked.revision !== log.revision) return { kind: 'behind', missed: missedSince(asked.revision) }
    const before = story
    const next = apply(before, asked.change)
    if (asked.history !== undefined)
      history.write(asked.history, () => ({ change: asked.change, inverse: invert(before, asked.change) }))
    if (next !== story) {
      story = next
      log.add(asked.change, asked.changeId)
      for (const { hear } of pages)
        hear('project:changed', { projectId: projectId(), revision: log.revision })
    }
    return { kind: 'committed', revision: log.revision }
  }

  function openPage(): TestPage {
    const listeners = new Map<string, (payload: never) => void>()
    const queues = { request: [] as Delivery[], answer: [] as Delivery[], event: [] as Delivery[] }
    const waiting = new Set<(error: unknown) => void>()
    const call = (channel: string, input: unknown) =>
      new Promise((resolve, reject) => {
        waiting.add(reject)
        queues.request.push(() => {
          const settled = (settle: () => void) => () => {
            waiting.delete(reject)
            settle()
          }
          try {
            const value = structuredClone(answer(channel, structuredClone(input)))
            queues.answer.push(settled(() => resolve(value)))
          } catch (error) {
            queues.answer.push(
              settled(() => reject(error instanceof Error ? error : new Error(String(error)))),
            )
          }
        })
      })
    const tell = (event: string, payload: unknown) => listeners.get(event)?.(payload as never)
    const bridge = {
      call,
      on: (event: string, listener: (payload: never) => void) => listeners.set(event, listener),
      onSessionOver: () => undefined,
      mediaUrl: () => '',
    } as unknown as Bridge // only the members that are used
    const world = showProject(createApp(bridge), view())
    const shown = () => storyOf(world)
    const page: TestPage = {
      world,
      story: shown,
      textOf: (id) => findBlock(shown(), id)?.text ?? '',
      close() {
        world.close()
        heldLocks.delete(`fabula-page-${world.page.id}`)
      },
      deliver(what) {
        const next = queues[what].shift()
        next?.()
        return next !== undefined
      },
      breakConnection() {
        queues.request = []
        queues.answer = []
        for (const reject of waiting) reject(new UserFacingError('host-gone'))
        waiting.clear()
      },
      loseEvents: () => (queues.event = []),
      reconnect: () => queues.event.push(() => tell('app:listening', {})),
    }
    while (page.deliver('request')) page.deliver('answer') // the call of every page that opens a story
    pages.push({
      page,
      hear: (event, payload) => queues.event.push(() => tell(event, structuredClone(payload))),
    })
    return page
  }

  return {
    db,
    story: () => story,
    openPage,
    restart() {
      story = storyFromRecords([...story.records.values()])
      log = createChangeLog()
      history = createHistoryStore(file)
      starts += 1
      for (const { page } of pages) {
        page.breakConnection()
        page.loseEvents()
        page.reconnect()
      }
    },
    async settle() {
      let isBusy = true
      while (isBusy) {
        isBusy = false
        for (const { page } of pages) {
          void page.world.saver.flush().catch(() => undefined)
          await settlePromises()
          for (const what of ['request', 'answer', 'event'] as const) {
            while (page.deliver(what)) {
              isBusy = true
              await settlePromises()
            }
          }
        }
      }
    },
  }
}
