/**
 * What the narration beside spoken words tells of their speaker: a tag (“…,” said Mira. — Mira said: “…”), a clause with another
 * verb (“…,” breathed Mira), or only what somebody does meanwhile (“…” Mira looked up.).
 */
import { namesIn, type Gender, type Name } from './names.ts'

/** Somebody in a narration. */
export interface Mention {
  readonly start: number
  readonly end: number
  readonly who:
    | { readonly kind: 'name'; readonly name: Name }
    | { readonly kind: 'pronoun'; readonly gender: Gender | null; readonly isSeveral: boolean }
    | { readonly kind: 'narrator' }
    /** “the old ferryman”, without its article; “her father” is a relative of somebody. */
    | {
        readonly kind: 'description'
        readonly words: string
        readonly gender: Gender | null
        readonly isRelative: boolean
      }
  /** Whether they seem to do what the sentence says. */
  readonly isSubject: boolean
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

const SPEECH = words(
  'said say says saying asked ask asks asking replied replies replying answered answers answering whispered whispers whispering shouted shouts shouting cried cries crying ' +
    'called calls calling muttered mutters muttering murmured murmurs murmuring added adds adding continued continues continuing began begins begun beginning told tells telling yelled yells exclaimed exclaims ' +
    'exclaiming remarked remarks remarking agreed agrees insisted insists laughed laughs sighed sighs snapped snaps repeated repeats repeating growled growls hissed hisses announced announces announcing declared ' +
    'declares declaring explained explains explaining demanded demands observed observes observing suggested suggests protested protests admitted admits interrupted interrupts interrupting mumbled mumbles screamed ' +
    'screams returned returns rejoined rejoins resumed resumes retorted retorts responded responds ventured ventures inquired inquires enquired enquires spoke speak speaks speaking stammered stammers stuttered ' +
    'sobbed sobs gasped gasps groaned groans moaned moans grunted grunts roared roars thundered bellowed barked breathed breathes panted pleaded begged begs urged urges warned warns promised promises proposed ' +
    'assured assures affirmed asserted argued argues objected objects complained complains confessed confesses conceded concluded concludes corrected commented comments concurred echoed faltered persisted ' +
    'pursued proceeded put reflected reasoned reminded snarled sneered snorted drawled squeaked shrieked shrieks squealed wailed whined whimpered chuckled chuckles giggled scoffed grumbled ordered commanded ' +
    'informed mused thought thinks quoted read reads recited related reported stated teased threatened uttered volunteered wondered yawned acknowledged advised appealed apologised apologized ejaculated ' +
    'implored intoned croaked rasped boomed quavered cooed crooned lamented hazarded hinted invited offered opined supplied smiled grinned countered joked lied swore vowed scolded chided chimed broke burst cut intervened interjected interposed interrupted amended corrected completed finished ended repined remonstrated expostulated pronounced prompted pressed pointed recalled recommended recounted reiterated rebuked replying retaliated summarised quipped queried questioned puffed purred preached prayed nodded moralised mouthed marvelled lisped jeered jested hailed grated gushed fretted fumed encouraged elaborated denied cursed counselled contradicted consented consoled confided confirmed chorused challenged cautioned bragged boasted bawled babbled assented accused advised wheezed whooped yelped',
)
/** Verbs of the past that do not end with “ed”, after the name of who does it. */
const DOING = words(
  'was were is are am had has did does could would should might must can will shall may went came took gave got looked saw knew felt found made stood sat lay rose ran left let kept held turned heard brought ' +
    'sent set put met led lost fell drew threw grew flew blew shook broke spoke woke wore tore bore swore chose froze rode wrote drove bent bit caught taught sought fought bought paid laid slid hid ' +
    'swung sprang sang rang drank sank shrank began won spun stuck struck hung clung flung wept crept slept swept leapt knelt dealt meant leant read spread shut cut hit shot strode stole smote told said ' +
    'says looks goes comes takes gives gets sees knows feels finds makes stands sits then also only never always still just now again soon at hardly scarcely',
)
/** Words that begin a clause: a name after them does something. */
const CONJUNCTIONS = words(
  'and but then when while as if that because so or until till for yet though whereupon',
)
/** Words before somebody that are not verbs. */
const NO_VERB = words(
  'the a an his her my our their your its this that these those another one some any no both all each every as at in on of to from with by for into upon about after before during until since but and or nor then ' +
    'when while where if so thus here there now who which whose what how why not only even just he she they it we i you him them me us old young little poor dear',
)
/** After these a name is whom something is done to, or a place. */
const BEFORE_OBJECT = words(
  'to at of from with by in on into upon about for after before behind beside between near like than towards toward against without over under around round past through across beyond ' +
    'told asked gave saw met heard called kissed let made joined followed watched helped thanked interrupted',
)
const MEN =
  'man gentleman boy lad youth fellow father dad daddy papa brother son uncle nephew grandfather husband bridegroom king prince duke earl lord priest vicar parson curate bishop monk friar butler footman ' +
  'coachman waiter landlord policeman postman clergyman fisherman boatman ferryman workman sailor soldier squire steward headmaster barman porter milkman old-man'
const WOMEN =
  'woman lady girl lass maiden mother mum mummy mamma mama sister daughter aunt niece grandmother wife bride widow queen princess duchess countess nun nurse maid housemaid parlourmaid governess landlady ' +
  'waitress actress hostess housekeeper matron mistress nanny'
const PEOPLE =
  'child baby doctor captain colonel general major sergeant inspector detective officer constable guard driver clerk cook servant stranger visitor guest host friend cousin neighbour neighbor companion lawyer judge ' +
  'teacher professor master student pupil singer painter artist poet writer reporter doorman conductor pilot nobleman merchant baker butcher miller smith blacksmith tailor barber gardener shepherd farmer hunter ' +
  'cook chemist dealer shopkeeper innkeeper manager secretary chairman minister president director editor superintendent beadle undertaker speaker voice crowd others person someone ' +
  'passenger traveller traveler thief robber prisoner jailer gaoler witch wizard giant dwarf elf ghost'
const HEAD_GENDER: ReadonlyMap<string, Gender | null> = new Map([
  ...[...words(MEN)].map((word) => [word, 'male'] as const),
  ...[...words(WOMEN)].map((word) => [word, 'female'] as const),
  ...[...words(PEOPLE)].map((word) => [word, null] as const),
])
const POSSESSIVE = /^(?:his|her|my|our|their|your)$/iu
const ARTICLES = 'the|an?|his|her|my|our|their|your|this|that|another'
const DESCRIBED = new RegExp(
  `(?<![\\p{L}’'])(?<article>${ARTICLES})\\s(?<words>(?:(?!(?:${ARTICLES}|of|and|or|to|with|in|on|at|by|from)\\s)[\\p{Ll}-]+,?\\s){0,3}?(?<head>${[...HEAD_GENDER.keys()].join('|')}))(?![\\p{L}-])`,
  'giu',
)
/** “said the gull”: after a verb of speech anybody who is described speaks. */
const SAID_DESCRIBED =
  /^(?:the|an?)\s(?<words>[\p{L}-]+(?:\s[\p{L}-]+){0,2}?)(?=\s?[.,;:!?—–]|\s(?:and|as|with|to|who|when|while|from|at|on|in|but|for|from|\p{Ll}+ly|after|before)\s|$)/iu
/** Words for people that have another meaning behind a verb of speech. */
const NO_SPEAKER = words('others general major guard guide person')
/** What has words on it does not speak. */
const THINGS = words(
  'sign signs note notes letter letters notice label poster placard inscription headline paper book page card telegram clock watch door',
)
const PRONOUNS = /(?<![\p{L}\p{M}’'-])(?:[Hh]e|[Ss]he|[Tt]hey|[Ww]e|I|[Ii]t)(?![\p{L}\p{M}-])/gu
const SENTENCE_END =
  /(?<!(?:^|[^\p{L}])(?:Mrs?|Ms|Dr|St|Capt|Col|Rev|Prof|\p{Lu}))[.!?…]+[)\]”"’_]*\s+(?=[\p{Lu}“"‘_])/gu
const VOICE =
  /^[’']s?\s(?:\p{Ll}+\s){0,2}(?:voices?|tones?|reply|answer|words|whisper|cry|comment|remark|exclamation|question|response|inquiry|observation|rejoinder|thought|saying|declaration|reminder|warning|retort|verdict)(?![\p{L}])/u
/** “the voice of Mira” */
const VOICE_OF = /(?:voice|tones?)\sof\s(?:(?:the|old|young|poor|little|good|dear|our)\s){0,2}$/u
/** “the father of Mira”, “the voice of old Tom” */
const OF_SOMEBODY = /^\sof\s(?:(?:the|old|young|poor|little|good|dear|our)\s){0,2}\p{Lu}/u
/** How near the words somebody’s voice is theirs. */
const NEAR = 60
/** Long narrations tell it near the words. */
const REACH = 400

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** Whether a description is that of a thing which has words on it. */
export function isThing(description: string): boolean {
  return THINGS.has(description.split(/\s/u).at(-1) ?? '')
}

/** The gender of somebody whom one word describes; undefined for any other word. */
export function genderOfDescribed(word: string): Gender | null | undefined {
  return HEAD_GENDER.get(word)
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
    found.push({ start, end, who: { kind: 'name', name }, isSubject, isVoice })
  }
  for (const { 0: word, index } of text.matchAll(PRONOUNS)) {
    const who = pronoun(word)
    if (who !== null)
      found.push({ start: index, end: index + word.length, who, isSubject: true, isVoice: false })
  }
  const named = new Set(found.map(({ end }) => end))
  for (const { 0: whole, index, groups } of text.matchAll(DESCRIBED)) {
    const end = index + whole.length
    const isVoice = VOICE.test(text.slice(end, end + 60))
    if (
      named.has(end) ||
      OF_SOMEBODY.test(text.slice(end, end + 28)) ||
      (/^[’']s?\s/u.test(text.slice(end, end + 3)) && !isVoice)
    )
      continue
    const gender = HEAD_GENDER.get(groups?.['head']?.toLowerCase() ?? '') ?? null
    const isRelative = POSSESSIVE.test(groups?.['article'] ?? '')
    const who = { kind: 'description', words: groups?.['words'] ?? '', gender, isRelative } as const
    found.push({ start: index, end, who, isSubject: isVoice || seemsSubject(text, index, end), isVoice })
  }
  return found.sort((a, b) => a.start - b.start)
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
function describedIn(text: string): string | undefined {
  const { words: described } = SAID_DESCRIBED.exec(text)?.groups ?? {}
  if (described !== undefined) return described
  const [bare = ''] = /^\p{Ll}+(?=[,.;:!?—–]|\s(?:as|and|who|with|to)\s|$)/u.exec(text) ?? []
  return HEAD_GENDER.has(bare) && !NO_SPEAKER.has(bare) ? bare : undefined
}

/** Who speaks the words before a narration. `isOpen` if the words end like a part of a sentence. */
export function tagAfter(narration: string, mentions: readonly Mention[], isOpen: boolean): Tag | null {
  const head = narration.slice(0, REACH)
  const sentence = head.slice(0, endOfFirst(head))
  const lead = /^[\s,;.—–…_-]*/u.exec(sentence)?.[0].length ?? 0
  const [firstWord = ''] = /^\p{L}+(?:[’'-]\p{L}+)*/u.exec(sentence.slice(lead)) ?? []
  const inside = mentions.filter(({ start }) => start < sentence.length)
  const isLower = /^\p{Ll}/u.test(firstWord)
  const adverbs =
    /^(?:\p{Ll}+ly\s|then\s|at last\s|again\s|here\s|thus\s|also\s){0,2}/u.exec(sentence.slice(lead))?.[0]
      .length ?? 0
  const [verb = ''] = /^\p{L}+/u.exec(sentence.slice(lead + adverbs)) ?? []
  if (isLower && !NO_VERB.has(verb) && !inside.some(({ start }) => start < lead + adverbs + verb.length)) {
    const afterVerb = lead + adverbs + verb.length
    const next = inside.find(({ start }) => start > afterVerb)
    // “said quietly Mira”, “said poor Mira”, “came Mira’s voice”
    if (
      next !== undefined &&
      next.start - afterVerb < 24 &&
      !/[.,;:!?]/u.test(sentence.slice(afterVerb, next.start))
    )
      return tagOf(SPEECH.has(verb) ? 'said' : 'clause', next, sentence)
    const at = afterVerb + 1
    const described = SPEECH.has(verb) ? describedIn(sentence.slice(at)) : undefined
    if (described !== undefined && !isThing(described))
      return {
        kind: 'said',
        at,
        sentence,
        who: { kind: 'description', words: described, gender: null, isRelative: false },
      }
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

/** Who speaks the words after a narration. */
export function tagBefore(narration: string, mentions: readonly Mention[]): Tag | null {
  const cut = Math.max(0, narration.length - REACH)
  const tail = narration.slice(cut)
  const from = cut + startOfLast(tail)
  const sentence = narration.slice(from)
  const inside = mentions.filter(({ start }) => start >= from)
  const leads = /[,:—–-]["“‘_\s]*$/u.test(sentence)
  const isColon = /:[\s_]*$/u.test(sentence)
  if (leads) {
    const verbs = Array.from(sentence.matchAll(/\p{L}+/gu)).filter(([word]) => SPEECH.has(word.toLowerCase()))
    const verb =
      verbs.findLast(
        ({ 0: word, index }) => !ENDS_SPEECH.test(word) || !isAside(narration, inside, from + index),
      ) ?? verbs.at(-1)
    const verbAt = verb === undefined ? -1 : from + verb.index
    if (verbAt >= 0) {
      // “Mira looked at Tom, who said”
      const last = inside.findLast(({ end }) => end < verbAt)
      const isRelative =
        last !== undefined && /^,?\s(?:and\s)?who\s/u.test(narration.slice(last.end, last.end + 10))
      const relative = isRelative ? last : undefined
      const isBefore = ({ start, isSubject }: Mention) => start < verbAt && isSubject
      // “Mira saw that he was tired and said”
      const goesOn = /\band\s(?:then\s|\p{Ll}+ly\s)?$/u.test(
        narration.slice(Math.max(0, verbAt - 24), verbAt),
      )
      const isMain = (mention: Mention) =>
        isBefore(mention) &&
        !SUBORDINATE.test(narration.slice(Math.max(0, mention.start - 12), mention.start))
      const before = relative ?? (goesOn ? inside.findLast(isMain) : undefined) ?? inside.findLast(isBefore)
      if (before !== undefined) return tagOf('said', before, sentence)
      const after = inside.find(({ start }) => start > verbAt)
      if (after !== undefined) return tagOf('said', after, sentence)
    }
    const subject = inside.findLast(({ isSubject }) => isSubject)
    if (subject !== undefined) return tagOf(isColon || subject.isVoice ? 'clause' : 'beat', subject, sentence)
  }
  const voice = inside.findLast(({ isVoice, end }) => isVoice && narration.length - end < NEAR)
  if (voice !== undefined && !/[.!?…]["”’)_\s]*$/u.test(sentence)) return tagOf('clause', voice, sentence)
  const subject = inside.find(({ isSubject }) => isSubject)
  if (subject === undefined) return null
  const isWhole = /[.!?…]["”’)_\s]*$/u.test(sentence)
  const begins = isWhole && (subject.isVoice || speaksSoon(narration.slice(subject.end, subject.end + 60)))
  return tagOf(begins ? 'clause' : 'beat', subject, sentence)
}

/** What stands before the subject of a clause that somebody thinks or sees: “Mira saw that he was tired and said”. */
const SUBORDINATE = /(?:^|[^\p{L}])(?:that|if|whether|how|why|what|which|because|as|than|where)\s$/u

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
