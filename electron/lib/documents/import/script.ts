/** Screenplays: what is said by whom, and what is only described. */
import { plainParagraph, sourceOf, speakerKey } from '../../../../shared/import/source.ts'
import type { CastMember, ImportSource } from '../../../../shared/import/source.ts'
import { createSectionsWriter } from './sections.ts'

/** An element of a screenplay, in its order. */
export interface ScriptElement {
  readonly kind: 'heading' | 'description' | 'character' | 'manner' | 'dialogue'
  readonly text: string
}

/** What follows a name that is no part of it: “(V.O.)”, “(CONT’D)”, the sign of speech at the same time. */
const EXTENSION = /\s*(?:\([^()]*\)|\^)\s*$/

/** A screenplay as something to import. A heading begins a chapter, and a character speaks until somebody else does. */
export function sourceFromScript(elements: readonly ScriptElement[], title: string): ImportSource {
  const writer = createSectionsWriter()
  const cast = new Map<string, CastMember>()
  let speaker: string | null = null
  let manner = ''
  for (const { kind, text: written } of elements) {
    const text = written.trim()
    if (text === '') continue
    if (kind === 'manner') manner = text.replace(/^\((.*)\)$/s, '$1')
    else if (kind === 'character') {
      const name = nameOf(text)
      speaker = speakerKey(name)
      manner = ''
      if (!cast.has(speaker)) cast.set(speaker, { key: speaker, name, character: null })
    } else if (kind === 'dialogue') {
      writer.paragraph(plainParagraph(text, { speaker, manner: manner.slice(0, 200) }))
      manner = ''
    } else {
      speaker = null
      if (kind === 'heading') writer.heading(text)
      else writer.paragraph(plainParagraph(text))
    }
  }
  return sourceOf(title, writer.finish(), { cast: [...cast.values()], namesSpeakers: true })
}

function nameOf(text: string): string {
  let name = text
  while (EXTENSION.test(name) && name.replace(EXTENSION, '') !== '') name = name.replace(EXTENSION, '')
  return name.trim()
}
