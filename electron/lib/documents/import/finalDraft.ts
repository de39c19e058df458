import { listExtensions } from '../../../../shared/files/fileTypes.ts'
import type { ImportSource } from '../../../../shared/import/source.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { decodeHtml } from '../formats/htmlEncoding.ts'
import { readXml } from '../formats/xml.ts'
import { endsAct, sourceFromScript, titleOfLines, type ScriptElement } from './script.ts'

/** Types of paragraphs other than descriptions. Transitions and shots are read like descriptions, as at a table reading. */
const KINDS: Readonly<Record<string, ScriptElement['kind']>> = {
  'Scene Heading': 'heading',
  'New Act': 'heading',
  'End of Act': 'scriptNote',
  'Cast List': 'scriptNote',
  'Show/Ep. Title': 'scriptNote',
  Character: 'character',
  Parenthetical: 'manner',
  Dialogue: 'dialogue',
  Lyrics: 'dialogue',
  Singing: 'dialogue',
}
/** Outlines between the scenes: “Outline 1”, “Outline Body”. */
const OUTLINE = /^Outline\b/

/**
 * Elements whose words belong to the element around them. Text in other elements, such as summaries, beats and notes, is not part of the
 * script.
 */
const SCRIPT = new Set(['FinalDraft', 'Content', 'TitlePage', 'DualDialogue', 'Paragraph', 'Text'])
const MARGINS = new Set(['HeaderAndFooter', 'Header', 'Footer'])

interface OpenParagraph {
  readonly element: { kind: ScriptElement['kind']; text: string; number: string }
  /** How many elements that are not part of the script are open around it. */
  readonly foreign: number
}

/** Reads a screenplay of Final Draft. Throws `document-damaged` if the XML is broken, and `file-type-unknown` for other XML. */
export async function readFinalDraft(bytes: Uint8Array, name: string, title: string): Promise<ImportSource> {
  const elements: ScriptElement[] = []
  const titlePage: ScriptElement[] = []
  const rest: ScriptElement[] = []
  const open: OpenParagraph[] = []
  const path: string[] = []
  let root = ''
  let foreign = 0
  let margins = 0
  /** The list for the words of the open element: a paragraph precedes the notes within it. */
  const listNow = () => {
    if (path[1] === 'Content') return elements
    return path[1] === 'TitlePage' && foreign === 0 ? titlePage : rest
  }
  const noteNow = () => (margins > 0 ? 'runningHeader' : 'scriptNote')
  await readXml([new TextEncoder().encode(decodeHtml(bytes))], {
    open({ name: tag, attributes }) {
      if (root === '') root = tag
      path.push(tag)
      if (!SCRIPT.has(tag)) foreign += 1
      if (MARGINS.has(tag)) margins += 1
      const scene = tag === 'SceneProperties' ? (attributes['Title'] ?? '') : ''
      if (scene !== '') listNow().push({ kind: 'scriptNote', text: scene })
      if (tag !== 'Paragraph') return
      const type = attributes['Type'] ?? ''
      const kind = OUTLINE.test(type) ? 'scriptNote' : (KINDS[type] ?? 'description')
      const element = { kind: foreign > 0 ? noteNow() : kind, text: '', number: attributes['Number'] ?? '' }
      listNow().push(element)
      open.push({ element, foreign })
    },
    close({ name: tag }) {
      path.pop()
      if (!SCRIPT.has(tag)) foreign -= 1
      if (MARGINS.has(tag)) margins -= 1
      const ended = tag === 'Paragraph' ? open.pop()?.element : undefined
      if (ended?.kind === 'description' && endsAct(ended.text)) ended.kind = 'scriptNote'
    },
    text(text) {
      if (path.at(-1) !== 'Text') return
      const last = open.at(-1)
      if (last !== undefined && last.foreign === foreign) last.element.text += text
      else listNow().push({ kind: noteNow(), text })
    },
  })
  if (root !== 'FinalDraft')
    throw new UserFacingError('file-type-unknown', { name, known: listExtensions('open') })
  const titleLines = titlePage.map(({ text }) => text.trim()).filter((line) => line !== '')
  return sourceFromScript([...elements, ...rest], titleOfLines(titleLines), title)
}
