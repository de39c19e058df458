/** The words of charts: their titles, and the names of their series, their categories and their axes. Nobody reads them aloud, but they are told. */
import type { Archive } from './archive.ts'
import type { Relationship } from './officePackage.ts'
import { readXml } from './xml.ts'

/** The charts that a part of an Office document shows, by the id of the relationship. The numbers that they draw are left out. */
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

/** What holds numbers: those are drawn, and their formats are nobody's words. */
const NUMBERS = new Set(['c:numCache', 'c:numLit', 'cx:numDim'])
/** Runs of a text, and values of series and categories that are words. */
const WORDS = new Set(['a:t', 'c:v', 'cx:v', 'cx:pt'])
/** A title may be set in several runs. */
const PARAGRAPH = 'a:p'

/** The words of a chart (https://ecma-international.org/publications-and-standards/standards/ecma-376/, part 1, 21.2), each once: categories stand in every series. */
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
