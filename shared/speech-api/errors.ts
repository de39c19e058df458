/** The one shape of a failed request, and the naming of fields in it. */
import { z } from 'zod'

/** One thing wrong with a request; `field` is a path as the sender would write it, for example `blocks[3].speed`. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** The body of a failed request, read tolerantly: servers differ. */
export const errorBodySchema = z.looseObject({
  success: z.literal(false).optional().catch(undefined),
  message: z.string().nullish().catch(null),
  errors: z.unknown().optional(),
  detail: z.unknown().optional(),
  error: z.unknown().optional(),
})

/** The embedded service's answer to a failed request. */
export const refusalSchema = z
  .strictObject({
    success: z.literal(false),
    message: z.string().describe('What is wrong, for people.'),
    errors: z
      .array(z.strictObject({ field: z.string(), message: z.string() }))
      .describe('The fields at fault, for example blocks[3].speed; [] where none is.'),
    request_id: z.string().describe('As in the header x-request-id and in the log of the service.'),
  })
  .meta({ id: 'Refusal' })

export type ErrorBody = Readonly<Omit<z.output<typeof refusalSchema>, 'errors'>> & {
  readonly errors: readonly FieldError[]
}

/**
 * The message of a failed request's body with the reasons for each field, or null if none can be read. Formats of
 * other servers are understood too: `errors` as an object of lists (Laravel), `detail` as a list (FastAPI), and a message in an object.
 */
export function parseErrorMessage(json: unknown): string | null {
  const body = errorBodySchema.safeParse(json)
  if (!body.success) return null
  const { message, errors, detail, error } = body.data
  const said = [message, detail, error].map((value) => sentenceIn(value)).find((text) => text !== '') ?? ''
  const reasons = readFieldErrors(errors, detail)
    .filter((reason) => !said.includes(reason.message) && !said.includes(reason.field))
    .map(nameReason)
  const text = [said, ...new Set(reasons)].filter((part) => part !== '').join(' · ')
  return text === '' ? null : text
}

/** A text, or the message in an object, such as `{"error": {"message": "…"}}` of OpenAI or `{"detail": {"message": "…"}}`; '' for others. */
function sentenceIn(value: unknown, depth = 2): string {
  if (typeof value === 'string') return value.trim()
  const { message, detail, error } = z.looseObject({}).safeParse(value).data ?? {}
  if (depth === 0) return ''
  return [message, detail, error].map((each) => sentenceIn(each, depth - 1)).find((text) => text !== '') ?? ''
}

function readFieldErrors(errors: unknown, detail: unknown): FieldError[] {
  const list = z.array(z.looseObject({ field: z.string(), message: z.string() })).safeParse(errors)
  const lists = z.record(z.string(), z.union([z.string(), z.array(z.string())])).safeParse(errors)
  const issues = z.array(issueSchema).safeParse(detail)
  return [
    ...(list.data ?? []),
    ...Object.entries(lists.data ?? {}).flatMap(([field, messages]) =>
      [messages].flat().map((message) => ({ field, message: message.trim() })),
    ),
    ...(issues.data ?? []).map(({ loc, msg }) => ({
      field: formatFieldPath(loc[0] === 'body' ? loc.slice(1) : loc),
      message: msg.trim(),
    })),
  ]
}

const issueSchema = z.looseObject({
  loc: z.array(z.union([z.string(), z.number()])).catch([]),
  msg: z.string(),
})

/** A reason that begins with its field, unless its text names the field. */
function nameReason({ field, message }: FieldError): string {
  return message.includes(field.replaceAll('_', ' ')) ? message : `${field}: ${message}`
}

/** Whether a body states that the request failed, regardless of the HTTP status. */
export function isFailureBody(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'success' in json && json.success === false
}

/** Names the field and the fault of every issue found by a schema, in the order of the body. */
export function describeIssues(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({ field: formatFieldPath(issue.path), message: describeIssue(issue) }))
}

/** `['blocks', 3, 'speed']` as `blocks[3].speed`; the body itself is `body`. */
export function formatFieldPath(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>((sofar, part) => {
    if (typeof part === 'number') return `${sofar}[${part}]`
    return sofar === '' ? String(part) : `${sofar}.${String(part)}`
  }, '')
  return text === '' ? 'body' : text
}

function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${TYPE_WORDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return issue.origin === 'number' ? `must be at least ${issue.minimum}` : issue.message
    case 'too_big':
      return issue.origin === 'number'
        ? `must be at most ${issue.maximum}`
        : `must hold at most ${issue.maximum} ${issue.origin === 'array' ? 'items' : 'characters'}`
    default:
      return issue.message
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}
