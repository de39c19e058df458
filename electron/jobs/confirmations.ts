/**
 * The writer's confirmations to exceed caps. A confirmation applies to one piece of work: a render, the audio of one block, or a
 * document. It ends with that work, whatever the outcome, and never outlives its project or the app.
 */
import type { ProjectId } from '../../shared/ipc/views.ts'
import { plannedTakes } from '../../shared/jobs/payload.ts'
import type { BlockId } from '../../shared/story/records.ts'
import type { JobRecord, Project } from '../project/project.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'

/** Work that the writer requested, which may send several requests. */
export interface Asked {
  readonly projectId: ProjectId | undefined
  /** Null for a render, and for a document. */
  readonly blockId: BlockId | null
  /** The confirmed credits for takes with these keys, each made by one request. */
  readonly confirmed?: { readonly credits: number; readonly keys: ReadonlySet<string> }
}

/** Runs work that the writer requested. Confirmations for it end with it. */
export type During = <T>(asked: Asked, work: () => Promise<T>) => Promise<T>

/** A request that a cap stopped. */
interface Refused {
  readonly projectId: ProjectId
  readonly blockId: string | null
}

/** The unused part of a render's confirmation. */
interface Budget {
  readonly projectId: ProjectId | undefined
  readonly keys: Set<string>
  credits: number
  /** The jobs that used a part of it. */
  readonly used: Map<string, { readonly keys: readonly string[]; readonly credits: number }>
}

export type Confirmations = ReturnType<typeof createConfirmations>

export function createConfirmations() {
  const refused = new Map<string, Refused>()
  const allowed = new Map<string, Refused>()
  const budgets = new Set<Budget>()

  return {
    /** Runs work that the writer requested. Confirmations for it end with it. */
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
    /** Remembers a request that a cap stopped: only such a request can be confirmed. */
    refuse({ projectId }: Project, { requestHash, payload }: JobRecord): void {
      refused.set(requestHash, { projectId, blockId: blockOfPayload(payload) })
    },
    /** Confirms that a request that a cap stopped, identified by its hash, may be sent once. Ignores any other request. */
    allow(requestHash: string): void {
      const request = refused.get(requestHash)
      if (request !== undefined) allowed.set(requestHash, request)
      refused.delete(requestHash)
    },
    /** Uses the confirmation for a job. Returns whether there was one. */
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
      // A document's cost is unknown before it is sent, so confirmed credits never apply to it.
      if (budget === undefined || keys.length === 0) return false
      for (const key of keys) budget.keys.delete(key)
      budget.credits -= credits
      budget.used.set(id, { keys, credits })
      return true
    },
    /** Gives back the credits that a failed job used of a render's confirmation, so that the render can try again. */
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
