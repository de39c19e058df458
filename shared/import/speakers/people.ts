/** All possible speakers of a text: those with a name, the narrator of “I said”, and those who are only described. */
import type { Cast } from './cast.ts'
import { genderOfFirstName } from './firstNames.ts'
import type { Gender } from './names.ts'
import { isGeneric, isNameless, type Mention } from './mentions.ts'
import type { Tag } from './tags.ts'

/** A possible speaker. */
export interface Speaker {
  readonly kind: 'name' | 'narrator' | 'description'
  readonly name: string
  readonly gender: Gender | null
  /** The number of speech tags that name them. */
  readonly tags: number
}

/** A line with the people whom it addresses by name, and its speech tags. */
export interface ToldLine {
  readonly after: Tag | null
  readonly before: Tag | null
  readonly calls: ReadonlySet<number>
}

/** A narrator with at least this many speech tags is identified with a person whom others address by name. */
const NARRATOR_SPEAKS = 3
/** In a short text, a share of one in this many is enough; in a long one, it is an error in the quotation marks. */
const LEAST_SHARE = 50

export class People {
  readonly speakers: readonly Speaker[]
  readonly #cast: Cast
  readonly #described = new Map<string, number>()
  readonly #narrator: number | undefined

  /** `narrations` are the mentions of each paragraph, in their order; `lines` all lines of the text. */
  constructor(cast: Cast, narrations: readonly (readonly Mention[])[], lines: readonly ToldLine[]) {
    this.#cast = cast
    const speakers: { kind: Speaker['kind']; name: string; gender: Gender | null }[] = cast.people.map(
      ({ name }) => ({ kind: 'name', name, gender: null }),
    )
    const said = lines.flatMap(({ after, before }) =>
      [after, before].flatMap((tag) => (tag?.kind === 'said' ? [tag.who] : [])),
    )
    const told = said.filter(({ kind }) => kind === 'narrator').length
    if (told >= NARRATOR_SPEAKS || told * LEAST_SHARE > said.length)
      this.#narrator =
        (told < NARRATOR_SPEAKS ? undefined : narratorIn(narrations, lines, cast)) ??
        speakers.push({ kind: 'narrator', name: 'I', gender: null }) - 1
    const shortened: [string, string][] = []
    const uses = new Map<string, number>()
    for (const who of said)
      if (who.kind === 'description') uses.set(keyOf(who.words), (uses.get(keyOf(who.words)) ?? 0) + 1)
    for (const who of said) {
      if (who.kind !== 'description' || this.speakerOf(who) !== undefined) continue
      // “the inflexible beadle” is the beadle.
      const plain = withoutAttributes(keyOf(who.words), uses)
      if (plain !== undefined) {
        shortened.push([keyOf(who.words), plain])
        continue
      }
      this.#described.set(
        keyOf(who.words),
        speakers.push({
          kind: 'description',
          name: isNameless(who.words) ? '' : who.words.replace(/\s+/gu, ' '),
          gender: who.gender,
        }) - 1,
      )
    }
    for (const [words, plain] of shortened) {
      const own = this.speakerOf({ kind: 'description', words: plain, gender: null, relation: 'known' })
      if (own !== undefined) this.#described.set(words, own)
    }
    const tags = Map.groupBy(said, (who) => this.speakerOf(who))
    const genders = this.#genders(narrations)
    this.speakers = speakers.map((speaker, index) => ({
      ...speaker,
      kind: index === this.#narrator ? 'narrator' : speaker.kind,
      gender: speaker.gender ?? genders[index] ?? null,
      tags: tags.get(index)?.length ?? 0,
    }))
  }

  /** The index of the person mentioned; undefined if the words do not identify one. */
  speakerOf(who: Mention['who']): number | undefined {
    if (who.kind === 'name') return this.#cast.personOf(who.name)
    if (who.kind === 'narrator') return this.#narrator
    if (who.kind !== 'description') return undefined
    return (
      (who.relation === 'known' ? this.#called(who.words) : undefined) ??
      this.#described.get(keyOf(who.words))
    )
  }

  /** “the nurse” is the person called “Nurse”. */
  #called(words: string): number | undefined {
    return this.#cast.personOf({ start: 0, end: 0, title: '', words: [words], isPossessive: false })
  }

  /** By titles and first names, and by the pronouns that follow each name. */
  #genders(narrations: readonly (readonly Mention[])[]): (Gender | null)[] {
    const sums = this.#cast.people.map(({ gender, firstName }) =>
      gender === null ? 4 * signOf(genderOfFirstName(firstName)) : 20 * signOf(gender),
    )
    for (const mentions of narrations) {
      let named: number | undefined
      for (const { who, isSubject } of mentions) {
        if (who.kind === 'name' || who.kind === 'description')
          named = isSubject ? this.speakerOf(who) : undefined
        if (who.kind !== 'pronoun' || named === undefined || sums[named] === undefined) continue
        sums[named] = (sums[named] ?? 0) + signOf(who.gender)
        named = undefined
      }
    }
    return sums.map((sum) => (sum > 1 ? 'male' : sum < -1 ? 'female' : null))
  }
}

/**
 * Identifies the narrator: the person whom others most often address by a name that the narration does not use. Undefined if there is none.
 */
function narratorIn(
  narrations: readonly (readonly Mention[])[],
  lines: readonly ToldLine[],
  cast: Cast,
): number | undefined {
  const told = new Map<number, number>()
  for (const { who } of narrations.flat()) {
    const person = who.kind === 'name' ? cast.personOf(who.name) : undefined
    if (person !== undefined) told.set(person, (told.get(person) ?? 0) + 1)
  }
  const called = new Map<number, number>()
  let own = 0
  for (const { after, before, calls } of lines) {
    if (after?.who.kind === 'narrator' || before?.who.kind === 'narrator') own += 1
    else for (const person of calls) called.set(person, (called.get(person) ?? 0) + 1)
  }
  const [found] = [...called]
    .filter(([person]) => !FORMS_OF_ADDRESS.has(cast.people[person]?.name.toLowerCase() ?? ''))
    .filter(
      ([person, count]) => count > 1 && count >= own * CALLED_NARRATOR && (told.get(person) ?? 0) < count / 2,
    )
    .toSorted(([, a], [, b]) => b - a)
  return found?.[0]
}

/** How often a narrator is addressed by name at least, for each speech tag with “I”: rarer names are those of others. */
const CALLED_NARRATOR = 0.05
/** “Yes, Sir.” names nobody. */
const FORMS_OF_ADDRESS = new Set(
  'sir madam miss mister lord lady master gentlemen don doña señor señora signor signora monsieur madame mademoiselle herr frau'.split(
    ' ',
  ),
)

/** How often others must address a person by a name for it to be theirs, and the share of all such addresses that must use that name. */
const CALLED = 3
const CALLED_MOSTLY = 0.6

/**
 * People who are the same according to how others address them: “You are late, Tom.” — “I am,” said Mr. Quill. Maps one index to the other.
 * Two people of whom one answers or addresses the other stay two. `paragraphs` are the lines of each paragraph.
 */
export function sameByAddress(paragraphs: readonly (readonly ToldLine[])[], cast: Cast): Map<number, number> {
  const turns = paragraphs.flatMap((lines) => {
    const said = lines.flatMap(({ after, before }) => [after, before]).find((tag) => tag?.kind === 'said')
    const told = said?.who.kind === 'name' ? cast.personOf(said.who.name) : undefined
    return lines.length === 0 ? [] : [{ told, lines }]
  })
  const calls = new Map<number, number[]>()
  const apart = new Set<string>()
  for (const [index, { told, lines }] of turns.entries()) {
    if (told === undefined) continue
    const [before, after] = [turns[index - 1], turns[index + 1]]
    const called = [before?.lines.at(-1), after?.lines[0]].flatMap((line) => [...(line?.calls ?? [])])
    const own = calls.get(told)
    if (own === undefined) calls.set(told, called)
    else own.push(...called)
    for (const other of [before?.told, after?.told, ...lines.flatMap((line) => [...line.calls])])
      if (other !== undefined) apart.add(`${told} ${other}`)
  }
  const same = new Map<number, number>()
  for (const [person, called] of calls) {
    const often = Map.groupBy(called, (other) => other)
    for (const [other, { length }] of often) {
      const isCalled = other !== person && length >= CALLED && length >= CALLED_MOSTLY * called.length
      if (isCalled && cast.canBe(person, other) && !apart.has(`${person} ${other}`)) same.set(person, other)
    }
  }
  return same
}

/** The shorter description, without its first words, that the text uses for a person whom it describes like this only once. */
function withoutAttributes(words: string, uses: ReadonlyMap<string, number>): string | undefined {
  if (uses.get(words) !== 1 || DISTINGUISHES.test(words)) return undefined
  const all = words.split(' ')
  return all
    .map((_, from) => all.slice(from).join(' '))
    .find((own, from) => from > 0 && !isGeneric(own) && (uses.get(own) ?? 0) > 1)
}

/** Words that distinguish one person from others with the same description. */
const DISTINGUISHES =
  /(?<![\p{L}])(?:first|second|third|fourth|other|another|next|last|one|senior|junior|elder|eldest|younger|youngest|older|oldest|tall|taller|tallest|short|shorter|fat|thin|big|bigger|small|smaller|head|under|chief|[’']s)(?![\p{L}])/u

function keyOf(description: string): string {
  return description.toLowerCase().replace(/\s+/gu, ' ')
}

function signOf(gender: Gender | null): number {
  return gender === null ? 0 : gender === 'male' ? 1 : -1
}
