/** What the page asks and is told about conversions of all stories, what they cost, and the service's events. */
import * as z from 'zod'
import { jobIdSchema, jobSchema } from '../jobs/job.ts'
import { wireErrorSchema } from './result.ts'
import { fileRefSchema, projectIdSchema, projectViewSchema } from './views.ts'

const nothing = z.strictObject({})
const ofConversion = z.strictObject({ id: jobIdSchema })

/** A job as the page sees it. */
export const conversionViewSchema = jobSchema.extend({
  /** The service's figure, or Fabula's own estimate of one credit per character. */
  estimatedCredits: z.number(),
  /** Null for the built-in voice, and for a connection that was removed. */
  connectionName: z.string().nullable(),
  /** The start of the text, the story's title or the document's name. */
  input: z.string(),
  storyTitle: z.string(),
  /** Whether the story's file is where it was. */
  isStoryThere: z.boolean(),
  /** Where the story is open just now: only then its audio can be heard. */
  projectId: projectIdSchema.nullable(),
  durationMs: z.number().nullable(),
  /** The block that it speaks; null for a story and a document. */
  blockId: z.string().nullable(),
  /** The service offers the audio by an event, at a host that the writer has not allowed yet. */
  offeredHost: z.string().nullable(),
})
export type ConversionView = z.infer<typeof conversionViewSchema>

/** What the list is narrowed to. */
export const CONVERSION_GROUPS = ['waiting', 'unknown', 'completed', 'failed'] as const
export const conversionFilterSchema = z.strictObject({
  /** Found in the text, the story's title, or the service's id. */
  text: z.string().max(200).optional(),
  group: z.enum(CONVERSION_GROUPS).optional(),
  connectionId: jobIdSchema.optional(),
})
export type ConversionFilter = z.infer<typeof conversionFilterSchema>

/** The last conversion of the page before: several may have begun within one millisecond. */
const pageStartSchema = z.strictObject({ createdAtMs: z.number(), id: jobIdSchema })
export type PageStart = z.infer<typeof pageStartSchema>

/** One conversion that the service has and Fabula has not, for the writer to recognise. */
export const claimableSchema = z.object({
  uuid: z.string(),
  input: z.string(),
  status: z.int(),
  voiceId: z.string(),
  usedCredits: z.number().nullable(),
  createdAtMs: z.number().nullable(),
})
export type Claimable = z.infer<typeof claimableSchema>

/** Lines of one list of the ledger, most recent first. */
export const MAX_LEDGER_LINES = 400
const ledgerSumsSchema = z.object({
  conversions: z.number(),
  estimated: z.number(),
  /** What services said was used; conversions that they have not said it of count by their estimate. */
  charged: z.number(),
})
const ledgerLineSchema = ledgerSumsSchema.extend({
  /** A story's id, a connection's id, or a day as YYYY-MM-DD in the writer's own time. */
  key: z.string(),
  /** The story's title; null where the key says it all. */
  name: z.string().nullable(),
})
export type LedgerSums = z.infer<typeof ledgerSumsSchema>
export type LedgerLine = z.infer<typeof ledgerLineSchema>
export const ledgerSchema = z.object({
  stories: z.array(ledgerLineSchema),
  connections: z.array(ledgerLineSchema),
  days: z.array(ledgerLineSchema),
  /** Of everything, also of what is too old to have a line. */
  total: ledgerSumsSchema,
})
export type Ledger = z.infer<typeof ledgerSchema>

export const webhookStateSchema = z.object({
  /** The address that a tunnel has to lead to; null while nothing listens. */
  localUrl: z.string().nullable(),
  /** The address to register at a service: the tunnel's public one, with the path that events come to. */
  registeredUrl: z.string().nullable(),
  error: wireErrorSchema.nullable(),
  lastEvent: z
    .object({
      atMs: z.number(),
      name: z.string(),
      verdict: z.enum(['accepted', 'repeated', 'unknown-conversion', 'refused', 'test']),
    })
    .nullable(),
  /** Connections that have a public key: only theirs can be verified. */
  verifiable: z.number(),
})
export type WebhookState = z.infer<typeof webhookStateSchema>

export const conversionsContract = {
  'conversions:list': {
    /** The page after this conversion; the newest ones where it is null. */
    input: z.strictObject({ after: pageStartSchema.nullable(), filter: conversionFilterSchema }),
    output: z.object({ conversions: z.array(conversionViewSchema), hasMore: z.boolean() }),
  },
  /** Opens the story that a conversion belongs to. */
  'conversions:openStory': { input: ofConversion, output: projectViewSchema },
  /** Keeps a conversion's story open while its audio is heard, and says under which id that plays. */
  'conversions:listen': { input: ofConversion, output: z.object({ projectId: projectIdSchema }) },
  /** It is not heard any more. */
  'conversions:hush': { input: ofConversion, output: nothing },
  /** Asks the service again, and fetches the audio where there is some. Answers when that is begun. */
  'conversions:follow': { input: ofConversion, output: nothing },
  /** What in the service's history may be this conversion, whose outcome is unknown. Null where it has no list. */
  'conversions:claimable': { input: ofConversion, output: z.array(claimableSchema).nullable() },
  /** Makes a conversion of the service this one's outcome, and fetches it. */
  'conversions:claim': {
    input: ofConversion.extend({ uuid: z.string().trim().min(1).max(200) }),
    output: nothing,
  },
  /** Takes audio from a file or an https address for a conversion that waits. Answers when it is in the story. */
  'conversions:attach': {
    input: ofConversion.extend({
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('address'), url: z.string().max(4096) }),
        z.strictObject({ kind: z.literal('file'), ref: fileRefSchema }),
      ]),
    }),
    output: nothing,
  },
  /** The writer has seen an unknown outcome, and may send the same again. */
  'conversions:putAside': { input: ofConversion, output: nothing },
  /** Takes a conversion off the list. What it cost stays in the ledger, its audio in the story. */
  'conversions:forget': { input: ofConversion, output: nothing },
  'ledger:get': { input: nothing, output: ledgerSchema },
  /** The writer's yes to one submission that goes over a cap; `request` is what the error named. */
  'ledger:allow': { input: z.strictObject({ request: z.string().max(200) }), output: nothing },
  'webhooks:state': { input: nothing, output: webhookStateSchema },
  'webhooks:test': { input: nothing, output: z.object({ address: z.string() }) },
  /** The writer trusts a host to give out the audio of conversions. */
  'webhooks:allowHost': { input: z.strictObject({ host: z.string().min(1).max(255) }), output: nothing },
} as const

export const conversionEvents = {
  'conversions:changed': z.strictObject({ conversion: conversionViewSchema }),
  'webhooks:changed': webhookStateSchema,
} as const
