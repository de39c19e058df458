/** The speakers of the lines in a source: from its format, from names before words, and from quotation marks and speech tags. */
import type { Gender } from '../../story/records.ts'
import { isSpeakerName, speakerKey, type ImportSource } from '../source.ts'
import { attributionAfter, attributionBefore } from './attribution.ts'
import { probabilities, type Turn } from './chain.ts'
import { findCues } from './cues.ts'
import { readDialogue, type SpokenParagraph, type SpokenTurn, type SpokenWords } from './dialogue.ts'
import { type Direction, gendersOf } from './genders.ts'
import type { SpeakingWords } from './names.ts'
import type { Speaker } from './people.ts'
import { findAllQuotations, findQuotations, type Quotation } from './quotations.ts'
import { NOBODY } from './signs.ts'
import { SURE, UNSURE, type Suggestion, type Suggestions } from './suggestion.ts'
import { weightOf } from './weights.ts'

/**
 * The confidence for a probability. Speakers with a probability above that of `SURE` are right in 97 of 100 cases, and even rather
 * improbable ones are shown if they are the most probable.
 */
const CONFIDENCES: readonly (readonly [number, number])[] = [
  [0.33, UNSURE],
  [0.928, SURE],
  [1, 1],
]
/** How a line follows one with the same speaker. */
const GOES_ON = /^(?:same(?:\.open|\.sentences)?|continues)$/
/** With a probability below this, a described speaker is not identified with a person who is named elsewhere. */
const LIKELY = 0.65
/** The confidence from the tag of a speaker who is only described. */
const TOLD = 0.45
const NAMED = 0.86
const DESCRIBED = 0.7
/** The confidence of a name beside a word that may be a verb of speech. */
const GUESSED = 0.74
const ALONE = 0.4
const OFTEN = 3

export interface SuggestOptions {
  /** Whether speakers are also found in narration, and not only if a name precedes the words. */
  readonly readsQuotations: boolean
}

/** Finds the lines of a source and their speakers. The text is only referenced, never changed. */
export function suggestSpeakers(source: ImportSource, { readsQuotations }: SuggestOptions): Suggestions {
  if (source.namesSpeakers) return fromFormat(source)
  const cues = findNamed(source)
  if (!readsQuotations) return cues
  const sure = new Set(
    cues.lines.flatMap(({ paragraph, confidence }) => (confidence > UNSURE ? [paragraph] : [])),
  )
  const quoted = findQuoted(source, (index) => sure.has(index))
  const speaking = new Set(quoted.lines.map(({ paragraph }) => paragraph))
  const lines = [
    // A cue with little confidence does not hide a quotation.
    ...cues.lines.filter(({ paragraph }) => sure.has(paragraph) || !speaking.has(paragraph)),
    ...quoted.lines,
  ]
  return {
    lines: inOrder(lines),
    names: new Map([...quoted.names, ...cues.names]),
    genders: new Map([...cues.genders, ...quoted.genders]),
  }
}

function inOrder(lines: readonly Suggestion[]): Suggestion[] {
  return lines.toSorted((a, b) => a.paragraph - b.paragraph || a.start - b.start)
}

/** The lines whose speakers stand before them, or are named by the format, as in a scene of a novel that is set as a play. */
function findNamed(source: ImportSource): Required<Suggestions> {
  const { paragraphs, sections } = source
  const found = findCues(
    paragraphs,
    sections.map(({ start }) => start),
  )
  const cues = { ...found, genders: gendersOf(found) }
  if (paragraphs.every(({ speaker }) => speaker === null)) return cues
  const named = fromFormat(source)
  const others = cues.lines.filter(({ paragraph }) => paragraphs[paragraph]?.speaker === null)
  return {
    lines: inOrder([...others, ...named.lines]),
    names: new Map([...cues.names, ...named.names]),
    genders: new Map([...cues.genders, ...named.genders]),
  }
}

function fromFormat({ paragraphs, cast, language }: ImportSource): Required<Suggestions> {
  const lines = paragraphs.flatMap(({ text, speaker, manner }, paragraph): Suggestion[] =>
    speaker === null
      ? []
      : [{ paragraph, start: 0, end: text.length, cue: null, speaker, manner, confidence: 1 }],
  )
  const names = new Map(cast.map(({ key, name }) => [key, name]))
  let last: string | null = null
  const directions: Direction[] = []
  for (const { text, speaker } of paragraphs)
    if (speaker === null) directions.push({ text, after: last })
    else last = speaker
  return { lines, names, genders: gendersOf({ names, directions, language }) }
}

function findQuoted(
  source: ImportSource,
  isScript: (index: number) => boolean,
): {
  readonly lines: Suggestion[]
  readonly names: Map<string, string>
  readonly genders: Map<string, Gender>
} {
  const spoken = spokenParagraphs(source, isScript)
  const { speakers, turns } = readDialogue(spoken, wordsOfSpeakers(spoken))
  const shares = probabilities(turns.map(toTurn))
  const means = meantOf(turns, speakers)
  const lines = turns.map((turn, index): Suggestion => {
    const { paragraph, line, candidates, told } = turn
    const { start = 0, end = 0, said = null } = spoken[paragraph]?.lines[line] ?? {}
    const most = said?.kind === 'name' && said.isGuess === true ? GUESSED : 1
    const { place, probability } = mostProbable(turn, shares[index] ?? [], means[index] ?? null)
    const found = speakers[candidates[place] ?? NOBODY]
    const speaker = found !== undefined && found.name !== '' && isSpeakerName(found.name) ? found : undefined
    const { text = '' } = spoken[paragraph] ?? {}
    const suggestedManner = mannerOf(text.slice(start, end), told)
    return {
      paragraph,
      start,
      end,
      cue: null,
      manner: '',
      speaker: speaker === undefined ? null : speakerKey(speaker.name),
      confidence: speaker === undefined ? 0 : Math.min(most, confidenceOf(probability, speaker, turn, place)),
      ...(suggestedManner === '' ? {} : { suggestedManner }),
    }
  })
  const named = new Set(lines.map(({ speaker }) => speaker))
  const names = speakers.map(({ name }) => [speakerKey(name), capitalised(name)] as const)
  const own = new Map(names.filter(([key]) => named.has(key)))
  const genders = gendersOf({
    names: own,
    known: new Map(
      speakers.flatMap(({ name, gender }) => (gender === null ? [] : [[speakerKey(name), gender]])),
    ),
    said: pronounsOf(turns, lines),
    narration: spoken.flatMap(narrationOf),
    language: source.language,
  })
  return { lines, names: own, genders }
}

/** How much more often “he” than “she” is the subject of the tags of each probable speaker, by key. */
function pronounsOf(turns: readonly SpokenTurn[], lines: readonly Suggestion[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [index, { pronoun }] of turns.entries()) {
    const { speaker = null, confidence = 0 } = lines[index] ?? {}
    if (speaker === null || pronoun === null || confidence <= UNSURE) continue
    sums.set(speaker, (sums.get(speaker) ?? 0) + (pronoun === 'male' ? 1 : -1))
  }
  return sums
}

/** The narration of a paragraph. */
function narrationOf({ text, lines }: SpokenParagraph): string[] {
  return [0, ...lines.map(({ end }) => end)].map((start, index) => text.slice(start, lines[index]?.start))
}

/** The paragraphs with their lines; those that are not text, or are part of a script, are blank. */
function spokenParagraphs(
  { paragraphs, sections }: ImportSource,
  isScript: (index: number) => boolean,
): SpokenParagraph[] {
  const starts = new Set(sections.map(({ start }) => start))
  const texts = paragraphs.map(({ text, piece }, index) => (piece !== null || isScript(index) ? null : text))
  const quotations = findAllQuotations(texts)
  return texts.map((text, index) => {
    const lines = text === null ? [] : linesOf(text, quotations[index] ?? [])
    return { text: text ?? '', lines, isStart: starts.has(index) }
  })
}

/** The words of the names beside verbs of speech, in any language. */
function wordsOfSpeakers(spoken: readonly SpokenParagraph[]): SpeakingWords {
  const said = spoken.flatMap(({ lines }) => lines.map((line) => line.said))
  const names = said.flatMap((each) => (each?.kind === 'name' ? [each.name] : []))
  const words = names.map((name) => name.toLowerCase().match(/[\p{L}\p{M}]+(?:[’'-][\p{L}\p{M}]+)*/gu) ?? [])
  return {
    all: new Set(words.flat()),
    alone: new Set(words.filter(({ length }) => length === 1).flat()),
  }
}

function toTurn({ candidates, evidence, follows }: SpokenTurn): Turn {
  return {
    candidates,
    scores: evidence.scores,
    moves: {
      stays: weightOf(`${follows}.stays`),
      answers: weightOf(`${follows}.answers`),
      joins: weightOf(`${follows}.joins`),
    },
  }
}

/** The index of the most probable candidate, and its probability. `meant` is the person to whom the tag refers. */
function mostProbable(
  { candidates, evidence: { saidByName, isDirect } }: SpokenTurn,
  shares: readonly number[],
  meant: number | null,
) {
  // “…,” said Mira: whatever else is near the words, they are hers.
  if (isDirect && saidByName >= 0) return { place: saidByName, probability: shares[saidByName] ?? 0 }
  let [place, probability] = [-1, 0]
  for (let index = 0; index < shares.length; index++) {
    const share = shares[index] ?? 0
    if (candidates[index] !== NOBODY && share > probability) [place, probability] = [index, share]
  }
  // “asked the lady”: rather than a guess at who she is, the speaker is the lady.
  const own = meant === null ? -1 : candidates.indexOf(meant)
  return own >= 0 && probability < LIKELY
    ? { place: own, probability: Math.max(TOLD, shares[own] ?? 0) }
    : { place, probability }
}

/**
 * The person named directly after each line, or only described there, by its own tag or that of the previous line if the speech continues.
 */
function meantOf(turns: readonly SpokenTurn[], speakers: readonly Speaker[]): (number | null)[] {
  let last: number | null = null
  return turns.map(({ candidates, evidence, follows, pronoun }) => {
    const { described, saidByName, isSaid } = evidence
    const place = saidByName < 0 ? described : saidByName
    const { gender = null } = speakers[last ?? NOBODY] ?? {}
    // “…,” said the ferryman. “…,” he added.
    const goesOn =
      GOES_ON.test(follows) && (!isSaid || (pronoun !== null && (gender === null || gender === pronoun)))
    last = place < 0 ? (goesOn ? last : null) : (candidates[place] ?? null)
    return last
  })
}

/**
 * The confidence in the speaker of a line. A person who is only described may be named elsewhere, so the writer is asked until the
 * description has been given a name.
 */
function confidenceOf(
  probability: number,
  { kind, tags }: Speaker,
  { candidates, evidence, follows }: SpokenTurn,
  place: number,
): number {
  const confidence = interpolated(probability)
  if (kind === 'description' && tags < OFTEN) return Math.min(confidence, DESCRIBED)
  if (evidence.saidByName === place) return Math.max(confidence, NAMED)
  // Nobody else is known here, which does not make the words of a stranger theirs.
  const isAlone =
    candidates.length === 2 &&
    !follows.startsWith('same') &&
    follows !== 'continues' &&
    !evidence.meant.includes(place)
  return isAlone ? Math.min(confidence, ALONE) : confidence
}

function interpolated(probability: number): number {
  const index = CONFIDENCES.findIndex(([to]) => probability <= to)
  const [to, confidence] = CONFIDENCES[index] ?? [1, 1]
  const [from, least] = CONFIDENCES[index - 1] ?? [0, 0]
  return least + ((confidence - least) * (probability - from)) / (to - from)
}

/** Whether a text contains speech: in quotation marks, or after a dash. */
export function hasQuotedSpeech(text: string): boolean {
  return linesOf(text, findQuotations(text)).length > 0
}

/** The lines of a paragraph that are speech, with the attribution in the narration beside each. */
function linesOf(text: string, quotations: readonly Quotation[]): SpokenWords[] {
  return quotations.flatMap((quotation, index): SpokenWords[] => {
    const { start, end, isSpeech } = quotation
    if (!isSpeech) return []
    const after = text.slice(end, quotations[index + 1]?.start ?? text.length)
    const before = text.slice(quotations[index - 1]?.end ?? 0, start)
    const said = attributionAfter(after) ?? attributionBefore(before)
    // The comma of „…“, belongs to the speech: no narration begins with it.
    return [{ ...quotation, end: end + (SIGNS_AFTER.exec(after)?.[0].length ?? 0), said }]
  })
}

const SIGNS_AFTER = /^[,;.!?…]+(?=\s|$)/

function capitalised(words: string): string {
  return words.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

// The manner of speech, from the narration beside the words or from their capitals. It is only a suggestion, which the writer may accept.

const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    whispering:
      'whispered whispers breathed breathes flüsterte flüstert wisperte raunte chuchota chuchote souffla susurró susurra',
    shouting:
      'shouted shouts yelled yells roared roars bellowed bellows bawled bawls thundered schrie schreit brüllte brüllt hurla hurle gritó grita',
    screaming: 'screamed screams shrieked shrieks squealed screeched kreischte',
    murmuring: 'murmured murmurs muttered mutters mumbled mumbles murmelte murmelt murmura murmuró',
    hissing: 'hissed hisses zischte siffla siseó',
    sobbing: 'sobbed sobs wept wailed wails whimpered whimpers schluchzte sanglota sollozó',
    laughing: 'laughed laughs chuckled chuckles giggled giggles lachte rió rit',
    sighing: 'sighed sighs seufzte soupira suspiró',
    gasping: 'gasped gasps panted pants keuchte haleta jadeó',
    groaning: 'groaned groans moaned moans stöhnte gémit gimió',
    snarling: 'snarled snarls growled growls knurrte grogna gruñó',
    stammering: 'stammered stammers stuttered stutters stammelte stotterte balbutia balbuceó',
    pleading: 'pleaded pleads begged begs implored entreated flehte supplia suplicó',
  }).flatMap(([manner, verbs]) => verbs.split(' ').map((verb) => [verb, manner] as const)),
)
/** Adverbs of German, French, Spanish, Italian and Portuguese, which have no ending that would distinguish them from other words. */
const ADVERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    quietly: 'leise halblaut sottovoce baixinho bajito',
    loudly: 'laut lauthals',
    hoarsely: 'heiser rauh rau',
    gently: 'sanft zärtlich doucement tendrement suavemente dulcemente dolcemente docemente',
    calmly: 'ruhig gelassen calmement tranquillement tranquilamente tranquillamente calmamente',
    cheerfully: 'fröhlich heiter munter vergnügt gaiement joyeusement alegremente allegramente',
    kindly: 'freundlich gentiment amablemente gentilmente amavelmente',
    sadly: 'traurig tristement tristemente',
    seriously: 'ernst gravement sérieusement seriamente gravemente',
    angrily: 'zornig wütend ärgerlich verärgert furieusement furiosamente rabbiosamente',
    coldly: 'kühl kalt eisig froidement fríamente freddamente friamente',
    sharply: 'scharf barsch schroff sèchement brusquement secamente bruscamente seccamente',
    wearily: 'müde matt erschöpft',
    fearfully: 'ängstlich craintivement temerosamente',
    nervously: 'nervös nerveusement nerviosamente nervosamente',
    excitedly: 'aufgeregt atemlos',
    slowly: 'langsam lentement lentamente',
  }).flatMap(([manner, adverbs]) => adverbs.split(' ').map((adverb) => [adverb, manner] as const)),
)
/** The text after an adverb, but not after the adjective in “sagte der müde Mann”. */
const ADVERB_ENDS = /^(?:$|[\s,)–—]*$|,|\s+(?:und|et|y|e)\s)/u
const LOW_VOICE =
  /(?<![\p{L}])(?:mit leiser stimme|à (?:voix basse|mi-voix)|en voz baja|a media voz|a (?:bassa voce|mezza voce)|em voz baixa|a meia voz)(?![\p{L}])/iu
const LOUD_VOICE =
  /(?<![\p{L}])(?:mit lauter stimme|à (?:voix haute|haute voix)|en voz alta|a(?:d)? alta voce|em voz alta)(?![\p{L}])/iu
/** “said Mira quietly”, “said in a low voice” */
const ADVERB =
  /(?<![\p{L}])(?:(?<adverb>\p{Ll}{2,14}ly)|(?<phrase>in an? (?:\p{Ll}{3,14} ){1,2}(?:voice|tone|whisper)))(?![\p{L}])/u
/** Adverbs of time or certainty, which do not describe a manner. */
const NO_MANNER = new Set(
  'suddenly finally presently immediately instantly directly early only really nearly hardly scarcely simply merely certainly probably possibly actually recently lately shortly daily family reply apply supply'.split(
    ' ',
  ),
)
const REACH = 80

/**
 * The manner of speech; '' if there is none. `narration` is the sentence after or before the words that names the speaker, beginning at the
 * words.
 */
function mannerOf(words: string, narration: string): string {
  const clause = /^[^.!?:;“”"«»]*/u.exec(narration.trimStart().slice(0, REACH))?.[0] ?? ''
  if (LOW_VOICE.test(clause)) return 'quietly'
  if (LOUD_VOICE.test(clause)) return 'loudly'
  let adverbial: string | undefined
  for (const { 0: word, index } of clause.matchAll(/\p{L}+/gu)) {
    const manner = VERBS.get(word)
    if (manner !== undefined) return manner
    if (ADVERB_ENDS.test(clause.slice(index + word.length))) adverbial ??= ADVERBS.get(word)
  }
  if (adverbial !== undefined) return adverbial
  const { adverb, phrase } = ADVERB.exec(clause)?.groups ?? {}
  if (phrase !== undefined) return phrase
  if (adverb !== undefined && !NO_MANNER.has(adverb)) return adverb
  return isInCapitals(words) ? 'shouting' : ''
}

/** Whether words are emphasised by capitals: several of some length. */
function isInCapitals(words: string): boolean {
  const long = words.match(/\p{L}{3,}/gu) ?? []
  return long.length > 1 && long.every((word) => word === word.toUpperCase() && word !== word.toLowerCase())
}
