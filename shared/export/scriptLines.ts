/** A story as a script, shared by the text formats, and as a Final Draft screenplay. */
import { create } from 'xmlbuilder'
import { isNarrator } from '../import/speakers/speakers.ts'
import { blocksOf, findCharacter, sectionsOf, settingsOf } from '../story/selectors.ts'
import type { Block } from '../story/records.ts'
import { silencesOf } from '../story/silences.ts'
import type { Story } from '../story/story.ts'

export interface ScriptLine {
  /** The name of its block, on one line; '' if it has none. */
  readonly name: string
  /** Null for the narrator. */
  readonly speaker: string | null
  /** The emotion, on one line; '' if there is none. */
  readonly manner: string
  readonly text: string
  /** The notes on its block. */
  readonly notes: string
  /** The silence before the words, including that of empty blocks before them. */
  readonly silenceMs: number
  readonly durationMs: number | null
  /** Whether a scene ends before it. */
  readonly isAfterScene: boolean
}

interface ScriptChapter {
  /** Null for the part before the first heading; never blank. */
  readonly title: string | null
  readonly lines: readonly ScriptLine[]
}

export interface ExportOptions {
  /** The name of a narrator, in the writer’s language. */
  readonly narrator: string
}

/** The mark between scenes. */
export const SCENE_BREAK = '* * *'

// oxlint-disable-next-line no-control-regex -- controls are what this looks for
const CONTROLS = /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g

/**
 * A text for every format: without control characters and surrounding space, with `
 * ` for each line break.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replaceAll(CONTROLS, '')
    .trim()
}

/** Whether a block has words to write. */
export function hasWords({ text }: Block): boolean {
  return plainText(text) !== ''
}

/** A plain text with each of its lines trimmed. */
export function trimLines(text: string): string {
  return plainText(text)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
}

/** A plain text on one line. */
export function oneLine(text: string): string {
  return plainText(text).replaceAll(/\s*\n\s*/g, ' ')
}

/** The chapters of a story with their lines that have words. A chapter without a title continues the previous one. */
export function scriptOf(story: Story, { narrator }: ExportOptions): ScriptChapter[] {
  const chapters: { title: string | null; lines: ScriptLine[] }[] = []
  const silences = silencesOf(story)
  let index = 0
  let silenceMs = 0
  for (const { chapter, blocks } of sectionsOf(story)) {
    const title = oneLine(chapter?.title ?? '')
    if (title !== '' || chapters.length === 0)
      chapters.push({ title: title === '' ? null : title, lines: [] })
    for (const block of blocks) {
      silenceMs += silences[index++] ?? 0
      const text = plainText(block.text)
      if (text === '') continue
      const name = speakerOf(story, block)
      const manner = oneLine(settingsOf(story, block).emotion)
      chapters.at(-1)?.lines.push({
        name: oneLine(block.name),
        speaker: name === '' || isNarrator(name, narrator) ? null : name,
        manner,
        text,
        notes: plainText(block.notes),
        silenceMs,
        durationMs: block.durationMs,
        isAfterScene: block.breakBefore === 'scene',
      })
      silenceMs = 0
    }
  }
  return chapters
}

/** The name of a block's speaker, on one line; '' if there is none. */
function speakerOf(story: Story, block: Block): string {
  return oneLine(findCharacter(story, block.characterId)?.name ?? '')
}

/** The ids of the characters who speak. */
export function speakersIn(story: Story): ReadonlySet<string> {
  return new Set(blocksOf(story).flatMap((block) => (hasWords(block) ? (block.characterId ?? []) : [])))
}

/** A story as a Final Draft screenplay: chapters are scenes, and the narrator’s blocks are action. */
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
