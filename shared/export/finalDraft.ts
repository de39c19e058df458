/** A story as a screenplay of Final Draft: chapters are scenes, and the narrator’s blocks are action. */
import { create } from 'xmlbuilder'
import type { Story } from '../story/story.ts'
import { cueName } from './cueName.ts'
import { SCENE_BREAK, scriptOf, type ExportOptions, type ScriptLine } from './scriptLines.ts'

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
