/**
 * The differences between a text and what the built-in and natural voices speak, because of the lexicon or because numbers, abbreviations and
 * the like are written out in the voice's language.
 */
import { derive } from '../lib/derive.ts'
import { createPlaceBefore, withReplacements } from '../lib/replacedText.ts'
import { spokenForms } from '../spoken/spokenForms.ts'
import { pausedBlockOf } from './pauses.ts'
import type { Block } from './records.ts'
import {
  lexiconHitsOf,
  spokenLanguageOf,
  spokenReplacements,
  spokenWordsOf,
  type SpokenWords,
} from './spokenText.ts'
import type { Story } from './story.ts'

/** A range of a block's text and its spoken form, which is '' if nothing is spoken, as for the asterisks of Markdown. */
export interface SaidForm {
  readonly start: number
  readonly end: number
  readonly spoken: string
  /** Whether it comes from an entry of the lexicon. */
  readonly isEntry: boolean
}

/** The parts of a text that are written out in a language. */
const formsIn = derive(({ text, asIs }: SpokenWords, language: string) => spokenForms(text, language, asIs))

/**
 * The differences, in text order. Hosted services expand numbers and the like themselves, and so may an engine whose language is unknown:
 * for these, only the lexicon counts.
 */
export function saidFormsOf(story: Story, block: Block): readonly SaidForm[] {
  const hits = lexiconHitsOf(story, block).map(({ start, end, spoken }) => ({
    start,
    end,
    spoken,
    isEntry: true,
  }))
  const written = writtenOut(story, block).filter(
    (form) => !hits.some(({ start, end }) => start < form.end && form.start < end),
  )
  return [...hits, ...written].sort((a, b) => a.start - b.start)
}

function writtenOut(story: Story, block: Block): readonly SaidForm[] {
  const language = spokenLanguageOf(story, block)
  if (language === null) return []
  const placeBefore = createPlaceBefore(spokenReplacements(story, block))
  return formsIn(spokenWordsOf(story, block), language).map(({ start, end, spoken }) => {
    const { from, to } = placeBefore({ from: start, to: end })
    return { start: from, end: to, spoken, isEntry: false }
  })
}

/** The words of a block on one line, exactly as a voice receives them. */
export function saidLineOf(story: Story, block: Block): string {
  const language = spokenLanguageOf(story, block)
  const parts = pausedBlockOf(block)?.parts.map((part) => part.block) ?? [block]
  const spoken = parts.map((part) => {
    const words = spokenWordsOf(story, part)
    return language === null ? words.text : withReplacements(words.text, formsIn(words, language))
  })
  return spoken.join(' ').replaceAll(/\s+/g, ' ').trim()
}
