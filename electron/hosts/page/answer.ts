/** An answer to a page's request, in a form that both HTTP and Electron's protocol can send. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | null
}

/** A plain-text answer. */
export function textAnswer(status: number, text: string, headers: PageAnswer['headers'] = {}): PageAnswer {
  const body = Buffer.from(`${text}\n`)
  return {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      ...headers,
    },
    body,
  }
}

/** The same answer without its body, for HEAD. */
export function withoutBody(answer: PageAnswer): PageAnswer {
  return { ...answer, body: null }
}
