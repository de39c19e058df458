/** The words that an engine is given for a block, and the way back from a place in them to one in the block's own text. */
import { createPlaceBefore, withReplacements, type TextPlace } from '../../../shared/lib/replacedText.ts'
import { spokenForms } from '../../../shared/spoken/spokenForms.ts'
import type { Voice } from '../../../shared/voices/voiceCatalogue.ts'
import { spokenLetters } from './textPieces.ts'

/** What of a block its words depend on. */
export interface TextToSay {
  readonly text: string
  /** Stretches of the text that are said as they are written. */
  readonly asIs: readonly TextPlace[]
  readonly voice: Voice
}

export interface SaidText {
  readonly text: string
  /** A stretch that is said in other words is one place. */
  placeBefore(place: TextPlace): TextPlace
}

/**
 * Numbers, titles, signs and the like are written out as a reader of the voice's language says them, except if the request says that the
 * words are said as they are. An engine that is reached over HTTP gets the words themselves: it writes them out in its own way.
 */
export function saidTextOf({ text, voice, asIs }: TextToSay): SaidText {
  const letters = spokenLetters(text)
  const plain = withReplacements(text, letters)
  const beforeLetters = createPlaceBefore(letters)
  if ('remote' in voice) return { text: plain, placeBefore: beforeLetters }
  // Letters of typesetting are rare, and no place of a lexicon's words is kept through them.
  const forms = spokenForms(plain, voice.language, letters.length === 0 ? asIs : [])
  const beforeForms = createPlaceBefore(forms)
  return {
    text: withReplacements(plain, forms),
    placeBefore: (place) => beforeLetters(beforeForms(place)),
  }
}
