/** The library of vibes over HTTP, each answer in the envelope `{success, result, message}`. */
import { MAX_CUSTOM_VIBES } from '../../../shared/speech-api/limits.ts'
import {
  vibeIdSchema,
  vibeRequestSchema,
  vibeSearchSchema,
  type DeletedVibeRecord,
  type VibeRecord,
} from '../../../shared/speech-api/vibes.ts'
import { fieldsRefused, HttpError, parseFields } from '../http/httpErrors.ts'
import { listMasterVibes } from './masterVibes.ts'
import { readJsonBody } from '../http/readBody.ts'
import type { RequestContext, ServiceHandlers } from '../http/handler.ts'
import type { Vibes } from './vibes.ts'

/** A name and a prompt fit many times over. */
const MAX_BODY_BYTES = 256 * 1024

/** The six endpoints of the published interface. */
export function vibeHandlers(vibes: Vibes) {
  return {
    listMasterVibes: () => envelope(listMasterVibes()),
    listCustomVibes: () => envelope(vibes.list()),
    async createCustomVibe(context) {
      const created = vibes.create(await readVibe(context))
      if (created === null) {
        throw fieldsRefused([
          { field: 'body', message: `is one too many: there are ${MAX_CUSTOM_VIBES} vibes already` },
        ])
      }
      return envelope(created)
    },
    searchCustomVibes: ({ query }) =>
      envelope(vibes.search(parseFields(vibeSearchSchema, Object.fromEntries(query)).key)),
    async updateCustomVibe(context) {
      const id = readId(context)
      return envelope(known(id, vibes.update(id, await readVibe(context))))
    },
    deleteCustomVibe(context) {
      const id = readId(context)
      const removed = known(id, vibes.remove(id))
      return envelope<DeletedVibeRecord>({ ...removed, user: {}, tts_histories: [], story_blocks: [] })
    },
  } satisfies Partial<ServiceHandlers>
}

function envelope<Result extends VibeRecord | readonly VibeRecord[]>(result: Result) {
  return { success: true, result, message: null }
}

async function readVibe({ request }: RequestContext) {
  return parseFields(vibeRequestSchema, await readJsonBody(request, MAX_BODY_BYTES))
}

function readId({ part }: RequestContext): number {
  const parsed = vibeIdSchema.safeParse(part)
  if (!parsed.success) throw fieldsRefused([{ field: 'id', message: 'must be a whole number' }])
  return parsed.data
}

function known<T>(id: number, vibe: T | null): T {
  if (vibe === null) throw new HttpError(404, `There is no custom vibe ${id}`)
  return vibe
}
