/**
 * What the narration beside spoken words tells of their speaker: a tag (“…,” said Mira. — Mira said: “…”), a clause with another
 * verb (“…,” breathed Mira), or only what somebody does meanwhile (“…” Mira looked up.).
 */
import {
  BEFORE_OBJECT,
  CONJUNCTIONS,
  DOING,
  HEAD_GENDER,
  NO_SPEAKER,
  NO_VERB,
  SPEECH,
  WITH_PARTICLE,
  isThing,
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

/** How strongly a narration ties somebody to the words beside it. */
export type TagKind = 'said' | 'clause' | 'beat'

export interface Tag {
  readonly kind: TagKind
  readonly who: Mention['who']
  /** Where the person is mentioned, in the narration. */
  readonly at: number
  /** The sentence that tells it. */
  readonly sentence: string
}

const POSSESSIVE = /^(?:his|her|my|our|their|your)$/iu
const ARTICLES = 'the|an?|his|her|my|our|their|your|this|that|another'
const ARTICLE = new RegExp(`(?<![\\p{L}’'])(?<article>${anyCase(ARTICLES)})\\s(?=[\\p{L}-])`, 'gu')
const WORD = /[\p{L}-]+/uy
const STOPS = words(
  `${ARTICLES.replace('an?', 'a|an').replaceAll('|', ' ')} of and or to with in on at by from`,
)
/** So many words may stand between an article and the word for somebody. */
const MOST_BETWEEN = 3
/** “said the gull”: after a verb of speech anybody who is described speaks. */
const SAID_DESCRIBED =
  /^(?<article>the|an?|another|his|her|my|our|their)\s(?<words>[\p{L}-]+(?:\s[\p{L}-]+){0,2}?(?:\s(?:in|with|of)\sthe\s(?!same\s|utmost\s|greatest\s|most\s)[\p{L}-]+(?:\s[\p{L}-]+)?(?<!voice|tone|tones|air|manner|way|end|meantime)(?=[.,;:!?—–]))?)(?=\s?[.,;:!?—–]|\s(?:and|as|with|to|who|when|while|from|at|on|in|but|for|of|\p{Ll}+ly|after|before)(?![\p{L}-])|$)/iu
const PRONOUNS = /(?<![\p{L}\p{M}’'-])(?:[Hh]e|[Ss]he|[Tt]hey|[Ww]e|I|[Ii]t)(?![\p{L}\p{M}-])/gu
const SENTENCE_END =
  /(?<!(?:^|[^\p{L}])(?:Mrs?|Ms|Dr|St|Capt|Col|Rev|Prof|\p{Lu}))[.!?…]+[)\]”"’_]*\s+(?=[\p{Lu}“"‘_])/gu
const VOICE =
  /^[’']s?\s(?:\p{Ll}+\s){0,2}(?:voices?|tones?|reply|answer|words|whisper|cry|comment|remark|exclamation|question|response|inquiry|observation|rejoinder|thought|saying|declaration|reminder|warning|retort|verdict)(?![\p{L}])/u
/** “the voice of Mira” */
const VOICE_OF = /(?:voice|tones?)\sof\s(?:(?:the|old|young|poor|little|good|dear|our)\s){0,2}$/u
/** “in a low voice” tells how somebody speaks. */
const IN_A = /(?:^|[^\p{L}])(?:in|with|of)\s$/u
/** “the father of Mira”, “the voice of old Tom” */
const OF_SOMEBODY = /^\sof\s(?:(?:the|old|young|poor|little|good|dear|our)\s){0,2}\p{Lu}/u
/** How near the words somebody’s voice is theirs. */
const NEAR = 60
/** Long narrations tell it near the words. */
const REACH = 400

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

function seemsSubject(text: string, start: number, end: number): boolean {
  const [, word = '', signs = ''] =
    /([\p{L}’'-]+)?([^\p{L}]*)$/u.exec(text.slice(Math.max(0, start - 24), start)) ?? []
  const isAfterSign = word === '' || /\S/u.test(signs)
  // “For Mira had gone” gives a reason.
  const isReason = word === 'For'
  if (!isAfterSign && !isReason && BEFORE_OBJECT.has(word.toLowerCase())) return false
  const next = /^\s([\p{L}’'-]+)/u.exec(text.slice(end, end + 24))?.[1] ?? ''
  if (SPEECH.has(next) || DOING.has(next) || /(?:ed|ly)$/u.test(next)) return true
  return isAfterSign || (!isReason && CONJUNCTIONS.has(word.toLowerCase()))
}

/** Who is described behind a verb of speech: “the gull”, and “nanny” if that is a word for somebody. */
function describedIn(text: string): Description | undefined {
  const { article, words: described } = SAID_DESCRIBED.exec(text)?.groups ?? {}
  if (described !== undefined && !isThing(described)) return describedAs(described, article)
  const [bare = ''] = /^\p{Ll}+(?=[,.;:!?—–]|\s(?:as|and|who|with|to)\s|$)/u.exec(text) ?? []
  return HEAD_GENDER.has(bare) && !NO_SPEAKER.has(bare) ? describedAs(bare, undefined) : undefined
}

function describedAs(described: string, article = 'the', gender: Gender | null = null): Description {
  const relation = POSSESSIVE.test(article)
    ? 'relative'
    : /^(?:an?|another)$/iu.test(article)
      ? 'new'
      : 'known'
  return { kind: 'description', words: described, gender, relation }
}

/** Who speaks the words before a narration. `isOpen` if the words end like a part of a sentence. */
export function tagAfter(narration: string, mentions: readonly Mention[], isOpen: boolean): Tag | null {
  const head = narration.slice(0, REACH)
  const sentence = head.slice(0, endOfFirst(head))
  const lead = /^[\s,;.—–…_-]*/u.exec(sentence)?.[0].length ?? 0
  const [firstWord = ''] = /^\p{L}+(?:[’'-]\p{L}+)*/u.exec(sentence.slice(lead)) ?? []
  const inside = mentions.filter(({ start }) => start < sentence.length)
  // “Said Mira”: the capital is a slip of the printer.
  const isLower = /^(?:\p{Ll}|(?:Said|Asked|Cried|Replied|Answered|Exclaimed)$)/u.test(firstWord)
  const adverbs =
    /^(?:\p{Ll}+ly\s|then\s|at last\s|again\s|here\s|thus\s|also\s){0,2}/u.exec(sentence.slice(lead))?.[0]
      .length ?? 0
  const [verb = ''] = /^\p{L}+/u.exec(sentence.slice(lead + adverbs)) ?? []
  const heard = heardIn(sentence, inside)
  if (heard !== undefined) return tagOf('said', heard, sentence)
  if (
    isLower &&
    !NO_VERB.has(verb.toLowerCase()) &&
    !inside.some(({ start }) => start < lead + adverbs + verb.length)
  ) {
    const particle =
      /^\s(?:in|out|on|up|back)(?![\p{L}-])/u.exec(sentence.slice(lead + adverbs + verb.length))?.[0] ?? ''
    const isSaid = SPEECH.has(verb.toLowerCase()) || (particle !== '' && WITH_PARTICLE.has(verb))
    const afterVerb = lead + adverbs + verb.length + (isSaid ? particle.length : 0)
    const at = afterVerb + 1
    const described = isSaid ? describedIn(sentence.slice(at)) : undefined
    const next = inside.find(({ start }) => start > afterVerb)
    // “said quietly Mira”, “said poor Mira”, “came Mira’s voice”
    if (
      next !== undefined &&
      next.start - afterVerb < 24 &&
      !/[.,;:!?]/u.test(sentence.slice(afterVerb, next.start))
    ) {
      if (isSaid && !next.isVoice && next.isPossessive) return relativeOf(next, sentence)
      // “said the man in the mask”
      if (
        next.who.kind === 'description' &&
        next.start === at &&
        described?.words.startsWith(`${next.who.words} `)
      )
        return { kind: 'said', at, sentence, who: { ...next.who, words: described.words } }
      return tagOf(isSaid || isNoted(verb, next) ? 'said' : 'clause', next, sentence)
    }
    if (described !== undefined) return { kind: 'said', at, sentence, who: described }
  }
  const subject = inside.find(({ isSubject }) => isSubject)
  if (subject === undefined) return null
  const rest = sentence.slice(subject.end, subject.end + 60)
  const follows = speaksSoon(rest) && (isOpen || isLower || !REPORTED.test(rest))
  const isFirst = subject.start - lead < 30
  if (follows && isFirst) return tagOf('said', subject, sentence)
  if (subject.isVoice || ((isOpen || isLower) && isFirst)) return tagOf('clause', subject, sentence)
  return tagOf('beat', subject, sentence)
}

/** “said Mira’s father”: a relative of somebody; null for anything else that is Mira’s. */
function relativeOf({ start, end }: Mention, sentence: string): Tag | null {
  const [, head] =
    /^[’']s?((?:\s[\p{Ll}-]+){1,3}?)(?=[.,;:!?—–]|\s(?:and|as|with|to|who|when|while|from|at|on|in|but|for|\p{Ll}+ly)(?![\p{L}-])|$)/u.exec(
      sentence.slice(end),
    ) ?? []
  if (head === undefined || isThing(head)) return null
  return {
    kind: 'said',
    at: start,
    sentence,
    who: describedAs(`${sentence.slice(start, end)}’s${head}`, 'his'),
  }
}

/** “was Mira’s answer”, “came Mira’s voice” */
function isNoted(verb: string, { isVoice }: Mention): boolean {
  return isVoice && /^(?:was|is|came|comes)$/u.test(verb)
}

/** “Tom heard Mira say”: who is heard. */
function heardIn(sentence: string, inside: readonly Mention[]): Mention | undefined {
  if (!HEARD.test(sentence)) return undefined
  const { index = 0, groups } = HEARD_PRONOUN.exec(sentence) ?? {}
  if (groups !== undefined) {
    const gender = groups['him'] === 'him' ? 'male' : groups['him'] === 'her' ? 'female' : null
    const who = { kind: 'pronoun', gender, isSeveral: gender === null } as const
    return { start: index, end: index, who, isSubject: true, isVoice: false, isPossessive: false }
  }
  return inside.find(
    ({ start, end }) =>
      HEARD_BEFORE.test(sentence.slice(Math.max(0, start - 24), start)) &&
      SAY_AFTER.test(sentence.slice(end, end + 40)),
  )
}
const HEARD = /(?<![\p{L}])(?:hear[ds]?|hearing|overheard)(?![\p{L}])/u
const HEARD_BEFORE =
  /(?<![\p{L}])(?:hear[ds]?|hearing|overheard)\s(?:(?:the|old|young|poor|little|dear)\s){0,2}$/u
const SAYS_HEARD =
  '(?:say(?:ing)?|ask(?:ing)?|cry(?:ing)?|call(?:ing)?|reply(?:ing)?|exclaim(?:ing)?|answer(?:ing)?|whisper(?:ing)?|shout(?:ing)?|murmur(?:ing)?|mutter(?:ing)?|remark(?:ing)?|declare|declaring|observe|add|tell(?:ing)?|speak(?:ing)?)(?![\\p{L}])'
const SAY_AFTER = new RegExp(`^\\s(?:\\p{Ll}+ly\\s)?${SAYS_HEARD}`, 'u')
const HEARD_PRONOUN = new RegExp(
  `(?<![\\p{L}])(?:hear[ds]?|hearing|overheard)\\s(?<him>him|her|them)\\s(?:\\p{Ll}+ly\\s)?${SAYS_HEARD}`,
  'u',
)

/** Who speaks the words after a narration. */
export function tagBefore(narration: string, mentions: readonly Mention[]): Tag | null {
  const cut = Math.max(0, narration.length - REACH)
  const tail = narration.slice(cut)
  const from = cut + startOfLast(tail)
  const sentence = narration.slice(from)
  const inside = mentions.filter(({ start }) => start >= from)
  const isWhole = /[.!?…]["”’)_\s]*$/u.test(sentence)
  const leads = /[,:—–-]["“‘_\s]*$/u.test(sentence) || (!isWhole && SAYS_AT_END.test(sentence.slice(-NEAR)))
  const isColon = /:[\s_]*$/u.test(sentence)
  const heard = leads ? heardIn(narration, inside) : undefined
  if (heard !== undefined) return tagOf('said', heard, sentence)
  if (leads) {
    const verbs = Array.from(sentence.matchAll(/\p{L}+/gu)).filter(([word]) => SPEECH.has(word.toLowerCase()))
    const verb =
      verbs.findLast(
        ({ 0: word, index }) => !ENDS_SPEECH.test(word) || !isAside(narration, inside, from + index),
      ) ?? verbs.at(-1)
    const verbAt = verb === undefined ? -1 : from + verb.index
    const told = verbAt < 0 ? undefined : subjectOf(narration, verbAt, inside)
    if (told !== undefined) return tagOf('said', told, sentence)
    const subject = inside.findLast(({ isSubject }) => isSubject)
    // “Mira’s answer was, “…””
    if (subject?.isVoice && NOTED.test(narration.slice(subject.end))) return tagOf('said', subject, sentence)
    if (subject !== undefined) return tagOf(isColon || subject.isVoice ? 'clause' : 'beat', subject, sentence)
  }
  const voice = inside.findLast(({ isVoice, end }) => isVoice && narration.length - end < NEAR)
  if (voice !== undefined && !isWhole)
    return tagOf(NOTED.test(narration.slice(voice.end)) ? 'said' : 'clause', voice, sentence)
  // “Then Mira began again. “…””
  const last = isWhole ? SPEAKS_AT_END.exec(sentence.slice(-NEAR)) : null
  const lastAt = narration.length - (last?.[0].length ?? 0)
  const beginning = inside.findLast(({ end, isSubject }) => isSubject && end < lastAt)
  if (last !== null && beginning !== undefined && isJustBefore(narration, beginning, lastAt))
    return tagOf('said', beginning, sentence)
  const subject = inside.find(({ isSubject }) => isSubject)
  if (subject === undefined) return null
  const begins = isWhole && (subject.isVoice || speaksSoon(narration.slice(subject.end, subject.end + 60)))
  return tagOf(begins ? 'clause' : 'beat', subject, sentence)
}

/** Who does what the verb of speech at `verbAt` says, before the words that are spoken. */
function subjectOf(narration: string, verbAt: number, inside: readonly Mention[]): Mention | undefined {
  const earlier = inside.filter(({ start }) => start < verbAt)
  // “Mira looked at Tom, who, when he had sat down, said”
  const relative = earlier.findLast(({ end }) =>
    /^,?\s(?:and\s)?who[\s,]/u.test(narration.slice(end, end + 10)),
  )
  const isLast = ({ start }: Mention) => !earlier.some((other) => other.start > start && other.isSubject)
  if (relative !== undefined && isLast(relative)) return relative
  // “Mira saw that he was tired and said”, “Mira, as he came in, said”
  const joined = /(?<join>\band|,)\s(?:then\s|\p{Ll}+ly\s)?$/u.exec(
    narration.slice(Math.max(0, verbAt - 24), verbAt),
  )?.groups?.['join']
  const subordinate = joined === ',' ? TIME : SUBORDINATE
  const isMain = ({ start, isSubject }: Mention) =>
    isSubject && !subordinate.test(narration.slice(Math.max(0, start - 12), start))
  const main = joined !== undefined ? earlier.findLast(isMain) : undefined
  return (
    main ??
    earlier.findLast(({ isSubject }) => isSubject) ??
    // “At that moment Mira, taking his arm, said”
    earlier.findLast(({ start, end }) => narration[end] === ',' && !isObject(narration, start)) ??
    inside.find(({ start }) => start > verbAt && !isObject(narration, start))
  )
}

/** Whether something is done to somebody, or goes to them, by the word before them. */
function isObject(narration: string, start: number): boolean {
  const [, word = ''] = /([\p{L}’'-]+)\s$/u.exec(narration.slice(Math.max(0, start - 24), start)) ?? []
  return BEFORE_OBJECT.has(word.toLowerCase()) || /ing$/u.test(word)
}

/** Whether somebody’s verb stands at `verbAt`: between are at most an adverb or an aside between commas. */
function isJustBefore(narration: string, { end }: Mention, verbAt: number): boolean {
  return /^(?:,[^,.;:!?]{1,50},)?(?:\s(?:\p{Ll}+ly|then|at last|thus|again|had|who|also)){0,3}\s?$/u.test(
    narration.slice(end, verbAt),
  )
}

/** “Mira’s answer was”, “Mira’s cry of” */
const NOTED = /^[’']s?\s(?:\p{Ll}+\s){1,3}(?:(?:was|is|of|being)\s?[,:—–-]*|[,:—–-]+)\s*$/u
/** A verb of speech at the end of a narration that goes on in the words: “and Mira called out “…”” */
const SAYS_AT_END =
  /(?<![\p{L}])(?:said|say|says|saying|cried|crying|called|calling|shouted|shouting|answered|answering|replied|replying|added|adding|exclaimed|exclaiming|whispered|whispering|asked|asking|murmured|muttered|remarked|remarking|repeated|began)(?:\s(?:out|aloud|again|\p{Ll}+ly))?\s*$/u
/** A verb of speech at the end of a sentence after which the words stand. */
const SPEAKS_AT_END =
  /(?<![\p{L}])(?:began|begins|spoke|speaks|resumed|continued|interposed|interrupted|interjected|intervened|explained|added|replied|answered|went on|goes on|broke in|cut in|put in|spoke up|called out|cried out)(?:\s(?:again|thus|at last|aloud|\p{Ll}+ly))?[.…]["”’)_\s]*$/u
/** What stands before the subject of a clause that somebody thinks or sees: “Mira saw that he was tired and said”. */
const SUBORDINATE = /(?:^|[^\p{L}])(?:that|if|whether|how|why|what|which|because|as|than|where)\s$/u

const TIME = /(?:^|[^\p{L}])(?:as|when|while|after|before|until|that|if)\s$/u

/** “said Mira, as he finished”: whether the subject of a verb stands in a clause that only tells when. */
function isAside(narration: string, inside: readonly Mention[], verbAt: number): boolean {
  const subject = inside.findLast(({ start, isSubject }) => start < verbAt && isSubject)
  return subject !== undefined && ASIDE.test(narration.slice(Math.max(0, subject.start - 12), subject.start))
}
/** Verbs of speech that as often tell of something else. */
const ENDS_SPEECH =
  /^(?:finished|ended|concluded|spoke|speaks|put|read|reads|thought|nodded|smiled|grinned|laughed|laughs|began|broke|burst|cut|pointed|pressed)$/u
const ASIDE = /,\s(?:as|when|while|after|before|until)\s$/u

function tagOf(kind: TagKind, { who, start }: Mention, sentence: string): Tag {
  return { kind, who, at: start, sentence }
}

/** “He admitted that …” is no speech of his own. */
const REPORTED = /^(?:\s\p{Ll}+){1,3}\s(?:that|whether|if|how|why)\s/u

/** Whether a verb of speech follows, with at most a few words between. */
function speaksSoon(rest: string): boolean {
  const [clause = ''] = /^[^.;:!?\p{Lu}]*/u.exec(rest.replace(/^,[^,.;:!?]{1,50},/u, '')) ?? []
  return Array.from(clause.matchAll(/\p{L}+/gu))
    .slice(0, 4)
    .some(([word]) => SPEECH.has(word))
}

function endOfFirst(text: string): number {
  for (const { index } of text.matchAll(SENTENCE_END)) if (/\p{L}/u.test(text.slice(0, index))) return index
  return text.length
}

function startOfLast(text: string): number {
  let start = 0
  for (const { index, 0: found } of text.matchAll(SENTENCE_END))
    if (/\p{L}/u.test(text.slice(index + found.length))) start = index + found.length
  return start
}
