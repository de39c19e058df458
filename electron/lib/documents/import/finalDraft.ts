import { listExtensions } from '../../../../shared/files/fileTypes.ts'
import type { ImportSource } from '../../../../shared/import/source.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { readXml } from '../formats/xml.ts'
import { sourceFromScript } from './script.ts'
import type { ScriptElement } from './script.ts'

/** Types of paragraphs that are no description. */
const KINDS: Readonly<Record<string, ScriptElement['kind']>> = {
  'Scene Heading': 'heading',
  'New Act': 'heading',
  Character: 'character',
  Parenthetical: 'manner',
  Dialogue: 'dialogue',
  Lyrics: 'dialogue',
}

/** Reads a screenplay of Final Draft. Throws `document-damaged` where the XML is broken, and `file-type-unknown` for other XML. */
export async function readFinalDraft(bytes: Uint8Array, name: string, title: string): Promise<ImportSource> {
  const elements: ScriptElement[] = []
  /** Paragraphs that are open: those of speech at the same time stand within another. */
  const open: { readonly kind: ScriptElement['kind']; text: string }[] = []
  let root = ''
  let isInContent = false
  let isInText = false
  await readXml([bytes], {
    open({ name: tag, attributes }) {
      if (root === '') root = tag
      else if (tag === 'Content') isInContent = elements.length === 0
      else if (tag === 'TitlePage') isInContent = false
      else if (tag === 'Paragraph' && isInContent)
        open.push({ kind: KINDS[attributes['Type'] ?? ''] ?? 'description', text: '' })
      else if (tag === 'Text') isInText = open.length > 0
    },
    close({ name: tag }) {
      if (tag === 'Content') isInContent = false
      else if (tag === 'Text') isInText = false
      else if (tag === 'Paragraph' && isInContent) {
        const ended = open.pop()
        if (ended !== undefined) elements.push(ended)
      }
    },
    text(text) {
      const last = open.at(-1)
      if (isInText && last !== undefined) last.text += text
    },
  })
  if (root !== 'FinalDraft')
    throw new UserFacingError('file-type-unknown', { name, known: listExtensions('open') })
  return sourceFromScript(elements, title)
}
