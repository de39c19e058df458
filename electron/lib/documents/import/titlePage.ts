/** The title page of a text, before its first chapter, and the title and the author that it states. */
import { genderOfFirstName } from '../../../../shared/import/speakers/firstNames.ts'
import { isProse } from '../contentsLines.ts'
import { isTitle } from '../chapterNumbers.ts'

const BY = /^(?:(?:written|(?:a|ein|eine|un|una) \p{L}+) )?(?:by|von|por|par|di)\s+(.+)$/iu
const BY_ALONE = /^(?:written )?(?:by|von|por|par|di|de)$/iu
/** Names are capitalised, and do not end like a sentence; longer lines are text. */
const NAME = /^\p{Lu}[^!?;:\n]{0,79}(?<![.,])$/u
/** Wordings that occur only on the first pages of a printed book. */
const IMPRINT =
  /\bcopyright\b|©|\ball rights reserved\b|\b(?:first )?(?:published|printed)\b|\bpublish(?:ers?|ing)\b|\bedition\b|\bimpression\b|\bverlag\b|\bauflage\b|\balle rechte\b|\béditions?\b|\btous droits\b|\bderechos\b|\beditorial\b|\bedizion[ei]\b|\bwydawnictwo\b|\bиздательств|^(?:to|für|à|a|für|для) \p{Lu}|\bISBN\b|\bauthor of\b|\billustrated\b|\btranslated\b/iu
/** The longest title page, in paragraphs. */
const MOST_PARAGRAPHS = 80
/** With more characters of text than this, it is a preface, which is read aloud. */
const MOST_PROSE = 3000

/** The author in a line such as “by Mary Shelley”; null for any other line. */
export function authorIn(line: string): string | null {
  const name = BY.exec(line.trim())?.[1]?.trim() ?? ''
  return NAME.test(name) ? name : null
}

/** Whether a line announces an author: “by”, “by Mary Shelley”. */
export function namesAuthor(line: string): boolean {
  return BY_ALONE.test(line.trim()) || authorIn(line) !== null
}

const PARTICLE =
  /^(?:von|van|vom|zu|zur|der|den|ten|de|di|da|do|dos|das|del|della|du|la|le|al|bin|ibn|y|e|af)$/u
const CAPITALISED = /^\p{Lu}[\p{L}\p{M}’'-]*\.?$/u
/** Endings that only surnames and patronymics have. */
const SURNAME =
  /(?:[оеё]в|[оеё]ва|ин|ина|ский|ская|евич|ович|вна|енко|sk[iy]|ska|ck[iy]|cka|wicz|sson|dóttir|opoulos)$/u
/** “A Novel in Two Parts”, below a title. */
const GENRE =
  /^(?:(?:an?|eine?|une?|uma?|una)\s(?:\p{L}+\s)?)?(?:novel|novella|romance|story|stories|tales?|play|poems?|memoirs?|comedy|tragedy|drama|roman|novelle|erzählung(?:en)?|märchen|gedichte|schauspiel|conte|récit|nouvelles?|pièce|poésies|novela|cuentos?|poemas|romanzo|racconti|romance|contos|powieść|opowiadania|роман|повесть|рассказы|стихи)(?:\s(?:in|for|für|en|pour|para|per|w|в)\s.{1,40})?\.?$/iu

/** Whether a line is only a name of a person, as its words show: a known first name, initials, or the ending of a surname. */
function isPerson(line: string): boolean {
  const words = line.split(/\s+/)
  const [first = '', ...others] = words
  const isShaped = words.every((word, index) =>
    index > 0 && index < words.length - 1 && PARTICLE.test(word) ? true : CAPITALISED.test(word),
  )
  if (words.length < 2 || words.length > 5 || !isShaped) return false
  if (/^\p{Lu}\.$/u.test(first) || others.slice(0, -1).some((word) => /^\p{Lu}\.$/u.test(word))) return true
  const isKnown = genderOfFirstName(first.toLowerCase()) !== null
  return isKnown || others.some((word) => SURNAME.test(word.toLowerCase()))
}

/** Words of subtitles, and of what a title page says besides the title. */
const NO_NAME =
  /(?<!\p{L})(?:the|an?|of|and|in|to|for|or|der|die|das|ein|eine|und|le|la|les|et|el|los|las|books?|buch|volumes?|vol|band|part|teil|series|edition|collected|selected|complete|works|stories|tales|poems|novels?|chapters?|contents|draft|version|act|scene|one|two|three|first|second)(?!\p{L})/iu

/** Whether a line has the form of a name: two to four capitalised words. The words around it must show that it is one. */
function couldBePerson(line: string): boolean {
  const words = line.split(/\s+/)
  const isShaped = words.every((word) => CAPITALISED.test(word) || PARTICLE.test(word))
  return words.length >= 2 && words.length <= 4 && isShaped && !NO_NAME.test(line) && !IMPRINT.test(line)
}

export interface TitlePage {
  /** The indexes of its paragraphs. */
  readonly parts: ReadonlySet<number>
  readonly title: string | null
  readonly author: string | null
}

const NONE: TitlePage = { parts: new Set(), title: null, author: null }

/**
 * The title page of a text whose first chapter or list of contents begins at `first`. Null stands for a paragraph that is not part of the
 * text. A text that begins with ordinary sentences has no title page.
 */
export function readTitlePage(
  texts: readonly (string | null)[],
  {
    first,
    isOfArchive,
    isBeforeContents,
  }: { readonly first: number; readonly isOfArchive: boolean; readonly isBeforeContents: boolean },
): TitlePage {
  const end = Math.min(first, texts.length)
  const before = texts
    .slice(0, Number.isFinite(first) ? end : MOST_PARAGRAPHS)
    .flatMap((text, at) => (text === null ? [] : [{ at, text: plain(text) }]))
  const opening = before.findIndex(({ text }) => isProse(text))
  const lines = opening < 0 ? before : before.slice(0, opening)
  const announced = nameIn(before)
  const named = announced.author === null && Number.isFinite(first) ? nameAlone(lines) : announced
  if (lines.length === 0 || before.length > MOST_PARAGRAPHS * 3) return NONE
  const by = lines.some(({ at }) => at === named.at)
  if (!Number.isFinite(first)) {
    // Without a chapter below, it is a title page only if it has a title with an author's name above the text.
    const until = lines.findIndex(({ at }) => at === named.at)
    const isPage = by && until <= 3 && lines.slice(0, until).every(({ text }) => isTitle(text))
    return isPage ? { ...named, parts: new Set(lines.slice(0, until + 1).map(({ at }) => at)) } : NONE
  }
  const isImprint = lines.some(({ text }) => IMPRINT.test(text))
  const areTitles = lines.every(({ text }) => text.length < 200 && isTitle(text.split('\n').join(' ')))
  if (!(isOfArchive || by || isImprint || areTitles)) return NONE
  const prose = before.reduce((sum, { text }) => sum + (isProse(text) ? text.length : 0), 0)
  const takesAll = (isBeforeContents || isOfArchive) && prose < MOST_PROSE
  const parts = new Set(
    (takesAll ? before : areTitles || isOfArchive || isImprint || by ? lines : []).map(({ at }) => at),
  )
  const title =
    lines[0] !== undefined && isTitle(lines[0].text.split('\n').join(' ')) ? titleOf(lines[0].text) : null
  return { parts, title: named.title ?? title, author: named.author }
}

const plain = (text: string) => text.replaceAll(/[_*=~]+/g, '').trim()

/** A title without the byline below it. */
function titleOf(text: string): string {
  return (text.split(/\n(?=by$|by )/i)[0] ?? text)
    .split('\n')
    .join(' ')
    .replace(/[.;:,]$/, '')
    .trim()
}

/** The author, and the title above the byline. */
function nameIn(paragraphs: readonly { readonly at: number; readonly text: string }[]) {
  const lines = paragraphs
    .slice(0, MOST_PARAGRAPHS)
    .flatMap(({ at, text }) => text.split('\n').map((line) => ({ at, text: line.trim() })))
  for (const [index, { at, text }] of lines.entries()) {
    const author =
      authorIn(text) ??
      (BY_ALONE.test(text) && NAME.test(lines[index + 1]?.text ?? '')
        ? (lines[index + 1]?.text ?? null)
        : null)
    if (author === null) continue
    // A manuscript may begin with the name and the address of its author.
    const isAuthorFirst = lines[0]?.text.toLocaleLowerCase() === author.toLocaleLowerCase()
    const title = isAuthorFirst ? lines[index - 1] : lines[0]
    const isTitled = index > 0 && title !== undefined && isTitle(title.text)
    const ofName = BY_ALONE.test(text) ? (lines[index + 1]?.at ?? at) : at
    return { at: ofName, author, title: isTitled ? titleOf(title.text) : null }
  }
  return { at: -1, author: null, title: null }
}

/** The author and the title of a title page on which no “by” announces the author: a name above the title, or up to two lines below it. */
function nameAlone(paragraphs: readonly { readonly at: number; readonly text: string }[]) {
  const lines = paragraphs
    .slice(0, 4)
    .flatMap(({ at, text }) => text.split('\n').map((line) => ({ at, text: line.trim() })))
  const [first, second, third] = lines
  const none = { at: -1, author: null, title: null }
  if (first === undefined || second === undefined || !isTitle(first.text)) return none
  const isTitleBelow = isTitle(second.text) && !GENRE.test(second.text) && !isPerson(second.text)
  if (isPerson(first.text) && isTitleBelow)
    return { at: first.at, author: first.text, title: titleOf(second.text) }
  const below = GENRE.test(second.text) ? third : second
  // Any name is known as one below the kind of the text, or in small letters below a title in capitals.
  const isShown = below === third || (!/\p{Ll}/u.test(first.text) && /\p{Ll}/u.test(second.text))
  if (below === undefined || !(isPerson(below.text) || (isShown && couldBePerson(below.text)))) return none
  return { at: below.at, author: below.text, title: titleOf(first.text) }
}
