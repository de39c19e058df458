export interface WireCodec {
  readonly encode: (value: unknown) => string
  readonly decode: (text: string) => unknown
}

/** Values as text and back, as far as the structured clone that Electron sends them with: what that cannot clone is an error here
 * too. The function uses nothing outside itself, because its source also runs in the page. */
export function createWire(): WireCodec {
  const tag = '\u0000standin'
  const toBase64 = (bytes: Uint8Array) => {
    let binary = ''
    for (let at = 0; at < bytes.length; at += 8192)
      binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(binary)
  }
  const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  const tagged = (kind: string, value: unknown) => ({ [tag]: kind, value })

  const pack = (value: unknown): unknown => {
    if (value === undefined) return tagged('undefined', null)
    if (typeof value === 'bigint') return tagged('bigint', String(value))
    if (typeof value === 'number' && !Number.isFinite(value)) return tagged('number', String(value))
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(pack)
    if (value instanceof Date) return tagged('Date', value.getTime())
    if (value instanceof Map) return tagged('Map', [...value].map(pack))
    if (value instanceof Set) return tagged('Set', [...value].map(pack))
    if (value instanceof ArrayBuffer) return tagged('ArrayBuffer', toBase64(new Uint8Array(value)))
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      return tagged(value.constructor.name, toBase64(bytes))
    }
    if (value instanceof Error) return tagged('Error', value.message)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, pack(each)]))
  }

  const untag = (kind: string, value: unknown): unknown => {
    if (kind === 'undefined') return undefined
    if (kind === 'bigint') return BigInt(String(value))
    if (kind === 'number') return Number(value)
    if (kind === 'Date') return new Date(Number(value))
    if (kind === 'Error') return new Error(String(value))
    if (kind === 'Map') return new Map(unpack(value) as [unknown, unknown][]) // packed by the other end
    if (kind === 'Set') return new Set(unpack(value) as unknown[]) // packed by the other end
    const { buffer } = fromBase64(String(value))
    if (kind === 'ArrayBuffer') return buffer
    const View: unknown = Reflect.get(globalThis, kind)
    if (typeof View !== 'function') throw new Error(`electron stand-in: ${kind} cannot be sent`)
    return Reflect.construct(View, [buffer])
  }

  const unpack = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(unpack)
    const fields = value as Record<string, unknown> // neither null nor an array: a plain object out of JSON
    const kind = fields[tag]
    if (typeof kind === 'string') return untag(kind, fields['value'])
    return Object.fromEntries(Object.entries(fields).map(([key, each]) => [key, unpack(each)]))
  }

  return {
    encode: (value) => JSON.stringify(pack(structuredClone(value))),
    decode: (text) => unpack(JSON.parse(text)),
  }
}
