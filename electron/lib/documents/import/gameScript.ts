/** Scripts of games in the languages of Yarn Spinner, Ren'Py, Twine (Twee) and Ink, in files of these types or in a text. */
import { takeSpeaker, type Place } from '../../../../shared/import/engineText.ts'
import type { ImportSource } from '../../../../shared/import/source.ts'
import { createGameWriter, type GameWriter } from './gameWriter.ts'
import { readRenpy } from './renpy.ts'
import { linksIn, readTwee } from './twee.ts'

export type GameScript = 'yarn' | 'renpy' | 'twee' | 'ink'

/** Reads the script of a game. Words that players see are lines; code, targets and comments are left out. `title` is that of the story. */
export function readGameScript(text: string, kind: GameScript, title: string): ImportSource {
  const written = text.replaceAll(/\r\n?/g, '\n')
  switch (kind) {
    case 'yarn':
      return readYarn(written, title)
    case 'renpy':
      return readRenpy(written, title)
    case 'twee':
      return readTwee(written, title)
    case 'ink':
      return readInk(written, title)
  }
}

/** A header of a node: “title: Start”. */
const YARN_HEADER = /^(?:[A-Za-z_]\w*:.*|\/\/.*|#\S.*)$/
/** Commands whose form does not occur in prose, not even in a language with `<<` as quotation marks. */
const YARN_CODE =
  /^[ \t]*<<(?:if|elseif|set|declare|jump)[ \t]+[^<>\n]*[$(=][^<>\n]*>>|[ \t]#line:\w+[ \t]*(?:#|$)/gm
const RENPY_STRONG = [
  /^[ \t]*label [A-Za-z_.][\w.]*(?:\(.*\))?(?: hide)?:[ \t]*$/m,
  /^[ \t]*(?:define|default|\$)[ \t]+[\w.]+[ \t]*=[ \t]*\w*Character\(/m,
  /^[ \t]*translate [a-z_]+ \w+:[ \t]*$/m,
]
const RENPY_WEAK = [
  /^[ \t]*menu(?: \w+)?:[ \t]*$/m,
  /^[ \t]*jump [A-Za-z_]\w*[ \t]*$/m,
  /^[ \t]*(?:play|queue) (?:music|sound) ["'][^"'\n]+\.\w+["']/m,
  /^[ \t]*(?:with|scene \w+(?: \w+)? with|(?:show|hide) \w+(?: \w+)? with) (?:dissolve|fade|pixellate)\b/m,
]
const RENPY_LINE = /^[ \t]*(?:(?:[A-Za-z_]\w*|"[^"\n]*")(?: [@\w]+){0,4} |[ \t])"(?:[^"\\\n]|\\.)*"[ \t]*$/m
const INK_KNOT = /^[ \t]*={2,}[ \t]*(\w+)[ \t]*(?:\([^()\n]*\))?[ \t]*=*[ \t]*$/gm
const INK_DIVERT = /->[ \t]*(\w+)(?:\.\w+)?[ \t]*$/gm

/** The language of a text that is the script of a game; null for any other text. */
export function gameScriptOf(text: string): GameScript | null {
  const written = text.replaceAll(/\r\n?/g, '\n').trim()
  // Front matter is only in Markdown.
  if (/^---[ \t]*\n/.test(written)) return null
  if (/^::[ \t]*[^:\s]/.test(written) && (/\[\[[^\]\n]+\]\]/.test(written) || /\n::[ \t]*\S/.test(written)))
    return 'twee'
  if (isYarn(written)) return 'yarn'
  const holds = (pattern: RegExp) => pattern.test(written)
  if (RENPY_LINE.test(written) && (RENPY_STRONG.some(holds) || RENPY_WEAK.filter(holds).length > 1))
    return 'renpy'
  return isInk(written) ? 'ink' : null
}

/** Whether a text begins with the headers of a node and `---`, and its nodes end with `===`; or contains commands. */
function isYarn(text: string): boolean {
  if ((text.match(YARN_CODE) ?? []).length > 1) return true
  const lines = text.split('\n').map((line) => line.trimEnd())
  const start = lines.findIndex((line) => !YARN_HEADER.test(line) && line !== '')
  if (lines[start] !== '---' || !lines.slice(0, start).some((line) => /^title:\s*\S/.test(line))) return false
  const ends = lines.flatMap((line, index) => (line === '===' ? [index] : []))
  return (
    ends.length > 0 &&
    ends.every((end) => {
      const next = lines.slice(end + 1).find((line) => line !== '')
      return next === undefined || YARN_HEADER.test(next)
    })
  )
}

function isInk(text: string): boolean {
  const targets = Array.from(text.matchAll(INK_DIVERT), ([, target = '']) => target)
  if (targets.length === 0) return false
  const knots = new Set(Array.from(text.matchAll(INK_KNOT), ([, name = '']) => name))
  const ends = targets.filter((target) => target === 'END' || target === 'DONE')
  return targets.some((target) => knots.has(target)) || (ends.length > 0 && /^[ \t]*[*+=~] ?\S/m.test(text))
}

/** A comment at the end of a line; an address contains no comment. */
const COMMENT = /(?:^|\s)\/\/.*$/

/** Yarn Spinner: https://docs.yarnspinner.dev/write-yarn-scripts/scripting-fundamentals/lines-nodes-and-options */
function readYarn(text: string, title: string): ImportSource {
  const writer = createGameWriter('yarn')
  let isInHeader = /^title:/m.test(text)
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.trim()
    if (isInHeader) {
      const node = /^title:\s*(\S.*)$/.exec(line)?.[1]
      if (line === '---') isInHeader = false
      else if (node !== undefined) writer.heading(node)
      else if (line.startsWith('//')) writer.note(line)
      else writer.code(line)
    } else if (line === '===') isInHeader = true
    else readYarnLine(line, index + 1, writer)
  }
  return writer.finish(title, true)
}

function readYarnLine(line: string, number: number, writer: GameWriter): void {
  const comment = COMMENT.exec(line)?.[0] ?? ''
  const code = line.slice(0, line.length - comment.length)
  const tags = trailing(code, /(?<=^|\s)#[^\s#]+/g)
  const text = code
    .slice(0, code.length - tags.length)
    .replace(/^(?:->|=>)\s*/, '')
    .trim()
  const { speaker, words } = takeSpeaker(text) ?? { speaker: '', words: text }
  const name = /#(line:\S+)/.exec(tags)?.[1] ?? ''
  const commands = Array.from(words.matchAll(/<<.{0,300}?>>/g), ({ 0: { length }, index }): Place => {
    return { start: index, end: index + length, piece: 'markup' }
  })
  const places = [...commands, ...linksIn(words)].toSorted((a, b) => a.start - b.start)
  writer.line(words, number, { speaker, name, places })
  writer.code(tags)
  writer.note(comment)
}

/** The end of a text that consists of forms, with white space between them; '' if it ends otherwise. */
function trailing(text: string, form: RegExp): string {
  let [start, end] = [0, 0]
  for (const { 0: found, index } of text.matchAll(form)) {
    if (text.slice(end, index).trim() !== '' || end === 0) start = index
    end = index + found.length
  }
  return end > 0 && text.slice(end).trim() === '' ? text.slice(start) : ''
}

/** The speaker in a tag, as many games write it: `#speaker: Mira`. */
const SPEAKER_TAG = /#\s*(?:speaker|character|who)\s*[:=_]\s*([^#]+)/i
const INK_CODE = /^(?:~|(?:VAR|CONST|LIST|INCLUDE|EXTERNAL)\s)/
/** A condition or `else` in a block of several lines. */
const INK_BRANCH = /^-(?!>)\s*(?:else|[^"“”.!?]{1,200}?)\s*:/
/** The bullets of a choice or a gather. */
const INK_BULLETS = /^(?:[*+]\s*|-(?!>)\s*)+/
const INK_DIVERTS = /(?:->|<-)[ \t]{0,9}[\w.]{0,200}(?:\([^()]{0,200}\))?/g

/** Ink: https://github.com/inkle/ink/blob/master/Documentation/WritingWithInk.md */
function readInk(text: string, title: string): ImportSource {
  const writer = createGameWriter('other')
  let isComment = false
  let isFunction = false
  let depth = 0
  for (const [index, written] of text.split('\n').entries()) {
    let line = written.trim()
    if (isComment || line.startsWith('/*')) {
      isComment = !line.includes('*/')
      writer.note(line)
      continue
    }
    const block = line.endsWith('*/') ? line.indexOf('/*') : -1
    const comment = COMMENT.exec(line)?.[0] ?? (block < 0 ? '' : line.slice(block))
    line = line.slice(0, line.length - comment.length)
    const knot = /^={1,}\s*(function\s+)?(\w+)\s*(?:\([^()]*\))?\s*=*$/.exec(line)
    if (knot !== null) {
      isFunction = knot[1] !== undefined
      depth = 0
      if (isFunction) writer.code(line)
      else writer.heading(knot[2] ?? '')
    } else if (isFunction || INK_CODE.test(line)) writer.code(line)
    else if (/^TODO\b/.test(line)) writer.note(line)
    else if (/^\{[^{}]*$/.test(line)) {
      depth += 1
      const words = /^\{[^:]*:(.*)$/.exec(line)?.[1] ?? ''
      writer.code(line.slice(0, line.length - words.length))
      readInkLine(words, index + 1, writer)
    } else if (depth > 0 && line === '}') {
      depth -= 1
      writer.code(line)
    } else {
      const branch = depth > 0 ? (INK_BRANCH.exec(line)?.[0] ?? '') : ''
      writer.code(branch)
      readInkLine(line.slice(branch.length), index + 1, writer)
    }
    writer.note(comment)
  }
  return writer.finish(title)
}

function readInkLine(line: string, number: number, writer: GameWriter): void {
  const bullets = INK_BULLETS.exec(line)?.[0] ?? ''
  const rest = line.slice(bullets.length)
  // Its labels and conditions.
  const conditions = bullets === '' ? '' : (/^(?:\s*(?:\{[^{}|:]*\}|\(\s*\w+\s*\)))+/.exec(rest)?.[0] ?? '')
  const said = rest.slice(conditions.length)
  const tags = /(?<!\\)#.*$/.exec(said)?.[0] ?? ''
  const untagged = said.slice(0, said.length - tags.length).trimEnd()
  const diverts = trailing(untagged, INK_DIVERTS)
  const words = untagged.slice(0, untagged.length - diverts.length).trim()
  writer.code(conditions)
  const { places, isVariable } = inkPlaces(words)
  writer.line(words, number, { speaker: SPEAKER_TAG.exec(tags)?.[1]?.trim() ?? '', places, isVariable })
  writer.code(diverts)
  writer.code(tags)
}

/**
 * The ranges of a line that are not read: the brackets of a choice, glue, and what is in braces, except the first of its alternatives. A
 * value alone in braces stays.
 */
function inkPlaces(words: string): { readonly places: Place[]; readonly isVariable: boolean } {
  const places: Place[] = []
  const leave = (start: number, end: number) => void places.push({ start, end, piece: 'markup' })
  let depth = 0
  /** The start of the alternatives that are not read, in the open outermost braces. */
  let unread = -1
  let isVariable = false
  /** Whether the innermost braces hold neither alternatives nor a condition, so far. */
  let isPlain = false
  for (let at = 0; at < words.length; at++) {
    const sign = words[at]
    if (sign === '|' || sign === ':') isPlain = false
    if (sign === '\\') leave(at, at + 1)
    if (sign === '\\') at += 1
    else if (sign === '{') {
      depth += 1
      const condition = /^\{(?:[^{}|:"“”]{1,200}:|[!&~$]+)?\s*/.exec(words.slice(at, at + 210))?.[0] ?? '{'
      const isValue = condition === '{' && /^\{[^{}|]*\}/.test(words.slice(at))
      if (isValue) isVariable = true
      else if (unread < 0) leave(at, at + condition.length)
      isPlain = !condition.includes(':')
      at += condition.length - 1
    } else if (sign === '|' && depth > 0 && unread < 0) unread = at
    else if (sign === '}' && depth > 0) {
      depth -= 1
      const isValue = unread < 0 && isPlain
      isPlain = false
      if (depth === 0 && !isValue) leave(unread < 0 ? at : unread, at + 1)
      else if (unread < 0 && !isValue) leave(at, at + 1)
      if (depth === 0) unread = -1
    } else if (unread < 0 && (sign === '[' || sign === ']')) leave(at, at + 1)
    else if (unread < 0 && words.startsWith('<>', at)) {
      leave(at, at + 2)
      at += 1
    }
  }
  if (unread >= 0) leave(unread, words.length)
  return { places, isVariable }
}
