/** Whom a narration mentions: by name, with a pronoun, or by what they are. */
import {
  BEFORE_OBJECT,
  CONJUNCTIONS,
  DOING,
  HEAD_GENDER,
  isThing,
  NO_SPEAKER,
  SPEECH,
  words,
} from './englishWords.ts'
import { namesIn, type Gender, type Name } from './names.ts'

/** “the old ferryman”, without its article. “A ferryman” is new to the text; “her father” is a relative of somebody. */
export interface Description {
  readonly kind: 'description'
  readonly words: string
  readonly gender: Gender | null
  readonly relation: 'known' | 'new' | 'relative'
}

/** Somebody in a narration. */
export interface Mention {
  readonly start: number
  readonly end: number
  readonly who:
    | { readonly kind: 'name'; readonly name: Name }
    | { readonly kind: 'pronoun'; readonly gender: Gender | null; readonly isSeveral: boolean }
    | { readonly kind: 'narrator' }
    | Description
  /** Whether they seem to do what the sentence says. */
  readonly isSubject: boolean
  /** “Mira’s” */
  readonly isPossessive: boolean
  /** “Mira’s voice” */
  readonly isVoice: boolean
}
const POSSESSIVE = /^(?:his|her|my|our|their|your)$/iu
const ARTICLES = 'the|an?|his|her|my|our|their|your|this|that|another'
const ARTICLE = new RegExp(`(?<![\\p{L}’'])(?<article>${anyCase(ARTICLES)})\\s(?=[\\p{L}-])`, 'gu')
const WORD = /[\p{L}-]+/uy
const STOPS = words(
  `${ARTICLES.replace('an?', 'a|an').replaceAll('|', ' ')} of and or to with in on at by from`,
)
/** Verbs that only somebody who speaks does. */
const SAYS_NEXT =
  /^\s(?:\p{Ll}+ly\s)?(?:said|asked|replied|cried|whispered|shouted|exclaimed|murmured|muttered|remarked|inquired|enquired|retorted|growled|grunted|yelled)(?![\p{L}-])/u
/** So many words may stand between an article and the word for somebody. */
const MOST_BETWEEN = 3
/** “said the gull”: after a verb of speech anybody who is described speaks. */
const SAID_DESCRIBED =
  /^(?<article>the|an?|another|his|her|my|our|their|this|that)\s(?<words>[\p{L}-]+(?:\s[\p{L}-]+){0,2}?(?:\s(?:in|with|of)\sthe\s(?!same\s|utmost\s|greatest\s|most\s)[\p{L}-]+(?:\s[\p{L}-]+)?(?<!voice|tone|tones|air|manner|way|end|meantime)(?=[.,;:!?—–]))?)(?=\s?[.,;:!?—–]|\s(?:and|as|with|to|who|when|while|from|at|on|in|but|for|of|\p{Ll}+ly|after|before)(?![\p{L}-])|$)/iu
const PRONOUNS = /(?<![\p{L}\p{M}’'-])(?:[Hh]e|[Ss]he|[Tt]hey|[Ww]e|I|[Ii]t)(?![\p{L}\p{M}-])/gu
const VOICE =
  /^[’']s?\s(?:\p{Ll}+\s){0,2}(?:voices?|tones?|reply|answer|words|whisper|cry|comment|remark|exclamation|question|response|inquiry|observation|rejoinder|thought|saying|declaration|reminder|warning|retort|verdict|outburst|protest|complaint|greeting|farewell|explanation|objection|announcement|conclusion|contribution|report|opinion|advice|plea|shout|scream|shriek|yell|murmur|growl|groan|roar|bark)(?![\p{L}])/u
/** “the voice of Mira” */
const VOICE_OF =
  /(?:voice|tones?|words|cry|exclamation|burst|thought|remark|comment|answer|reply|question)\sof\s(?:(?:the|old|young|poor|little|good|dear|our)\s){0,2}$/u
/** “in a low voice” tells how somebody speaks. */
const IN_A = /(?:^|[^\p{L}])(?:in|with|of)\s$/u
/** “the father of Mira”, “the voice of old Tom” */
const OF_SOMEBODY = /^\sof\s(?:(?:the|old|young|poor|little|good|dear|our)\s){0,2}\p{Lu}/u

/** A pattern of small letters for letters of both cases. A pattern that ignores case takes several times as long. */
function anyCase(pattern: string): string {
  return pattern.replaceAll(/\p{Ll}/gu, (letter) => `[${letter.toUpperCase()}${letter}]`)
}

/** Everybody in a narration, in the order of its words. */
export function mentionsIn(text: string, isNameWord: (word: string) => boolean): Mention[] {
  const found: Mention[] = []
  for (const name of namesIn(text, isNameWord)) {
    const { start, end } = name
    const isVoice =
      (name.isPossessive && VOICE.test(text.slice(end, end + 60))) ||
      VOICE_OF.test(text.slice(Math.max(0, start - 28), start))
    const isSubject = isVoice || (!name.isPossessive && seemsSubject(text, start, end))
    found.push({
      start,
      end,
      who: { kind: 'name', name },
      isSubject,
      isVoice,
      isPossessive: name.isPossessive,
    })
  }
  for (const { 0: word, index } of text.matchAll(PRONOUNS)) {
    const who = pronoun(word)
    if (who !== null)
      found.push({
        start: index,
        end: index + word.length,
        who,
        isSubject: true,
        isVoice: false,
        isPossessive: false,
      })
  }
  const names = found.filter(({ who }) => who.kind === 'name')
  let at = 0
  for (const { index, end, article, described, head } of descriptionsIn(text)) {
    const isVoice = VOICE.test(text.slice(end, end + 60))
    while ((names[at]?.end ?? Infinity) <= index) at++
    if (
      (names[at]?.start ?? Infinity) < end ||
      (head === 'voice' && IN_A.test(text.slice(Math.max(0, index - 6), index))) ||
      OF_SOMEBODY.test(text.slice(end, end + 28)) ||
      (/^[’']s?\s/u.test(text.slice(end, end + 3)) && !isVoice)
    )
      continue
    const gender = HEAD_GENDER.get(head) ?? null
    const who = describedAs(described, article, gender)
    found.push({
      start: index,
      end,
      who,
      isSubject: isVoice || seemsSubject(text, index, end),
      isVoice,
      isPossessive: false,
    })
  }
  return found.sort((a, b) => a.start - b.start)
}

/** “the old ferryman”: articles, with the nearest word for somebody behind each. */
function descriptionsIn(text: string) {
  const found: { index: number; end: number; article: string; described: string; head: string }[] = []
  let reached = 0
  for (const { 0: whole, index, groups } of text.matchAll(ARTICLE)) {
    if (index < reached) continue
    const start = index + whole.length
    let at = start
    for (let between = 0; between <= MOST_BETWEEN; between++) {
      WORD.lastIndex = at
      const word = WORD.exec(text)?.[0]
      if (word === undefined) break
      const head = word.toLowerCase()
      const end = at + word.length
      if (HEAD_GENDER.has(head)) {
        const article = groups?.['article'] ?? ''
        found.push({ index, end, article, described: text.slice(start, end), head })
        reached = end
        break
      }
      // “the emissary said”: whoever says something is somebody.
      if (
        !STOPS.has(head) &&
        !/ly$/u.test(head) &&
        !isThing(head) &&
        SAYS_NEXT.test(text.slice(end, end + 40))
      ) {
        const article = groups?.['article'] ?? ''
        found.push({ index, end, article, described: text.slice(start, end), head })
        reached = end
        break
      }
      const sign = text[end] === ',' ? 1 : 0
      if ((sign === 0 && STOPS.has(head)) || !/\s/u.test(text[end + sign] ?? '')) break
      at = end + sign + 1
    }
  }
  return found
}

function pronoun(word: string): Mention['who'] | null {
  const small = word.toLowerCase()
  if (small === 'i') return { kind: 'narrator' }
  if (small === 'it') return null
  const gender = small === 'he' ? 'male' : small === 'she' ? 'female' : null
  return { kind: 'pronoun', gender, isSeveral: gender === null }
}

const CAUSES = words('made make makes making let lets heard hear hears hearing saw had caused bade')
const SAYS_PLAINLY = words(
  'say ask reply answer cry call whisper shout murmur mutter remark exclaim declare observe add tell continue begin inquire enquire',
)

function seemsSubject(text: string, start: number, end: number): boolean {
  const [, word = '', signs = ''] =
    /([\p{L}’'-]+)?([^\p{L}]*)$/u.exec(text.slice(Math.max(0, start - 24), start)) ?? []
  const isAfterSign = word === '' || /\S/u.test(signs)
  // “For Mira had gone” gives a reason.
  const isReason = word === 'For'
  const next = /^\s([\p{L}’'-]+)/u.exec(text.slice(end, end + 24))?.[1] ?? ''
  // “which made Mira ask”, “as he heard Mira reply”
  if (CAUSES.has(word) && SAYS_PLAINLY.has(next)) return true
  if (!isAfterSign && !isReason && BEFORE_OBJECT.has(word.toLowerCase())) return false
  if (SPEECH.has(next) || DOING.has(next) || /(?:ed|ly)$/u.test(next)) return true
  return isAfterSign || (!isReason && CONJUNCTIONS.has(word.toLowerCase()))
}

/** Who is described behind a verb of speech: “the gull”, and “nanny” if that is a word for somebody. */
export function describedIn(text: string): Description | undefined {
  const { article, words: described } = SAID_DESCRIBED.exec(text)?.groups ?? {}
  if (described !== undefined && !isThing(described)) return describedAs(described, article)
  const [bare = ''] = /^\p{Ll}+(?=[,.;:!?—–]|\s(?:as|and|who|with|to)\s|$)/u.exec(text) ?? []
  return HEAD_GENDER.has(bare) && !NO_SPEAKER.has(bare) ? describedAs(bare, undefined) : undefined
}

export function describedAs(described: string, article = 'the', gender: Gender | null = null): Description {
  const relation = POSSESSIVE.test(article)
    ? 'relative'
    : /^(?:an?|another)$/iu.test(article)
      ? 'new'
      : 'known'
  return { kind: 'description', words: described, gender, relation }
}
