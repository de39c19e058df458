/**
 * A story as Markdown (CommonMark): headings, a paragraph for each block, and the speaker in bold before the words. The front
 * matter says so, so that a reader takes the bold names, and nothing else, for speakers.
 */
import { BOLD_SPEAKERS } from '../import/boldSpeakers.ts'
import type { Story } from '../story/story.ts'
import {
  oneLine,
  SCENE_BREAK,
  scriptOf,
  trimLines,
  type ExportOptions,
  type ScriptLine,
} from './scriptLines.ts'

/** The text of a Markdown file. */
export function writeMarkdown(story: Story, options: ExportOptions): string {
  const frontMatter = ['---', `title: ${JSON.stringify(oneLine(story.info.title))}`, BOLD_SPEAKERS, '---']
  const paragraphs = scriptOf(story, options).flatMap(({ title, lines }) => [
    ...(title === null ? [] : [`# ${escapeText(title).replace(/#$/, '\\#')}`]),
    ...lines.flatMap((line) => [...(line.isAfterScene ? [SCENE_BREAK] : []), formatLine(line, options)]),
  ])
  return `${[frontMatter.join('\n'), ...paragraphs].join('\n\n')}\n`
}

function formatLine({ speaker, manner, text }: ScriptLine, { narrator }: ExportOptions): string {
  const words = trimLines(text).split('\n').map(escapeLine).join('\\\n')
  const name = speaker ?? (manner === '' ? '' : narrator)
  return [
    ...(name === '' ? [] : [`**${escapeText(name)}:**`]),
    ...(manner === '' ? [] : [`*(${escapeText(manner)})*`]),
    words,
  ].join(' ')
}

/** A line of which nothing is taken for a heading, a list, a quote or a rule. */
function escapeLine(line: string): string {
  return escapeText(line)
    .replace(/^[#+\-=>~]/, String.raw`\$&`)
    .replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`)
}

/** A text of which nothing is taken for markup within a line. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>]|&(?=[#\w])/g, String.raw`\$&`)
}
