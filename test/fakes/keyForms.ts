/** Every form in which a key could turn up in a text: as it is, in base64 within anything, in hex, in URLs and in JSON. */
export function formsOf(key: string): string[] {
  const bytes = Buffer.from(key)
  const url = encodeURIComponent(key)
  const hex = bytes.toString('hex')
  const within = [0, 1, 2].flatMap((before) =>
    (['base64', 'base64url'] as const).map((encoding) =>
      // The characters that encode only bits of the key, whatever precedes and follows it.
      Buffer.concat([Buffer.alloc(before), bytes])
        .toString(encoding)
        .slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)),
    ),
  )
  const forms = [
    key,
    url,
    url.replace(/%../g, (escape) => escape.toLowerCase()),
    encodeURIComponent(url),
    hex,
    hex.toUpperCase(),
    JSON.stringify(key).slice(1, -1),
    ...within,
  ]
  return [...new Set(forms)]
}

/** The forms of a key that are in a text. */
export function findKey(key: string, text: string): string[] {
  return formsOf(key).filter((form) => text.includes(form))
}
