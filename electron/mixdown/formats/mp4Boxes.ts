/** The boxes of an MP4 file (ISO/IEC 14496-12): a length, four letters, and the content. */
import { concatBytes, putAscii, viewOf } from '../../lib/audio/bytes.ts'

export interface Box {
  readonly type: string
  /** The bytes after the head. */
  readonly content: Uint8Array
}

/** A box around its parts. */
export function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const head = new Uint8Array(8)
  viewOf(head).setUint32(0, 8 + parts.reduce((sum, part) => sum + part.length, 0))
  for (let i = 0; i < 4; i++) head[4 + i] = type.charCodeAt(i)
  return concatBytes([head, ...parts])
}

/** The consecutive boxes in these bytes. */
export function boxesIn(bytes: Uint8Array): Box[] {
  const boxes: Box[] = []
  const view = viewOf(bytes)
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = view.getUint32(at)
    if (size < 8) break
    boxes.push({ type: typeAt(bytes, at), content: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

/** A box with changed children: `change` returns null to leave a child out. */
export function rebuild(
  { type, content }: Box,
  change: (child: Box) => Uint8Array | null,
  ...added: readonly Uint8Array[]
): Uint8Array {
  const children = boxesIn(content).map(change)
  return box(type, ...children.filter((child) => child !== null), ...added)
}

/** The box as bytes. */
export const bytesOf = ({ type, content }: Box) => box(type, content)

/** Whole numbers of 32 bits, one after the other. */
export function uint32(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4)
  const view = viewOf(bytes)
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value)
  return bytes
}

export function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  viewOf(bytes).setBigUint64(0, BigInt(Math.round(value)))
  return bytes
}

/** Letters as bytes, one each. */
export function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  putAscii(bytes, 0, text)
  return bytes
}

/** The header of a box at the top level of a file: its type and size; sizes above 4 GB follow it. */
export function readHead(head: Uint8Array): { readonly type: string; readonly size: number } {
  const view = viewOf(head)
  const short = view.getUint32(0)
  return { type: typeAt(head, 0), size: short === 1 ? Number(view.getBigUint64(8)) : short }
}

function typeAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at + 4, at + 8))
}
