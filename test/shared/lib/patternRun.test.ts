import fc from 'fast-check'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { canBeginWith, createProgram, type PatternProgram } from '../../../shared/lib/patternProgram.ts'
import { runProgram } from '../../../shared/lib/patternRun.ts'

function programOf(source: string, flags: number = RE2JS.MULTILINE): PatternProgram {
  return createProgram(RE2JS.compile(source, flags))
}

/** The work that all matches in a text take. */
function workOf(source: string, text: string): number {
  const meter = { left: Number.MAX_SAFE_INTEGER }
  runProgram(programOf(source), text, 0, meter)
  return Number.MAX_SAFE_INTEGER - meter.left
}

/** The long s and the sign of the kelvin are “s” and “k” without regard to case, but not letters of a word in RE2. */
const letters = [
  'a',
  'A',
  'b',
  'ß',
  '1',
  '2',
  ' ',
  '.',
  '\n',
  '𝐀',
  '\ud835',
  'σ',
  'ς',
  'x',
  '’',
  '\u017f',
  '\u212a',
]
const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 20 })

const atom = fc.constantFrom(
  ...['a', 'B', 'ß', '1', ' ', '.', '\\.', '\\d', '\\w', '\\s', '\\b', '\\B', '^', '$', '\\A', '\\z'],
  ...['[a-c]', '[^a]', '[B1 ]', '\\p{L}', '\\P{Lu}', '𝐀', 'Σ', '’', 's', 'k', '(?s:.)', '(?i:b)', '(?:)'],
)
const times = fc.constantFrom(
  '',
  '',
  '',
  '',
  '?',
  '+',
  '*',
  '*?',
  '+?',
  '??',
  '{2}',
  '{1,2}',
  '{2,}',
  '{0,3}?',
)
const { source } = fc.letrec<{ source: string; part: string }>((tie) => ({
  source: fc
    .array(
      fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((alternatives) => alternatives.join('|')),
  part: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        atom,
        tie('source').map((inner) => `(${inner})`),
        tie('source').map((inner) => `(?:${inner})`),
      ),
      times,
    )
    .map(([one, repeated]) => `${one}${repeated}`),
}))

test('a run finds what RE2 finds, with the same groups', () => {
  fc.assert(
    fc.property(source, text, fc.boolean(), (written, searched, isCaseSensitive) => {
      const flags = RE2JS.MULTILINE | (isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
      const expected: (string | number | null)[][] = []
      const matcher = RE2JS.compile(written, flags).matcher(searched)
      while (matcher.find()) {
        const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group))
        if (matcher.end() > matcher.start()) expected.push([matcher.start(), ...groups])
      }
      const found = runProgram(programOf(written, flags), searched, 0, { left: Infinity })
      expect(
        found?.map((places) => [
          places[0],
          ...Array.from({ length: places.length / 2 }, (_, group) => {
            const [start = -1, end = -1] = [places[2 * group], places[2 * group + 1]]
            return start < 0 ? null : searched.slice(start, end)
          }),
        ]),
      ).toEqual(expected)
    }),
    { numRuns: 1_000 },
  )
})

test('a run can start at the first place where a match can begin', () => {
  fc.assert(
    fc.property(source, text, (written, searched) => {
      const program = programOf(written)
      const all = runProgram(program, searched, 0, { left: Infinity }) ?? []
      const starts = Array.from({ length: searched.length }, (_, at) => at).filter((at) =>
        canBeginWith(program, searched.charCodeAt(at)),
      )
      for (const [start = 0] of all) expect(starts).toContain(start)
      expect(runProgram(program, searched, starts[0] ?? searched.length, { left: Infinity })).toEqual(all)
    }),
  )
})

test('a run counts the same work each time, whatever ran before, and stops when none is left', () => {
  fc.assert(
    fc.property(source, text, source, (written, searched, other) => {
      const work = workOf(written, searched)
      runProgram(programOf(other), searched, 0, { left: Infinity })
      const program = programOf(written)
      for (let round = 0; round < 2; round += 1) {
        const meter = { left: work }
        expect([runProgram(program, searched, 0, meter) !== null, meter.left]).toEqual([true, 0])
      }
      if (work > 0) expect(runProgram(program, searched, 0, { left: work - 1 })).toBeNull()
    }),
  )
})

/** Words as they stand in stories. */
const PROSE = 'In 1847 Dr. Quill said: “It is 12 km to Saltmarsh, and the ferry left at noon.” '.repeat(12)

test.each([
  '\\b(18|19)(\\d\\d)\\b',
  '(\\d+)\\s?km\\b',
  'colou?r',
  '“[^”]{0,200}”',
  '\\p{Lu}\\w+ \\p{Lu}\\w+',
  '^.*said.*$',
  '(\\w+) and (\\w+)',
  'January|February|March|April|May|June|July|August|September|October|November|December',
])('%s takes little work in a story', (written) => {
  expect(workOf(written, PROSE) / PROSE.length).toBeLessThan(20)
})

test.each(['.{500}.{480}', '.{100}e', '[^x]{200}e', '(?:.?){200}', '(?s:e.*z|.)'])(
  '%s takes much work in a story',
  (written) => {
    expect(workOf(written, PROSE) / PROSE.length).toBeGreaterThan(20)
  },
)
