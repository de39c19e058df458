/** A story as a script, shared by the text formats. */
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

export interface ScriptChapter {
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
