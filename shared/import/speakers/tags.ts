/**
 * What the narration beside spoken words tells of their speaker: a tag (“…,” said Mira. — Mira said: “…”), a clause with another
 * verb (“…,” breathed Mira), or only what somebody does meanwhile (“…” Mira looked up.).
 */
import { BEFORE_OBJECT, isSpeechAt, isThing, NO_VERB, SPEECH } from './englishWords.ts'
import { describedAs, describedIn, type Mention } from './mentions.ts'

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

const SENTENCE_END =
  /(?<!(?:^|[^\p{L}])(?:Mrs?|Ms|Dr|St|Capt|Col|Rev|Prof|\p{Lu}))[.!?…]+[)\]”"’_]*\s+(?=[\p{Lu}“"‘_])/gu
/** How near the words somebody’s voice is theirs. */
const NEAR = 60
/** Long narrations tell it near the words. */
const REACH = 400

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
    const isSaid = isSpeechAt(sentence, verb, lead + adverbs)
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
  // “…” was the answer of Mira. “…” were the first words that burst from Mira.
  const giver = WAS_SAID.test(sentence.slice(lead))
    ? inside.find(({ start }) =>
        /(?:of|from|by|to hear)\s(?:poor\s|old\s|the\s)?$/u.test(
          sentence.slice(Math.max(0, start - 14), start),
        ),
      )
    : undefined
  if (giver !== undefined) return tagOf('said', giver, sentence)
  const subject = inside.find(({ isSubject }) => isSubject)
  if (subject === undefined) return null
  const rest = sentence.slice(subject.end, subject.end + 60)
  const follows =
    speaksSoon(rest) &&
    (isOpen ||
      isLower ||
      (!REPORTED.test(rest) && !LEADS_ON.test(rest.slice(0, sentence.length - subject.end))))
  const isFirst = subject.start - lead < 30
  if (follows && isFirst) return tagOf('said', subject, sentence)
  if (subject.isVoice || ((isOpen || isLower) && isFirst)) return tagOf('clause', subject, sentence)
  return tagOf('beat', subject, sentence)
}

const WAS_SAID =
  /^(?:was|were|is|came)\s(?:[\p{Ll}’'-]+\s){0,6}(?:words?|answers?|reply|question|cry|exclamations?|comment|remark|thought|response|verdict|greeting|observation|inquiry|enquiry|speech|advice|conclusion|from)(?![\p{L}])/u

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
  if (leads) {
    // “when thus accosted by Mira,”, “From Mira:”
    const giver = inside.findLast(
      ({ start, end }) =>
        GIVEN_BY.test(narration.slice(Math.max(0, start - 40), start)) &&
        /^[\s,:—–-]*$/u.test(narration.slice(end)),
    )
    if (giver !== undefined) return tagOf('said', giver, sentence)
    const verbs = Array.from(sentence.matchAll(/\p{L}+/gu)).filter(({ 0: word, index }) =>
      isSpeechAt(sentence, word, index),
    )
    const verb =
      verbs.findLast(
        ({ 0: word, index }) => !ENDS_SPEECH.test(word) || !isAside(narration, inside, from + index),
      ) ?? verbs.at(-1)
    const verbAt = verb === undefined ? -1 : from + verb.index
    const told = verbAt < 0 ? undefined : subjectOf(narration, verbAt, inside)
    // “She heard Mira say that he was there, and Tom replied,”
    if (heard !== undefined && (told === undefined || told.start <= heard.start || !told.isSubject))
      return tagOf('said', heard, sentence)
    if (told !== undefined) return tagOf('said', told, sentence)
    const subject = inside.findLast(({ isSubject }) => isSubject)
    // “Mira’s answer was, “…””
    const noted = inside.findLast(({ isVoice, end }) => isVoice && NOTED.test(narration.slice(end)))
    if (noted !== undefined) return tagOf('said', noted, sentence)
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
  const earlier = inside.filter(({ start }) => start < verbAt && !isInBrackets(narration, start, verbAt))
  // “Mira looked at Tom, who, when he had sat down, said”
  const relative = earlier.findLast(({ end }) =>
    /^,?\s(?:and\s)?who[\s,]/u.test(narration.slice(end, end + 10)),
  )
  const isLast = ({ start }: Mention) => !earlier.some((other) => other.start > start && other.isSubject)
  if (relative !== undefined && isLast(relative)) return relative
  // “Mira saw that he was tired and said”, “Mira, as he came in, said”
  const joined =
    /(?<join>\band|,)\s(?:(?:then|now|again|also|thus|here|next|still|once more|at last|at length|\p{Ll}+ly)\s)?$/u.exec(
      narration.slice(Math.max(0, verbAt - 24), verbAt),
    )?.groups?.['join']
  const subordinate = joined === ',' ? TIME : SUBORDINATE
  const isMain = ({ start, isSubject }: Mention) =>
    isSubject &&
    (!subordinate.test(narration.slice(Math.max(0, start - 12), start)) ||
      // “so tired that Mira sat down and said”
      SO_THAT.test(narration.slice(0, start)))
  const main = joined !== undefined ? earlier.findLast(isMain) : undefined
  return (
    main ??
    earlier.findLast(({ isSubject }) => isSubject) ??
    // “… asked Mira, adding”
    earlier.find(({ start }) => SPEECH.has(INVERTED.exec(narration.slice(0, start))?.[1] ?? '')) ??
    // “At that moment Mira, taking his arm, said”
    earlier.findLast(({ start, end }) => narration[end] === ',' && !isObject(narration, start)) ??
    inside.find(({ start }) => start > verbAt && !isObject(narration, start))
  )
}

const SO_THAT = /(?<![\p{L}])(?:so|such)\s[^.;:!?]*\sthat\s$/u
const INVERTED = /^[\s,;.—–-]*(\p{Ll}+)\s(?:(?:poor|old|young|little|the)\s)?$/u

/** Whether a place stands in brackets that close before another: “Tom (it was Mira who had told him) said”. */
function isInBrackets(narration: string, at: number, before: number): boolean {
  const close = narration.indexOf(')', at)
  return close >= 0 && close < before && narration.lastIndexOf('(', at) > narration.lastIndexOf(')', at)
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
const NOTED =
  /^[’']s?\s(?:\p{Ll}+\s){1,3}(?:[^.;:!?]{0,60}\s)?(?:(?:was|is|of|being)\s?[,:—–-]*|[,:—–-]+)\s*$/u
/** A verb of speech at the end of a narration that goes on in the words: “and Mira called out “…”” */
const SAYS_AT_END =
  /(?<![\p{L}])(?:said|say|says|saying|cried|crying|called|calling|shouted|shouting|answered|answering|replied|replying|added|adding|exclaimed|exclaiming|whispered|whispering|asked|asking|murmured|muttered|remarked|remarking|repeated|began)(?:\s(?:out|aloud|again|\p{Ll}+ly))?\s*$/u
/** A verb of speech at the end of a sentence after which the words stand. */
const SPEAKS_AT_END =
  /(?<![\p{L}])(?:began|begins|spoke|speaks|resumed|continued|interposed|interrupted|interjected|intervened|explained|added|replied|answered|went on|goes on|broke in|cut in|put in|joined in|chimed in|struck in|chipped in|burst out|broke out|piped up|spoke up|called out|cried out)(?:\s(?:again|thus|at last|aloud|\p{Ll}+ly))?[.…]["”’)_\s]*$/u
/** What stands before the subject of a clause that somebody thinks or sees: “Mira saw that he was tired and said”. */
const SUBORDINATE = /(?:^|[^\p{L}])(?:that|if|whether|how|why|what|which|because|as|than|where)\s$/u

/** “accosted by”, “From” */
const GIVEN_BY =
  /(?:(?:accosted|addressed|greeted|interrupted|asked|answered|hailed|challenged|welcomed|received|stopped|met)\s(?:with\s\p{Ll}+\s)?(?:by|from)|(?:^|[.!?])\s*(?:And\s)?[Ff]rom)\s$/u

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

/** “Mira broke in.” tells of the words after it. */
const LEADS_ON = /^\s(?:\p{Ll}+ly\s)?(?:broke|cut|put|joined|chimed|struck|chipped|butted)\sin\.?\s*$/u
/** “He admitted that …” is no speech of his own. */
const REPORTED = /^(?:\s\p{Ll}+){1,3}\s(?:that|whether|if|how|why)\s/u

/** Whether a verb of speech follows, with at most a few words between. */
function speaksSoon(rest: string): boolean {
  const [clause = ''] = /^[^.;:!?\p{Lu}]*/u.exec(rest.replace(/^,[^,.;:!?]{1,50},/u, '')) ?? []
  return Array.from(clause.matchAll(/\p{L}+/gu))
    .slice(0, 4)
    .some(({ 0: word, index }) => isSpeechAt(clause, word, index))
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
