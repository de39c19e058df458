import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sourceCoverage } from '../../../../support/sourceWords.ts'
import { DOCUMENTS, TEXTS } from './inputs.ts'

const texts = Object.entries(TEXTS).map(([extension, [text]]) => ({
  name: `text${extension}`,
  bytes: new TextEncoder().encode(text),
}))
const documents = DOCUMENTS.map((name) => ({
  name,
  bytes: readFileSync(new URL(`../../../../fixtures/documents/${name}`, import.meta.url)),
}))

test.each([...documents, ...texts])(
  'each word of $name is in the script, or left out for a reason',
  async ({ name, bytes }) => {
    const { sourceWords, lost, words, scriptWords } = await sourceCoverage(name, bytes)
    expect(lost).toEqual([])
    expect(scriptWords).toBeGreaterThan(0)
    expect(words).toBeGreaterThanOrEqual(scriptWords)
    if (sourceWords !== null) expect(sourceWords).toBeGreaterThan(0)
  },
)
