/**
 * What the writer has confirmed past the caps. A confirmation is given for one thing that was asked for: a render, the audio of one
 * block, or a document. What is left of it ends with that thing, however it ends; nothing of it outlives its project or the app.
 */
import type { ProjectId } from '../../shared/ipc/views.ts'
import { plannedTakes } from '../../shared/jobs/payload.ts'
import type { BlockId } from '../../shared/story/records.ts'
import type { JobRecord, Project } from '../project/project.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'

/** Something that the writer asked for, which may send several requests. */
export interface Asked {
  readonly projectId: ProjectId | undefined
  /** Null for a render, and for a document. */
  readonly blockId: BlockId | null
  /** What the writer confirmed with it: so many credits for takes with these keys, each made by one request. */
  readonly confirmed?: { readonly credits: number; readonly keys: ReadonlySet<string> }
}

/** Runs what the writer asked for. What was confirmed for it ends with it. */
export type During = <T>(asked: Asked, work: () => Promise<T>) => Promise<T>

/** A request that a cap kept back. */
interface Refused {
  readonly projectId: ProjectId
  readonly blockId: string | null
}

/** What is left of the confirmation of a render. */
interface Budget {
  readonly projectId: ProjectId | undefined
  readonly keys: Set<string>
  credits: number
  /** The jobs that used some of it. */
  readonly used: Map<string, { readonly keys: readonly string[]; readonly credits: number }>
}

export type Confirmations = ReturnType<typeof createConfirmations>

export function createConfirmations() {
  const refused = new Map<string, Refused>()
  const allowed = new Map<string, Refused>()
  const budgets = new Set<Budget>()

  return {
    /** Runs what the writer asked for. What was confirmed for it ends with it. */
    async during<T>({ projectId, blockId, confirmed }: Asked, work: () => Promise<T>): Promise<T> {
      const given = [...allowed].filter(
        ([, of]) => of.projectId === projectId && (blockId === null || of.blockId === blockId),
      )
      const budget = confirmed && {
        projectId,
        keys: new Set(confirmed.keys),
        credits: confirmed.credits,
        used: new Map(),
      }
      if (budget !== undefined) budgets.add(budget)
      try {
        return await work()
      } finally {
        if (budget !== undefined) budgets.delete(budget)
        for (const [hash, request] of given) if (allowed.get(hash) === request) allowed.delete(hash)
      }
    },
    /** Remembers a request that a cap kept back: only such a request can be confirmed. */
    refuse({ projectId }: Project, { requestHash, payload }: JobRecord): void {
      refused.set(requestHash, { projectId, blockId: blockOfPayload(payload) })
    },
    /** Confirms a request that a cap kept back, named by its hash, to be sent once. Does nothing for any other. */
    allow(requestHash: string): void {
      const request = refused.get(requestHash)
      if (request !== undefined) allowed.set(requestHash, request)
      refused.delete(requestHash)
    },
    /** Uses up what was confirmed for a job. Returns whether anything was. */
    use({ projectId }: Project, { id, requestHash, requestBody, payload }: JobRecord): boolean {
      if (allowed.get(requestHash)?.projectId === projectId) return allowed.delete(requestHash)
      const { estimate: credits } = requestFacts(requestBody)
      const keys = plannedTakes(payload).map(({ key }) => key)
      const budget = budgets
        .values()
        .find(
          (each) =>
            each.projectId === projectId &&
            credits <= each.credits &&
            keys.every((key) => each.keys.has(key)),
        )
      // What a document costs is not known before it is sent: no number of credits is for it.
      if (budget === undefined || keys.length === 0) return false
      for (const key of keys) budget.keys.delete(key)
      budget.credits -= credits
      budget.used.set(id, { keys, credits })
      return true
    },
    /** Returns what a failed job used of a render's confirmation, so that the render can try again. */
    giveBack({ id, usedCredits }: JobRecord): void {
      for (const budget of budgets) {
        const used = budget.used.get(id)
        if (used === undefined) continue
        budget.used.delete(id)
        for (const key of used.keys) budget.keys.add(key)
        budget.credits += Math.max(0, used.credits - (usedCredits ?? 0))
      }
    },
  }
}
