/** No word of a book is lost: all text of the file is in a part, or listed beside one. */
import { Parser } from 'htmlparser2'
import { getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { at, lines, pdf } from './pdfSamples.ts'
import { sample } from './samples.ts'

/** The letters and digits of a text, each as often as it occurs. */
function lettersOf(text: string): string {
  return [...text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '')].sort().join('')
}

async function lettersRead(name: string, bytes: Uint8Array): Promise<string> {
  const { parts } = await readDocument({ name, bytes, password: null, leavesOut: [] })
  return lettersOf(
    parts.flatMap(({ text, omitted = [] }) => [text, ...omitted.map((each) => each.text)]).join(' '),
  )
}

async function lettersDrawn(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 })
  const texts: string[] = []
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent()
    texts.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])))
  }
  await document.loadingTask.destroy()
  return lettersOf(texts.join(' '))
}

const everything = pdf(
  [1, 2, 3, 4].map((page) => ({
    page: page === 4 ? '/Rotate 90' : '',
    content:
      at(150, 480, 'A Tale of Boats', 9) +
      at(50, 372, 'T', 44) +
      at(84, 400, 'he river had risen and the well-') +
      at(84, 386, 'known boats lay high') +
      at(190, 390, '1', 7) +
      at(84, 372, 'until some-') +
      at(50, 358, 'body came.') +
      at(90, 100, 'DRAFT', 40, '0.7071 0.7071 -0.7071 0.7071') +
      lines(['Chapter One', 'The Lamp'], 300, 50, 20) +
      at(50, 80, '1 In the oldest copies.', 8) +
      at(196, 20, String(page)),
  })),
)

it.each<[string, Uint8Array]>([
  ['harbour.pdf', sample('harbour.pdf')],
  ['owner-only.pdf', sample('owner-only.pdf')],
  ['a page with everything around its text', everything],
])('every letter of a PDF is read once: %s', async (_, bytes) => {
  expect(await lettersRead('x.pdf', bytes)).toBe(await lettersDrawn(bytes))
})

it('every letter of a FictionBook file is read once, except its description', async () => {
  const bytes = sample('harbour.fb2')
  let [depth, raw] = [0, '']
  const parser = new Parser(
    {
      onopentag: (name) => void (depth += name === 'body' ? 1 : 0),
      onclosetag: (name) => void (depth -= name === 'body' ? 1 : 0),
      ontext: (text) => void (raw += depth > 0 ? text : ''),
    },
    { xmlMode: true },
  )
  parser.end(new TextDecoder().decode(bytes))
  expect(await lettersRead('harbour.fb2', bytes)).toBe(lettersOf(raw))
})
