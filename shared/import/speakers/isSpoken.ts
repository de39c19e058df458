/** Whether words in quotation marks are spoken, or are a title, the text of a sign, or a quoted word. */
import { attributionAfter, attributionBefore } from './attribution.ts'
import type { Stretch } from './dashes.ts'
import { isSaidInJapanese } from './speechVerbs.ts'

/** The end of a speech, before its closing mark. */
export const SPEECH_END = /[\p{Po}—–―~～-]$/u
/** The end of a sentence, with the marks after it. */
export const SENTENCE_END = /[.!?…:。！？：—–-]["'”’»)_*]*$/

/** Introduces quoted words that are written somewhere: on a sign, in a letter. */
const WRITTEN = new RegExp(
  String.raw`(?:(?<!\p{L})(?:signs?|notice|label|poster|placard|plaque|inscription|headline|banner|card|letter|note|telegram|message|engraving|` +
    String.raw`Schild|Zettel|Plakat|Brief|Aufschrift|panneau|écriteau|pancarte|lettre|affiche|cartel|letrero|carta|nota|rótulo|cartello|scritta|insegna|biglietto|` +
    String.raw`placa|letreiro|bilhete|napis|szyld|tabliczka|kartka|list|вывеска|надпись|табличка|записка|письмо|skylten|lappen|brevet|skiltet|seddelen|kyltti|lappu|bord|briefje)` +
    String.raw`(?:\s(?!(?:and|und|et|y|e|i|и|och|og|ja|en)\s)[\p{L}’'-]+){1,5}[,:]?)\s*$`,
  'iu',
)
/** Introduces the name of something, or quoted words that are written somewhere. */
const NAMED = new RegExp(
  String.raw`(?:(?<!\p{L})(?:called|titled|entitled|labelled|labeled|marked|reading|named|nicknamed|known as|so-called|the words?|genannt|namens|betitelt|das Wort|sogenannte\p{L}?|stand|steht|` +
    String.raw`intitulé|intitulée|appelé|appelée|le mot|llamado|llamada|titulado|titulada|la palabra|intitolato|chiamato|chiamata|la parola|chamado|chamada|a palavra|` +
    String.raw`słowo|слово|под названием|kallade|ordet|kaldte|kalte|sana|het woord):?|(?:写着|写道|叫做|名叫|题为|这个词)[：:，]?)\s*$`,
  'u',
)

/**
 * Whether words in quotation marks are spoken, judging by themselves and by the narration on both sides; `isInterrupted` if the paragraph
 * already contains speech.
 */
export function isSpoken(
  text: string,
  { start, end }: Stretch,
  before: string,
  after: string,
  isInterrupted: boolean,
): boolean {
  const inner = text.slice(start + 1, end - 1).trim()
  if (!/[\p{L}\p{N}]/u.test(inner)) return /^[?!…—–.]+$/u.test(inner)
  const tail = before.slice(-80).replace(/[\s([{_*]+$/u, '')
  if (WRITTEN.test(tail) || (NAMED.test(tail) && !/[!?]$/.test(inner))) return false
  const endsAsSpeech = SPEECH_END.test(inner.replace(/[\s_*)\]]+$/u, ''))
  const startsSentence = tail === '' || SENTENCE_END.test(tail)
  if (/[「『﹁]/.test(text[start] ?? '')) {
    if (isSaidInJapanese(after)) return true
    if (text[start] === '『') return startsSentence && after.trim() === ''
    return startsSentence
      ? !/^(?:という|の|を|が|は|に)/u.test(after)
      : endsAsSpeech || /[：:，,、]$/u.test(tail)
  }
  if (startsSentence && after.trim() === '') return true
  if (attributionAfter(after) !== null) return true
  if (/[,;:：，]$/u.test(tail))
    return endsAsSpeech || isInterrupted || isSentence(inner) || attributionBefore(before) !== null
  if (startsSentence)
    return (
      endsAsSpeech ||
      isSentence(inner) ||
      (/^(?:,\s+\p{Ll}|[.!?…]|\s?[—–]|--)/u.test(after) && !isTitle(inner))
    )
  if (endsWithVerbOfSpeech(tail)) return endsAsSpeech || /^\p{Lu}/u.test(inner)
  if (!endsAsSpeech || inner.endsWith(',')) return false
  return isSentence(inner) || (isInterrupted && /^\p{Ll}/u.test(inner))
}

/** Whether all longer words are capitalised: “The Last Ferry”. */
function isTitle(words: string): boolean {
  const all = words.slice(0, 80).match(/\p{L}{4,}/gu) ?? []
  return all.length > 1 && all.every((word) => /^\p{Lu}/u.test(word))
}

/** Whether words are a whole sentence, and not a title. */
function isSentence(words: string): boolean {
  const all = words.slice(0, 120).match(/\p{L}+/gu) ?? []
  return /^[^\p{L}]*\p{Lu}/u.test(words) && all.length > 2 && !isTitle(words)
}

/** Whether the last word, ignoring an adverb, is a verb of speech. */
function endsWithVerbOfSpeech(narration: string): boolean {
  const [, verb = '', adverb] = /(\p{L}+)(?:\s(\p{L}+ly))?$/u.exec(narration.slice(-40)) ?? []
  return (
    attributionAfter(`${verb} he`) !== null ||
    (adverb !== undefined && attributionAfter(`${adverb} he`) !== null)
  )
}
