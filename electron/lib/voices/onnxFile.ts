/**
 * Reads the structure of an ONNX file: whether it is complete, and its inputs and constants. Does not load the graph. The format is
 * Protocol Buffers (https://protobuf.dev/programming-guides/encoding/), with the fields of
 * https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
 */
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs'

interface OnnxFile {
  /** The names of the graph's inputs. */
  readonly inputs: ReadonlySet<string>
  /** The sizes of each constant tensor, by name. */
  readonly sizes: ReadonlyMap<string, readonly number[]>
}

/** Fields of ModelProto. */
const [GRAPH, METADATA] = [7, 14]
/** Fields of GraphProto. */
const [INITIALIZER, INPUT] = [5, 11]
/** Fields of TensorProto; the name of a ValueInfoProto is its field 1. */
const [DIMS, TENSOR_NAME, VALUE_NAME] = [1, 8, 1]
/** Wire types of Protocol Buffers. */
const [VARINT, FIXED_64, BYTES, FIXED_32] = [0, 1, 2, 5]

const WINDOW_BYTES = 1 << 16
/** Longer than any tensor's name. */
const MOST_NAME_BYTES = 1024

/** Parses an ONNX file. Returns null if the bytes are not one, or end too early. Throws the errors of the disk. */
export function readOnnxFile(path: string): OnnxFile | null {
  const file = openSync(path, 'r')
  try {
    return readModel(createReader(file))
  } finally {
    closeSync(file)
  }
}

/** Adds metadata to an ONNX file that does not have these keys. Throws the errors of the disk. */
export function addOnnxMetadata(path: string, metadata: ModelMetadata): void {
  const entries = [...metadata].map(([key, value]) =>
    field(METADATA, Buffer.concat([field(1, key), field(2, value)])),
  )
  // The entries of a repeated field may be anywhere in a message, so also at the end of the file.
  appendFileSync(path, Buffer.concat(entries))
}

interface Field {
  readonly number: number
  readonly type: number
  /** The value of a number; otherwise the position of the content. */
  readonly value: number
  readonly end: number
}

type Reader = ReturnType<typeof createReader>

function createReader(file: number) {
  const { size } = fstatSync(file)
  let [windowAt, held] = [0, Buffer.alloc(0)]

  function bytes(at: number, count: number): Buffer {
    if (at < windowAt || at + count > windowAt + held.length) {
      held = Buffer.alloc(Math.min(Math.max(count, WINDOW_BYTES), Math.max(0, size - at)))
      held = held.subarray(0, readSync(file, held, 0, held.length, at))
      windowAt = at
    }
    return held.subarray(at - windowAt, at - windowAt + count)
  }

  /** A number with seven bits per byte, lowest first; null if it does not end before `end`. */
  function varint(at: number, end: number): { readonly value: number; readonly next: number } | null {
    let value = 0
    for (let index = 0; index < 10 && at + index < end; index++) {
      const byte = bytes(at + index, 1)[0] ?? 0
      value += (byte & 0x7f) * 2 ** (7 * index)
      if (byte < 0x80) return { value, next: at + index + 1 }
    }
    return null
  }

  /** The field at a position in a message that ends at `end`; null if there is no complete one. */
  function fieldAt(at: number, end: number): Field | null {
    const tag = varint(at, end)
    if (tag === null) return null
    const [number, type] = [Math.floor(tag.value / 8), tag.value % 8]
    const first = type === VARINT || type === BYTES ? varint(tag.next, end) : null
    if ((type === VARINT || type === BYTES) && first === null) return null
    const found =
      type === VARINT && first !== null
        ? { number, type, value: first.value, end: first.next }
        : type === BYTES && first !== null
          ? { number, type, value: first.next, end: first.next + first.value }
          : {
              number,
              type,
              value: tag.next,
              end: tag.next + (type === FIXED_64 ? 8 : type === FIXED_32 ? 4 : Infinity),
            }
    return number === 0 || found.end > end ? null : found
  }

  return {
    size,
    /** Calls `take` for each field of a message; returns false if the message is not complete. */
    forEachField(from: number, end: number, take: (field: Field) => boolean): boolean {
      for (let at = from; at < end;) {
        const found = fieldAt(at, end)
        if (found === null || !take(found)) return false
        at = found.end
      }
      return true
    },
    text: ({ value, end }: Field) => bytes(value, Math.min(MOST_NAME_BYTES, end - value)).toString('utf8'),
  }
}

function readModel(reader: Reader): OnnxFile | null {
  const inputs = new Set<string>()
  const sizes = new Map<string, readonly number[]>()
  /** A file of another kind may look like fields by chance, but has no graph. */
  let graphs = 0

  function takeTensor(tensor: Field): boolean {
    let name = ''
    const dims: number[] = []
    const isWhole = reader.forEachField(tensor.value, tensor.end, (found) => {
      if (found.number === TENSOR_NAME && found.type === BYTES) name = reader.text(found)
      if (found.number === DIMS && found.type === VARINT) dims.push(found.value)
      return true
    })
    if (isWhole) sizes.set(name, dims)
    return isWhole
  }

  function takeInput(input: Field): boolean {
    return reader.forEachField(input.value, input.end, (found) => {
      if (found.number === VALUE_NAME && found.type === BYTES) inputs.add(reader.text(found))
      return true
    })
  }

  const isWhole = reader.forEachField(0, reader.size, (found) => {
    if (found.number !== GRAPH || found.type !== BYTES) return true
    graphs += 1
    return reader.forEachField(found.value, found.end, (part) => {
      if (part.number === INITIALIZER && part.type === BYTES) return takeTensor(part)
      return part.number === INPUT && part.type === BYTES ? takeInput(part) : true
    })
  })
  return isWhole && graphs > 0 ? { inputs, sizes } : null
}

/** A field of bytes, encoded. */
function field(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([varintBytes(number * 8 + BYTES), varintBytes(bytes.length), bytes])
}

function varintBytes(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

/** The metadata that the makers of a model wrote into its ONNX file for sherpa-onnx: its type, number of speakers and language. */
export type ModelMetadata = ReadonlyMap<string, string>

/** The metadata follow the graph, at the end of the file; they may include a long table of tokens. */
const TAIL_BYTES = 256 * 1024
/** Field 14 (`metadata_props`) of an ONNX model, with a length before its content (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). */
const METADATA_TAG = 0x72
const [KEY_TAG, VALUE_TAG] = [0x0a, 0x12]

/** Reads the metadata of an ONNX file; empty for a file of another kind. Throws the errors of the disk. */
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

/** The key and value of an entry, if one begins here: all lengths must match, since any byte can look like the tag. */
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

/** A Protocol Buffers number: seven bits per byte, lowest first. */
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
