/** One path of the service, and what its handler is given. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface RouteContext {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The path's parts that the pattern leaves open, decoded. */
  readonly params: readonly string[]
  readonly query: URLSearchParams
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** A path; `*` stands for one part of it. */
  readonly path: string
  /** Open to callers without a key. */
  readonly isPublic?: boolean
  /** Gives the JSON to answer with, or undefined when it has answered by itself. */
  handle(context: RouteContext): Promise<object | undefined> | object | undefined
}
