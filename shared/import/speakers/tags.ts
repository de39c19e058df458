/**
 * Speech tags: what the narration beside spoken words says about their speaker: a verb of speech (“…,” said Mira. — Mira said: “…”), a
 * clause with another verb (“…,” breathed Mira), or only an action at the same time (“…” Mira looked up.).
 */
import {
  BEFORE_OBJECT,
  isSpeechAt,
  isThing,
  NO_VERB,
  PLAIN_SPEECH,
  SPEECH,
  tellsSpeech,
} from './englishWords.ts'
import { describedAs, describedIn, describedSubject, type Mention } from './mentions.ts'

/** How strongly narration links a person to the words beside it. */
export type TagKind = 'said' | 'clause' | 'beat'

export interface Tag {
  readonly kind: TagKind
  readonly who: Mention['who']
  /** The position in the narration of the mention of the person. */
  readonly at: number
  /** The sentence that contains it. */
  readonly sentence: string
  /** Whether it is “said Mira” directly after the words, or “Mira said,” directly before them, so that nobody else can be meant. */
  readonly isDirect?: true
}

const SENTENCE_END =
  /(?<!(?:^|[^\p{L}])(?:Mrs?|Ms|Dr|St|Capt|Col|Rev|Prof|\p{Lu}))[.!?…]+[)\]”"’_]*\s+(?=[\p{Lu}“"‘_])/gu
/** How near to the words a mention of a voice must be for the words to be spoken by it. */
const NEAR = 60
/** Only this much of long narration, next to the words, is examined. */
const REACH = 400

/** The speaker of the words before narration. `isOpen` if the words end within a sentence, `isLast` if no words follow. */
export function tagAfter(
  narration: string,
  mentions: readonly Mention[],
  isOpen: boolean,
  isLast = false,
): Tag | null {
  const head = narration.slice(0, REACH)
  const sentence = head.slice(0, endOfFirst(head))
  const lead = /^[\s,;.—–…_-]*/u.exec(sentence)?.[0].length ?? 0
  const [firstWord = ''] = /^\p{L}+(?:[’'-]\p{L}+)*/u.exec(sentence.slice(lead)) ?? []
  const inside = mentions.filter(({ start }) => start < sentence.length)
  // “Said Mira”: the capital is a printing error.
  const isLower = /^(?:\p{Ll}|(?:Said|Asked|Cried|Replied|Answered|Exclaimed)$)/u.test(firstWord)
  const adverbs = ADVERBS.exec(sentence.slice(lead))?.[0].length ?? 0
  const [verb = ''] = /^\p{L}+/u.exec(sentence.slice(lead + adverbs)) ?? []
  const heard = heardIn(sentence, inside) ?? pointedAt(sentence, inside)
  if (heard !== undefined) return tagOf('said', heard, sentence)
  const source = inside.find(({ start }) => HAD_FROM.test(sentence.slice(lead, start)))
  if (source !== undefined) return tagOf('said', source, sentence)
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
    // “said the other” is one of two known people.
    if (isSaid && THE_OTHER.test(sentence.slice(at)))
      return { kind: 'said', at, sentence, who: { kind: 'pronoun', gender: null, isSeveral: false } }
    const described = isSaid ? describedIn(sentence.slice(at)) : undefined
    // “said the one they called Mira”
    const called = inside.find(({ start }) => CALLED.test(sentence.slice(at, start)))
    if (isSaid && called !== undefined) return tagOf('said', called, sentence)
    const nearest = inside.filter(({ start }) => start > afterVerb).find(isOuter)
    // “said the widow of Tom Quill”, “said my guardian as we left”
    const isOther =
      described !== undefined &&
      nearest?.isVoice === false &&
      AFTER_DESCRIBED.test(sentence.slice(at, nearest.start))
    const next = isOther ? undefined : nearest
    const between = sentence.slice(afterVerb, next?.start)
    // “…,” turning to Tom.
    const isTowards = !isSaid && verb !== 'according' && TOWARDS.test(between)
    // “said quietly Mira”, “said poor Mira”, “came Mira’s voice”, “said, after a pause, Mira”
    if (
      next !== undefined &&
      !isTowards &&
      ((between.length < 24 && !/[.,;:!?]/u.test(between)) ||
        (isSaid && (ASIDE_BEFORE_SUBJECT.test(between) || ATTRIBUTES.test(between))))
    ) {
      if (isSaid && !next.isVoice && next.isPossessive) return relativeOf(next, sentence)
      // “said the man in the mask”
      if (
        next.who.kind === 'description' &&
        next.start === at &&
        described?.words.startsWith(`${next.who.words} `)
      )
        return { kind: 'said', at, sentence, who: { ...next.who, words: described.words } }
      const isTold = isSaid || isNoted(verb, next) || speaksSoon(sentence.slice(next.end, next.end + NEAR))
      const tag = tagOf(isTold ? 'said' : 'clause', next, sentence)
      return isSaid && next.who.kind === 'name' ? { ...tag, isDirect: true } : tag
    }
    // “said the chief, Mira”
    const apposed =
      described === undefined
        ? undefined
        : inside.find(
            ({ start, end, who, isPossessive }) =>
              who.kind === 'name' &&
              !isPossessive &&
              APPOSED.test(sentence.slice(at, start)) &&
              /^(?:[.,;:!?—–]|$)/u.test(sentence.slice(end, end + 1)),
          )
    if (apposed !== undefined) return tagOf('said', apposed, sentence)
    // “called the shattered voice of Mira”
    if (described !== undefined && next !== undefined && OWN_VOICE.test(sentence.slice(at, next.start)))
      return tagOf('said', next, sentence)
    if (described !== undefined) return { kind: 'said', at, sentence, who: described }
  }
  const described = isOpen || isLower ? describedSubject(sentence.slice(lead)) : undefined
  if (described !== undefined) {
    const who = inside.find(({ start }) => start <= lead)?.who ?? null
    const isMore = who?.kind === 'description' && described.words.startsWith(`${who.words} `)
    // “the girl with the red hair said”
    if (who === null || isMore)
      return {
        kind: 'said',
        at: lead,
        sentence,
        who: isMore ? { ...who, words: described.words } : described,
      }
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
  // “…,” Tom was told by Mira.
  if (isPassive(rest)) {
    const agent = inside.find(
      ({ start }) => start > subject.end && /\sby\s$/u.test(sentence.slice(start - 4, start)),
    )
    return tagOf(agent === undefined ? 'beat' : 'said', agent ?? subject, sentence)
  }
  // “You know—” Mira interrupted him.
  if (STOPS_SOMEBODY.test(rest)) return null
  // “…,” and Tom nodded.
  if (JOINS_ANOTHER.test(sentence) && subject.who.kind === 'name' && !subject.isVoice)
    return tagOf('beat', subject, sentence)
  const follows =
    speaksSoon(rest) &&
    (isOpen ||
      isLower ||
      (!REPORTED.test(rest) && (isLast || !LEADS_ON.test(rest.slice(0, sentence.length - subject.end)))))
  const isFirst = subject.start - lead < 30
  if (follows && isFirst) return tagOf('said', subject, sentence)
  if (subject.isVoice || ((isOpen || isLower) && isFirst)) return tagOf('clause', subject, sentence)
  return tagOf('beat', subject, sentence)
}

/** “Tom heard from Mira”, “was a question which Tom had from Mira” */
const HAD_FROM = /^[^.;:!?]{0,50}(?:heard|had|got|received|learn(?:ed|t))\s(?:it\s)?from\s(?:(?:the|old|young|poor|little)\s){0,2}$/u
/** “at length said Mira”, “all but shouted Mira” */
const ADVERBS =
  /^(?:(?:in|with)\s[^,.;:!?]{3,40},\s)?(?:\p{Ll}+ly\s(?:and\s\p{Ll}+ly\s)?|(?:then|at last|at length|again|here|thus|also|half|almost|all but|now|once more)\s){0,2}/u
const WAS_SAID =
  /^(?:was|were|is|came)\s(?:[\p{Ll}’'-]+\s){0,6}(?:words?|answers?|reply|question|cry|exclamations?|comment|remark|thought|response|verdict|greeting|observation|inquiry|enquiry|speech|address|advice|conclusion|from)(?![\p{L}])/u

/** Whether a mention does not only begin a longer one: “Tom’s aunt, Mrs. Quill”. */
function isOuter({ start, isPossessive }: Mention, index: number, all: readonly Mention[]): boolean {
  return !isPossessive || !all.some((other) => other.start === start && other.who.kind === 'name' && !other.isPossessive)
}

const THE_OTHER =
  /^the\sother(?=[.,;:!?—–]|\s(?:and|as|with|to|who|when|while|in|but|\p{Ll}+ly)(?![\p{L}-])|$)/u
/** The speaker, if the narration of the next paragraph refers back to them: “It was Mira who had spoken.” */
export function tagNext(narration: string, mentions: readonly Mention[]): Tag | null {
  return SPOKE_BEFORE.test(narration) ? tagAfter(narration, mentions, false) : null
}
const SPOKE_BEFORE =
  /^\s*(?:(?:It was|This was)\s[^.;:!?]{1,60}\swho (?:had )?(?:spoke|spoken|said|asked|called|cried|answered)[^.;:!?]{0,40}|The speaker was\s[^.;:!?]{1,60})[.;!]/u

const CALLED =
  /^(?:the|an?)\s(?:[\p{Ll}-]+\s){1,3}?(?:(?:who(?:m|se name)?\s)?(?:was|were|they|he|she|we|I|everybody)\s)?(?:called|named)\s$/u
const TOWARDS = /\s(?:to|at|towards?)\s(?:(?:the|old|young|poor|little|dear)\s){0,2}$/u
/** “said, after a pause, Mira” */
const ASIDE_BEFORE_SUBJECT = /^,\s[^,.;:!?]{1,40},\s(?:\p{Ll}+\s){0,2}$/u
/** “said the now thoroughly awakened Mrs. Quill” */
const ATTRIBUTES =
  /^\sthe\s(?:(?!(?:and|of|as|with|to|from|at|in|on|by|for|when|while|who|that|had|was)\s)[\p{Ll}-]+\s){1,5}$/u
const APPOSED = /^(?:the|an?|his|her|my|our|their|that)\s(?:[\p{Ll}-]+\s){0,3}[\p{Ll}-]+,\s(?:(?:an?|the|old|none other than)\s(?:\p{Ll}+\s)?)?$/u
const AFTER_DESCRIBED =
  /^(?:the|an?|his|her|my|our|their)\s(?:[\p{L}-]+\s){1,3}?(?:of|as|with|to|from|at|when|while|after|before|for)\s/u
const OWN_VOICE = /^(?:the|a)\s(?:[\p{L}-]+\s){0,2}(?:voice|tones?)\sof\s(?:\p{Ll}+\s){0,2}$/u
const JOINS_ANOTHER = /^[\s,;—–-]*(?:and|but|while|whereupon|when|(?:at|upon) which)\s/u
const STOPS_SOMEBODY =
  /^\s(?:\p{Ll}+ly\s)?(?:(?:interrupted|stopped|silenced|hushed|checked|contradicted)\s|cut\s)(?:him|her|them|me|us|\p{Lu}\p{L}+)(?![\p{L}’'])/u

/** “was told”, “had been asked” */
function isPassive(rest: string): boolean {
  const [, verb = ''] = PASSIVE.exec(rest) ?? []
  return SPEECH.has(verb)
}
const PASSIVE =
  /^\s(?:\p{Ll}+\s)?(?:was|were|is|are|been|being|be)\s(?:\p{Ll}+ly\s)?(told|\p{Ll}+ed)(?![\p{L}])/u

/** The person to whom a sentence points as the speaker: “It was Mira who spoke.”, “So said Mira.”, “from Mira” */
function pointedAt(sentence: string, inside: readonly Mention[]): Mention | undefined {
  return inside.find(({ start, end, isVoice }) => {
    const [, points] = POINTS.exec(sentence.slice(0, start)) ?? []
    const rest = sentence.slice(end)
    if (points === undefined) {
      const { length } = IT_WAS_WHO.exec(rest)?.[0] ?? ''
      return length > 0 && !/\p{L}/u.test(sentence.slice(0, start)) && tellsAtOnce(rest.slice(length))
    }
    if (/^it/iu.test(points))
      return (
        isVoice ||
        /^(?:,\s(?:of course|as usual|after all|again|then))?[.;!]?\s*$/u.test(rest) || tellsAtOnce(rest.replace(/^,?\s(?:who|that)(?=\s)/u, ' who'), ' who')
      )
    return !/^(?:so|thus)$/iu.test(points) || /^\s?(?:[.;,:—–]|to\s|$)/u.test(rest)
  })
}
const POINTS =
  /^[\s,;.—–-]*(?:(?:this time|now|then|again|once more),?\s)?(it\s(?:was|is)|(?:th(?:is|at|ese|ose)(?:\s(?:was|is|were|came))?\s)?from|the\s(?:speaker|questioner|voice|words?|question|answer|reply|remark|suggestion|cry|shout|call|whisper|exclamation)\s(?:was|is|were|came)(?:\s(?:from|that\sof|those\sof|the\svoice\sof))?|(?:so|thus)\s(?:said|spoke|spake)|so|thus)\s(?:(?:the|poor|old|young|little)\s){0,2}$/iu
const IT_WAS_WHO = /^\s(?:it\s(?:was|is)|(?:was|is)\sit)\s(?:who|that)(?=\s)/u

/** Whether a clause begins with a verb of speech: “ who spoke”, “ who at last broke the silence”. */
function tellsAtOnce(rest: string, start = ''): boolean {
  return rest.startsWith(start) && (speaksSoon(rest.slice(start.length)) || BREAKS_SILENCE.test(rest))
}
const BREAKS_SILENCE =
  /^(?:\s\p{Ll}+){0,4}?\s(?:spoken|broke\s(?:the|this|that|their)\s(?:\p{Ll}+\s)?silence)/u

/** “said Mira’s father”: a person's relative; null for anything else that is Mira’s. */
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

/** “Tom heard Mira say”: the person who is heard. */
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
const HEARD = /(?<![\p{L}])(?:hear[ds]?|hearing|overhear[ds]?|overhearing)(?![\p{L}])/u
const HEARD_BEFORE =
  /(?<![\p{L}])(?:hear[ds]?|hearing|overhear[ds]?|overhearing)\s(?:(?:the|old|young|poor|little|dear)\s){0,2}$/u
const SAYS_HEARD =
  '(?:say(?:ing)?|ask(?:ing)?|cry(?:ing)?|call(?:ing)?|reply(?:ing)?|exclaim(?:ing)?|answer(?:ing)?|whisper(?:ing)?|shout(?:ing)?|murmur(?:ing)?|mutter(?:ing)?|remark(?:ing)?|declare|declaring|observe|add|tell(?:ing)?|speak(?:ing)?|grumbl(?:e|ing)|mumbl(?:e|ing)|groan(?:ing)?|growl(?:ing)?|protest(?:ing)?|inquir(?:e|ing)|enquir(?:e|ing)|laugh(?:ing)?|scream(?:ing)?|yell(?:ing)?|repeat(?:ing)?|announc(?:e|ing)|explain(?:ing)?)(?![\\p{L}])'
const SAY_AFTER = new RegExp(`^\\s(?:\\p{Ll}+ly\\s)?${SAYS_HEARD}`, 'u')
const HEARD_PRONOUN = new RegExp(
  `(?<![\\p{L}])(?:hear[ds]?|hearing|overhear[ds]?|overhearing)\\s(?<him>him|her|them)\\s(?:\\p{Ll}+ly\\s)?${SAYS_HEARD}`,
  'u',
)

/** The speaker of the words after narration. */
export function tagBefore(narration: string, mentions: readonly Mention[]): Tag | null {
  const cut = Math.max(0, narration.length - REACH)
  const tail = narration.slice(cut)
  const from = cut + startOfLast(tail)
  const sentence = narration.slice(from)
  const inside = mentions.filter(({ start }) => start >= from)
  const isWhole = /[.!?…]["”’)_\s]*$/u.test(sentence)
  const leads = /[,:—–-]["“‘_\s]*$/u.test(sentence) || (/\p{L}["“‘_\s]*$/u.test(sentence) && saysNear(sentence.slice(-NEAR)))
  const isColon = /:[\s_]*$/u.test(sentence)
  const heard = leads ? heardIn(narration, inside) : undefined
  if (leads) {
    // “when thus accosted by Mira,”, “From Mira:”
    const giver = inside.findLast(
      ({ start, end }) =>
        GIVEN_BY.test(narration.slice(Math.max(0, start - 40), start)) &&
        /^(?:\swith)?[\s,:—–-]*$/u.test(narration.slice(end)),
    )
    if (giver !== undefined) return tagOf('said', giver, sentence)
    const drawn = drawnFrom(narration, inside)
    if (drawn !== undefined) return tagOf('said', drawn, sentence)
    // “; and Mira, “…””, “To which Mira: “…””, “Then came the voice of Mira: “…””
    const bare = inside.findLast(
      ({ start, end, isVoice, isPossessive }) =>
        BARE_LEAD.test(narration.slice(end)) &&
        !isPossessive &&
        (isVoice || (isColon ? BARE_BEFORE_COLON : BARE_BEFORE_COMMA).test(narration.slice(from, start))),
    )
    if (bare !== undefined) return tagOf('said', bare, sentence)
    const verbs = Array.from(sentence.matchAll(/\p{L}+/gu)).filter(
      ({ 0: word, index }) =>
        tellsSpeech(sentence, word, index) ||
        isToSay(sentence, word, index) ||
        // “She heard Mira ask, “…”, and Tom reply, “…””
        (PLAIN_SPEECH.has(word) &&
          /^[,:][\s_]*$/u.test(sentence.slice(index + word.length)) &&
          inside.some(({ end, who }) => who.kind === 'name' && end + 1 === from + index)),
    )
    const verb =
      verbs.findLast(
        ({ 0: word, index }) =>
          !ENDS_SPEECH.test(word) ||
          CUTS_IN.test(sentence.slice(index + word.length)) ||
          !isAside(narration, inside, from + index),
      ) ?? verbs.at(-1)
    const noun = verb === undefined ? SPEECH_NOUN_AT_END.exec(sentence) : null
    const spokenAt = verb?.index ?? noun?.index
    const verbAt = spokenAt === undefined ? -1 : from + spokenAt
    const told = verbAt < 0 ? undefined : subjectOf(narration, verbAt, inside)
    // “She heard Mira say that he was there, and Tom replied,”
    if (heard !== undefined && (told === undefined || told.start <= heard.start || !told.isSubject))
      return tagOf('said', heard, sentence)
    if (told !== undefined) {
      const rest = narration.slice(told.end)
      const tag = tagOf(isPassive(rest.slice(0, NEAR)) ? 'beat' : 'said', told, sentence)
      return told.who.kind === 'name' && told.isSubject && SAYS_DIRECTLY.test(rest)
        ? { ...tag, isDirect: true }
        : tag
    }
    const subject = inside.findLast(({ isSubject }) => isSubject)
    // “Mira’s answer was, “…””
    const noted = inside.findLast(({ isVoice, isPossessive, end }) => {
      const rest = narration.slice(end)
      return isVoice ? NOTED.test(rest) : isPossessive && OWN_WAS.test(rest)
    })
    if (noted !== undefined) return tagOf('said', noted, sentence)
    if (subject !== undefined) return tagOf(isColon || subject.isVoice ? 'clause' : 'beat', subject, sentence)
  }
  const voice = inside.findLast(({ isVoice, end }) => isVoice && narration.length - end < NEAR)
  if (voice !== undefined && !isWhole)
    return tagOf(NOTED.test(narration.slice(voice.end)) ? 'said' : 'clause', voice, sentence)
  const pointed = isWhole
    ? (pointedAt(sentence, inWhole(inside, from)) ?? drawnFrom(narration, inside))
    : undefined
  if (pointed !== undefined) return tagOf('said', pointed, sentence)
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

/** “This drew from Mira the remark:”, “Tom was stopped by a cry from Mira.”, “Tom heard Mira’s voice.”, “It was Mira’s turn to speak.” */
function drawnFrom(narration: string, inside: readonly Mention[]): Mention | undefined {
  return inside.findLast(({ start, end, isPossessive }) => {
    const [before, rest] = [narration.slice(Math.max(0, start - 40), start), narration.slice(end)]
    return isPossessive
      ? (HEARD_OF.test(before) && VOICE_ENDS.test(rest)) || TURN.test(rest)
      : DRAWN_FROM.test(before) && DRAWN.test(rest)
  })
}
const DRAWN_FROM =
  /(?:(?:answered|broken|interrupted|accosted|addressed|hailed|greeted|challenged)(?:\s(?:at last|again|\p{Ll}+ly))?\sby|(?:drew|drawn|brought|produced|elicited|provoked|wrung|extorted|extracted|forced|received|got|information|news|assurance|cry|shout|exclamation|whisper|call|scream|murmur|remark|question)\s(?:forth\s)?from)\s(?:(?:the|old|young|poor|little)\s){0,2}$/u
const DRAWN = /^(?:[.,:;—–-]*\s*|\s(?:the|an?|no|only|this|these)\s[^.;:!?]{3,60}[.,:—–-]*\s*)$/u
const HEARD_OF = /(?<![\p{L}])(?:heard|caught|by|knew|recogni[sz]ed)\s(?:(?:the|old|young|poor|little)\s){0,2}$/u
const VOICE_ENDS =
  /^[’']s?\s(?:\p{Ll}+\s){0,2}(?:voice|tones|whisper|cry|shout|scream|call|exclamation)(?:\s[\p{Ll}\s]{3,40})?[.:,]\s*$/u
const TURN = /^[’']s?\sturn\s(?:to\s(?:speak|ask|answer|reply|begin|exclaim)|now)[.:,;]*\s*$/u

/** Whether a verb or noun of speech is among the last words: “Mira observed on his behalf “…””, “with the exclamation of “…”” */
function saysNear(end: string): boolean {
  return (
    SPEECH_NOUN_AT_END.test(end) ||
    Array.from(end.matchAll(/\p{L}+/gu)).some(({ 0: word, index }) => index > 0 && tellsSpeech(end, word, index))
  )
}

/** Mentions with their positions relative to a sentence that begins at `from`. */
function inWhole(inside: readonly Mention[], from: number): Mention[] {
  return inside.map((mention) => ({ ...mention, start: mention.start - from, end: mention.end - from }))
}

const BARE_LEAD = /^(?:,\s(?:with|in|from|after|without)\s[^,.;:!?]{2,40})?[,:][\s—–_-]*$/u
const BARE_BEFORE_COLON =
  /(?:^|[;.!?—–])\s*(?:(?:and|but|then|so|und|da|dann|darauf|worauf|et|alors|puis|y|e|entonces|luego|poi|allora|whereupon|thereupon|to (?:which|whom|this|that))\s)*(?:(?:the|old|poor|young|little)\s)*$/iu
const BARE_BEFORE_COMMA =
  /(?:^|[;.!?—–])\s*(?:(?:and|but|then|so|whereupon|thereupon|to (?:which|whom|this|that))\s)+(?:(?:the|old|poor|young|little)\s)*$/iu

/** “Mira thought it best to reply” */
function isToSay(sentence: string, word: string, index: number): boolean {
  return (
    PLAIN_SPEECH.has(word) &&
    /(?<![\p{L}])to\s(?:\p{Ll}+ly\s)?$/u.test(sentence.slice(Math.max(0, index - 18), index))
  )
}

/** The subject of the verb of speech at `verbAt`, before the spoken words. */
function subjectOf(narration: string, verbAt: number, inside: readonly Mention[]): Mention | undefined {
  const earlier = inside.filter(({ start }) => start < verbAt && !isInBrackets(narration, start, verbAt))
  // “Mira looked at Tom, who, when he had sat down, said”
  const isWithin = (mention: Mention) => isInRelativeClause(narration, mention, verbAt)
  const relative = earlier.findLast(
    (mention) =>
      /^,?\s\(?who[\s,]/u.test(narration.slice(mention.end, mention.end + 7)) ||
      (/^,?\sand\swho[\s,]/u.test(narration.slice(mention.end, mention.end + 10)) &&
        !isWithin(mention) &&
        !/,\swho\s/u.test(narration.slice(0, mention.start))),
  )
  const isLast = ({ start }: Mention) =>
    !earlier.some((other) => other.start > start && other.isSubject && !isWithin(other))
  if (relative !== undefined && isLast(relative)) return relative
  // “Mira saw that he was tired and said”, “Mira, as he came in, said”
  const joined =
    /(?<join>\band|[,;])\s(?:(?:then|now|again|also|thus|here|next|still|once more|at last|at length|\p{Ll}+ly)\s)?(?:(?:was|were|is|had|has)\s)?$/u.exec(
      narration.slice(Math.max(0, verbAt - 24), verbAt),
    )?.groups?.['join']
  const isParticiple = /^\p{Ll}+ing(?![\p{L}])/u.test(narration.slice(verbAt, verbAt + 24))
  const isMain = (mention: Mention) => {
    const { start, end, isSubject } = mention
    if (!isSubject || isWithin(mention)) return false
    if (isInSubordinate(narration, mention)) return false
    const before = narration
      .slice(Math.max(0, start - 24), start)
      .replace(/(?:he|she|\p{Lu}\p{L}+)\sand\s$/u, '')
    const subordinate = joined === ',' || THEN.test(narration.slice(end, verbAt)) ? TIME : SUBORDINATE
    if (!subordinate.test(before)) return true
    // “so tired that Mira sat down and said”, “while Mira, looking up, said”, “when Mira came in, calling out”
    return (
      SO_THAT.test(narration.slice(0, start)) ||
      HARDLY_WHEN.test(narration.slice(0, start)) ||
      narration[end] === ',' ||
      (isParticiple && /when\s$/u.test(before))
    )
  }
  const main = joined !== undefined ? earlier.findLast(isMain) : undefined
  return (
    main ??
    earlier.findLast(
      (mention) => mention.isSubject && !isWithin(mention) && !isInClosed(narration, mention, verbAt),
    ) ??
    earlier.findLast((mention) => mention.isSubject && !isWithin(mention)) ??
    earlier.findLast(({ isSubject }) => isSubject) ??
    // “… asked Mira, adding”
    earlier.find(({ start }) => SPEECH.has(INVERTED.exec(narration.slice(0, start))?.[1] ?? '')) ??
    // “At that moment Mira, taking his arm, said”
    earlier.findLast(({ start, end }) => narration[end] === ',' && !isObject(narration, start)) ??
    (GOES_ON.test(narration.slice(0, verbAt))
      ? undefined
      : inside.find(({ start }) => start > verbAt && !isObject(narration, start)))
  )
}

/**
 * Whether a person is mentioned in a relative clause that ends before a verb: “Mira, whom Tom had seen, said”, “the man who knew Tom said”.
 */
function isInRelativeClause(narration: string, { start, end }: Mention, verbAt: number): boolean {
  const before = narration
    .slice(Math.max(0, start - 90), start)
    .replaceAll(/(?<=[\s,](?:Mrs?|Dr|St|Capt|Col|Rev))\./gu, '')
  return narration.slice(end, verbAt).includes(',')
    ? IN_RELATIVE.test(before) && !/^,?\swho[\s,]/u.test(narration.slice(end, end + 6))
    : /^\s(?:\p{Ll}+ly\s)?$/u.test(narration.slice(end, verbAt)) && OBJECT_OF_RELATIVE.test(before)
}
const IN_RELATIVE = /(?:,\s(?:and\s)?who|[\s,](?:where|whom|whose|which))\s[^,.;:]*$/u
const OBJECT_OF_RELATIVE =
  /\p{L}\swho\s(?:\p{Ll}+\s){0,2}(?:\p{Ll}+ed|\p{Ll}+t|saw|knew|met)\s(?:\p{Ll}+\s)?$/u
/** “of what he saw”, “fearing he was late”, “the man he knew” */
function isInSubordinate(narration: string, { start, who }: Mention): boolean {
  return who.kind === 'pronoun' && OF_CLAUSE.test(narration.slice(Math.max(0, start - 40), start))
}
const OF_CLAUSE =
  /(?:(?<![\p{L}])(?:wh(?:at|om|ich|ose|atever)|\p{Ll}+ing(?:\sthat)?)|(?:^|[\s—–])(?:the|an|a|every|any)\s\p{Ll}+)\s$/u
/** “Mira, if she saw him, …, said”: whether a person is the subject of a clause of time or condition that ends before a verb. */
function isInClosed(narration: string, mention: Mention, verbAt: number): boolean {
  const { start, end, who } = mention
  return (
    who.kind === 'pronoun' &&
    narration.slice(end, verbAt).includes(',') &&
    (isInSubordinate(narration, mention) || IF.test(narration.slice(Math.max(0, start - 12), start)))
  )
}
const IF = /(?<![\p{L}])(?:if|as|because|though|although|since|unless)\s$/u
const THEN = /,\s(?:and\s)?then\s/u

const SO_THAT = /(?<![\p{L}])(?:so|such)\s[^.;:!?]*\sthat\s$/u
/** “Mira had hardly sat down when Tom came in and said” */
const HARDLY_WHEN = /(?<![\p{L}])(?:scarcely|hardly|barely|no sooner)\s[^.:!?]*\s(?:when|than|before)\s$/u
/** “…,” and warned Tom: “…” has the subject of the tag before. */
const GOES_ON = /^[\s,;—–-]*(?:and|then|but)\s(?:then\s|\p{Ll}+ly\s)?$/u
const INVERTED = /^[\s,;.—–-]*(\p{Ll}+)\s(?:(?:poor|old|young|little|the)\s)?$/u

/** Whether a position is within brackets that close before another: “Tom (it was Mira who had told him) said”. */
function isInBrackets(narration: string, at: number, before: number): boolean {
  // “Mira—for Tom had told her—said”
  const dash = narration.lastIndexOf('—', at)
  if (dash > 0 && narration.slice(at, before).includes('—') && narration.slice(0, dash).split('—').length % 2 === 1)
    return true
  const close = narration.indexOf(')', at)
  return close >= 0 && close < before && narration.lastIndexOf('(', at) > narration.lastIndexOf(')', at)
}

/** Whether a person is an object, judging by the preceding word. */
function isObject(narration: string, start: number): boolean {
  const [, word = ''] = /([\p{L}’'-]+)\s$/u.exec(narration.slice(Math.max(0, start - 24), start)) ?? []
  return BEFORE_OBJECT.has(word.toLowerCase()) || /ing$/u.test(word)
}

/** Whether a person’s verb is at `verbAt`, with at most an adverb or an aside between commas in between. */
function isJustBefore(narration: string, { end }: Mention, verbAt: number): boolean {
  return /^(?:,[^,.;:!?]{1,50},|\s[^,.;:!?]{1,50},?\sand)?(?:\s(?:\p{Ll}+ly|then|at last|thus|again|had|who|also)){0,3}(?:\s(?:was|is|were)\sthe\s(?:first|next|last|only\sone))?\s?$/u.test(
    narration.slice(end, verbAt),
  )
}

/** “Mira’s answer was”, “Mira’s cry of” */
const NOTED =
  /^[’']s?\s(?:\p{Ll}+\s){1,3}(?:[^.;:!?]{0,60}\s)?(?:(?:was|is|of|being)\s?[,:—–-]*|[,:—–-]+)\s*$/u
/** “Mira’s was:” */
const OWN_WAS = /^[’']s\s(?:was|were|is)\s?[,:—–-]+\s*$/u
/** “Mira said, “…”” */
const SAYS_DIRECTLY =
  /^\s(?:(?:\p{Ll}+ly|then|now|again|only|also)\s)?(?:said|says|asked|asks|replied|replies|answered|answers|cried|cries|exclaimed|added|whispered|shouted|murmured|muttered|remarked|observed|inquired|enquired|repeated|called(?:\sout)?|cried\sout)(?:\s\p{Ll}+ly|\s(?:aloud|again|at last|at length))?(?:\sto\s(?:him|her|me|them|himself|herself|\p{Lu}\p{L}+(?:\.?\s\p{Lu}\p{L}+)?))?[,:][\s—–_-]*$/u
/** “with the occasional exclamation of “…””, “without saying anything except “…”” */
const SPEECH_NOUN_AT_END =
  /(?<![\p{L}])(?:(?:exclamation|cry|observation|remark|question|words|reply|answer|ejaculation|mutter|murmur|shout|whisper|comment|greeting)s?\sof|(?:saying|said|say|answered|answer)\s(?:anything|nothing|a word|no more|no word|little)\s(?:except|but|save|beyond|than))[\s,:—–-]*$/u
/** A verb of speech at the end of a sentence that precedes the words. */
const SPEAKS_AT_END =
  /(?<![\p{L}])(?:began|begins|spoke|speaks|resumed|continued|interposed|interrupted|interjected|intervened|explained|added|replied|answered|went on|goes on|broke in|cut in|put in|joined in|chimed in|struck in|chipped in|burst out|broke out|piped up|spoke up|called out|cried out|to speak|to answer|to reply|to break the silence|broke the(?:\s\p{Ll}+)? silence)(?:\s(?:again|thus|at last|aloud|\p{Ll}+ly))?(?<complement>(?<=(?:began|begins|spoke|resumed|continued|went on|again))\s(?:with|about|on|of)\s[^,.;:!?]{3,40})?[.…]["”’)_\s]*$/u
/** The words before the subject of a subordinate clause: “Mira saw that he was tired and said”. */
const SUBORDINATE =
  /(?:^|[^\p{L}])(?:that|if|whether|how|why|what|which|because|as|than|where|saw|knew|thought|felt|found|supposed|believed|noticed|reali[sz]ed|hoped|feared|perceived|understood|guessed)\s$/u

/** “accosted by”, “From” */
const GIVEN_BY =
  /(?:(?:accosted|addressed|greeted|interrupted|asked|answered|hailed|challenged|welcomed|received|stopped|met|told|reminded|informed|came|comes|burst|issued)\s(?:with\s\p{Ll}+\s)?(?:by|from)|(?:^|[.!?])\s*(?:And\s)?[Ff]rom)\s$/u

const TIME =
  /(?:^|[^\p{L}])(?:as|when|while|after|before|until|till|that|if|where|since|because|though|although|unless|once)\s$/u

/** “said Mira, as he finished”: whether the subject of a verb is in a clause of time. */
function isAside(narration: string, inside: readonly Mention[], verbAt: number): boolean {
  const subject = inside.findLast(({ start, isSubject }) => start < verbAt && isSubject)
  return subject !== undefined && ASIDE.test(narration.slice(Math.max(0, subject.start - 12), subject.start))
}
/** Verbs of speech that as often have another meaning. */
const ENDS_SPEECH =
  /^(?:finished|ended|concluded|spoke|speaks|put|read|reads|thought|nodded|smiled|grinned|laughed|laughs|began|broke|returned|called|burst|cut|pointed|pressed|yawned|sighed|gasped|groaned|sobbed|sang|snorted|sniffed|panted|giggled|chuckled)$/u
/** “began Mira, when Tom broke in with” */
const CUTS_IN = /^(?:\s(?:in|out|up)(?:\swith)?|\swith)[,:—–-]*\s*$/u
const ASIDE = /,\s(?:as|when|while|after|before|until)\s$/u

function tagOf(kind: TagKind, { who, start }: Mention, sentence: string): Tag {
  return { kind, who, at: start, sentence }
}

/** “Mira broke in.” introduces the words after it. */
const LEADS_ON = /^\s(?:\p{Ll}+ly\s)?(?:broke|cut|put|joined|chimed|struck|chipped|butted)\sin\.?\s*$/u
/** “He admitted that …” does not introduce direct speech. */
const REPORTED = /^(?:\s\p{Ll}+){1,3}\s(?:that|whether|if|how|why)\s/u

/** Whether a verb of speech follows, with at most a few words between. */
function speaksSoon(rest: string): boolean {
  const [clause = ''] = /^[^.;:!?\p{Lu}]*/u.exec(rest.replace(/^,[^,.;:!?]{1,50},/u, '')) ?? []
  return Array.from(clause.matchAll(/\p{L}+/gu))
    .slice(0, 4)
    .some(({ 0: word, index }) => tellsSpeech(clause, word, index))
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
