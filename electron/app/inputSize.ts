/** Bytes that a value of its own costs beside its content: enough that a cyclic value comes to an end soon. */
const PER_VALUE_BYTES = 16

/** Whether a value that came from a page is larger than `maxBytes`. It counts without copying and stops when it knows. */
export function isLargerThan(value: unknown, maxBytes: number): boolean {
  let bytes = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    bytes += ownBytes(next)
    if (bytes > maxBytes) return true
    for (const part of partsOf(next)) open.push(part)
  }
  return false
}

/** What a value costs itself, its parts aside; long lists are told by their length before they are walked. */
function ownBytes(value: unknown): number {
  if (typeof value === 'string') return PER_VALUE_BYTES + value.length
  if (isBinary(value)) return PER_VALUE_BYTES + value.byteLength
  return PER_VALUE_BYTES * (1 + (Array.isArray(value) ? value.length : 0))
}

function partsOf(value: unknown): Iterable<unknown> {
  if (typeof value !== 'object' || value === null || isBinary(value)) return []
  // Electron's clone carries maps and sets too, whose content is not among their keys.
  if (isMap(value)) return [...value.keys(), ...value.values()]
  if (isList(value)) return value
  const values: unknown[] = Object.values(value) // `any[]` otherwise
  return [...Object.keys(value), ...values]
}

// The guards of the language narrow to `any` inside.
const isMap = (value: object): value is Map<unknown, unknown> => value instanceof Map
const isList = (value: object): value is unknown[] | Set<unknown> =>
  Array.isArray(value) || value instanceof Set

function isBinary(value: unknown): value is ArrayBuffer | ArrayBufferView {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value)
}
