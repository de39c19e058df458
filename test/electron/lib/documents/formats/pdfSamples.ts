/** PDFs made by hand, with content that no available program would write. */
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'

/** Text at a position, in points from the lower left corner; Latin letters only. */
export function at(x: number, y: number, text: string, size = 12, turn = '1 0 0 1', font = 'F'): string {
  const written = [...text]
    .map((letter) => (/[()\\]/.test(letter) ? `\\${letter}` : (WIN_ANSI.get(letter) ?? letter)))
    .join('')
  return `BT /${font} ${size} Tf ${turn} ${x} ${y} Tm (${written}) Tj ET\n`
}

/** Characters outside of Latin-1 in the encoding of the font. */
const WIN_ANSI = new Map([
  ...Array.from('“”‘’–—•†').map((letter, index): [string, string] => [
    letter,
    String.fromCharCode([0x93, 0x94, 0x91, 0x92, 0x96, 0x97, 0x95, 0x86][index] ?? 0x3f),
  ]),
])

/** Text in bold letters. */
export function bold(x: number, y: number, text: string): string {
  return at(x, y, text, 12, '1 0 0 1', 'B')
}

/** Lines below each other, starting at a height. */
export function lines(texts: readonly string[], y: number, x = 50, size = 12): string {
  return texts.map((text, index) => at(x, y - index * size * 1.2, text, size)).join('')
}

/** A document of pages, each with its drawing and further entries of its dictionary; `objects` are further ones, from number 1000 on. */
export function pdf(
  pages: readonly (string | { readonly content: string; readonly page: string })[],
  {
    catalog = '',
    info = '',
    objects = [],
  }: { readonly catalog?: string; readonly info?: string; readonly objects?: readonly string[] } = {},
): Uint8Array {
  const all = new Map<number, string>()
  const kids = pages.map((_, index) => `${10 + 2 * index} 0 R`).join(' ')
  all.set(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`)
  all.set(2, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`)
  all.set(3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  all.set(4, `<<${info}>>`)
  all.set(5, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>')
  for (const [index, told] of pages.entries()) {
    const { content, page } = typeof told === 'string' ? { content: told, page: '' } : told
    const number = 10 + 2 * index
    all.set(
      number,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 500]/Resources<</Font<</F 3 0 R/B 5 0 R>>>>/Contents ${number + 1} 0 R${page}>>`,
    )
    all.set(number + 1, `<</Length ${content.length}>>stream\n${content}\nendstream`)
  }
  for (const [index, object] of objects.entries()) all.set(1000 + index, object)
  let file = '%PDF-1.4\n'
  const offsets: string[] = []
  for (const [number, object] of all) {
    offsets.push(`${number} 1\n${String(file.length).padStart(10, '0')} 00000 n \n`)
    file += `${number} 0 obj${object}endobj\n`
  }
  const start = file.length
  file += `xref\n0 1\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer<</Size 2000/Root 1 0 R/Info 4 0 R>>\nstartxref\n${start}\n%%EOF`
  return Buffer.from(file, 'latin1')
}

/** Each part as its kind's letter or its place, and its text with omissions in brackets. */
export async function partsOf(bytes: Uint8Array): Promise<string[]> {
  const { parts } = await readDocument({ name: 'x.pdf', bytes, password: null, leavesOut: [] })
  return parts.map(({ kind, place, text, omitted = [] }) => {
    const letter = { heading: 'H', paragraph: 'P', listItem: 'L', tableRow: 'R' }[kind]
    const whole = omitted.reduceRight(
      (all, { at: before, text: words }) => `${all.slice(0, before)}[${words}]${all.slice(before)}`,
      text,
    )
    return `${place ?? letter} ${whole}`
  })
}

export const RIVER = [
  'he river had risen in the night, and the boats lay',
  'higher than the quay. Old Harrow counted them twice',
  'before he believed it, and then he went in to wake',
  'the others, who had heard nothing of the rain and',
  'would not have risen for it if they had.',
]
export const STORY = `T${RIVER.join(' ')}`
