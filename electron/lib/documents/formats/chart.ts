/**
 * The text of charts: their titles, and the names of their series, categories and axes. It is not read aloud, but kept as the description
 * of a picture.
 */
import type { Archive } from './archive.ts'
import type { Relationship } from './officePackage.ts'
import { readXml } from './xml.ts'

/** The text of the charts in a part of an Office document, by relationship id. The plotted numbers are left out. */
export async function readCharts(
  archive: Archive,
  relationships: ReadonlyMap<string, Relationship>,
): Promise<ReadonlyMap<string, string>> {
  const charts = new Map<string, string>()
  for (const [id, { type, path }] of relationships) {
    if ((type !== 'chart' && type !== 'chartEx') || !archive.has(path)) continue
    const text = await readChart(archive.chunks(path))
    if (text !== '') charts.set(id, text)
  }
  return charts
}

/** Elements that hold numbers. They are plotted, and their formats are not text. */
const NUMBERS = new Set(['c:numCache', 'c:numLit', 'cx:numDim'])
/** Runs of text, and values of series and categories that are text. */
const WORDS = new Set(['a:t', 'c:v', 'cx:v', 'cx:pt'])
/** The runs of a paragraph form one text. */
const PARAGRAPH = 'a:p'

/**
 * The texts of a chart (https://ecma-international.org/publications-and-standards/standards/ecma-376/, part 1, 21.2), without duplicates:
 * every series repeats its categories.
 */
async function readChart(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const texts = new Set<string>()
  let open: string[] = []
  let numbers = 0
  let isWords = false
  const end = () => {
    const text = open.join('').replaceAll(/\s+/g, ' ').trim()
    if (text !== '') texts.add(text)
    open = []
  }
  await readXml(chunks, {
    open({ name }) {
      if (NUMBERS.has(name)) numbers++
      isWords = numbers === 0 && WORDS.has(name)
      if (name === PARAGRAPH || (isWords && name !== 'a:t')) end()
      else if (name === 'a:br') open.push(' ')
    },
    close({ name }) {
      if (NUMBERS.has(name)) numbers--
      isWords = false
      if (name === PARAGRAPH || (WORDS.has(name) && name !== 'a:t')) end()
    },
    text(text) {
      if (isWords) open.push(text)
    },
  })
  end()
  return [...texts].join('; ')
}
