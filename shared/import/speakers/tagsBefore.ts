/** Speech tags before the words: Mira said: “…”, or a sentence that ends before them and names their speaker. */
import { BEFORE_OBJECT, PLAIN_SPEECH, SPEECH, tellsSpeech } from './englishWords.ts'
import type { Mention } from './mentions.ts'
import {
  heardIn,
  isPassive,
  NEAR,
  pointedAt,
  REACH,
  SENTENCE_END,
  speaksSoon,
  tagOf,
  type Tag,
} from './tags.ts'

/** The speaker of the words after narration. */
export function tagBefore(narration: string, mentions: readonly Mention[]): Tag | null {
  const cut = Math.max(0, narration.length - REACH)
  const tail = narration.slice(cut)
  const from = cut + startOfLast(tail)
  const sentence = narration.slice(from)
  const inside = mentions.filter(({ start }) => start >= from)
  const isWhole = /[.!?…]["”’)_\s]*$/u.test(sentence)
  const leads =
    /[,:—–-]["“‘_\s]*$/u.test(sentence) ||
    (/\p{L}["“‘_\s]*$/u.test(sentence) && saysNear(sentence.slice(-NEAR)))
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

const HEARD_OF =
  /(?<![\p{L}])(?:heard|caught|by|knew|recogni[sz]ed)\s(?:(?:the|old|young|poor|little)\s){0,2}$/u

const VOICE_ENDS =
  /^[’']s?\s(?:\p{Ll}+\s){0,2}(?:voice|tones|whisper|cry|shout|scream|call|exclamation)(?:\s[\p{Ll}\s]{3,40})?[.:,]\s*$/u

const TURN = /^[’']s?\sturn\s(?:to\s(?:speak|ask|answer|reply|begin|exclaim)|now)[.:,;]*\s*$/u

/** Whether a verb or noun of speech is among the last words: “Mira observed on his behalf “…””, “with the exclamation of “…”” */
function saysNear(end: string): boolean {
  return (
    SPEECH_NOUN_AT_END.test(end) ||
    Array.from(end.matchAll(/\p{L}+/gu)).some(
      ({ 0: word, index }) => index > 0 && tellsSpeech(end, word, index),
    )
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
  if (
    dash > 0 &&
    narration.slice(at, before).includes('—') &&
    narration.slice(0, dash).split('—').length % 2 === 1
  )
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

function startOfLast(text: string): number {
  let start = 0
  for (const { index, 0: found } of text.matchAll(SENTENCE_END))
    if (/\p{L}/u.test(text.slice(index + found.length))) start = index + found.length
  return start
}
