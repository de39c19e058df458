/**
 * Extensions in scripts, which follow a name but are neither part of it nor a manner: where a voice comes from, and that a speech continues
 * after a page break or an action: “MIRA (V.O.)”, “TOM (CONT'D)”, in the languages of scripts.
 */

const VOICE =
  'v\\.?\\s?\\/?o\\.?|o\\.?\\s?\\/?[sc]\\.?|voice[- ]?over|off(?:[- ](?:screen|camera|stage))?|on[- ](?:screen|camera)|(?:in|en|aus dem) off|voix off|voz en off|voce fuori campo|f\\.?\\s?c\\.?|' +
  'inaudible|unintelligible|indiscernible|crosstalk|unverständlich|' +
  'aside|aparte|à part|a parte|beiseite|för sig|pre-?lap|filtered|subtitled?'
const GOES_ON =
  "cont(?:[’'´`ʼ]?d|inued|inuing|in[uú]a|inuando|inuação|inuazione)?\\.?|fortsetzung|fortges(?:\\.|etzt)|forts\\.?|fortsättning|fortsat|fortsettelse|weiter|suite|sigue|segue|seguito|" +
  'c\\.\\s?d\\.|cd\\.|ciąg dalszy|vervolg|verder|jatkuu|jatk\\.|прод(?:\\.|олжение|олжает)?|續|续|続き|つづき|継続|继续'
const PAGE_ENDS = 'more|m[aá]s|mehr|meer|lisää|więcej|ещё|дальше'
const ONLY_ON = new RegExp(`^(?:${GOES_ON}|${PAGE_ENDS})$`, 'iu')
const EXTENSION = new RegExp(`^(?:${VOICE}|${GOES_ON}|${PAGE_ENDS})$`, 'iu')
/** After a name without brackets, only words that are never a name. */
const BARE =
  /^(?<name>.*[\p{L}\p{N}.)\]])\s{0,3}[-–—,;]?\s{0,3}(?<![\p{L}\p{N}])(?<extension>CONT[’'´`ʼ]?D\.?|CONT\.|CONTINUED|CONTINUING|FORTS\.|V\.\s?O\.|O\.\s?S\.)$/iu

/** A longer text is not a name. */
const LONGEST = 200

/** Whether words in brackets after a name state where the voice comes from, or that the speech continues. */
export function isExtension(words: string): boolean {
  return EXTENSION.test(words.trim())
}

/** Whether words in brackets after a name state only that the speech continues. On stage, an aside is a manner. */
export function goesOn(words: string): boolean {
  return ONLY_ON.test(words.trim())
}

/** A name without the unbracketed extension after it; null if there is none. */
export function withoutBareExtension(
  text: string,
): { readonly name: string; readonly extension: string } | null {
  const { name, extension } = (text.length > LONGEST ? null : BARE.exec(text))?.groups ?? {}
  return name === undefined || extension === undefined ? null : { name: name.trimEnd(), extension }
}

/** The manner of speaking in the parentheses after a name: “(V.O., whispering) (CONT'D)” is “whispering”. */
export function mannerOf(parentheses: string, isNone = isExtension): string {
  const groups = parentheses.split(/[()[\]]/).map((group) => {
    const parts = isNone(group) ? [] : group.split(/[,;/]/)
    const kept = parts.filter((part) => !isNone(part))
    return kept.length === parts.length && kept.length > 0
      ? group.trim()
      : kept.map((part) => part.trim()).join(', ')
  })
  return groups.filter((group) => group !== '').join(', ')
}

const BRACKETS =
  /^[([]\s*(?=.{1,60}$)(?<words>\p{Ll}[^.!?…\d]*|\p{L}[\p{L}\p{M}’'-]*(?:\s[\p{L}\p{M}’'-]+)?)\.?\s*[)\]]$/u
const BEFORE_WORDS =
  /^(?<bracket>\([^()\n]{1,80}\)|\[[^[\]\n]{1,80}\]):?(?:\s{1,20}(?=\S)|(?=[\p{Lo}“"„«‹¿¡]))/u
/** A bracket before the next sentence or at the end, and the end of the sentence before one. */
const BRACKET_BEFORE_SENTENCE = /(?:\([^()\n]{1,80}\)|\[[^[\]\n]{1,80}\])(?=\s*$|\s+[^\s\p{Ll}]|\p{Lo})/gmu
const SENTENCE_BEFORE = /[.?!…—–。？！-]["”’»]?\s*$/u

/**
 * The words of a direction in brackets within a speech; null for any others. A direction has few words, the first in small letters
 * unless there are at most two, and is no sentence: “(laughing)”, “[Softly]”. Words that are spoken are one: “(I never knew.)” A marker of a pause
 * has a number.
 */
function directionOf(bracket: string): string | null {
  return BRACKETS.exec(bracket)?.groups?.['words']?.trim() ?? null
}

/** The direction at the beginning of a speech, and the position at which its words begin; null if there is none. */
export function leadingDirection(
  speech: string,
): { readonly direction: string; readonly wordsAt: number } | null {
  const match = BEFORE_WORDS.exec(speech)
  const direction = match === null ? null : directionOf(match.groups?.['bracket'] ?? '')
  return match === null || direction === null ? null : { direction, wordsAt: match[0].length }
}

/** The ranges of directions between or after the sentences of a speech: “Yes. (beat) Come here.” */
export function directionsWithin(written: string): { readonly start: number; readonly end: number }[] {
  const speech = withPlainBrackets(written)
  if (!speech.includes('(') && !speech.includes('[')) return []
  return Array.from(speech.matchAll(BRACKET_BEFORE_SENTENCE)).flatMap(({ 0: bracket, index }) => {
    const isBetween = SENTENCE_BEFORE.test(speech.slice(Math.max(0, index - 10), index))
    return isBetween && directionOf(bracket) !== null ? [{ start: index, end: index + bracket.length }] : []
  })
}

/** Round and square brackets in place of those of East Asian texts, at the same positions. */
export function withPlainBrackets(text: string): string {
  if (!text.includes('（') && !text.includes('［')) return text
  return text.replaceAll(/[（）［］]/gu, (bracket) => '()[]'['（）［］'.indexOf(bracket)] ?? bracket)
}

/** The ranges of brackets that contain only extensions, in a text of brackets. */
export function extensionsIn(
  text: string,
  isNone = isExtension,
): { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(/[([]([^()[\]]{1,100})[)\]]/g)).flatMap(
    ({ 0: whole, 1: words = '', index }) =>
      words.split(/[,;/]/).every((part) => isNone(part)) || isNone(words)
        ? [{ start: index, end: index + whole.length }]
        : [],
  )
}
