/** What a PDF page shows beside its text: the fields of a form, and the numbers of lines. */
import { describe, expect, it, test } from 'vitest'
import { at, lines, partsOf, pdf } from './pdfSamples.ts'

const widget = (entries: string) => `<</Type/Annot/Subtype/Widget/P 10 0 R/DA(/F 12 Tf)${entries}>>`

describe('a form', () => {
  it('has the words of its fields in their places', async () => {
    const objects = [
      widget('/FT/Tx/T(boat)/V(The Grey Heron)/Rect[180 435 350 455]'),
      widget('/FT/Btn/T(ok)/V/Yes/AS/Yes/Rect[50 300 60 310]'),
      widget('/FT/Tx/T(memo)/Ff 4096/V(It was late.\nNobody came.)/Rect[50 340 350 390]'),
      widget('/FT/Tx/T(pin)/Ff 8192/V(secret)/Rect[50 200 350 220]'),
      widget('/FT/Tx/T(unseen)/F 2/V(unseen)/Rect[50 100 350 120]'),
    ]
    const numbers = objects.map((_, index) => `${1000 + index} 0 R`).join(' ')
    const page = {
      content: at(50, 440, 'Name of the boat:') + at(50, 260, 'Text below the fields.'),
      page: `/Annots[${numbers}]`,
    }
    const file = pdf([page], { catalog: `/AcroForm<</Fields[${numbers}]>>`, objects })
    expect((await partsOf(file)).join('\n')).toBe(
      'P Name of the boat: The Grey Heron\nP It was late.\nP Nobody came.\nP Text below the fields.',
    )
  })
})

describe('the numbers of lines in the margin of a poem', () => {
  const poem = Array.from({ length: 12 }, (_, index) => `And line ${'abcdefghijkl'[index]} of the poem,`)
  const numbersAt = (x: number, every = 5) =>
    poem.map((_, index) => ((index + 1) % every === 0 ? at(x, 440 - index * 14.4, String(index + 1), 9) : ''))
  const text = poem.map((line, index) => at(80, 440 - index * 14.4, line))

  test.each([
    ['behind its lines', text.map((line, index) => line + (numbersAt(320)[index] ?? ''))],
    ['before its lines', text.map((line, index) => (numbersAt(40)[index] ?? '') + line)],
    ['drawn last', [...text, ...numbersAt(320)]],
    ['at every third line', [...text, ...numbersAt(320, 3)]],
  ])('are left out: %s', async (_, drawing) => {
    const parts = await partsOf(pdf([drawing.join('')]))
    const read = parts.filter((part) => !/^(?:pageNumber|margin|runningHeader) /.test(part))
    expect(read.join(' ')).not.toMatch(/\d/)
    expect(parts.join(' ').match(/\d+/g)?.length).toBeGreaterThan(1)
  })

  it('are read if they do not count lines', async () => {
    const prices = ['5', '10', '15'].map((price, index) => at(320, 440 - index * 14.4, price)).join('')
    const table = lines(['A cup of tea', 'A pot of tea', 'A pot of coffee'], 440, 80) + prices
    expect((await partsOf(pdf([table]))).join(' ')).toMatch(/tea.*5.*10.*15/s)
  })
})
