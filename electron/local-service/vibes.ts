/** The caller's own vibes, stored in SQLite, and those of the platform. HTTP responses have the envelope `{success, result, message}`. */
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { MAX_CUSTOM_VIBES } from '../../shared/speech-api/limits.ts'
import { formatServiceTime } from '../../shared/speech-api/records.ts'
import {
  type DeletedVibeRecord,
  vibeIdSchema,
  type VibeRecord,
  type VibeRequest,
  vibeRequestSchema,
  vibeSearchSchema,
} from '../../shared/speech-api/vibes.ts'
import {
  fieldsRefused,
  HttpError,
  parseFields,
  readJsonBody,
  type RequestContext,
  type ServiceHandlers,
} from './http/handler.ts'

/** The only caller: a service has one key. */
const USER_ID = 1

const rowSchema = z.object({
  id: z.number().int(),
  vibe: z.string(),
  prompt: z.string(),
  createdAtMs: z.number().int(),
  updatedAtMs: z.number().int(),
})

export type Vibes = ReturnType<typeof createVibes>

/** The vibes in the service's database; `now` is in milliseconds. */
export function createVibes(database: DatabaseSync, now: () => number) {
  const all = database.prepare('SELECT * FROM vibes ORDER BY id')
  const byId = database.prepare('SELECT * FROM vibes WHERE id = ?')
  const count = database.prepare('SELECT count(*) AS total FROM vibes')
  const insert = database.prepare(
    'INSERT INTO vibes (vibe, prompt, createdAtMs, updatedAtMs) VALUES (:vibe, :prompt, :nowMs, :nowMs) RETURNING *',
  )
  // Times are sent in whole seconds, and every change must show in `updated_at`, even two within one second.
  const change = database.prepare(
    `UPDATE vibes SET vibe = :vibe, prompt = :prompt,
       updatedAtMs = max(:nowMs, (updatedAtMs / 1000 + 1) * 1000) WHERE id = :id RETURNING *`,
  )
  const erase = database.prepare('DELETE FROM vibes WHERE id = ? RETURNING *')

  const read = (row: unknown) => (row === undefined ? null : toRecord(rowSchema.parse(row)))
  /** Oldest first. */
  const list = () => z.array(rowSchema).parse(all.all()).map(toRecord)

  return {
    list,
    /** Custom vibes whose name or prompt contains the text, regardless of case and Unicode form. */
    search(text: string): VibeRecord[] {
      const key = fold(text)
      return list().filter(({ vibe, prompt }) => fold(vibe).includes(key) || fold(prompt).includes(key))
    },
    /** Null if there are already `MAX_CUSTOM_VIBES`. */
    create({ vibe, prompt }: VibeRequest): VibeRecord | null {
      if (Number(count.get()?.['total']) >= MAX_CUSTOM_VIBES) return null
      return read(insert.get({ vibe, prompt, nowMs: now() }))
    },
    /** Null if there is no custom vibe with this id. */
    update: (id: number, { vibe, prompt }: VibeRequest): VibeRecord | null =>
      read(change.get({ id, vibe, prompt, nowMs: now() })),
    /** Returns the removed vibe, or null if there is none with this id. */
    remove: (id: number): VibeRecord | null => read(erase.get(id)),
    /** The prompt of a custom or a master vibe. */
    findPrompt: (id: number): string | null =>
      (read(byId.get(id)) ?? listMasterVibes().find((vibe) => vibe.id === id))?.prompt ?? null,
  }
}

function toRecord(row: z.output<typeof rowSchema>): VibeRecord {
  return {
    type: 'user_vibe',
    id: row.id,
    created_at: formatServiceTime(row.createdAtMs),
    vibe: row.vibe,
    prompt: row.prompt,
    user_id: USER_ID,
    updated_at: formatServiceTime(row.updatedAtMs),
  }
}

/** One form for all spellings: first in lower case, so that ẞ becomes SS; then in upper case, because Σ has two lower-case forms. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')
}

/** The vibes of the platform: read-only, and the same for everybody. Their prompts use words of `speech/emotions.ts`. */
const VIBES: readonly (readonly [vibe: string, prompt: string])[] = [
  ['Bedtime story', 'Speak in a calm and tender way, as to a child who is nearly asleep.'],
  ['Campfire tale', 'Mysterious: draw the listeners close around the fire.'],
  ['Grand adventure', 'Excited and proud, with the wind in the sails.'],
  ['Ghost story', 'Fearful and hushed, as if something might hear.'],
  ['Morning news', 'Serious and neutral; every word has its place.'],
  ['Love letter', 'Tender and hopeful.'],
  ['Farewell', 'Sad, but calm.'],
  ['Comedy night', 'Playful and happy, a smile in every sentence.'],
  ['Villain', 'Low, sarcastic and proud.'],
  ['Market crier', 'Loud, happy and fast.'],
  ['Detective', 'Low and serious, tired of the rain.'],
  ['Great surprise', 'Surprised and excited: nobody saw it coming.'],
  ['Quarrel', 'Angry and urgent.'],
  ['Meditation', 'Calm, slow and quiet.'],
  ['Whispered secret', 'Whispering, for one ear only.'],
]

const MADE_AT = '2026-01-01T00:00:00'

/** All master vibes. Their ids are 1, 2, 3…; an id never refers to another vibe later. */
export function listMasterVibes(): VibeRecord[] {
  return VIBES.map(([vibe, prompt], index) => ({
    type: 'api_vibe',
    id: index + 1,
    created_at: MADE_AT,
    vibe,
    prompt,
    user_id: null,
    updated_at: MADE_AT,
  }))
}

/** Many times the size of a name and a prompt. */
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
