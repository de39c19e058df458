/** How HTML elements are read: blocks, their places, and content that is not part of the text. */
import type { Piece } from '../../../../shared/import/source.ts'
import type { PartPlace } from './documentText.ts'
import { isFrontMatter, isNote } from './htmlNotes.ts'
import { isHiding } from './htmlStyles.ts'
import type { PartsWriter } from './partsWriter.ts'

type Attributes = Readonly<Record<string, string>>

/** Elements whose content is not text. The parentheses around ruby text are only for browsers that cannot show it above. */
export const CODE = new Set(['script', 'style', 'rp'])
/** Elements whose text is not part of the page's text, and the piece that it is. */
export const LEFT_OUT: Readonly<Record<string, Piece>> = {
  // Fallback content, or content that a script shows.
  ...Object.fromEntries(
    'template noscript iframe noframes noembed object embed canvas audio video'
      .split(' ')
      .map((name) => [name, 'hidden' as const]),
  ),
  // Form controls.
  ...Object.fromEntries(
    'select textarea button datalist'.split(' ').map((name) => [name, 'markup' as const]),
  ),
  // Ruby text: the reading of the text below it.
  rt: 'repeated',
  rtc: 'repeated',
  svg: 'picture',
}
/** Elements that separate words within left-out content, besides blocks. */
export const PARTS_WORDS = new Set(['br', 'option', 'optgroup', 'button', 'text', 'title', 'desc'])
const HEADINGS = /^h[1-6]$/
const BLOCKS = new Set(
  'html head body p div section article header footer main aside nav blockquote pre figure figcaption address details summary dialog dl dt dd form fieldset legend ul ol menu hr center table caption thead tbody tfoot marquee mbp:pagebreak'.split(
    ' ',
  ),
)
/** A footer inside these elements belongs to them, and not to the page. */
const OWN_FOOTER = new Set(['article', 'section', 'blockquote', 'figure', 'li', 'td'])
/** The place of an element's parts; null for the place of its parent. */
export function placeOf(
  name: string,
  attributes: Attributes,
  isHidden: boolean,
  open: readonly { readonly name: string }[],
): PartPlace | null {
  const role = attributes['role']
  if (name === 'nav' || role === 'navigation' || role === 'doc-toc') return 'contents'
  if (role === 'contentinfo') return 'margin'
  if (name === 'footer' && !open.some((outer) => OWN_FOOTER.has(outer.name))) return 'margin'
  if (isNote(attributes)) return 'footnote'
  const word = placeInWord(attributes)
  if (word !== null) return word
  if (isHidden) return 'hidden'
  return isFrontMatter(attributes) ? 'frontMatter' : null
}

/** What an element is in a page that Word saved. */
function placeInWord({ style = '', class: name = '' }: Attributes): PartPlace | null {
  if (name.startsWith('Mso')) {
    if (/^MsoToc(?:\d|Heading)/.test(name)) return 'contents'
    if (/^Mso(?:Title|Subtitle)\b/.test(name)) return name.startsWith('MsoT') ? 'title' : 'subtitle'
  }
  const element = /mso-element:\s*(footnote|endnote|comment|header|footer)/.exec(style)?.[1]
  if (element === undefined) return null
  return element === 'comment' ? 'scriptNote' : /note/.test(element) ? 'footnote' : 'margin'
}

/** The types, roles and classes of boxes beside the text, such as those of DocBook. */
const BOX =
  /(?:^|[\s:])(?:doc-)?(?:notice|note|tip|hint|warning|caution|danger|important|sidebar|admonition|callout|pullquote)(?:$|\s)/i

/** Whether an element is a box beside the text: a heading in it begins no chapter. */
export function isBox(name: string, attributes: Attributes): boolean {
  if (name === 'aside') return true
  const { 'epub:type': type = '', role = '', class: classes = '' } = attributes
  return name === 'div' && BOX.test(`${type} ${role} ${classes} ${attributes['data-type'] ?? ''}`)
}

export function isHeading(name: string): boolean {
  return HEADINGS.test(name)
}

/** Whether an element starts a new line. */
export function isBlock(name: string): boolean {
  return HEADINGS.test(name) || ['li', 'tr', 'td', 'th'].includes(name) || BLOCKS.has(name)
}

/** Whether a cell names the speaker of its row, as in plays. */
function namesSpeaker({ 'epub:type': type = '', class: name = '' }: Attributes): boolean {
  return /(?:^|[\s:])(?:persona|speaker)(?:$|\s)/.test(`${type} ${name}`)
}

/** Whether an element is a stage direction within a speech. */
export function isDirection({ 'epub:type': type = '', class: name = '' }: Attributes): boolean {
  return /(?:^|[\s:])stage-?direction(?:$|\s)/i.test(`${type} ${name}`)
}

/** Starts the part that an element represents. */
export function openElement(
  name: string,
  attributes: Attributes,
  { writer, isInBox }: { readonly writer: PartsWriter; readonly isInBox: boolean },
): void {
  if (HEADINGS.test(name)) writer.begin(isInBox ? 'paragraph' : 'heading')
  else if (name === 'li') writer.begin('listItem')
  else if (name === 'tr') writer.beginRow()
  else if (name === 'td' || name === 'th') writer.beginCell(namesSpeaker(attributes))
  else if (BLOCKS.has(name)) writer.begin('paragraph')
}

/** Ends the part that an element represents. */
export function closeElement(name: string, writer: PartsWriter): void {
  if (name === 'tr') writer.endRow()
  else if (name === 'td' || name === 'th') writer.endCell()
  else if (HEADINGS.test(name) || name === 'li' || BLOCKS.has(name)) writer.end()
}

/** Whether the attributes of an element hide it. */
export function isHiddenBy(name: string, attributes: Attributes): boolean {
  if (name === 'html' || name === 'body') return false
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    (name === 'dialog' && !('open' in attributes)) ||
    // A deletion that is tracked, with its date.
    (name === 'del' && 'datetime' in attributes) ||
    isHiding(attributes['style'] ?? '')
  )
}
