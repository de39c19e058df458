/** Stories of Twine in Twee (https://github.com/iftechfoundation/twine-specs), in the story formats SugarCube, Harlowe, Chapbook and Snowman. */
import { Parser } from 'htmlparser2'
import type { Place } from '../../../../shared/import/engineText.ts'
import type { ImportSource, Piece } from '../../../../shared/import/source.ts'
import { createGameWriter, wordsOutside, type GameWriter } from './gameWriter.ts'

const HEADER = /^::[ \t]*([^\n]*)$/gm
/** The name of a passage with escaped brackets, its tags, and its place on the map. */
const NAME = /^((?:[^[{\\]|\\.)*?)\s*(\[[^\]]*\])?\s*(\{.*\})?\s*$/
/** Passages and tags of passages without words of the story. */
const CODE_PASSAGES = new Set(['StoryData', 'StorySettings', 'StoryInit', 'PassageReady', 'PassageDone'])
const CODE_TAGS = /[[ ](?:script|stylesheet|widget|init|annotation|Twine\.private)(?=[\] ])/
/** The variables above the text of a passage of Chapbook. */
const VARIABLES = /^(?:[\w.]+(?:[ \t]\([^\n]{0,200}?\))?:[^\n]*\n){1,100}--+[ \t]*(?:\n|$)/

/** Reads a story in Twee. A passage is a chapter. `title` is that of the story if it states none. */
export function readTwee(text: string, title: string): ImportSource {
  const writer = createGameWriter('other')
  const headers = [...text.matchAll(HEADER)]
  let told = title
  const first = headers[0]?.index ?? text.length
  readPassage(text.slice(0, first), 1, writer)
  let number = lineBreaksIn(text.slice(0, first)) + 1
  for (const [index, header] of headers.entries()) {
    const [, name = '', tags = '', meta = ''] = NAME.exec(header[1] ?? '') ?? ['', header[1]]
    const start = header.index + header[0].length
    const body = text.slice(start, headers[index + 1]?.index ?? text.length)
    if (name === 'StoryTitle') {
      told = body.trim() || title
      writer.code(name)
    } else if (CODE_PASSAGES.has(name) || CODE_TAGS.test(tags)) writer.code(`${header[0]}${body}`)
    else {
      writer.heading(name.replaceAll(/\\(.)/g, '$1'))
      writer.code(`${tags} ${meta}`)
      readPassage(body, number, writer)
    }
    number += lineBreaksIn(body)
  }
  return writer.finish(told)
}

/** The passages of a story that Twine published as a page, in Twee; null for any other page. */
export function tweeOfPage(html: string): string | null {
  if (!/<tw-storydata\b/i.test(html)) return null
  const passages: string[] = []
  let isOpen = false
  const begin = (name: string, tags: string) => {
    isOpen = true
    passages.push(`\n:: ${name.replaceAll(/[\\[\]{}]/g, String.raw`\$&`)} [${tags}]\n`)
  }
  const parser = new Parser({
    onopentag(tag, { name = '', tags = '', type = '' }) {
      if (tag === 'tw-storydata') {
        passages.push(`:: StoryTitle\n${name}\n`)
      } else if (tag === 'tw-passagedata') begin(name, tags)
      else if (type.startsWith('text/twine-')) begin('Code', 'script')
    },
    ontext(text) {
      if (isOpen) passages.push(text)
    },
    onclosetag() {
      isOpen = false
    },
  })
  parser.end(html)
  return passages.join('')
}

const lineBreaksIn = (text: string) => text.split('\n').length - 1

function readPassage(text: string, number: number, writer: GameWriter): void {
  const lead = text.length - text.trimStart().length
  const variables = VARIABLES.exec(text.slice(lead))?.[0] ?? ''
  writer.code(variables)
  const start = lead + variables.length
  const body = text.slice(start)
  const { places, variableAt } = placesIn(body)
  let at = number + lineBreaksIn(text.slice(0, start))
  let next = 0
  for (let from = 0; from <= body.length;) {
    const first = next
    let end = body.indexOf('\n', from)
    // A line break within code does not end the line.
    for (; next < places.length; next++) {
      const place = places[next]
      if (place === undefined || (end >= 0 && place.start > end)) break
      if (end >= 0 && place.end > end) end = body.indexOf('\n', place.end)
    }
    if (end < 0) end = body.length
    const line = body.slice(from, end)
    const own = places
      .slice(first, next)
      .map((place) => ({ ...place, start: place.start - from, end: place.end - from }))
    const isVariable =
      variableAt.some((place) => place >= from && place < end) ||
      /(?<![\w$])\$[A-Za-z]\w+/.test(wordsOutside(line, own))
    if (line.trim() !== '') writer.line(line, at, { places: own, isVariable })
    at += lineBreaksIn(line) + 1
    from = end + 1
  }
}

/** Links, “[[words|target]]”, “[[words->target]]”, “[[target<-words]]”, “[[target]]”, each with a setter after it. */
const LINK = String.raw`\[\[(?<link>[^\][\n]{1,500})\](?:\[[^\][\n]{0,500}\])?\]`

/** The ranges of links in a text that are not words. */
export function linksIn(text: string): Place[] {
  if (!text.includes('[[')) return []
  return Array.from(text.matchAll(new RegExp(LINK, 'g'))).flatMap(({ 0: link, 1: inner = '', index }) =>
    around(index, link, wordsOfLink(inner)),
  )
}

/** Where the words of a link are in its text. */
function wordsOfLink(inner: string): { readonly start: number; readonly end: number } {
  const start = 2
  const whole = { start, end: start + inner.length }
  const arrow = inner.lastIndexOf('->')
  if (arrow >= 0) return { start, end: start + arrow }
  const back = inner.indexOf('<-')
  if (back >= 0) return { start: start + back + 2, end: whole.end }
  const bar = inner.indexOf('|')
  return bar >= 0 ? { start, end: start + bar } : whole
}

/** The ranges of a form before and after its words. */
function around(
  index: number,
  form: string,
  words: { readonly start: number; readonly end: number },
): Place[] {
  return [
    { start: index, end: index + words.start, piece: 'markup' },
    { start: index + words.end, end: index + form.length, piece: 'markup' },
  ]
}

const QUOTED = String.raw`"(?:[^"\\\n]|\\.){0,500}"|'(?:[^'\\\n]|\\.){0,500}'`
/** In order: comments, code, links, pictures, macros of SugarCube, code of Snowman, tags, inserts and modifiers of Chapbook, and signs of style. */
const FORMS = new RegExp(
  [
    String.raw`(?<note>\/\*[^]{0,5000}?\*\/|\/%[^]{0,5000}?%\/|<!--[^]{0,5000}?-->)`,
    String.raw`<<(?<block>script|widget)\b[^]{0,20000}?<<\/\k<block>>>|<(?<element>script|style)\b[^]{0,20000}?<\/\k<element>>`,
    LINK,
    String.raw`\[[<>]?img\[[^\]\n]{0,500}\](?:\[[^\]\n]{0,500}\])*\]`,
    String.raw`<<(?<macro>[/=-]?\w*)(?<args>(?:${QUOTED}|[^<>"']|["']|>(?!>)|<(?!<)){0,2000}?)>>`,
    String.raw`<%(?<snow>[^]{0,2000}?)%>`,
    String.raw`<\/?[A-Za-z][^<>\n]{0,500}>`,
    String.raw`\{(?<insert>embed|reveal|cycling|dropdown|text input|ambient|sound|back|restart|no)\b[^{}\n]{0,500}\}`,
    String.raw`^\[(?:if|unless|else|continue|cont|after|align|note|JavaScript|CSS|append|ifalways|ifnever|unlessalways)\b[^\]\n]{0,500}\]$`,
    String.raw`\((?<harlowe>[a-z][a-z0-9-]*):`,
    String.raw`\|[\w-]{1,40}[>)]\[|\]<[\w-]{1,40}\||''|(?<!:)\/\/|__|~~|@@(?:[^;@\n]{0,100};)?|\{\{\{|\}\}\}|\*{1,3}|\\$|^!{1,6}|^#{1,6}(?=\s)`,
  ].join('|'),
  'gm',
)
const LINK_MACRO = /^(?:link|button|click)/
const PRINTS = /^(?:[=-]|print|display)/
/** Macros of Harlowe; “(note: …)” is prose. */
const HARLOWE = new Set(
  (
    'set put move print display if unless else-if elseif else for loop either cond nth live stop event after link link-goto link-reveal ' +
    'link-reveal-goto link-replace link-repeat link-undo link-show link-rerun link-fullscreen linkgoto goto go-to undo redirect click ' +
    'click-goto click-replace click-append click-prepend mouseover mouseout replace append prepend enchant enchant-in change show hide hidden ' +
    'rerun text-style text-colour text-color colour color text-rotate text-size font align background bg css hook border hover-style box ' +
    'transition t8n transition-time t8n-time transition-arrive t8n-arrive transition-depart t8n-depart animate a array dm datamap ds dataset random alert prompt confirm ' +
    'save-game load-game savegame loadgame input input-box dropdown cycling-link seq-link meter dialog char-style collapse nobr verbatim ' +
    'verbatim-print icon-undo icon-redo button reload restart macro output out-data text str string source passage visits'
  ).split(' '),
)

/** The ranges of a passage that are not words, in order, and the places of values that the game fills in. */
function placesIn(text: string): {
  readonly places: readonly Place[]
  readonly variableAt: readonly number[]
} {
  const places: Place[] = []
  const variableAt: number[] = []
  const leave = (start: number, end: number, piece: Piece = 'markup') =>
    void places.push({ start, end, piece })
  const forms = new RegExp(FORMS)
  for (let found = forms.exec(text); found !== null; found = forms.exec(text)) {
    const { 0: form, index, groups = {} } = found
    const { note, link, macro, args = '', snow, harlowe } = groups
    const end = index + form.length
    if (note !== undefined) leave(index, end, 'scriptNote')
    else if (link !== undefined) places.push(...around(index, form, wordsOfLink(link)))
    else if (macro !== undefined) {
      const words = LINK_MACRO.test(macro) ? wordsOfMacro(form) : null
      if (words === null) leave(index, end)
      else places.push(...around(index, form, words))
      if (PRINTS.test(macro) && args.trim() !== '') variableAt.push(index)
    } else if (harlowe !== undefined) {
      const close = HARLOWE.has(harlowe) ? closingAt(text, index, '(', ')') : -1
      if (close < 0) continue
      const written = text.slice(index, close + 1)
      const words = /^(?:link|click|button)/.test(harlowe) ? wordsOfMacro(written) : null
      if (words === null) leave(index, close + 1)
      else places.push(...around(index, written, words))
      if (harlowe === 'print') variableAt.push(index)
      forms.lastIndex = close + 1
      // A macro before a hook shows or changes it.
      const hook = close + 1
      const hookEnd = text[hook] === '[' && text[hook + 1] !== '[' ? closingAt(text, hook, '[', ']') : -1
      if (hookEnd >= 0) {
        leave(hook, hook + 1)
        leave(hookEnd, hookEnd + 1)
      }
    } else {
      leave(index, end)
      if (snow?.startsWith('=') === true) variableAt.push(index)
    }
  }
  return { places: withoutOverlaps(places), variableAt }
}

/** Where the words of a macro that makes a link are: its first string, or the words of a link in it; null if it has neither. */
function wordsOfMacro(form: string): { readonly start: number; readonly end: number } | null {
  const found = new RegExp(`${LINK}|${QUOTED}`).exec(form)
  if (found === null) return null
  const link = found.groups?.['link']
  const { start, end } = link === undefined ? { start: 1, end: found[0].length - 1 } : wordsOfLink(link)
  return { start: found.index + start, end: found.index + end }
}

/** A longer form is not closed. */
const LONGEST_FORM = 5000

/** Where a bracket is closed, except in strings; −1 if it stays open. */
function closingAt(text: string, start: number, open: string, close: string): number {
  let depth = 0
  let quote = ''
  for (let at = start; at < Math.min(text.length, start + LONGEST_FORM); at++) {
    const sign = text[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = ''
    } else if (open === '(' && (sign === '"' || sign === "'")) quote = sign
    else if (sign === open) depth += 1
    else if (sign === close) depth -= 1
    if (depth === 0) return at
  }
  return -1
}

function withoutOverlaps(places: readonly Place[]): Place[] {
  const kept: Place[] = []
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (place.start < place.end && place.start >= (kept.at(-1)?.end ?? 0)) kept.push(place)
  }
  return kept
}
