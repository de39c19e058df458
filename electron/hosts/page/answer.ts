/** An answer to a page's request, in the form that both ways of serving it understand: HTTP and Electron's protocol. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | AsyncIterable<Uint8Array> | null
}

/** An answer in plain words. */
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

/** The same answer without its content, as HEAD asks. */
export function withoutBody(answer: PageAnswer): PageAnswer {
  return { ...answer, body: null }
}
