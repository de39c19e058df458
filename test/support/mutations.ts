/** Damage to files: the same each time. */
import { randomNumbers } from '../electron/project/support.ts'

type Mutate = (bytes: Uint8Array) => Uint8Array

const SIGNS = [
  '<',
  '>',
  '"',
  '&',
  '(',
  ')',
  '[',
  ']',
  '*',
  '_',
  '#',
  ':',
  ',',
  ';',
  '{',
  '}',
  '\0',
  '\ud800',
  '=',
  '\n',
  '\t',
  '�',
]
const NUMBERS = ['-1', '0', '1e999', '99999999999999999999', 'NaN', '0x7f', '-0.5']

/** Ways to damage a file: flipped bits, cut ends, missing or repeated stretches, and signs and numbers that may confuse a reader. */
export function mutations(count: number, seed = 5): Mutate[] {
  const random = randomNumbers(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <T>(items: readonly T[]): T | undefined => items[below(items.length)]
  const put = (bytes: Uint8Array, at: number, middle: Uint8Array, drop = 0) =>
    Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + drop)])
  return Array.from({ length: count }, (_, turn): Mutate => (bytes) => {
    const at = below(bytes.length)
    switch (turn % 7) {
      case 0: {
        const copy = Uint8Array.from(bytes)
        for (let times = 0; times <= below(20); times++) copy[below(bytes.length)] = below(256)
        return copy
      }
      case 1:
        return bytes.subarray(0, at)
      case 2:
        return put(bytes, at, new Uint8Array(), below(200))
      case 3:
        return put(bytes, at, Buffer.concat(Array(2 + below(50)).fill(bytes.subarray(at, at + below(100)))))
      case 4:
        return put(bytes, at, Buffer.from((pick(SIGNS) ?? '').repeat(1 + below(1_500))))
      case 5:
        return Buffer.from(
          Buffer.from(bytes)
            .toString('latin1')
            .replaceAll(/\d+/g, (digits) => (below(4) === 0 ? (pick(NUMBERS) ?? '') : digits)),
          'latin1',
        )
      default:
        return put(bytes, at, Buffer.from('X'.repeat(600)))
    }
  })
}
