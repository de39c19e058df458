/** Scripts of Ren'Py: https://www.renpy.org/doc/html/dialogue.html */
import type { ImportSource } from '../../../../shared/import/source.ts'
import { createGameWriter } from './gameWriter.ts'

const STRING =
  String.raw`(?:"""[^]{0,5000}?"""|"(?:[^"\\]|\\[^]){0,5000}"|'(?:[^'\\]|\\[^]){0,5000}'|` +
  '`(?:[^`\\\\]|\\\\[^]){0,5000}`)'
/** A line of the script, which continues while a string or a bracket of strings is open. */
const LOGICAL_LINE = new RegExp(String.raw`(?:${STRING}|#[^\n]*|[^"'#\n]|["'])+`, 'g')
/** “e happy "Hello"”, “"Eileen" "Hello"”, “"Hello"”, and what follows the words. */
const SAY = new RegExp(
  String.raw`^(?:(${STRING}|[A-Za-z_][\w.]*)((?:\s+(?:@\s*)?-?[A-Za-z_]\w*){0,8})\s+)?(?:_\(\s*)?(${STRING})\)?([^]*)$`,
)
/** Arguments and clauses after the words of a line. */
const AFTER_WORDS = /^(?:\s*\([^]*\))?(?:\s+(?:nointeract|id\s+\w+|with\s+\S.*))*\s*(?:#.*)?$/
const AFTER_CHOICE = /^\s*(?:\([^]*\)\s*)?(?:if\s[^]*)?:\s*(?:#.*)?$/
/** Statements that begin with another word than a name, and can have a string. */
const STATEMENTS = new Set(
  (
    'voice play queue stop scene show hide with jump call return pass if elif else while for window pause nvl image define default init ' +
    'python screen style transform translate camera at label menu import from use text textbutton old renpy rpy add layeredimage on'
  ).split(' '),
)
/** Statements whose block is code. */
const CODE_BLOCK =
  /^(?:init\s+(?:-?\d+\s+)?)?(?:python|screen|style|transform|image|layeredimage|testcase|show|scene|camera)\b[^]*:\s*$|^translate\s+\w+\s+(?:python|style)\b[^]*:\s*$/
const LABEL = /^label\s+(\.?[A-Za-z_][\w.]*)\s*(?:\([^]*\))?\s*(?:hide)?\s*:/
const CHARACTER = new RegExp(
  String.raw`^[ \t]*(?:(?:define|default|\$)\s+)?(?:-?\d+\s+)?([A-Za-z_][\w.]*)\s*=\s*\w*Character\(\s*(?:name\s*=\s*)?(?:_\(\s*)?(${STRING})?`,
  'gm',
)
/** Characters that Ren'Py defines itself, and that are nobody. */
const NOBODY = new Set(['narrator', 'centered', 'vcentered', 'adv', 'nvl_narrator', 'nvle'])

/** Reads a script of Ren'Py. A label begins a chapter. `title` is that of the story. */
export function readRenpy(text: string, title: string): ImportSource {
  const writer = createGameWriter('renpy')
  const names = new Map<string, string>()
  for (const [, name = '', shown = ''] of text.matchAll(CHARACTER)) names.set(name, plain(shown).join(' '))
  let speaker = ''
  /** The indent of the open block of code; −1 if none is open. */
  let code = -1
  let number = 1
  let from = 0
  for (const { 0: written, index } of text.matchAll(LOGICAL_LINE)) {
    number += text.slice(from, index).split('\n').length - 1
    from = index
    const line = written.trim()
    if (line === '') continue
    const indent = written.replaceAll('\t', '    ').search(/\S/)
    if (indent <= code) code = -1
    if (line.startsWith('#')) {
      writer.note(line)
      continue
    }
    const label = LABEL.exec(line)?.[1]
    if (code < 0 && label !== undefined) {
      writer.heading(label)
      writer.code(/\(.*\)/s.exec(line)?.[0] ?? '')
      continue
    }
    if (code < 0 && CODE_BLOCK.test(line)) code = indent
    const [, who = '', attributes = '', words = '', after = ''] = (code < 0 ? SAY.exec(line) : null) ?? []
    const isChoice = AFTER_CHOICE.test(after)
    if (words === '' || (STATEMENTS.has(who) && !names.has(who)) || !(isChoice || AFTER_WORDS.test(after))) {
      writer.code(line)
      continue
    }
    const isString = /^["'`]/.test(who)
    if (who !== 'extend')
      speaker = isString ? plain(who).join(' ') : NOBODY.has(who) || who === 'new' ? '' : who
    const said = isString || isChoice ? speaker : (names.get(speaker) ?? speaker)
    for (const paragraph of plain(words)) writer.line(paragraph, number, { speaker: isChoice ? '' : said })
    writer.code(`${attributes.trim()} ${after.trim() === ':' ? '' : after.trim()}`)
  }
  return writer.finish(title, true)
}

/** The paragraphs in a string, without its quotation marks and escapes. */
function plain(string: string): string[] {
  const isLong = string.startsWith('"""')
  const inner = isLong ? string.slice(3, -3) : string.slice(1, -1)
  return (isLong ? inner.split(/\n\s*\n/) : [inner])
    .map((words) =>
      words
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replaceAll(/\\([^])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
        .replaceAll('%%', '%'),
    )
    .filter((words) => words !== '')
}
