/**
 * The route table of the embedded service: every address that it serves. Dispatch (local-service/http), the
 * OpenAPI description, the HTML page and the tests follow from it.
 */
import type { z } from 'zod'
import {
  deletedVibeAnswerSchema,
  emotionAnswerSchema,
  fileAnswerSchema,
  healthAnswerSchema,
  historyAnswerSchema,
  historyRecordAnswerSchema,
  textAnswerSchema,
  vibeAnswerSchema,
  vibesAnswerSchema,
  voicesAnswerSchema,
  webhookKeyAnswerSchema,
} from './responses.ts'
import {
  documentFieldsSchema,
  emotionToSpeechRequestSchema,
  historyQuerySchema,
  storyMakerRequestSchema,
  textToSpeechRequestSchema,
} from './requests.ts'
import { vibeIdSchema, vibeRequestSchema, vibeSearchSchema } from './vibes.ts'

/** Paths under a service's base URL. */
export const API_PREFIX = '/uapi/v1'

export const API_PATHS = {
  textToSpeech: `${API_PREFIX}/text-to-speech`,
  emotionToSpeech: `${API_PREFIX}/text-to-speech-advanced`,
  storyMaker: `${API_PREFIX}/story-maker`,
  documentToSpeech: `${API_PREFIX}/document-to-speech`,
  history: `${API_PREFIX}/history`,
  customVibes: `${API_PREFIX}/custom-vibes`,
  searchVibes: `${API_PREFIX}/custom-vibes/search`,
  masterVibes: `${API_PREFIX}/master-vibes`,
  /** An extension of the embedded service: the list of its voices. */
  voices: `${API_PREFIX}/voices`,
  /** An extension: the public key that the service's events are signed with. */
  webhookKey: `${API_PREFIX}/webhook-key`,
} as const

/** The header that carries the caller's key on every request. */
export const API_KEY_HEADER = 'x-api-key'

/** Path of one conversion's history record. */
export function historyPath(uuid: string): string {
  return `${API_PATHS.history}/${encodeURIComponent(uuid)}`
}

export interface Endpoint<Id extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces. */
  readonly path: string
  /** The name of the operation, for client generators. */
  readonly id: Id
  readonly summary: string
  /** Whether it is not in the published interface. */
  readonly isExtension: boolean
  /** Whether it requires no key. */
  readonly isPublic: boolean
  /** The parameter of the path. */
  readonly part?: { readonly name: string; readonly schema: z.ZodType }
  readonly query?: z.ZodObject
  readonly body?: { readonly type: 'application/json' | 'multipart/form-data'; readonly schema: z.ZodObject }
  readonly answer: { readonly type: string; readonly schema?: z.ZodType }
  /** Error statuses besides 405, and besides 401 and 429 if there is a key. */
  readonly refusals: readonly number[]
}

type Row<Id extends string> = Omit<Endpoint<Id>, 'isExtension' | 'isPublic' | 'answer'> & {
  readonly answer: z.ZodType
}

const published = <const Id extends string>(row: Row<Id>): Endpoint<Id> => ({
  ...row,
  isExtension: false,
  isPublic: false,
  answer: { type: 'application/json', schema: row.answer },
})

const extension = <const Id extends string>(row: Row<Id>): Endpoint<Id> => ({
  ...published(row),
  isExtension: true,
})

const open = <const Id extends string>(
  row: Omit<Endpoint<Id>, 'isExtension' | 'isPublic' | 'method'>,
): Endpoint<Id> => ({
  ...row,
  method: 'GET',
  isExtension: true,
  isPublic: true,
})

const json = <T extends z.ZodObject>(schema: T) => ({ type: 'application/json' as const, schema })

const BODY_REFUSALS = [400, 413, 415, 422]
const vibeId = { name: 'id', schema: vibeIdSchema }

export const ENDPOINTS = [
  published({
    method: 'POST',
    path: API_PATHS.textToSpeech,
    id: 'textToSpeech',
    summary: 'Text to speech',
    body: json(textToSpeechRequestSchema),
    answer: textAnswerSchema,
    refusals: BODY_REFUSALS,
  }),
  published({
    method: 'POST',
    path: API_PATHS.emotionToSpeech,
    id: 'emotionToSpeech',
    summary: 'Emotion to speech',
    body: json(emotionToSpeechRequestSchema),
    answer: emotionAnswerSchema,
    refusals: BODY_REFUSALS,
  }),
  published({
    method: 'POST',
    path: API_PATHS.storyMaker,
    id: 'storyMaker',
    summary: 'Story maker: several texts, each in its own voice, in one audio file',
    body: json(storyMakerRequestSchema),
    answer: fileAnswerSchema,
    refusals: BODY_REFUSALS,
  }),
  published({
    method: 'POST',
    path: API_PATHS.documentToSpeech,
    id: 'documentToSpeech',
    summary: 'Document to speech',
    body: { type: 'multipart/form-data', schema: documentFieldsSchema },
    answer: fileAnswerSchema,
    refusals: BODY_REFUSALS,
  }),
  published({
    method: 'GET',
    path: API_PATHS.customVibes,
    id: 'listCustomVibes',
    summary: "The caller's vibes",
    answer: vibesAnswerSchema,
    refusals: [],
  }),
  published({
    method: 'POST',
    path: API_PATHS.customVibes,
    id: 'createCustomVibe',
    summary: 'A new vibe',
    body: json(vibeRequestSchema),
    answer: vibeAnswerSchema,
    refusals: BODY_REFUSALS,
  }),
  published({
    method: 'GET',
    path: API_PATHS.searchVibes,
    id: 'searchCustomVibes',
    summary: "The caller's vibes whose name or prompt holds a text",
    query: vibeSearchSchema,
    answer: vibesAnswerSchema,
    refusals: [422],
  }),
  published({
    method: 'PUT',
    path: `${API_PATHS.customVibes}/{id}`,
    id: 'updateCustomVibe',
    summary: 'Another name and prompt for a vibe',
    part: vibeId,
    body: json(vibeRequestSchema),
    answer: vibeAnswerSchema,
    refusals: [...BODY_REFUSALS, 404],
  }),
  published({
    method: 'DELETE',
    path: `${API_PATHS.customVibes}/{id}`,
    id: 'deleteCustomVibe',
    summary: 'Deletes a vibe, and tells what it was',
    part: vibeId,
    answer: deletedVibeAnswerSchema,
    refusals: [404, 422],
  }),
  published({
    method: 'GET',
    path: API_PATHS.masterVibes,
    id: 'listMasterVibes',
    summary: "The platform's vibes",
    answer: vibesAnswerSchema,
    refusals: [],
  }),
  extension({
    method: 'GET',
    path: API_PATHS.history,
    id: 'listHistory',
    summary: 'Conversions, newest first, in pages',
    query: historyQuerySchema,
    answer: historyAnswerSchema,
    refusals: [422],
  }),
  extension({
    method: 'GET',
    path: `${API_PATHS.history}/{uuid}`,
    id: 'getConversion',
    summary: 'One conversion as it is now, with its audio once it is finished',
    part: { name: 'uuid', schema: textAnswerSchema.shape.result.shape.uuid },
    answer: historyRecordAnswerSchema,
    refusals: [404],
  }),
  extension({
    method: 'DELETE',
    path: `${API_PATHS.history}/{uuid}`,
    id: 'cancelConversion',
    summary:
      'Cancels a conversion (an extension): it ends with status 3, its record stays, and one that has ended stays as it is',
    part: { name: 'uuid', schema: textAnswerSchema.shape.result.shape.uuid },
    answer: historyRecordAnswerSchema,
    refusals: [404],
  }),
  extension({
    method: 'GET',
    path: API_PATHS.voices,
    id: 'listVoices',
    summary: 'The voice library',
    answer: voicesAnswerSchema,
    refusals: [],
  }),
  extension({
    method: 'GET',
    path: API_PATHS.webhookKey,
    id: 'getWebhookKey',
    summary: 'The public key that events are signed with',
    answer: webhookKeyAnswerSchema,
    refusals: [],
  }),
  open({
    path: '/media/{name}',
    id: 'getAudio',
    summary: 'The audio of a conversion, whole or in ranges; its address is the permission',
    part: { name: 'name', schema: textAnswerSchema.shape.result.shape.uuid },
    answer: { type: 'audio/mpeg' },
    refusals: [404, 416],
  }),
  open({
    path: '/healthz',
    id: 'getHealth',
    summary: 'Whether the service answers',
    answer: { type: 'application/json', schema: healthAnswerSchema },
    refusals: [],
  }),
  open({
    path: '/openapi.json',
    id: 'getDescription',
    summary: 'This description',
    answer: { type: 'application/json' },
    refusals: [],
  }),
  open({
    path: '/',
    id: 'getPage',
    summary: 'This description for people',
    answer: { type: 'text/html' },
    refusals: [],
  }),
] as const

export type EndpointId = (typeof ENDPOINTS)[number]['id']
