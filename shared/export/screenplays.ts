/** A story as a Final Draft screenplay: chapters are scenes, and the narrator’s blocks are action. */
import { create } from 'xmlbuilder'
import type { Story } from '../story/story.ts'
import {
  SCENE_BREAK,
  scriptOf,
  oneLine,
  trimLines,
  type ExportOptions,
  type ScriptLine,
} from './scriptLines.ts'

type Paragraph = readonly [type: string, text: string]

/** The text of an FDX file. */
export function writeFinalDraft(story: Story, options: ExportOptions): string {
  const root = create('FinalDraft', { encoding: 'UTF-8', standalone: false })
  root.att({ DocumentType: 'Script', Template: 'No', Version: '5' })
  const content = root.ele('Content')
  for (const { title, lines } of scriptOf(story, options)) {
    const paragraphs = lines.flatMap((line): Paragraph[] => [
      ...(line.isAfterScene ? [['Action', SCENE_BREAK] as const] : []),
      ...paragraphsOf(line, options),
    ])
    if (title !== null) paragraphs.unshift(['Scene Heading', title])
    for (const [type, text] of paragraphs) content.ele('Paragraph', { Type: type }).ele('Text').txt(text)
  }
  return `${root.end({ pretty: true })}\n`
}

function paragraphsOf({ speaker, manner, text }: ScriptLine, { narrator }: ExportOptions): Paragraph[] {
  const name = speaker ?? (manner === '' ? '' : narrator)
  if (name === '') return [['Action', text]]
  return [
    ['Character', cueName(name)],
    ...(manner === '' ? [] : [['Parenthetical', `(${manner})`] as const]),
    ['Dialogue', text],
  ]
}

// A story as a screenplay in Fountain (https://fountain.io/syntax). The narrator’s blocks are action, chapters are sections. Ambiguous text
// is forced (`!`, `@`) or escaped.

/** Two spaces preserve a blank line within an element. */
const BLANK_LINE = '  '
/** A line that begins like this is prose, unless one of the next two patterns matches. */
const PROSE_START = /^[\p{L}\p{N}“"„«‘’'—–…¿¡]/u
/** A cue contains no lower-case ASCII letters before its brackets. */
const SMALL_LETTERS = /^[^()^]*[a-z]/
const SCENE_START = /^(?:int|ext|est|i)[. /]/i
const KEY_START = /^[\w ]+:/

/** The text of a Fountain file. */
export function writeFountain(story: Story, options: ExportOptions): string {
  const title = oneLine(story.info.title)
  const elements = scriptOf(story, options).flatMap((chapter) => [
    ...(chapter.title === null ? [] : [`# ${escapeText(chapter.title)}`]),
    ...chapter.lines.flatMap((line) => [
      ...(line.isAfterScene ? [`> ${SCENE_BREAK} <`] : []),
      formatLine(line, options),
    ]),
  ])
  return `${[...(title === '' ? [] : [`Title: ${escapeText(title)}`]), ...elements].join('\n\n')}\n`
}

function formatLine({ speaker, manner, text }: ScriptLine, { narrator }: ExportOptions): string {
  const lines = escapeText(trimLines(text)).split('\n')
  const name = speaker ?? (manner === '' ? '' : narrator)
  if (name === '') return formatAction(lines)
  return [
    formatCue(cueName(name)),
    ...(manner === '' ? [] : [`(${escapeText(manner)})`]),
    ...lines.map((line) => (line === '' ? BLANK_LINE : line.replace(/^\((?=.*\)$)/, String.raw`\(`))),
  ].join('\n')
}

/** A name in capitals is a cue without a mark. */
function formatCue(name: string): string {
  return /^[A-Z][A-Z0-9 ]*$/.test(name) ? name : `@${escapeText(name)}`
}

function formatAction(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      if (line === '') return BLANK_LINE
      const isForced = index === 0 ? !isProse(line) : /^!(?! )/.test(line)
      return isForced ? `!${line}` : line
    })
    .join('\n')
}

/** Whether a first line cannot be mistaken for a cue, a scene heading or an entry of a title page. */
function isProse(line: string): boolean {
  return (
    PROSE_START.test(line) && SMALL_LETTERS.test(line) && !SCENE_START.test(line) && !KEY_START.test(line)
  )
}

/** Escapes emphasis, notes, remarks, lyrics and, at the end, the mark of a transition. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\*_]|(?<=\[)\[|^~/gm, String.raw`\$&`).replace(/(?<= TO):$/, String.raw`\:`)
}

/** A name as a screenplay cue, in which brackets and `^` have a meaning: round brackets become square. */
export function cueName(name: string): string {
  return name.replaceAll('(', '[').replaceAll(')', ']').replaceAll('^', '').trim()
}
