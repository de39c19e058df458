/**
 * Speech tags: what the narration beside spoken words says about their speaker: a verb of speech (“…,” said Mira. — Mira said: “…”), a
 * clause with another verb (“…,” breathed Mira), or only an action at the same time (“…” Mira looked up.).
 */
import { isSpeechAt, isThing, NO_VERB, SPEECH, tellsSpeech } from './englishWords.ts'
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

/** The end of a sentence that another follows. */
export const SENTENCE_END =
  /(?<!(?:^|[^\p{L}])(?:Mrs?|Ms|Dr|St|Capt|Col|Rev|Prof|\p{Lu}))[.!?…]+[)\]”"’_]*\s+(?=[\p{Lu}“"‘_])/gu
/** How near to the words a mention of a voice must be for the words to be spoken by it. */
export const NEAR = 60
/** Only this much of long narration, next to the words, is examined. */
export const REACH = 400

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
const HAD_FROM =
  /^[^.;:!?]{0,50}(?:heard|had|got|received|learn(?:ed|t))\s(?:it\s)?from\s(?:(?:the|old|young|poor|little)\s){0,2}$/u
/** “at length said Mira”, “all but shouted Mira” */
const ADVERBS =
  /^(?:(?:in|with)\s[^,.;:!?]{3,40},\s)?(?:\p{Ll}+ly\s(?:and\s\p{Ll}+ly\s)?|(?:then|at last|at length|again|here|thus|also|half|almost|all but|now|once more)\s){0,2}/u
const WAS_SAID =
  /^(?:was|were|is|came)\s(?:[\p{Ll}’'-]+\s){0,6}(?:words?|answers?|reply|question|cry|exclamations?|comment|remark|thought|response|verdict|greeting|observation|inquiry|enquiry|speech|address|advice|conclusion|from)(?![\p{L}])/u

/** Whether a mention does not only begin a longer one: “Tom’s aunt, Mrs. Quill”. */
function isOuter({ start, isPossessive }: Mention, index: number, all: readonly Mention[]): boolean {
  return (
    !isPossessive ||
    !all.some((other) => other.start === start && other.who.kind === 'name' && !other.isPossessive)
  )
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
const APPOSED =
  /^(?:the|an?|his|her|my|our|their|that)\s(?:[\p{Ll}-]+\s){0,3}[\p{Ll}-]+,\s(?:(?:an?|the|old|none other than)\s(?:\p{Ll}+\s)?)?$/u
const AFTER_DESCRIBED =
  /^(?:the|an?|his|her|my|our|their)\s(?:[\p{L}-]+\s){1,3}?(?:of|as|with|to|from|at|when|while|after|before|for)\s/u
const OWN_VOICE = /^(?:the|a)\s(?:[\p{L}-]+\s){0,2}(?:voice|tones?)\sof\s(?:\p{Ll}+\s){0,2}$/u
const JOINS_ANOTHER = /^[\s,;—–-]*(?:and|but|while|whereupon|when|(?:at|upon) which)\s/u
const STOPS_SOMEBODY =
  /^\s(?:\p{Ll}+ly\s)?(?:(?:interrupted|stopped|silenced|hushed|checked|contradicted)\s|cut\s)(?:him|her|them|me|us|\p{Lu}\p{L}+)(?![\p{L}’'])/u

/** “was told”, “had been asked” */
export function isPassive(rest: string): boolean {
  const [, verb = ''] = PASSIVE.exec(rest) ?? []
  return SPEECH.has(verb)
}
const PASSIVE =
  /^\s(?:\p{Ll}+\s)?(?:was|were|is|are|been|being|be)\s(?:\p{Ll}+ly\s)?(told|\p{Ll}+ed)(?![\p{L}])/u

/** The person to whom a sentence points as the speaker: “It was Mira who spoke.”, “So said Mira.”, “from Mira” */
export function pointedAt(sentence: string, inside: readonly Mention[]): Mention | undefined {
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
        /^(?:,\s(?:of course|as usual|after all|again|then))?[.;!]?\s*$/u.test(rest) ||
        tellsAtOnce(rest.replace(/^,?\s(?:who|that)(?=\s)/u, ' who'), ' who')
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
export function heardIn(sentence: string, inside: readonly Mention[]): Mention | undefined {
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

/** The tag with the person of a mention. */
export function tagOf(kind: TagKind, { who, start }: Mention, sentence: string): Tag {
  return { kind, who, at: start, sentence }
}

/** “Mira broke in.” introduces the words after it. */
const LEADS_ON = /^\s(?:\p{Ll}+ly\s)?(?:broke|cut|put|joined|chimed|struck|chipped|butted)\sin\.?\s*$/u

/** “He admitted that …” does not introduce direct speech. */
const REPORTED = /^(?:\s\p{Ll}+){1,3}\s(?:that|whether|if|how|why)\s/u

/** Whether a verb of speech follows, with at most a few words between. */
export function speaksSoon(rest: string): boolean {
  const [clause = ''] = /^[^.;:!?\p{Lu}]*/u.exec(rest.replace(/^,[^,.;:!?]{1,50},/u, '')) ?? []
  return Array.from(clause.matchAll(/\p{L}+/gu))
    .slice(0, 4)
    .some(({ 0: word, index }) => tellsSpeech(clause, word, index))
}

function endOfFirst(text: string): number {
  for (const { index } of text.matchAll(SENTENCE_END)) if (/\p{L}/u.test(text.slice(0, index))) return index
  return text.length
}
