/**
 * Extensions in scripts, which follow a name but are neither part of it nor a manner: where a voice comes from, and that a speech continues
 * after a page break or an action: “MIRA (V.O.)”, “TOM (CONT'D)”, in the languages of scripts.
 */

const VOICE =
  'v\\.?\\s?\\/?o\\.?|o\\.?\\s?\\/?[sc]\\.?|voice[- ]?over|off(?:[- ](?:screen|camera|stage))?|on[- ](?:screen|camera)|(?:in|en|aus dem) off|voix off|voz en off|voce fuori campo|f\\.?\\s?c\\.?|' +
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
