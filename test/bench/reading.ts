/**
 * `npm run -s bench:reading -- --corpus DIR [--json]`: for each file of a folder of books, how many of its words are in the script, what
 * is left out for which reason, and which words are in neither, which is a fault. It is not a part of `npm test`, which looks at the fixtures.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileTypeOf } from '../../shared/files/fileTypes.ts'
import { coveragePercent } from '../../shared/import/coverage.ts'
import { sourceCoverage } from '../support/sourceWords.ts'

/** At most this many lost words are listed. */
const NAMED = 20

const { values } = parseArgs({ options: { json: { type: 'boolean' }, corpus: { type: 'string' } } })
if (values.corpus === undefined) {
  console.error('Name a folder of books with --corpus.')
  process.exit(2)
}
const { corpus } = values
const names = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
  .filter((name) => !['project', undefined].includes(fileTypeOf(name)?.story))
  .toSorted()

async function measure(name: string) {
  const started = performance.now()
  try {
    const found = await sourceCoverage(name, readFileSync(join(corpus, name)))
    const readMs = Math.round(performance.now() - started)
    return { name, percent: coveragePercent(found), ...found, readMs }
  } catch (error) {
    return { name, error: error instanceof Error ? error.message : String(error) }
  }
}

for (const name of names) {
  const book = await measure(name)
  if (values.json === true) console.log(JSON.stringify(book))
  else if ('error' in book) console.log(`REFUSED ${name}: ${book.error}`)
  else {
    const { percent, words, leftOut, lost, chapters, sourceWords } = book
    const reasons = Object.entries(leftOut).map(([reason, count]) => `${reason} ${count}`)
    console.log(
      `${lost.length === 0 ? 'ok  ' : 'LOST'} ${name}: ${percent} % of ${words} words, ${chapters} chapters; left out: ${reasons.join(', ') || 'nothing'}`,
    )
    if (lost.length > 0)
      console.log(`     ${lost.length} of ${sourceWords ?? 0} in neither: ${lost.slice(0, NAMED).join(' ')}`)
  }
}
