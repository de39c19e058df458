/** Where the built-in and natural voices say something other than what is written: because of the lexicon, or as a reader of the language would say it. */
import { createPlaceBefore, withReplacements } from '../lib/replacedText.ts'
import { spokenForms } from '../spoken/spokenForms.ts'
import { createBlockMemo } from './blockMemo.ts'
import { pausedBlockOf } from './pauses.ts'
import type { Block } from './records.ts'
import { lexiconHitsOf, spokenLanguageOf, spokenReplacements, spokenWordsOf } from './spokenText.ts'
import type { Story } from './story.ts'

/** A stretch of a block's text, and what is said for it; '' for what is not said, such as the stars of Markdown. */
export interface SaidForm {
  readonly start: number
  readonly end: number
  readonly spoken: string
  /** Whether it comes from an entry of the lexicon. */
  readonly isEntry: boolean
}

interface KnownForms {
  readonly text: string
  readonly language: string | null
  readonly forms: readonly SaidForm[]
}

const formsByBlock = createBlockMemo<KnownForms>()

/**
 * What is said differently, in text order. Hosted services expand numbers and the like themselves, and so may an engine whose
 * language is not known: for these only the lexicon counts.
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
  const { text, asIs } = spokenWordsOf(story, block)
  const known = formsByBlock.get(block)
  if (known?.text === text && known.language === language) return known.forms
  const placeBefore = createPlaceBefore(spokenReplacements(story, block))
  const forms = spokenForms(text, language, asIs).map(({ start, end, spoken }) => {
    const { from, to } = placeBefore({ from: start, to: end })
    return { start: from, end: to, spoken, isEntry: false }
  })
  formsByBlock.set(block, { text, language, forms })
  return forms
}

/** The words of a block on one line, exactly as a voice receives them. */
export function saidLineOf(story: Story, block: Block): string {
  const language = spokenLanguageOf(story, block)
  const parts = pausedBlockOf(block)?.parts.map((part) => part.block) ?? [block]
  const said = parts.map((part) => {
    const { text, asIs } = spokenWordsOf(story, part)
    return language === null ? text : withReplacements(text, spokenForms(text, language, asIs))
  })
  return said.join(' ').replaceAll(/\s+/g, ' ').trim()
}
