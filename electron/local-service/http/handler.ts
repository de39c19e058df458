/** A handler of one endpoint, and what it is given. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EndpointId } from '../../../shared/speech-api/endpoints.ts'

export interface RequestContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The open part of the endpoint's path, decoded; empty if the path has none. */
  readonly part: string
  readonly query: URLSearchParams
}

/** Returns the JSON of the answer, or undefined if the handler has answered. Throws an HttpError to refuse. */
export type Handler = (context: RequestContext) => Promise<object | undefined> | object | undefined
export type ServiceHandlers = Readonly<Record<EndpointId, Handler>>
