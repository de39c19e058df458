/** Facts read from a stored request: its words for a list, and Fabula's estimate of its cost. */
import { countCharacters } from '../../shared/speech-api/limits.ts'
import { parseRequestBody, type JobPayload } from '../../shared/jobs/payload.ts'

const SHOWN_CHARACTERS = 200

export interface RequestFacts {
  /** The start of the text, the story's title, or the document's name. */
  readonly input: string
  /** One credit per character; 0 if the request does not hold its text. */
  readonly estimate: number
}

export function requestFacts(body: string): RequestFacts {
  const { input, name, fileName, blocks } = parseRequestBody(body)
  const text = input ?? blocks?.map((block) => block.input).join('') ?? ''
  const shown = Array.from((name ?? fileName ?? input ?? '').trim())
  return {
    input: shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS).join('')}…` : shown.join(''),
    estimate: countCharacters(text),
  }
}

/** The text that a request has spoken, or the name that a service returns for it. */
export function sentInput(body: string): string {
  const { input, name, fileName } = parseRequestBody(body)
  return input ?? name ?? fileName ?? ''
}

/** The block that a job speaks; null for a whole story and for a document. */
export function blockOfPayload(payload: JobPayload | null): string | null {
  return payload?.kind === 'take' ? payload.take.blockId : null
}
