/** Screenplays: what is said by whom, and what is only described. */
import { isSpeakerName, plainParagraph, sourceOf, speakerKey } from '../../../../shared/import/source.ts'
import type { CastMember, ImportSource, Piece, SectionKind } from '../../../../shared/import/source.ts'
import { createSectionsWriter } from './sections.ts'

/** An element of a screenplay, in its order. */
export interface ScriptElement {
  readonly kind: 'heading' | 'description' | 'character' | 'manner' | 'dialogue'
  readonly text: string
  /** Of a description, what it is if nobody reads it: it does not end a speech. */
  readonly piece?: Piece
  /** Of a description before the first heading, the kind of its section. */
  readonly section?: SectionKind
}

/** A screenplay as something to import. A heading begins a chapter, and a character speaks until somebody else does. */
export function sourceFromScript(elements: readonly ScriptElement[], title: string): ImportSource {
  const writer = createSectionsWriter()
  const cast = new Map<string, CastMember>()
  let speaker: string | null = null
  let manner = ''
  for (const { kind, text: written, piece, section } of elements) {
    const text = written.trim()
    if (text === '') continue
    if (piece !== undefined) writer.paragraph(plainParagraph(text, { piece }), section)
    else if (kind === 'manner') manner = text.replace(/^\((.*)\)$/s, '$1')
    else if (kind === 'character') {
      const name = nameOf(text)
      speaker = isSpeakerName(name) ? speakerKey(name) : null
      manner = ''
      if (speaker === null) writer.paragraph(plainParagraph(text))
      else if (!cast.has(speaker)) cast.set(speaker, { key: speaker, name, character: null })
    } else if (kind === 'dialogue') {
      writer.paragraph(plainParagraph(text, { speaker, manner: manner.slice(0, 200) }))
      manner = ''
    } else {
      speaker = null
      if (kind === 'heading') writer.heading(text)
      else writer.paragraph(plainParagraph(text), section)
    }
  }
  return sourceOf(title, writer.finish(), { cast: [...cast.values()], namesSpeakers: true })
}

/** A name without what follows it and is not part of it: “(V.O.)”, “(CONT’D)”, the sign of speech at the same time. */
function nameOf(text: string): string {
  for (let name = text; ;) {
    const start = name.endsWith('^') ? name.length - 1 : name.endsWith(')') ? name.lastIndexOf('(') : -1
    const isClosedBefore = name.lastIndexOf(')', name.length - 2) > start
    const before = start < 0 || (isClosedBefore && !name.endsWith('^')) ? '' : name.slice(0, start).trimEnd()
    if (before === '') return name
    name = before
  }
}
