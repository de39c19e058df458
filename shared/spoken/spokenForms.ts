/**
 * The words that a reader says for what is written: “Mister Smith” for “Mr. Smith”, “nineteen fourteen” for “1914”. The rules of each language
 * stand in one list, in the order in which they apply; a stretch that a rule has said is left alone by those after it.
 */
import { withReplacements } from '../lib/replacedText.ts'
import type { Replacement, TextPlace } from '../lib/replacedText.ts'
import { baseLanguage } from '../voices/languages.ts'
import { englishRules } from './english.ts'
import { frenchRules } from './french.ts'
import { germanRules } from './german.ts'
import { italianRules } from './italian.ts'
import { portugueseRules } from './portuguese.ts'
import type { Need, SpokenRule } from './rule.ts'
import { spanishRules } from './spanish.ts'

const RULES: Readonly<Record<string, () => readonly SpokenRule[]>> = {
  en: () => englishRules(false),
  'en-gb': () => englishRules(true),
  de: germanRules,
  es: spanishRules,
  fr: frenchRules,
  it: italianRules,
  pt: () => portugueseRules(false),
  'pt-br': () => portugueseRules(true),
}

const made = new Map<string, readonly SpokenRule[]>()

/** The rules of a language by its tag; none if there are none for it. */
export function spokenRulesOf(language: string): readonly SpokenRule[] {
  const tag = language.toLowerCase().replaceAll('_', '-')
  const name = tag in RULES ? tag : baseLanguage(tag)
  const known = made.get(name)
  if (known !== undefined) return known
  const rules = RULES[name]?.() ?? []
  made.set(name, rules)
  return rules
}

/** How much of the text around a match its rule sees. */
const NEAR = 64

const HAS: Readonly<Record<Exclude<Need, 'letter'>, RegExp>> = {
  digit: /\d/,
  period: /\p{L}\./u,
  periodNumber: /\.[ \u00a0]?(?:\d|[A-Z](?![a-z]))/,
  roman: /(?<![A-Za-z])[IVXLCDM]+(?![A-Za-z])/,
  mail: /@/,
  web: /[\p{L}\d]\.\p{L}{2}/u,
  capitals: /[A-Z](?:[A-Z]|[a-z]{1,6}(?:[\s.,]|$)|[\s.,;:!?'’)]|$)/,
  sign: /[&*#@/§°+=%$£€¥_~^<>|\\¼-¾⅓-⅞©®™‰†‡→№¶¢º•·◦×÷−⁂❦❧☙✦✧★☆⸻]|(?:^|\n)[ \t]*[-–—xX]/,
}

/** What is said in other words than are written, in the order of the text. */
export function spokenForms(
  text: string,
  language: string,
  asIs: readonly TextPlace[] = [],
): readonly Replacement[] {
  const rules = spokenRulesOf(language)
  if (rules.length === 0) return []
  const has = new Map<Need, boolean>([['letter', true]])
  const said: Replacement[] = []
  const taken = createTaken(text.length)
  for (const { from, to } of asIs) taken.take(from, to)
  for (const rule of rules) {
    const { needs, pattern } = rule
    let isNeeded = has.get(needs)
    if (isNeeded === undefined) {
      isNeeded = needs === 'letter' || HAS[needs].test(text)
      has.set(needs, isNeeded)
    }
    if (!isNeeded) continue
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const [start, end] = [found.index, found.index + found[0].length]
      if (start === end) {
        pattern.lastIndex += 1
        continue
      }
      const free = taken.freeFrom(start, end)
      if (free > start) {
        // What begins after the stretch that another rule has said may be free.
        pattern.lastIndex = free
        continue
      }
      const spoken = rule.say(found, {
        before: text.slice(Math.max(0, start - NEAR), start),
        after: text.slice(end, end + NEAR),
      })
      if (spoken === null) continue
      taken.take(start, end)
      if (spoken !== found[0]) said.push({ start, end, spoken })
    }
  }
  return said.sort((a, b) => a.start - b.start)
}

/** The text as a reader says it. */
export function spokenText(text: string, language: string): string {
  return withReplacements(text, spokenForms(text, language))
}

interface Taken {
  /** The place after the last taken unit of a stretch; its start, if none is taken. */
  freeFrom(start: number, end: number): number
  take(start: number, end: number): void
}

/** Which units of a text a rule has said. */
function createTaken(length: number): Taken {
  let units: Uint8Array | null = null
  return {
    freeFrom(start, end) {
      if (units === null) return start
      for (let at = end - 1; at >= start; at--) if (units[at] === 1) return at + 1
      return start
    },
    take(start, end) {
      units ??= new Uint8Array(length)
      units.fill(1, start, end)
    },
  }
}
