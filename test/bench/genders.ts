/**
 * `npm run -s bench:genders -- --corpus DIR [--json]`: the genders that an import finds for the characters of annotated novels, compared with those of
 * the annotation: `DIR/NOVEL/novel_text.txt` and `character_info.csv`, in the format of Project Dialogism
 * (https://github.com/Priya22/project-dialogism-novel-corpus). Counts major and intermediate characters that the import names, of a known
 * gender. It is not a part of `npm test`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'
import { readImport } from '../../electron/lib/documents/import/readImport.ts'
import { speakerKey } from '../../shared/import/source.ts'
import { suggestSpeakers } from '../../shared/import/speakers/suggestSpeakers.ts'
import type { Suggestions } from '../../shared/import/speakers/suggestion.ts'

const GENDERS: Readonly<Record<string, 'woman' | 'man'>> = { F: 'woman', M: 'man' }
/** The rules were tuned on the first novels by name. */
const TUNED = 18

const { values } = parseArgs({ options: { json: { type: 'boolean' }, corpus: { type: 'string' } } })
if (values.corpus === undefined) {
  console.error('Name a folder of annotated novels with --corpus.')
  process.exit(2)
}
const { corpus } = values

interface Annotated {
  readonly name: string
  readonly keys: readonly string[]
  readonly gender: 'woman' | 'man'
}

/** The characters of a novel who count. A name that two characters share identifies neither. */
function annotatedIn(novel: string): Annotated[] {
  const text = readFileSync(join(corpus, novel, 'character_info.csv'), 'utf8')
  const [head = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data
  const cell = (row: readonly string[], name: string) => row[head.indexOf(name)] ?? ''
  const all = rows.map((row) => ({
    name: cell(row, 'Main Name'),
    keys: Array.from(cell(row, 'Aliases').matchAll(/'([^']+)'|"([^"]+)"/g), ([, one, other]) =>
      speakerKey(one ?? other ?? ''),
    ),
    gender: GENDERS[cell(row, 'Gender')],
    category: cell(row, 'Category'),
  }))
  const counts = Map.groupBy(
    all.flatMap(({ keys }) => [...new Set(keys)]),
    (key) => key,
  )
  return all.flatMap(({ name, keys, gender, category }) =>
    gender === undefined || category === 'minor'
      ? []
      : [{ name, keys: keys.filter((key) => counts.get(key)?.length === 1), gender }],
  )
}

/** The gender of the speaker with most lines among those who have one of these names; undefined if nobody has. */
function genderFor({ lines, genders }: Suggestions, keys: readonly string[]) {
  const speaking = Map.groupBy(
    lines.flatMap(({ speaker }) => (speaker !== null && keys.includes(speaker) ? [speaker] : [])),
    (speaker) => speaker,
  )
  const [most] = [...speaking].toSorted(([, a], [, b]) => b.length - a.length)
  return most === undefined ? undefined : (genders?.get(most[0]) ?? null)
}

const sums = new Map<string, { found: number; right: number; wrong: number; all: number }>()
const novels = readdirSync(corpus).toSorted()
for (const [index, novel] of novels.entries()) {
  const bytes = readFileSync(join(corpus, novel, 'novel_text.txt'))
  const { source } = await readImport({ file: { name: `${novel}.txt`, bytes } })
  const suggestions = suggestSpeakers(source, { readsQuotations: true })
  const characters = annotatedIn(novel).map((each) => ({ ...each, told: genderFor(suggestions, each.keys) }))
  const found = characters.filter(({ told }) => told !== undefined)
  const right = found.filter(({ told, gender }) => told === gender).length
  const misses = found.filter(({ told, gender }) => told !== gender)
  const wrong = misses.filter(({ told }) => told !== null).length
  const counts = { all: characters.length, found: found.length, right, wrong }
  for (const name of ['all', index < TUNED ? 'tuned' : 'others']) {
    const sum = sums.get(name) ?? { all: 0, found: 0, right: 0, wrong: 0 }
    for (const key of ['all', 'found', 'right', 'wrong'] as const) sum[key] += counts[key]
    sums.set(name, sum)
  }
  if (values.json === true) console.log(JSON.stringify({ novel, ...counts }))
  else
    console.log(
      `${novel}: ${right} of ${found.length} right, ${wrong} wrong; ${misses.map(({ name, told, gender }) => `${name}: ${told ?? 'not told'}, is a ${gender}`).join('; ')}`,
    )
}
for (const [name, { all, found, right, wrong }] of sums) {
  const percent = (count: number) => Math.round((1000 * count) / Math.max(1, found)) / 10
  if (values.json === true) console.log(JSON.stringify({ name, all, found, right, wrong }))
  else console.log(`${name}: ${found} of ${all} found, ${percent(right)} % right, ${percent(wrong)} % wrong`)
}
