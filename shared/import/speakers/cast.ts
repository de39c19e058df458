/**
 * The people of a text, by their names: “Captain Mira Harrow”, “Mira Harrow” and “Mira” are one person, unless the name may also belong to
 * another. Two members of a family stay two people: Mr and Mrs Quill, Ann and Tom Quill.
 */
import { genderOfFirstName, relatedFirstNames } from './firstNames.ts'
import { genderOfTitle, isRank, titleOf, type Gender, type Name } from './names.ts'

/** One form in which a text names a person, and its frequency. */
interface Form {
  readonly title: string
  /** In lower case. */
  readonly words: readonly string[]
  /** The spellings of the form in the text, with their frequencies: “Dr. Quill”, “Doctor Quill”. */
  readonly spellings: Map<string, number>
  count: number
  /** How many of these uses are in narration, and not in spoken words. */
  told: number
}

interface Group {
  readonly forms: Form[]
}

/** The share of a person's mentions that the displayed name has to cover. */
const MOSTLY = 0.7

export interface Person {
  /** As shown in a list of speakers. */
  readonly name: string
  readonly count: number
  /** According to a title; null if there is none that implies it. */
  readonly gender: Gender | null
  /** The first name in lower case; '' if only a family name is known. */
  readonly firstName: string
}

export interface Cast {
  readonly people: readonly Person[]
  /** The index of the person to whom a name refers; undefined if the text has no such name. */
  readonly personOf: (name: Name) => number | undefined
  /** The same people with some of them merged: maps the index of a person to that of the same person. */
  readonly merged: (same: ReadonlyMap<number, number>) => Cast
  /** Whether a person without a first name may be another person, who has one. */
  readonly canBe: (person: number, other: number) => boolean
}

/** How often one name addresses another before they are two people. Once may be an error in the quotation marks. */
const LEAST_ADDRESSES = 2

/**
 * Collects the people whom a text names. `names` are all names in it, each with its spelling. `addresses` are pairs of names of which one
 * addresses the other: “Come, Tom,” said Mr. Quill.
 */
export function castOf(
  names: Iterable<readonly [name: Name, written: string, isTold?: boolean]>,
  addresses: Iterable<readonly [Name, Name]> = [],
): Cast {
  const addressed = new Map<string, number>()
  for (const pair of addresses) {
    const key = pairKey(...pair)
    addressed.set(key, (addressed.get(key) ?? 0) + 1)
  }
  const isApart = (form: Form, { forms: own }: Group) =>
    own
      // “Tom Quill” is called “Tom”.
      .flatMap(({ title, words }) => [
        { title, words },
        { title: '', words: words.slice(0, 1) },
      ])
      .some((other) => (addressed.get(pairKey(form, other)) ?? 0) >= LEAST_ADDRESSES)
  const forms = new Map<string, Form>()
  for (const [name, written, isTold = false] of names) {
    const key = formKey(name)
    const form = forms.get(key)
    if (form === undefined)
      forms.set(key, {
        title: name.title,
        words: name.words.map((word) => word.toLowerCase()),
        spellings: new Map([[written, 1]]),
        count: 1,
        told: Number(isTold),
      })
    else {
      form.count++
      form.told += Number(isTold)
      form.spellings.set(written, (form.spellings.get(written) ?? 0) + 1)
    }
  }
  const meant = misspelled([...forms.values()])
  const groups = groupForms(
    [...forms.values()].filter((form) => !meant.has(form)),
    isApart,
  )
  for (const [form, right] of meant) groups.find((group) => group.forms.includes(right))?.forms.push(form)
  return castFrom(groups)
}

/** A form with at most this many uses may be a misspelling of one with at least the other number. */
const [MISSPELLED, SPELLED] = [2, 20]
const SHORTEST_MISSPELLED = 5

/** The forms that are misspellings, each with the form that is meant: “Mr. Browlow” for “Mr. Brownlow”. */
function misspelled(forms: readonly Form[]): Map<Form, Form> {
  const often = forms.filter(({ count }) => count >= SPELLED)
  const meant = new Map<Form, Form>()
  for (const form of forms) {
    if (form.count > MISSPELLED) continue
    const right = often.find((other) => isMisspelled(form, other))
    if (right !== undefined) meant.set(form, right)
  }
  return meant
}

/** Whether one letter within a word distinguishes two forms. The last letter often distinguishes men from women, and one from several. */
function isMisspelled(form: Form, other: Form): boolean {
  if (form.title !== other.title || form.words.length !== other.words.length) return false
  const differing = form.words.findIndex((word, index) => word !== other.words[index])
  const [rest, otherRest] = [form, other].map(({ words }) => words.toSpliced(differing, 1).join(' '))
  if (differing < 0 || rest !== otherRest) return false
  const [a = '', b = ''] = [form.words[differing], other.words[differing]]
  const [genderA, genderB] = [genderOfFirstName(a), genderOfFirstName(b)]
  const isOtherName = genderA !== null && genderB !== null && genderA !== genderB
  return a[0] === b[0] && a.at(-1) === b.at(-1) && !isOtherName && differsByOne(a, b)
}

/** Whether two words differ by one letter: it is missing, or is another. */
function differsByOne(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length < SHORTEST_MISSPELLED || long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return short.slice(at + (short.length === long.length ? 1 : 0)) === long.slice(at + 1)
}

function castFrom(groups: readonly Group[]): Cast {
  const byForm = new Map(
    groups.flatMap(({ forms }, person) => forms.map((form) => [formKey(form), person] as const)),
  )
  return {
    people: groups.map(toPerson),
    personOf: (name) => byForm.get(formKey(name)),
    canBe: (person, other) => canBe(groups[person], groups[other]),
    merged: (same) => {
      const others = Map.groupBy(same.keys(), (person) => same.get(person))
      return castFrom(
        groups.flatMap((group, person): Group[] => {
          const added = others.get(person)?.flatMap((other) => groups[other]?.forms ?? []) ?? []
          return same.has(person) ? [] : [{ forms: [...group.forms, ...added] }]
        }),
      )
    },
  }
}

/** “Mr. Quill” can be “Tom Quill”, “Tom” or “Uncle Tom”, but neither “Mrs. Quill” nor “Tom Harrow”. */
function canBe(group: Group | undefined, other: Group | undefined): boolean {
  if (group === undefined || other === undefined) return false
  const isFamilyOnly = group.forms.every(
    ({ title, words }) => words.length === 1 && title !== '' && !isRank(title),
  )
  const [family = ''] = group.forms.flatMap(({ words }) => words)
  return (
    isFamilyOnly &&
    !isOther(other, genderOf(group)) &&
    other.forms.every(({ words }) => words.length === 1 || last(words) === family) &&
    other.forms.some(({ title, words }) => words.length > 1 || title === '' || isRank(title))
  )
}

/** The same for two names in either order. */
function pairKey(...pair: readonly [NameForm, NameForm]): string {
  return pair.map(formKey).sort().join('|')
}

type NameForm = Pick<Form, 'title' | 'words'>

function formKey({ title, words }: NameForm): string {
  return `${title} ${words.join(' ')}`.toLowerCase()
}

/** Groups the forms that refer to one person: whole names first, then those with a title, then single words. */
function groupForms(forms: readonly Form[], isApart: IsApart): Group[] {
  const whole = Map.groupBy(
    forms.filter(({ words }) => words.length > 1),
    // The wife of “John Quill” is “Mrs John Quill”.
    ({ title, words }) => `${title === 'mrs' ? 'mrs ' : ''}${first(words)} ${last(words)}`,
  )
  const groups: Group[] = Array.from(whole.values(), (own) => ({ forms: [...own] }))
  const families = new Families(groups, isApart)
  const single = forms.filter(({ words }) => words.length === 1)
  for (const form of single.filter(({ title }) => title !== '')) families.add(form, families.titled(form))
  for (const form of single.filter(({ title }) => title === '')) families.add(form, families.bare(form))
  return joinShortNames(groups, isApart)
}

/**
 * A short name that the text uses only in spoken words belongs to the person whom the narration calls by the long one, or the other way
 * round: “Come, Bill,” said William. If the narration uses both, they may be two people.
 */
function joinShortNames(groups: readonly Group[], isApart: IsApart): Group[] {
  const named = new Map<string, Set<Group>>()
  for (const group of groups) for (const { words } of group.forms) addTo(named, first(words), group)
  const joined = new Set(groups)
  for (const group of groups.filter(({ forms }) => forms.every(({ told }) => told === 0))) {
    const related = relatedFirstNames(first(group.forms[0]?.words ?? []))
    const others = new Set(Array.from(related).flatMap((name) => [...(named.get(name) ?? [])]))
    const other = only([...others].filter((each) => joined.has(each) && isSameByShortName(group, each)))
    if (other === undefined || group.forms.some((form) => isApart(form, other))) continue
    other.forms.push(...group.forms)
    joined.delete(group)
  }
  return [...joined]
}

function isSameByShortName(group: Group, other: Group): boolean {
  if (group === other || countOf(group) > countOf(other)) return false
  return group.forms.every((form) => {
    const [name = '', ...family] = form.words
    return other.forms.some(
      ({ title, words }) =>
        (title === form.title || (form.title === '' && isRank(title))) &&
        words.slice(1).join(' ') === family.join(' ') &&
        relatedFirstNames(name).has(first(words)),
    )
  })
}

/** Whether a form certainly names another person than a group. */
type IsApart = (form: Form, group: Group) => boolean

/** The groups by the first and the last word of their names. */
class Families {
  readonly #groups: Group[]
  readonly #firsts = new Map<string, Set<Group>>()
  readonly #lasts = new Map<string, Set<Group>>()

  readonly #isApart: IsApart

  constructor(groups: Group[], isApart: IsApart) {
    this.#groups = groups
    this.#isApart = isApart
    for (const group of groups) for (const form of group.forms) this.#index(form, group)
  }

  #index({ words, title }: Form, group: Group): void {
    if (words.length > 1) addTo(this.#firsts, first(words), group)
    if (words.length > 1 || title !== '') addTo(this.#lasts, last(words), group)
  }

  add(form: Form, group: Group | undefined): void {
    const own = group ?? { forms: [] }
    if (group === undefined) this.#groups.push(own)
    own.forms.push(form)
    this.#index(form, own)
  }

  #fitting(form: Form, groups: ReadonlySet<Group> = new Set()): Group[] {
    return [...groups].filter((group) => !this.#isApart(form, group))
  }

  /** “Captain Harrow” is the person with that title and name; “Mr Harrow” is the only man of that name. */
  titled(form: Form): Group | undefined {
    const word = first(form.words)
    const family = this.#fitting(form, this.#lasts.get(word)).filter((group) => group.forms.some(isWhole))
    const named = this.#fitting(form, this.#firsts.get(word))
    const sameTitle = [...named, ...family].filter((group) => hasTitle(group, form.title))
    // In “Mr John Quill”, the first name distinguishes him from “Mr Quill”.
    if (isRank(form.title)) return only(sameTitle)
    if (sameTitle.length > 0) return undefined
    const gender = genderOfTitle(form.title)
    const possible = family.filter((group) => !isOther(group, gender))
    return form.title === 'mrs'
      ? undefined
      : (only(possible) ?? only(named.filter((group) => !isOther(group, gender))))
  }

  /** “Mira” is the person with that first name; “Quill” is the only one of that family, or its “Mr Quill”. */
  bare(form: Form): Group | undefined {
    const word = first(form.words)
    // “the Captain” is the only person whom the text calls that.
    if (isRank(word)) return only(this.#groups.filter((group) => hasTitle(group, titleOf(word))))
    const named = this.#fitting(form, this.#firsts.get(word))
    if (named.length > 0) return only(named) ?? leading(named)
    const family = this.#fitting(form, this.#lasts.get(word))
    // Novels refer to men by the family name alone, and to women of the family by their first names.
    return (
      only(family) ??
      only(family.filter((group) => genderOf(group) !== 'female')) ??
      only(family.filter((group) => hasTitle(group, 'mr')))
    )
  }
}

/** The group that the text names far more often than any other. */
function leading(groups: readonly Group[]): Group | undefined {
  const [one, other] = groups.toSorted((a, b) => countOf(b) - countOf(a))
  return one !== undefined && other !== undefined && countOf(one) > 5 * countOf(other) ? one : undefined
}

function toPerson(group: Group): Person {
  const whole = group.forms.find(isWhole)
  const bare = group.forms.find(({ title, words }) => title === '' && words.length === 1)
  return {
    name: nameOf(group),
    count: countOf(group),
    gender: genderOf(group),
    firstName: first((whole ?? bare)?.words ?? []),
  }
}

/** The most frequent form, or the one that contains most of the others if these are frequent. */
function nameOf(group: Group): string {
  const [main, ...others] = group.forms.toSorted(
    (a, b) => b.count - a.count || b.words.length - a.words.length,
  )
  if (main === undefined) return ''
  const covered = (form: Form) =>
    group.forms.reduce(
      (sum, { words, count }) => (words.every((word) => form.words.includes(word)) ? sum + count : sum),
      0,
    )
  if (covered(main) > MOSTLY * countOf(group)) return withoutPlainTitle(main)
  return withoutPlainTitle(others.reduce((best, form) => (covered(form) > covered(best) ? form : best), main))
}

/** “Miss Josephine Quill” is Josephine Quill. “Mrs. John Quill” and “Captain John Quill” say more than the bare name. */
function withoutPlainTitle(form: Form): string {
  const written = writtenAs(form)
  return form.words.length > 1 && PLAIN_TITLES.has(form.title)
    ? written.replace(/^\p{L}+\.?\s+/u, '')
    : written
}
const PLAIN_TITLES = new Set('mr miss ms master reverend honourable monsieur mademoiselle m mlle'.split(' '))

/** The most frequent spelling of a form; one in capitals, as in headings, only if there is no other. */
function writtenAs({ spellings }: Form): string {
  const [[most] = ['']] = Array.from(spellings).toSorted(
    ([a, times], [b, others]) => Number(isInCapitals(a)) - Number(isInCapitals(b)) || others - times,
  )
  return most
}

function isInCapitals(text: string): boolean {
  return text === text.toUpperCase()
}

function isWhole({ words }: Form): boolean {
  return words.length > 1
}

function hasTitle({ forms }: Group, title: string): boolean {
  return forms.some((form) => form.title === title)
}

function isOther(group: Group, gender: Gender | null): boolean {
  const own = genderOf(group)
  return own !== null && gender !== null && own !== gender
}

function genderOf({ forms }: Group): Gender | null {
  const byTitle = forms.map(({ title }) => genderOfTitle(title)).find((gender) => gender !== null)
  const [whole] = forms.filter(isWhole)
  return byTitle ?? (whole === undefined ? null : genderOfFirstName(first(whole.words)))
}

function countOf({ forms }: Group): number {
  return forms.reduce((sum, { count }) => sum + count, 0)
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined
}

function first(words: readonly string[]): string {
  return words[0] ?? ''
}

function last(words: readonly string[]): string {
  return words.at(-1) ?? ''
}

function addTo(map: Map<string, Set<Group>>, key: string, group: Group): void {
  const found = map.get(key)
  if (found === undefined) map.set(key, new Set([group]))
  else found.add(group)
}
