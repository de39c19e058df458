/** Names in capitals, as scripts write them, converted to the capitalisation of prose. */
import type { Change } from './changes.ts'
import type { Story } from './story.ts'

/** Lower-case words within names: those before family names, and similar words in the languages of scripts. */
const SMALL = new Set(
  (
    'von vom van der den dem des de del della dello degli dei di da do dos das du af av zu zum zur ter ten te y e i ibn bin ' +
    'of the a an and or in at on to by with for from und mit im am aus et au aux en el los las con ou'
  ).split(' '),
)
/** Abbreviations of titles, which have no vowel rule to recognise them by. */
const TITLES = new Set('dr mr mrs ms st jr sr sgt cpt capt lt hr fr sra dra mme mlle prof'.split(' '))
const ROMAN = /^(?:X{0,3}(?:IX|IV|V?I{1,3})|X{1,3}|V)$/
/** The separators of the parts of a title: a Roman numeral, a period after a number, a colon, or a dash. */
const TITLE_PARTS = /(\b[IVXLC]{2,8}\b\.?\s*|[:!?]\s+|\s[–—-]\s|(?<=\p{N}|\b[IVXLC])\.\s+)/u
const ROMAN_NUMBER = /^(?=[IVXLC])(?:X[CL]|L?X{0,3})(?:IX|IV|V?I{0,3})[.\s]*$/
/** Words without a vowel are abbreviations, such as “TV”; in letters without capitals there is nothing to change. */
const VOWEL = /[aeiouyıàáâãäåæèéêëìíîïòóôõöøœùúûüýÿаеёиоуыэюяіїєαεηιουωάέήίόύώ]/iu
/** A word, which ends at a space, a hyphen, a slash, a sign or a bracket. */
const WORD = /[\p{L}\p{M}\p{N}'’.]+/gu

/** Whether a name is in capitals alone. */
function isInCapitals(name: string): boolean {
  return /\p{Lu}{2}/u.test(name) && !/\p{Ll}/u.test(name)
}

/**
 * A name in capitals with a capital at the beginning of each word: “MAYA” is “Maya”, “LUDWIG VAN DER O'HARA” is “Ludwig van der
 * O'Hara”, and “J. MCKAY II” is “J. McKay II”. Initials, abbreviations without a vowel and Roman numerals stay; so does a name that
 * has small letters. `language` is a BCP 47 tag, whose case rules apply.
 */
export function titleCaseName(name: string, language?: string): string {
  if (!isInCapitals(name)) return name
  const words = [...name.matchAll(WORD)]
  let from = 0
  const parts = words.map(({ 0: word, index }, place) => {
    const between = name.slice(from, index)
    from = index + word.length
    const isInner = place > 0 && /^\s+$/.test(between) && place < words.length - 1
    return between + titleCaseWord(word, { isFirst: place === 0, isInner, language })
  })
  return parts.join('') + name.slice(from)
}

/**
 * A title in capitals, as `titleCaseName` writes names: “THE LONG ROAD” is “The Long Road”, and “CHAPTER II: THE FERRY” is “Chapter II: The
 * Ferry”. The words after a number, a colon or a dash begin like a title.
 */
export function titleCaseTitle(title: string, language?: string): string {
  if (!isInCapitals(title)) return title
  return title
    .split(TITLE_PARTS)
    .map((part) => (ROMAN_NUMBER.test(part) ? part : titleCaseName(part, language)))
    .join('')
}

interface WordPlace {
  readonly isFirst: boolean
  /** Whether it is the only word between two others. */
  readonly isInner: boolean
  readonly language: string | undefined
}

function titleCaseWord(word: string, { isFirst, isInner, language }: WordPlace): string {
  const lower = word.toLocaleLowerCase(language)
  const bare = lower.replaceAll('.', '')
  if (isInner && SMALL.has(lower)) return lower
  if (TITLES.has(lower.replace(/\.$/, ''))) return capital(lower, language)
  if (!isFirst && ROMAN.test(word)) return word
  // “J.”, “V.O.”, “TV”
  if (/^(?:\p{L}\.)*\p{L}?\.?$/u.test(word) || (/^[\p{Script=Latin}]+$/u.test(bare) && !VOWEL.test(bare)))
    return word
  const [, lead = '', rest = ''] = /^(\p{L}['’])(.*)$/u.exec(lower) ?? ['', '', lower]
  const beforeRest = capital(lead, language)
  const celtic = /^mc(?=\p{L}{2})/u.exec(rest)
  if (celtic !== null) return `${beforeRest}Mc${capital(rest.slice(2), language)}`
  return beforeRest + capital(rest, language)
}

/** With its first letter as a capital; both letters of a Dutch “ij”. */
function capital(word: string, language: string | undefined): string {
  const [first = ''] = language?.startsWith('nl') === true && word.startsWith('ij') ? ['ij'] : word
  return first.toLocaleUpperCase(language) + word.slice(first.length)
}

/** Changes names in capitals to title case. */
export function titleCaseNames(story: Story): Change {
  const put = story.cast.flatMap((character) => {
    const name = titleCaseName(character.name, story.info.language ?? undefined)
    return name === character.name ? [] : [{ ...character, name }]
  })
  return { put, remove: [] }
}
