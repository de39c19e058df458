/**
 * The turns of a text: for each line in quotation marks its possible speakers, with the evidence for each of them. Speech tags count most;
 * then the people mentioned around the words, those whom the words address by name, and the alternation of speakers.
 */
import { toldBy, type Attribution } from './attribution.ts'
import { castOf, type Cast } from './cast.ts'
import { findNameWords, namesIn, uncasedName, type Gender, type Name, type SpeakingWords } from './names.ts'
import { People, sameByAddress, type Speaker } from './people.ts'
import type { Quotation } from './quotations.ts'
import { NOBODY, weighSigns, type Context, type Evidence, type Seen, type SpokenLine } from './signs.ts'
import { mentionsIn, type Mention } from './mentions.ts'
import { tagAfter, tagNext, type Tag } from './tags.ts'
import { tagBefore } from './tagsBefore.ts'

/** Spoken words, with the attribution by a verb of speech beside them in any language. */
export interface SpokenWords extends Quotation {
  readonly said: Attribution | null
}

/** A paragraph, with its spoken words. */
export interface SpokenParagraph {
  readonly text: string
  readonly lines: readonly SpokenWords[]
  /** Whether the text starts over here: a chapter begins. */
  readonly isStart: boolean
}

export interface SpokenTurn {
  readonly paragraph: number
  readonly line: number
  readonly candidates: readonly number[]
  readonly evidence: Evidence
  /** How this turn follows the previous one. */
  readonly follows: string
  /** The sentence beside the words that names the speaker; '' if there is none. */
  readonly told: string
  /** The gender of the pronoun in “he said”; null if the subject is not a pronoun. */
  readonly pronoun: Gender | null
}

export interface Dialogue {
  readonly speakers: readonly Speaker[]
  readonly turns: readonly SpokenTurn[]
}

const MOST_CANDIDATES = 8
/** The share of a mention's weight that is left in the next paragraph. */
const FADES = 0.85
const FORGOTTEN = 0.002
/** The weight of a mention after the words, and of one that names the speaker. */
const FUTURE = 0.6
const TOLD = 100
/** How far mentions are searched for. */
const MOST_MENTIONS = 40
const MOST_PARAGRAPHS = 30

interface Narrated {
  readonly mentions: readonly (readonly Mention[])[]
  readonly texts: readonly string[]
  readonly starts: readonly number[]
}

/** Reads the turns of a text. `speaking` are words of names of known speakers. */
export function readDialogue(paragraphs: readonly SpokenParagraph[], speaking: SpeakingWords): Dialogue {
  const isNameWord = findNameWords(
    paragraphs.map(({ text }) => text),
    speaking,
  )
  const narrated = paragraphs.map((paragraph) => narrationOf(paragraph, isNameWord))
  const spokenNames = paragraphs.map(({ text, lines }) =>
    lines.map(({ start, end }) => namesIn(text.slice(start, end), isNameWord)),
  )
  const tags = paragraphs.map((paragraph, index) =>
    tagsOf(paragraph, [narrated[index - 1], narrated[index], narrated[index + 1]], isNameWord),
  )
  const found = castOf(allNames(paragraphs, narrated, spokenNames), addresses(paragraphs, tags, spokenNames))
  const linesOf = (cast: Cast) =>
    paragraphs.map(({ text, lines: own }, index) =>
      own.map((line, at) => spokenLine(text, line, tags[index]?.[at], spokenNames[index]?.[at] ?? [], cast)),
    )
  const first = linesOf(found)
  const same = sameByAddress(first, found)
  const cast = same.size === 0 ? found : found.merged(same)
  const lines = same.size === 0 ? first : linesOf(cast)
  const people = new People(
    cast,
    narrated.map(({ mentions }) => mentions.flat()),
    lines.flat(),
  )
  const seen = narrated.map((each, paragraph) => seenIn(each, paragraph, people))
  const turns = turnsOf(paragraphs, lines, seen, people)
  return { speakers: people.speakers, turns }
}

function narrationOf({ text, lines }: SpokenParagraph, isNameWord: (word: string) => boolean): Narrated {
  const starts = [0, ...lines.map(({ end }) => end)]
  const texts = starts.map((start, index) => text.slice(start, lines[index]?.start ?? text.length))
  return {
    starts,
    texts,
    mentions: texts.map((each) => (/\p{L}/u.test(each) ? mentionsIn(each, isNameWord) : [])),
  }
}

type LineTags = Pick<SpokenLine, 'after' | 'before' | 'isShared' | 'earlier'>

function tagsOf(
  { text, lines }: SpokenParagraph,
  [previous, own, following]: readonly [Narrated | undefined, Narrated | undefined, Narrated | undefined],
  isNameWord: (word: string) => boolean,
): LineTags[] {
  if (own === undefined) return []
  let last: Tag | null = null
  return lines.map(({ end, said }, index) => {
    const isOpen = /[,—–-]["”’'»“_]*,?$/u.test(text.slice(Math.max(0, end - 4), end))
    const narration = own.texts[index] ?? ''
    const isFirst = index === 0 && !/\p{L}/u.test(narration)
    const earlier = isFirst ? tagBefore(previous?.texts.at(-1) ?? '', previous?.mentions.at(-1) ?? []) : null
    // “Mira said:” in a paragraph of its own
    const isLedTo =
      earlier?.kind === 'said' &&
      earlier.who.kind !== 'pronoun' &&
      /:[\s_]*$/u.test(previous?.texts.at(-1) ?? '')
    const before = isLedTo ? earlier : isFirst ? null : tagBefore(narration, own.mentions[index] ?? [])
    // “…” Mira turned round, shouting, “…”: only the second quotation is certainly hers.
    const isShared =
      before !== null && before.at === last?.at && !(before.kind === 'said' && last.kind !== 'said')
    const isLast = index === lines.length - 1
    last = tagAfter(own.texts[index + 1] ?? '', own.mentions[index + 1] ?? [], isOpen, isLast)
    if (isLast && !/\p{L}/u.test(own.texts[index + 1] ?? ''))
      last = tagNext(following?.texts[0] ?? '', following?.mentions[0] ?? [])
    if (said !== null && last?.kind !== 'said' && before?.kind !== 'said') {
      const [after = ''] = /^[^.!?]*/u.exec(own.texts[index + 1] ?? '') ?? []
      last = toldBy(said, last, /\p{L}/u.test(after) ? after : narration, isNameWord) ?? last
    }
    // “Mira asked, “…” Tom replied, “…””: the following tag names the next speaker.
    const isTold = before !== null && before.kind !== 'beat' && !isShared
    const next = lines[index + 1]
    const leadsOn = next !== undefined && /[,:]\s*$/u.test(own.texts[index + 1] ?? '')
    const isOthers =
      !isOpen || (before?.kind === 'said' && BEGINS_SPEECH.test(text.slice(next?.start, next?.end)))
    const isNewClause =
      NEW_CLAUSE.test(own.texts[index + 1] ?? '') && BEGINS_SPEECH.test(text.slice(next?.start, next?.end))
    if (
      leadsOn &&
      last?.isDirect !== true &&
      ((isTold && isOthers) || (isNewClause && last?.kind === 'said' && last.who.kind !== 'pronoun'))
    )
      last = null
    // “Mira said, “…” Tom looked up.” and “Mira said, “…,” and Tom asked …”: the words are Mira's.
    const isLed = before?.kind === 'said' && !isShared && /[,:—–-][\s_]*$/u.test(narration)
    const isApart = !isOpen || NEW_CLAUSE.test(own.texts[index + 1] ?? '')
    return {
      after: isLed && isApart && last?.isDirect !== true ? null : last,
      before,
      isShared,
      earlier: isLedTo ? null : earlier,
    }
  })
}

const BEGINS_SPEECH = /^["“'‘«„_]*\p{Lu}/u
const NEW_CLAUSE = /^[,;]?\s*(?:[Aa]nd|[Bb]ut|[Ww]hile|whereupon|[Ww]hen|[Ss]o|[Tt]hen)\s/u

function* allNames(
  paragraphs: readonly SpokenParagraph[],
  narrated: readonly Narrated[],
  spoken: readonly (readonly (readonly Name[])[])[],
): Iterable<readonly [name: Name, written: string, isTold: boolean]> {
  for (const [index, { text, lines }] of paragraphs.entries()) {
    const { mentions = [], texts = [] } = narrated[index] ?? {}
    for (const [piece, own] of mentions.entries())
      for (const { who } of own)
        if (who.kind === 'name') yield [who.name, written(texts[piece] ?? '', who.name), true]
    for (const [line, names] of spoken[index]?.entries() ?? []) {
      const { start = 0, end = 0, said } = lines[line] ?? {}
      for (const name of names) yield [name, written(text.slice(start, end), name), false]
      const uncased = said?.kind === 'name' ? uncasedName(said.name) : null
      if (uncased !== null) yield [uncased, uncased.words.join(' '), true]
    }
  }
}

/** The names of speakers who address another name: “Come, Tom,” said Mr. Quill. */
function* addresses(
  paragraphs: readonly SpokenParagraph[],
  tags: readonly (readonly LineTags[])[],
  spoken: readonly (readonly (readonly Name[])[])[],
): Iterable<readonly [Name, Name]> {
  for (const [index, { text, lines }] of paragraphs.entries())
    for (const [line, { start, end }] of lines.entries()) {
      const { who = null, isDirect = false } = tags[index]?.[line]?.after ?? {}
      if (who?.kind !== 'name' || !isDirect) continue
      for (const name of spoken[index]?.[line] ?? [])
        if (isCalled(text.slice(start, end), name)) yield [who.name, name]
    }
}

function written(text: string, { start, end }: Name): string {
  return text.slice(start, end).replace(/\s+/gu, ' ')
}

function seenIn({ mentions, starts }: Narrated, paragraph: number, people: People): Seen[] {
  return mentions.flatMap((own, piece) =>
    own.flatMap(({ start, who, isSubject }): Seen[] => {
      const speaker = people.speakerOf(who)
      return speaker === undefined
        ? []
        : [{ paragraph, at: (starts[piece] ?? 0) + start, speaker, isSubject }]
    }),
  )
}

function spokenLine(
  text: string,
  { start, end, continues }: Quotation,
  tags: LineTags | undefined,
  names: readonly Name[],
  cast: Cast,
): SpokenLine {
  const words = text.slice(start, end)
  const [calls, others] = [new Set<number>(), new Set<number>()]
  for (const name of names) {
    const person = cast.personOf(name)
    if (person !== undefined) (isCalled(words, name) ? calls : others).add(person)
  }
  return {
    ...(tags ?? { after: null, before: null, isShared: false, earlier: null }),
    calls,
    names: others,
    start,
    end,
    continues,
  }
}

/** Whether words address a person by name: “Come, Mira!”, “My dear Tom, …”. */
function isCalled(words: string, { start, end, isPossessive }: Name): boolean {
  if (isPossessive) return false
  const before = words.slice(Math.max(0, start - 16), start)
  return CALL_BEFORE.test(before) && /^\s?(?:[,!?.;:—–-]|["”’'»]|$)/u.test(words.slice(end, end + 2))
}

const CALL_BEFORE =
  /(?:^[^\p{L}]*|[,;!?.:—–-]\s*|(?:^|[^\p{L}])(?:dear|dearest|darling|oh|ah|poor|well|yes|no|why|good|sweet)\s)$/iu

function turnsOf(
  paragraphs: readonly SpokenParagraph[],
  lines: readonly (readonly SpokenLine[])[],
  seen: readonly (readonly Seen[])[],
  people: People,
): SpokenTurn[] {
  const past = presence(lines, seen)
  const future = presence(lines.toReversed(), seen.toReversed()).reverse()
  const events = seen.flat()
  const firstEvent = startsOf(seen)
  const spoken = lines.flatMap((own, paragraph) => own.map((line, index) => ({ line, paragraph, index })))
  const told = toldAround(spoken, people)
  const addressed = spoken.map((place) => genderAddressed(textOf(paragraphs, place)))
  return spoken.map(({ line, paragraph, index }, turn): SpokenTurn => {
    const present = past[paragraph] ?? []
    const [before, after] = [spoken[turn - 1], spoken[turn + 1]]
    const isSameTurn = before?.paragraph === paragraph
    const own = isSameTurn ? [line, before.line] : [line]
    const candidates = [...chosen(own, present, future[paragraph] ?? [], people), NOBODY]
    const context: Context = {
      line,
      paragraph,
      ...mentionsAround(events, firstEvent, paragraph, line),
      before: before?.line,
      isNewTurn: !isSameTurn,
      after: after?.line,
      endsTurn: after?.paragraph !== paragraph,
      people,
      present: present.map(({ speaker }) => speaker),
      told: told[turn] ?? NO_TELLING,
      addressed: {
        before: addressed[turn - 1] ?? null,
        own: addressed[turn] ?? null,
        after: addressed[turn + 1] ?? null,
      },
    }
    const said = [line.after, line.before].find((tag) => tag?.kind === 'said')?.who
    return {
      paragraph,
      line: index,
      candidates,
      pronoun: said?.kind === 'pronoun' ? said.gender : null,
      evidence: weighSigns(context, candidates),
      follows: followOf(paragraphs, before, { line, paragraph, index }),
      told: [line.after, line.before].find((tag) => tag !== null && tag.kind !== 'beat')?.sentence ?? '',
    }
  })
}

function textOf(paragraphs: readonly SpokenParagraph[], { line, paragraph }: Place): string {
  return paragraphs[paragraph]?.text.slice(line.start, line.end) ?? ''
}

/** Whether words address a man or a woman: “Yes, sir.” */
function genderAddressed(words: string): Gender | null {
  if (/[,—–-]\s?(?:sir|sirrah|your (?:honou?r|worship|lordship))(?![\p{L}])|^["“‘']?Sir,/iu.test(words))
    return 'male'
  return /[,—–-]\s?(?:ma[’']?am|madam|miss|mum|marm|my lady)(?![\p{L}])|^["“‘']?(?:Madam|Ma'am|Miss),/u.test(
    words,
  )
    ? 'female'
    : null
}

const NO_TELLING: Context['told'] = { back: new Map(), ahead: new Map() }
const MOST_TURNS = 8

/** For each line, the distance in turns, backwards and forwards, to the nearest turn of each speaker with a speech tag. */
function toldAround(spoken: readonly Place[], people: People): Context['told'][] {
  /** The speakers named by the tags of each turn. */
  const turns: Set<number>[] = []
  const turnOf: number[] = []
  for (const [index, { line, paragraph }] of spoken.entries()) {
    if (spoken[index - 1]?.paragraph !== paragraph) turns.push(new Set())
    turnOf.push(turns.length - 1)
    const tag = [line.after, line.before].find((each) => each?.kind === 'said') ?? null
    const speaker = tag === null ? undefined : people.speakerOf(tag.who)
    if (speaker !== undefined) turns.at(-1)?.add(speaker)
  }
  const look = (from: number, step: number) => {
    const found = new Map<number, number>()
    for (let distance = 1; distance <= MOST_TURNS; distance++)
      for (const speaker of turns[from + step * distance] ?? [])
        if (!found.has(speaker)) found.set(speaker, distance)
    return found
  }
  const around = turns.map((_, turn) => ({ back: look(turn, -1), ahead: look(turn, 1) }))
  return turnOf.map((turn) => around[turn] ?? NO_TELLING)
}

interface Presence {
  readonly speaker: number
  readonly weight: number
}

/** The people most present in each paragraph with speech, by the mentions in it and before it. */
function presence(
  lines: readonly (readonly SpokenLine[])[],
  seen: readonly (readonly Seen[])[],
): (readonly Presence[] | undefined)[] {
  const now = new Map<number, number>()
  const add = (speaker: number, weight: number) => now.set(speaker, (now.get(speaker) ?? 0) + weight)
  return lines.map((own, index) => {
    for (const [speaker, weight] of now) {
      if (weight * FADES < FORGOTTEN) now.delete(speaker)
      else now.set(speaker, weight * FADES)
    }
    for (const { speaker, isSubject } of seen[index] ?? []) add(speaker, isSubject ? 1 : 0.5)
    for (const { calls } of own) for (const speaker of calls) add(speaker, 0.7)
    return own.length > 0 ? strongest(now) : undefined
  })
}

function strongest(weights: ReadonlyMap<number, number>): Presence[] {
  const most: Presence[] = []
  weights.forEach((weight, speaker) => {
    if ((most[MOST_CANDIDATES - 1]?.weight ?? 0) >= weight) return
    const place = most.findLastIndex((each) => each.weight >= weight) + 1
    most.splice(place, 0, { speaker, weight })
    if (most.length > MOST_CANDIDATES) most.pop()
  })
  return most
}

function startsOf(seen: readonly (readonly Seen[])[]): number[] {
  let start = 0
  return seen.map(({ length }) => (start += length) - length)
}

/** The possible speakers of a line: `lines` are it, and the previous one in its paragraph. */
function chosen(
  lines: readonly SpokenLine[],
  past: readonly Presence[],
  future: readonly Presence[],
  people: People,
): number[] {
  const weights = new Map(past.map(({ speaker, weight }) => [speaker, weight]))
  const add = (speaker: number, weight: number) => weights.set(speaker, (weights.get(speaker) ?? 0) + weight)
  for (const { speaker, weight } of future) add(speaker, FUTURE * weight)
  for (const tag of lines.flatMap(({ after, before, earlier }) => [after, before, earlier])) {
    const speaker = tag === null ? undefined : people.speakerOf(tag.who)
    if (speaker !== undefined) add(speaker, TOLD)
  }
  return strongest(weights).map(({ speaker }) => speaker)
}

/** The mentions around a line, the nearest first. */
function mentionsAround(
  events: readonly Seen[],
  firstEvent: readonly number[],
  paragraph: number,
  { start }: SpokenLine,
): Pick<Context, 'back' | 'ahead'> {
  let [low, high] = [firstEvent[paragraph] ?? 0, firstEvent[paragraph + 1] ?? events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.at ?? 0) < start) low = middle + 1
    else high = middle
  }
  const back: Seen[] = []
  const ahead: Seen[] = []
  const add = (to: Seen[], event: Seen | undefined) => {
    const isNear = event !== undefined && Math.abs(event.paragraph - paragraph) <= MOST_PARAGRAPHS
    if (isNear) to.push(event)
    return isNear
  }
  for (let at = low - 1; at >= low - MOST_MENTIONS && add(back, events[at]); at--);
  for (let at = low; at < low + MOST_MENTIONS && add(ahead, events[at]); at++);
  return { back, ahead }
}

interface Place {
  readonly line: SpokenLine
  readonly paragraph: number
  readonly index: number
}

/** How a line follows the previous one: in the same paragraph, directly after it, or after narration. */
function followOf(
  paragraphs: readonly SpokenParagraph[],
  before: Place | undefined,
  { line, paragraph }: Place,
): string {
  if (before === undefined) return 'start'
  // A speech may be longer than a chapter.
  if (line.continues) return 'continues'
  const text = paragraphs[before.paragraph]?.text ?? ''
  if (before.paragraph === paragraph) {
    const between = text.slice(before.line.end, line.start)
    const isOther = !line.isShared && line.before !== null && line.before.kind !== 'beat'
    // “…,” Mira replied. And Tom added: “…”
    if (isOther && line.before.kind === 'said' && line.before.who.kind !== 'pronoun') return 'next.told.told'
    if (isOther) return 'same.other'
    const isTold = line.after?.kind === 'said' && line.after.who.kind !== 'pronoun'
    if (isTold) return before.line.after?.kind === 'said' ? 'same.both' : 'same.told'
    if (/[,;—–-]\s*$/u.test(between)) return 'same.open'
    return /[.!?…]["”’)]*\s+\p{Lu}/u.test(between.replace(/\b(?:Mrs?|Dr|St)\.\s/gu, ''))
      ? 'same.sentences'
      : 'same'
  }
  if (paragraphs.slice(before.paragraph + 1, paragraph + 1).some(({ isStart }) => isStart)) return 'start'
  const gap = paragraph - before.paragraph - 1
  if (gap > 0) return gap === 1 ? 'after.one' : gap < 4 ? 'after.some' : 'after.many'
  const isBare = (own: Place) => {
    const all = paragraphs[own.paragraph]
    return (
      all !== undefined &&
      all.lines.length === 1 &&
      all.text.trim().length <= own.line.end - own.line.start + 2
    )
  }
  const asks = /\?["”’'»_]*$/u.test(text.slice(before.line.start, before.line.end)) ? '.asked' : ''
  return `next.${isBare(before) ? 'bare' : 'told'}.${isBare({ line, paragraph, index: 0 }) ? 'bare' : 'told'}${asks}`
}
