/** The people mentioned in narration: by name, by pronoun, or by description. */
import {
  BEFORE_OBJECT,
  CONJUNCTIONS,
  DOING,
  HEAD_GENDER,
  isThing,
  NO_SPEAKER,
  PLAIN_SPEECH,
  personWord,
  SPEECH,
  words,
} from './englishWords.ts'
import { genderOfTitle, namesIn, type Gender, type Name } from './names.ts'

/** “the old ferryman”, without its article. “A ferryman” is new in the text; “her father” is a person's relative. */
export interface Description {
  readonly kind: 'description'
  readonly words: string
  readonly gender: Gender | null
  readonly relation: 'known' | 'new' | 'relative'
}

/** A person mentioned in narration. */
export interface Mention {
  readonly start: number
  readonly end: number
  readonly who:
    | { readonly kind: 'name'; readonly name: Name }
    | { readonly kind: 'pronoun'; readonly gender: Gender | null; readonly isSeveral: boolean }
    | { readonly kind: 'narrator' }
    | Description
  /** Whether they appear to be the subject of the clause. */
  readonly isSubject: boolean
  /** “Mira’s” */
  readonly isPossessive: boolean
  /** “Mira’s voice” */
  readonly isVoice: boolean
}
/** “my father” is the same man throughout a first-person story. */
const POSSESSIVE = /^(?:his|her|their|your)$/iu
const ARTICLES = 'the|an?|his|her|my|our|their|your|this|that|another'
const ARTICLE = new RegExp(`(?<![\\p{L}’'])(?:${anyCase(ARTICLES)})\\s(?=[\\p{L}-])`, 'gu')
const WORD = /[\p{L}-]+/uy
const STOPS = words(
  `${ARTICLES.replace('an?', 'a|an').replaceAll('|', ' ')} of and or to with in on at by from`,
)
/** Verbs whose subject is always a speaker. */
const SAYS =
  /\s(?:said|asked|replied|cried|whispered|shouted|exclaimed|murmured|muttered|remarked|inquired|enquired|retorted|growled|grunted|yelled)(?![\p{L}-])/u
const SAYS_NEXT = new RegExp(`(?:\\s\\p{Ll}+ly)?${SAYS.source}`, 'uy')

function saysNext(text: string, at: number): boolean {
  SAYS_NEXT.lastIndex = at
  return SAYS_NEXT.test(text)
}

/** The most words between an article and the word for a person. */
const MOST_BETWEEN = 3
/** “said the gull”: after a verb of speech, anyone described is a speaker. */
const SAID_DESCRIBED =
  /^(?<article>the|an?|another|his|her|my|our|their|this|that)\s(?<words>[\p{L}-]+(?:\s[\p{L}-]+){0,2}?(?:\s(?:in|with|of)\sthe\s(?!same\s|utmost\s|greatest\s|most\s)[\p{L}-]+(?:\s[\p{L}-]+)?(?<!voice|tone|tones|air|manner|way|end|meantime)(?=[.,;:!?—–]))?)(?=\s?[.,;:!?—–]|\s(?:and|as|with|to|who|when|while|from|at|on|in|but|for|of|\p{Ll}+ly|after|before)(?![\p{L}-])|$)/iu
const PRONOUNS = /(?<![\p{L}\p{M}’'-])(?:[Hh]e|[Ss]he|[Tt]hey|[Ww]e|I|[Ii]t)(?![\p{L}\p{M}-])/gu
const VOICE =
  /^[’']s?\s(?:\p{Ll}+\s){0,2}(?:voices?|tones?|reply|answer|words|whisper|cry|comment|remark|exclamation|question|response|inquiry|observation|rejoinder|thought|saying|declaration|reminder|warning|retort|verdict|outburst|protest|complaint|greeting|farewell|explanation|objection|announcement|conclusion|contribution|report|opinion|advice|plea|shout|scream|shriek|yell|murmur|growl|groan|roar|bark|admission|suggestion|salutation|query|proposal|request|order|assurance|invitation|apology|excuse|ejaculation|summons|challenge|confession|refrain|theory|address)(?![\p{L}])/u
/** “the voice of Mira” */
const VOICE_OF =
  /(?:voice|tones?|words|cry|exclamation|burst|thought|remark|comment|answer|reply|question)\sof\s(?:(?:the|old|young|poor|little|good|dear|our)\s){0,2}$/u
/** “in a low voice” describes the manner of speaking. */
const IN_A = /(?:^|[^\p{L}])(?:in|with|of)\s$/u
/** “the father of Mira”, “the voice of old Tom” */
const OF_SOMEBODY = /^\sof\s(?:(?:the|old|young|poor|little|good|dear|our)\s){0,2}\p{Lu}/u

/** Makes a lower-case pattern match both cases. A case-insensitive pattern would take several times as long. */
function anyCase(pattern: string): string {
  return pattern.replaceAll(/\p{Ll}/gu, (letter) => `[${letter.toUpperCase()}${letter}]`)
}

/** All people mentioned in narration, in text order. */
export function mentionsIn(text: string, isNameWord: (word: string) => boolean): Mention[] {
  const found: Mention[] = []
  for (const name of namesIn(text, isNameWord)) {
    const { start, end } = name
    const isVoice =
      (name.isPossessive && VOICE.test(text.slice(end, end + 60))) ||
      VOICE_OF.test(text.slice(Math.max(0, start - 28), start))
    // “Mira’s giving a sigh and saying”
    const isSubject =
      isVoice ||
      (name.isPossessive ? DOING_OF.test(text.slice(end, end + 30)) : seemsSubject(text, start, end))
    found.push({
      start,
      end,
      who: { kind: 'name', name },
      isSubject,
      isVoice,
      isPossessive: name.isPossessive,
    })
  }
  for (const { end, start, isVoice, isPossessive } of found.filter((each) => each.isPossessive)) {
    const [whole, , head = ''] =
      (isPossessive && !isVoice ? OWN_RELATIVE.exec(text.slice(end, end + 40)) : null) ?? []
    const gender = personWord(head)
    if (whole === undefined || gender === undefined) continue
    const to = end + whole.length
    const who = describedAs(text.slice(start, to), 'his', gender)
    found.push({
      start,
      end: to,
      who,
      isSubject: seemsSubject(text, start, to),
      isVoice: false,
      isPossessive: false,
    })
  }
  const named = new Set(found.map(({ start }) => start))
  // Most narration has no such verb.
  const saysSomewhere = SAYS.test(text)
  for (const { start, end, word } of saysSomewhere ? bareIn(text) : []) {
    if (named.has(start)) continue
    const who = describedAs(word, 'the', personWord(word) ?? null)
    found.push({ start, end, who, isSubject: true, isVoice: false, isPossessive: false })
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
  for (const { index, end, article, described, head } of descriptionsIn(text, saysSomewhere)) {
    const isVoice = VOICE.test(text.slice(end, end + 60))
    while ((names[at]?.end ?? Infinity) <= index) at++
    if (
      (names[at]?.start ?? Infinity) < end ||
      (head === 'voice' && IN_A.test(text.slice(Math.max(0, index - 6), index))) ||
      OF_SOMEBODY.test(text.slice(end, end + 28)) ||
      (/^[’']s?\s/u.test(text.slice(end, end + 3)) && !isVoice)
    )
      continue
    const who = describedAs(described, article, personWord(head) ?? null)
    found.push({
      start: index,
      end,
      who,
      isSubject: isVoice || seemsSubject(text, index, end),
      isVoice,
      isPossessive: false,
    })
  }
  return joinApposed(
    text,
    found.sort((a, b) => a.start - b.start),
  )
}

/** “his aunt, Mrs. Quill,” and “my friend Tom” are one mention: of the person who is named. */
function joinApposed(text: string, found: readonly Mention[]): Mention[] {
  const joined: Mention[] = []
  for (const mention of found) {
    const last = joined.at(-1)
    if (last !== undefined && isApposed(text, last, mention)) {
      const isSubject = last.isSubject || mention.isSubject
      joined.splice(-1, 1, { ...mention, start: last.start, isSubject })
    } else joined.push(mention)
  }
  return joined
}

function isApposed(text: string, described: Mention, named: Mention): boolean {
  if (described.who.kind !== 'description' || described.isVoice || named.who.kind !== 'name') return false
  const between = text.slice(described.end, named.start)
  if (between.length > 30 || !APPOSED.test(between)) return false
  const [own, other] = [described.who.gender, genderOfTitle(named.who.name.title)]
  if (own !== null && other !== null && own !== other) return false
  return (
    !between.includes(',') ||
    (!named.isPossessive && AFTER_APPOSED.test(text.slice(named.end, named.end + 8)))
  )
}

const APPOSED =
  /^(?:\sof\s(?:the|his|her|their)\s\p{Ll}+)?,?\s(?:none other than\s)?(?:(?:the|old|young|poor|little|good|dear)\s){0,2}$/u
/** A list goes on with another name: “the ferryman, Tom, Mira and …” */
const AFTER_APPOSED = /^(?:[.;:!?—–]|,(?!\s(?:and\s|or\s|\p{Lu}))|\s(?:to|who|with|in)\s|$)/u

/** “Mira’s old father” */
const OWN_RELATIVE =
  /^[’']s?\s((?:old|young|elder|eldest|younger|youngest|little|poor|dear|good|late)\s)?([\p{Ll}-]+)(?![\p{L}’'-])/u

/** Words for people at the beginning of a sentence without an article, before a verb whose subject is always a speaker: “Nanny said”. */
function bareIn(text: string): { start: number; end: number; word: string }[] {
  return Array.from(text.matchAll(BARE)).flatMap(({ 0: whole, 1: name = '', index }) => {
    const end = index + whole.length
    const word = name.toLowerCase()
    return HEAD_GENDER.has(word) && saysNext(text, end) ? [{ start: end - name.length, end, word }] : []
  })
}
const BARE = /(?:^|[.!?…])[\s"”’)]*(\p{Lu}\p{Ll}+)(?=\s\p{Ll})/gu

/** “the old ferryman”: articles, each with the nearest word for a person after it. `saysSomewhere`: whether the text has a verb of speech. */
function descriptionsIn(text: string, saysSomewhere: boolean) {
  const found: { index: number; end: number; article: string; described: string; head: string }[] = []
  let reached = 0
  for (const { 0: whole, index } of text.matchAll(ARTICLE)) {
    if (index < reached) continue
    const start = index + whole.length
    const article = whole.slice(0, -1)
    let at = start
    let hasComma = false
    for (let between = 0; between <= MOST_BETWEEN; between++) {
      WORD.lastIndex = at
      const word = WORD.exec(text)?.[0]
      if (word === undefined) break
      const head = word.toLowerCase()
      const end = at + word.length
      // “the emissary said”: the subject of a verb of speech is a person.
      const speaks = () =>
        saysSomewhere &&
        !hasComma &&
        !STOPS.has(head) &&
        !head.endsWith('ly') &&
        saysNext(text, end) &&
        !isThing(head)
      if (personWord(head) !== undefined || speaks()) {
        found.push({ index, end, article, described: text.slice(start, end), head })
        reached = end
        break
      }
      const sign = text[end] === ',' ? 1 : 0
      if ((sign === 0 && STOPS.has(head)) || !/\s/u.test(text[end + sign] ?? '')) break
      if (sign === 1) hasComma = true
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

const DOING_OF =
  /^[’']s?\s(?:\p{Ll}+ly\s)?(?!(?:king|morning|evening|thing|being|ring|wing|string|darling|offspring|feeling|meaning|hearing|bearing|clothing|dwelling|lodging|wedding|painting|drawing|reading|writing|building)(?![\p{L}]))\p{Ll}{2,}ing(?![\p{L}])/u
/** “which gave Mira the opportunity of adding” */
const GIVES = /(?<![\p{L}])g[ai]v(?:e|es|ing)\s(?:(?:the|old|young|poor|little|good|dear)\s){0,2}$/u
const ENABLED =
  /^\s(?:the\s|an?\s)?(?:opportunity|chance|time|occasion|courage|leave|leisure|room)\s(?:to|of|for)\s/u
/** “leaving Mira to say”, “impossible for Mira to refrain from saying” */
const LEADS_TO =
  /(?<![\p{L}])(?:(?:leav|allow|enabl|caus|forc|oblig|compell?|mov|induc|prompt|embolden|provok|tempt|driv|encourag)(?:e|ed|es|ing|ling|led)|left|led|leading|drove|(?:impossible|possible|necessary|time|turn|easy|hard|difficult|remained|enough)\sfor)\s(?:(?:the|old|young|poor|little|good|dear)\s){0,2}$/u
const TO_SPEAK = new RegExp(
  `^\\sto\\s(?:[\\p{Ll}]+\\s){0,4}(?:${[...PLAIN_SPEECH].join('|')}|saying|exclaiming|adding|asking|crying|remarking|observing)(?![\\p{L}])`,
  'u',
)
/** Prepositions that are conjunctions before a subject: “for Mira was”. */
const JOINING = words('for before after than as like until till since')
const CAUSES = words('made make makes making let lets heard hear hears hearing saw had caused bade')

/** “The Admiral”, “poor Mira” */
const ATTRIBUTES =
  /(?<=^\s?|[.!?…;:,—–]\s|[.!?…]\s[”"’]\s|(?<![\p{L}])(?:and|but|then|when|while)\s)(?:(?:[Tt]he|[Oo]ld|[Pp]oor|[Ll]ittle|[Yy]oung|[Dd]ear|[Gg]ood)\s){1,2}$/u
const FINITE = /^(?:was|were|is|are|had|has|did|could|would|should|might|must|can|will)$/u

function seemsSubject(text: string, start: number, end: number): boolean {
  const [, word = '', signs = ''] =
    /([\p{L}’'-]+)?([^\p{L}]*)$/u.exec(text.slice(Math.max(0, start - 24), start).replace(ATTRIBUTES, '')) ??
    []
  const isAfterSign = word === '' || /\S/u.test(signs)
  // “For Mira had gone” states a reason.
  const isReason = word === 'For'
  const next = /^\s([\p{L}’'-]+)/u.exec(text.slice(end, end + 24))?.[1] ?? ''
  // “which made Mira ask”, “as he heard Mira reply”
  if (CAUSES.has(word) && PLAIN_SPEECH.has(next)) return true
  if (
    next === 'to' &&
    TO_SPEAK.test(text.slice(end, end + 40)) &&
    LEADS_TO.test(text.slice(Math.max(0, start - 32), start))
  )
    return true
  if (GIVES.test(text.slice(Math.max(0, start - 24), start)) && ENABLED.test(text.slice(end, end + 30)))
    return true
  const isJoined = JOINING.has(word) && (SPEECH.has(next) || FINITE.test(next))
  if (!isAfterSign && !isReason && !isJoined && BEFORE_OBJECT.has(word.toLowerCase())) return false
  if (SPEECH.has(next) || DOING.has(next) || /(?:ed|ly)$/u.test(next)) return true
  return isAfterSign || (!isReason && CONJUNCTIONS.has(word.toLowerCase()))
}

/** The description after a verb of speech: “the gull”, or “nanny” if it is a word for a person. */
export function describedIn(text: string): Description | undefined {
  const [indefinite] = INDEFINITE.exec(text) ?? []
  if (indefinite !== undefined) return describedAs(indefinite, 'a')
  const { article, words: described } = SAID_DESCRIBED.exec(text)?.groups ?? {}
  if (described !== undefined && !isThing(described)) return describedAs(described, article)
  const [bare = ''] = /^\p{Ll}+(?=[,.;:!?—–]|\s(?:as|and|who|with|to)\s|$)/u.exec(text) ?? []
  return HEAD_GENDER.has(bare) && !NO_SPEAKER.has(bare) ? describedAs(bare, undefined) : undefined
}

/** A person who is not specified further: “one of the women”, “somebody”. */
const INDEFINITE =
  /^(?:(?:one|another|some|several|two|three|many|most|all|none|each|either|neither|both)\sof\s(?:(?:the|these|those|his|her|their|our|my)(?:\s[\p{Ll}-]+){1,2}?|them|us)|(?:some|any|every)\s?(?:body|one)(?:\selse)?|no\s?(?:body|one)|another|one)(?=[.,;:!?—–]|\s(?:and|as|with|to|who|when|while|from|at|on|in|but|for|of|of\sthem|\p{Ll}+ly|after|before|behind|\p{Ll}+ed|said|put)(?![\p{L}-])|$)/iu
/** Those of them that do not describe anybody, so that they cannot be a speaker’s name. */
const NAMELESS =
  /^(?:(?:one|another|some|several|two|three|many|most|all|none|each|either|neither|both)\sof\s(?:them|us)|(?:some|any|every|no)\s?(?:body|one)(?:\selse)?|another|one|others?|(?:irgend)?jemand|irgendwer|einer|niemand|quelqu[’']un|personne|alguien|nadie|qualcuno|nessuno|alguém|ninguém|ktoś|кто-то|iemand|någon|noen|nogen|joku)$/iu

/** Whether a description does not identify anybody. */
export function isNameless(description: string): boolean {
  return NAMELESS.test(description)
}

/** “the girl with the red hair”: an article, and words up to a verb. */
const SUBJECT_DESCRIBED =
  /^(?<article>the|an?|another|his|her|my|our|their|this|that)\s(?<words>[\p{Ll}-]+(?:\s[\p{Ll}-]+){0,2}?(?:\s(?:in|with|of)(?:\s[\p{Ll}-]+){1,3})?)$/u
const MOST_DESCRIBED = 8

/** The description before a verb of speech, at the beginning of the text after a quotation: “the saloon-keeper reckoned”. */
export function describedSubject(text: string): Description | undefined {
  const [indefinite] = INDEFINITE.exec(text) ?? []
  if (indefinite !== undefined) {
    const [, verb = ''] = /^\s(?:\p{Ll}+ly\s)?(\p{Ll}+)/u.exec(text.slice(indefinite.length)) ?? []
    return SPEECH.has(verb) ? describedAs(indefinite, 'a') : undefined
  }
  const own = Array.from(text.slice(0, 80).matchAll(/[\p{L}-]+/gu)).slice(0, MOST_DESCRIBED)
  const verb = own.find(({ 0: word }, at) => at > 1 && SPEECH.has(word))
  const before = text
    .slice(0, verb?.index ?? 0)
    .replace(/\s(?:(?:\p{Ll}+ly|almost|half|all but|again|then|once more|now|only|also|even)\s)?$/u, '')
  const { article, words: described } = SUBJECT_DESCRIBED.exec(before)?.groups ?? {}
  const isSomebody =
    described !== undefined && !isThing(described) && !described.split(' ').some((word) => DOING.has(word))
  return isSomebody ? describedAs(described, article) : undefined
}

export function describedAs(described: string, article = 'the', gender: Gender | null = null): Description {
  const relation = POSSESSIVE.test(article)
    ? 'relative'
    : /^(?:an?|another)$/iu.test(article)
      ? 'new'
      : 'known'
  return { kind: 'description', words: described, gender, relation }
}

/** Descriptions that soon refer to a different person. */
const GENERIC =
  /^(?:(?:old|young|little|poor|other|first|second|third|good|whole)\s)*(?:man|woman|girl|boy|lady|ladies|gentleman|child|voice|stranger|others?|person|friend|companion)$/iu

/** Whether a description fits almost anybody: “the man”, “the other”. */
export function isGeneric(description: string): boolean {
  return GENERIC.test(description)
}
