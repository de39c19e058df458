/**
 * What speaks for each candidate of a line, and against them: signs, whose weights are in `weights.ts`. The name of a sign tells
 * where it was found: `after.said.name.is` is “…,” said Mira, for Mira.
 */
import type { Gender } from './names.ts'
import type { People, Speaker } from './people.ts'
import type { Tag } from './tags.ts'

/** Nobody among the candidates. */
export const NOBODY = -1

/** Somebody mentioned in the narration of a paragraph. */
export interface Seen {
  readonly paragraph: number
  readonly at: number
  readonly speaker: number
  readonly isSubject: boolean
}

export interface SpokenLine {
  readonly after: Tag | null
  readonly before: Tag | null
  /** Whether the tag before the words is the one after the line before them, too. */
  readonly isShared: boolean
  /** The last sentence of the paragraph before, if this one begins with the words. */
  readonly earlier: Tag | null
  /** Whom the words call by name, and whom else they name. */
  readonly calls: ReadonlySet<number>
  readonly names: ReadonlySet<number>
  readonly start: number
  readonly end: number
  /** Whether they go on with a speech of the paragraph before. */
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
  /** Who is there, the one with the most mentions first. */
  readonly present: readonly number[]
  /** How many turns ago, and in how many turns, the narration tells that somebody speaks. */
  readonly told: { readonly back: ReadonlyMap<number, number>; readonly ahead: ReadonlyMap<number, number> }
  /** Whether the words before, these and those after them address a man or a woman. */
  readonly addressed: Readonly<Record<'before' | 'own' | 'after', Gender | null>>
}

/** The signs of each candidate. */
export function signsOf(context: Context, candidates: readonly number[]): string[][] {
  const { line, people } = context
  const tags = (['after', 'before', 'earlier'] as const).flatMap((place) => {
    const tag = line[place]
    if (tag === null) return []
    const where = place !== 'before' || context.isNewTurn ? place : line.isShared ? 'shared' : 'between'
    const told = `${tag.kind}.${kindOf(tag, people)}`
    return [{ tag, told, label: `${where}.${told}` }]
  })
  const said = tags.find(({ tag }) => tag.kind !== 'beat')
  const isSaid = tags.some(({ tag, label }) => tag.kind === 'said' && !/^(?:shared|between)/.test(label))
  for (const each of tags) if (isSaid && each.tag.kind !== 'said') each.label = `besides.${each.label}`
  const mode = said === undefined ? 'free' : said.tag.who.kind === 'pronoun' ? 'pronoun' : 'told'
  const order = [...new Set(context.back.map(({ speaker }) => speaker))]
  const here = [...context.back, ...context.ahead].filter(({ paragraph }) => paragraph === context.paragraph)
  return candidates.map((candidate) => {
    const signs: string[] = []
    if (candidate === NOBODY) {
      signs.push('nobody', `nobody.${mode}`)
      for (const { label } of tags) signs.push(`nobody.${label}`)
      return signs
    }
    const speaker = people.speakers[candidate]
    if (speaker === undefined) return signs
    for (const { tag, told, label } of tags) {
      const fit = fitOf(tag, candidate, speaker, people)
      signs.push(`${told}.${fit}`, `${label}.${fit}`)
      if (tag.who.kind === 'pronoun' && fit !== 'wrong') {
        const fitting = order.filter((each) => fitOf(tag, each, people.speakers[each], people) !== 'wrong')
        signs.push(`${tag.kind}.rank.${bucket(fitting.indexOf(candidate), [0, 1, 2])}`)
      }
    }
    signs.push(
      `${mode}.${speaker.kind === 'description' ? 'described' : 'named'}`,
      `${mode}.near.${nearness(context, candidate)}`,
      `${mode}.next.${nextOf(context, candidate)}`,
      `${mode}.recent.${bucket(order.indexOf(candidate), [0, 1, 2, 4])}`,
      `${mode}.present.${bucket(context.present.indexOf(candidate), [0, 1, 2, 4])}`,
      `tags.${bucket(speaker.tags, [0, 1, 4, 19])}`,
    )
    const { back, ahead } = context.told
    signs.push(
      `${mode}.toldBack.${back.get(candidate) ?? 'none'}`,
      `${mode}.toldAhead.${ahead.get(candidate) ?? 'none'}`,
    )
    if (speaker.gender !== null) {
      const { before, own, after } = context.addressed
      if (context.isNewTurn && before !== null) signs.push(`wasAddressed.${before === speaker.gender}`)
      if (context.endsTurn && after !== null) signs.push(`isAddressed.${after === speaker.gender}`)
      if (own !== null) signs.push(`addresses.${own === speaker.gender}`)
    }
    if (line.calls.has(candidate)) signs.push('calls')
    if (line.names.has(candidate)) signs.push('names')
    if (context.isNewTurn && context.before?.calls.has(candidate)) signs.push(`${mode}.wasCalled`)
    if (context.isNewTurn && context.before?.names.has(candidate)) signs.push('wasNamed')
    if (context.endsTurn && context.after?.calls.has(candidate)) signs.push(`${mode}.isCalledNext`)
    if (!context.isNewTurn && context.before?.calls.has(candidate)) signs.push('calledBefore')
    const own = here.filter((each) => each.speaker === candidate)
    if (own.length > 0) {
      signs.push(own.some(({ isSubject }) => isSubject) ? `${mode}.acts` : `${mode}.isObject`)
      if (own.length === here.length) signs.push(`${mode}.alone`)
    }
    return signs
  })
}

function kindOf({ who }: Tag, people: People): string {
  if (who.kind === 'pronoun') return who.isSeveral ? 'they' : 'pronoun'
  if (people.speakerOf(who) === undefined) return 'unknown'
  // “I said” names somebody as well as a name does.
  if (who.kind !== 'description') return 'name'
  if (who.relation === 'relative') return 'relative'
  return `${who.relation === 'new' ? 'new.' : ''}${GENERIC.test(who.words) ? 'generic' : 'description'}`
}

type Fit = 'is' | 'isOften' | 'titled' | 'fits' | 'may' | 'wrong'

/** So often a description speaks that stands for a person of its own. */
const OFTEN = 5

/** Whether a tag can mean somebody. */
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

/** Which of the steps a number is not above; -1 is none. */
function bucket(value: number, steps: readonly number[]): string {
  if (value < 0) return 'none'
  return String(steps.find((step) => value <= step) ?? 'more')
}

/** Paragraphs since the last mention. */
function nearness({ back, paragraph }: Context, candidate: number): string {
  const last = back.find(({ speaker }) => speaker === candidate)
  return last === undefined ? 'none' : bucket(paragraph - last.paragraph, [0, 1, 2, 4, 8])
}

/** Paragraphs to the next mention. */
function nextOf({ ahead, paragraph }: Context, candidate: number): string {
  const next = ahead.find(({ speaker }) => speaker === candidate)
  return next === undefined ? 'none' : bucket(next.paragraph - paragraph, [0, 1, 2, 4, 8])
}

/** Descriptions that soon mean somebody else. */
const GENERIC =
  /^(?:(?:old|young|little|poor|other|first|second|third|good|whole)\s)*(?:man|woman|girl|boy|lady|ladies|gentleman|child|voice|stranger|others?|person|friend|companion)$/iu
