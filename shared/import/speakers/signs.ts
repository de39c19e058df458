/**
 * The evidence for and against each candidate of a line: signs (features), whose weights are in `weights.ts`. The name of a sign says where
 * it was found: `after.said.name.is` is “…,” said Mira, for Mira.
 */
import { isGeneric } from './mentions.ts'
import type { Gender } from './names.ts'
import type { People, Speaker } from './people.ts'
import type { Tag } from './tags.ts'
import { weightOf, weightsIn, type Weights } from './weights.ts'

/** None of the candidates. */
export const NOBODY = -1

/** A person mentioned in the narration of a paragraph. */
export interface Seen {
  readonly paragraph: number
  readonly at: number
  readonly speaker: number
  readonly isSubject: boolean
}

export interface SpokenLine {
  readonly after: Tag | null
  readonly before: Tag | null
  /** Whether the tag before the words is also the one after the previous line. */
  readonly isShared: boolean
  /** The tag in the last sentence of the previous paragraph, if this one begins with the words. */
  readonly earlier: Tag | null
  /** The people whom the words address by name, and the others whom they name. */
  readonly calls: ReadonlySet<number>
  readonly names: ReadonlySet<number>
  readonly start: number
  readonly end: number
  /** Whether they continue a speech from the previous paragraph. */
  readonly continues: boolean
}

export interface Context {
  readonly line: SpokenLine
  readonly paragraph: number
  /** The mentions before and after the words, the nearest first. */
  readonly back: readonly Seen[]
  readonly ahead: readonly Seen[]
  readonly before: SpokenLine | undefined
  readonly isNewTurn: boolean
  readonly after: SpokenLine | undefined
  readonly endsTurn: boolean
  readonly people: People
  /** The people present, the one with the most mentions first. */
  readonly present: readonly number[]
  /** The distance in turns, backwards and forwards, to the nearest turn in which the narration names each speaker. */
  readonly told: { readonly back: ReadonlyMap<number, number>; readonly ahead: ReadonlyMap<number, number> }
  /** The gender of the person addressed in the previous, the current and the next words. */
  readonly addressed: Readonly<Record<'before' | 'own' | 'after', Gender | null>>
}

/** The evidence for the candidates of a line, by their indexes. */
export interface Evidence {
  /** The sum of the weights of all signs of each candidate. */
  readonly scores: readonly number[]
  /** The candidates to whom the tags refer exactly. */
  readonly meant: readonly number[]
  /** “…,” said Mira; -1 for none. */
  readonly saidByName: number
  /** Whether that is “said Mira” directly after the words. */
  readonly isDirect: boolean
  /** “…,” said the ferryman; -1 for none. */
  readonly described: number
  /** Whether the words have a tag with a verb of speech. */
  readonly isSaid: boolean
}

/** How the tag of a line names the speaker: with a name or a description, with a pronoun, or not at all. */
const MODES = { told: groupsOf('told'), pronoun: groupsOf('pronoun'), free: groupsOf('free') }

/** The weights that depend on the mode. They are looked up once: a novel has a hundred thousand candidates. */
function groupsOf(mode: string) {
  return {
    own: weightsIn(mode),
    near: weightsIn(`${mode}.near`),
    next: weightsIn(`${mode}.next`),
    recent: weightsIn(`${mode}.recent`),
    present: weightsIn(`${mode}.present`),
    toldBack: weightsIn(`${mode}.toldBack`),
    toldAhead: weightsIn(`${mode}.toldAhead`),
    nobody: `nobody.${mode}`,
  }
}
const TAGS = weightsIn('tags')
const PLAIN = weightsIn('')
const WAS_ADDRESSED = weightsIn('wasAddressed')
const IS_ADDRESSED = weightsIn('isAddressed')
const ADDRESSES = weightsIn('addresses')

/** The evidence for each candidate, from the signs around the line. */
export function weighSigns(context: Context, candidates: readonly number[]): Evidence {
  const { line, people } = context
  const tags = (['after', 'before', 'earlier'] as const).flatMap((place) => {
    const tag = line[place]
    if (tag === null) return []
    const where = place !== 'before' || context.isNewTurn ? place : line.isShared ? 'shared' : 'between'
    return [{ tag, where, told: `${tag.kind}.${kindOf(tag, people)}` }]
  })
  const said = tags.find(({ tag }) => tag.kind !== 'beat')
  const hasSaid = tags.some(
    ({ tag, where }) => tag.kind === 'said' && /^(?:after|before|earlier)$/.test(where),
  )
  const placed = tags.map(({ tag, where, told }) => {
    const label = hasSaid && tag.kind !== 'said' ? `besides.${where}.${told}` : `${where}.${told}`
    const [ofTold, ofLabel] = [weightsIn(told), weightsIn(label)]
    return { tag, label, ofTold, ofLabel, ofRank: weightsIn(`${tag.kind}.rank`) }
  })
  const mode = MODES[said === undefined ? 'free' : said.tag.who.kind === 'pronoun' ? 'pronoun' : 'told']
  const lastOf = nearestOf(context.back)
  const nextOf = nearestOf(context.ahead)
  const order = [...lastOf.keys()]
  const recent = new Map(order.map((speaker, place) => [speaker, place]))
  const here = mentionedIn(context)
  const isAlone = here.size === 1
  // “Mira said, “…”” Tom rose.
  const direct = [line.after, line.before].find((tag) => tag?.kind === 'said')
  /** For each tag, the speakers whom it may mean, the last one mentioned first. */
  const ranks: number[][] = []
  const meant: number[] = []
  let [saidByName, described] = [-1, -1]
  const weigh = (candidate: number, at: number): number => {
    const speaker = people.speakers[candidate]
    if (candidate === NOBODY || speaker === undefined) {
      const signs =
        candidate === NOBODY ? ['nobody', mode.nobody, ...placed.map(({ label }) => `nobody.${label}`)] : []
      return signs.reduce((sum, sign) => sum + weightOf(sign), 0)
    }
    let score = 0
    const add = (group: Weights, sign: string | number) => {
      score += group[sign] ?? 0
    }
    for (const [index, { tag, label, ofTold, ofLabel, ofRank }] of placed.entries()) {
      const fit = fitOf(tag, candidate, speaker, people)
      add(ofTold, fit)
      add(ofLabel, fit)
      if (fit === 'is' || fit === 'isOften') {
        meant.push(at)
        if (label === AFTER_BY_NAME && fit === 'is') saidByName = at
        if (tag === direct && tag.isDirect === true && fit === 'is' && BEFORE_BY_NAME.test(label))
          saidByName = at
        if (described < 0 && (SAID_DESCRIBED.test(label) || (fit === 'is' && LED_BY_NAME.test(label))))
          described = at
      }
      if (tag.who.kind === 'pronoun' && fit !== 'wrong') {
        ranks[index] ??= order.filter((each) => fitOf(tag, each, people.speakers[each], people) !== 'wrong')
        add(ofRank, bucket(ranks[index].indexOf(candidate), RANKS))
      }
    }
    add(mode.own, speaker.kind === 'description' ? 'described' : 'named')
    add(mode.near, distance(context, lastOf.get(candidate)))
    add(mode.next, distance(context, nextOf.get(candidate)))
    add(mode.recent, bucket(recent.get(candidate) ?? -1, PLACES))
    add(mode.present, bucket(context.present.indexOf(candidate), PLACES))
    add(TAGS, bucket(speaker.tags, TIMES))
    const { back, ahead } = context.told
    add(mode.toldBack, back.get(candidate) ?? 'none')
    add(mode.toldAhead, ahead.get(candidate) ?? 'none')
    if (speaker.gender !== null) {
      const { before, own, after } = context.addressed
      if (context.isNewTurn && before !== null) add(WAS_ADDRESSED, String(before === speaker.gender))
      if (context.endsTurn && after !== null) add(IS_ADDRESSED, String(after === speaker.gender))
      if (own !== null) add(ADDRESSES, String(own === speaker.gender))
    }
    if (line.calls.has(candidate)) add(PLAIN, 'calls')
    if (line.names.has(candidate)) add(PLAIN, 'names')
    if (context.isNewTurn && context.before?.calls.has(candidate)) add(mode.own, 'wasCalled')
    if (context.isNewTurn && context.before?.names.has(candidate)) add(PLAIN, 'wasNamed')
    if (context.endsTurn && context.after?.calls.has(candidate)) add(mode.own, 'isCalledNext')
    if (!context.isNewTurn && context.before?.calls.has(candidate)) add(PLAIN, 'calledBefore')
    const acts = here.get(candidate)
    if (acts !== undefined) {
      add(mode.own, acts ? 'acts' : 'isObject')
      if (isAlone) add(mode.own, 'alone')
    }
    return score
  }
  const isSaid = placed.some(({ label }) => SAID.test(label)) && candidates.some((each) => each !== NOBODY)
  const scores = candidates.map(weigh)
  return { scores, meant, saidByName, isDirect: direct?.isDirect === true, described, isSaid }
}

const AFTER_BY_NAME = 'after.said.name'
const BEFORE_BY_NAME = /^(?:before|between)\.said\.name$/
const SAID_DESCRIBED = /^(?:after|before|between)\.said\.(?:new\.)?(?:description|generic|relative)$/
const LED_BY_NAME = /^(?:before|between)\.said\.name$/
const SAID = /^(?:after|before|between)\.said\./

function kindOf({ who }: Tag, people: People): string {
  if (who.kind === 'pronoun') return who.isSeveral ? 'they' : 'pronoun'
  if (people.speakerOf(who) === undefined) return 'unknown'
  // “I said” identifies the speaker just like a name.
  if (who.kind !== 'description') return 'name'
  if (who.relation === 'relative') return 'relative'
  return `${who.relation === 'new' ? 'new.' : ''}${isGeneric(who.words) ? 'generic' : 'description'}`
}

type Fit = 'is' | 'isOften' | 'titled' | 'fits' | 'may' | 'wrong'

/** How many lines a description must have to stand for a person of its own. */
const OFTEN = 5

/** Whether a tag can refer to a candidate. */
function fitOf({ who }: Tag, candidate: number, speaker: Speaker | undefined, people: People): Fit {
  const own = people.speakerOf(who)
  if (own === candidate) return who.kind === 'description' && (speaker?.tags ?? 0) >= OFTEN ? 'isOften' : 'is'
  if (who.kind === 'description' && speaker !== undefined && isTitled(who.words, speaker)) return 'titled'
  if (who.kind === 'name' || who.kind === 'narrator' || speaker?.kind === 'narrator') return 'wrong'
  if (who.gender === null || speaker === undefined || speaker.gender === null) return 'may'
  return who.gender === speaker.gender ? 'fits' : 'wrong'
}

/** Whether “the doctor” is “Dr Harrow”, and “the old ferryman” is “ferryman”. */
function isTitled(description: string, { kind, name }: Speaker): boolean {
  const head = lastWord(description)
  return kind === 'description' ? lastWord(name) === head : titleOf(name) === head
}

const lastWord = (words: string) => /[\p{L}’'-]+$/u.exec(words.toLowerCase())?.[0] ?? ''

function titleOf(name: string): string {
  const [title = ''] = /^\p{L}+(?=\.?\s)/u.exec(name.toLowerCase()) ?? []
  return WHOLE_TITLES.get(title) ?? title
}

const WHOLE_TITLES: ReadonlyMap<string, string> = new Map([
  ['dr', 'doctor'],
  ['capt', 'captain'],
  ['col', 'colonel'],
  ['gen', 'general'],
  ['sgt', 'sergeant'],
  ['prof', 'professor'],
  ['rev', 'reverend'],
])

/** The first step that is not below a number; “none” for negative numbers. */
function bucket(value: number, steps: readonly number[]): number | string {
  if (value < 0) return 'none'
  for (const step of steps) if (value <= step) return step
  return 'more'
}

const RANKS = [0, 1, 2]
const PLACES = [0, 1, 2, 4]
const TIMES = [0, 1, 4, 19]
const DISTANCES = [0, 1, 2, 4, 8]

/** The paragraph of the nearest mention of each speaker. */
function nearestOf(seen: readonly Seen[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const { speaker, paragraph } of seen) if (!found.has(speaker)) found.set(speaker, paragraph)
  return found
}

/** The speakers whom the narration of this paragraph mentions, and whether each is the subject of a clause. */
function mentionedIn({ back, ahead, paragraph: own }: Context): Map<number, boolean> {
  const found = new Map<number, boolean>()
  for (const seen of [back, ahead])
    for (const { speaker, paragraph, isSubject } of seen) {
      // The nearest are first.
      if (paragraph !== own) break
      found.set(speaker, isSubject || found.get(speaker) === true)
    }
  return found
}

/** Paragraphs between this one and the nearest mention of a speaker. */
function distance(context: Context, paragraph: number | undefined): number | string {
  return paragraph === undefined ? 'none' : bucket(Math.abs(context.paragraph - paragraph), DISTANCES)
}
