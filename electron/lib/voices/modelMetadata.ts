/** What the makers of a model wrote into its ONNX file for sherpa-onnx: its type, its number of speakers, its language. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export type ModelMetadata = ReadonlyMap<string, string>

/** The metadata stand after the graph, at the end of the file; a table of tokens among them can take some room. */
const TAIL_BYTES = 256 * 1024
/** Field 14 (`metadata_props`) of an ONNX model, with a length before its content (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). */
const METADATA_TAG = 0x72
const [KEY_TAG, VALUE_TAG] = [0x0a, 0x12]

/** Reads the metadata of an ONNX file. A file of another kind has none. Throws what the disk says. */
export function readModelMetadata(path: string): ModelMetadata {
  const tail = readTail(path)
  const found = new Map<string, string>()
  for (let at = tail.indexOf(METADATA_TAG); at >= 0; at = tail.indexOf(METADATA_TAG, at + 1)) {
    const entry = readEntry(tail, at + 1)
    if (entry !== null) found.set(...entry)
  }
  return found
}

function readTail(path: string): Buffer {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
    return tail.subarray(0, readSync(file, tail, 0, tail.length, size - tail.length))
  } finally {
    closeSync(file)
  }
}

/** An entry with its key and value, if one begins here: all lengths must agree, since any byte can look like the tag. */
function readEntry(bytes: Buffer, from: number): [key: string, value: string] | null {
  const entry = readLength(bytes, from)
  if (entry === null) return null
  const key = readText(bytes, entry.next, KEY_TAG)
  const value = key === null ? null : readText(bytes, key.next, VALUE_TAG)
  if (key === null || value === null || value.next !== entry.next + entry.value) return null
  return /^[a-z][a-z0-9_]*$/i.test(key.text) ? [key.text, value.text] : null
}

function readText(bytes: Buffer, at: number, tag: number): { text: string; next: number } | null {
  const length = bytes[at] === tag ? readLength(bytes, at + 1) : null
  if (length === null || length.next + length.value > bytes.length) return null
  const next = length.next + length.value
  return { text: bytes.toString('utf8', length.next, next), next }
}

/** A number of Protocol Buffers: seven bits in each byte, the lowest first. */
function readLength(bytes: Buffer, at: number): { value: number; next: number } | null {
  let value = 0
  for (let index = 0; index < 4; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  return null
}
