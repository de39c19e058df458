/** The library of vibes over HTTP, each answer in the envelope `{success, result, message}`. */
import { describeIssues } from '../../../shared/speech-api/errors.ts'
import { MAX_CUSTOM_VIBES } from '../../../shared/speech-api/limits.ts'
import { API_PATHS } from '../../../shared/speech-api/paths.ts'
import { vibeIdSchema, vibeRequestSchema, vibeSearchSchema } from '../../../shared/speech-api/vibes.ts'
import type { DeletedVibeRecord, VibeRecord } from '../../../shared/speech-api/vibes.ts'
import { fieldsRefused, HttpError } from '../http/httpErrors.ts'
import { listMasterVibes } from './masterVibes.ts'
import { readJsonBody } from '../http/readBody.ts'
import type { Route, RouteContext } from '../http/route.ts'
import type { Vibes } from './vibes.ts'

/** A name and a prompt fit many times over. */
const MAX_BODY_BYTES = 256 * 1024

/** The six routes of the published interface. */
export function vibeRoutes(vibes: Vibes): Route[] {
  const ofId = `${API_PATHS.customVibes}/*`
  return [
    { method: 'GET', path: API_PATHS.masterVibes, handle: () => envelope(listMasterVibes()) },
    { method: 'GET', path: API_PATHS.customVibes, handle: () => envelope(vibes.list()) },
    {
      method: 'POST',
      path: API_PATHS.customVibes,
      async handle(context) {
        const created = vibes.create(await readVibe(context))
        if (created === null) {
          throw fieldsRefused([
            { field: 'body', message: `is one too many: there are ${MAX_CUSTOM_VIBES} vibes already` },
          ])
        }
        return envelope(created)
      },
    },
    {
      method: 'GET',
      path: API_PATHS.searchVibes,
      handle({ query }) {
        const parsed = vibeSearchSchema.safeParse(Object.fromEntries(query))
        if (!parsed.success) throw fieldsRefused(describeIssues(parsed.error))
        return envelope(vibes.search(parsed.data.key))
      },
    },
    {
      method: 'PUT',
      path: ofId,
      async handle(context) {
        const id = readId(context)
        return envelope(known(id, vibes.update(id, await readVibe(context))))
      },
    },
    {
      method: 'DELETE',
      path: ofId,
      handle(context) {
        const id = readId(context)
        const removed = known(id, vibes.remove(id))
        return envelope<DeletedVibeRecord>({ ...removed, user: {}, tts_histories: [], story_blocks: [] })
      },
    },
  ]
}

function envelope<Result extends VibeRecord | readonly VibeRecord[]>(result: Result) {
  return { success: true, result, message: null }
}

async function readVibe({ request }: RouteContext) {
  const parsed = vibeRequestSchema.safeParse(await readJsonBody(request, MAX_BODY_BYTES))
  if (!parsed.success) throw fieldsRefused(describeIssues(parsed.error))
  return parsed.data
}

function readId({ params: [id = ''] }: RouteContext): number {
  const parsed = vibeIdSchema.safeParse(id)
  if (!parsed.success) throw fieldsRefused([{ field: 'id', message: 'must be a whole number' }])
  return parsed.data
}

function known<T>(id: number, vibe: T | null): T {
  if (vibe === null) throw new HttpError(404, `There is no custom vibe ${id}`)
  return vibe
}
