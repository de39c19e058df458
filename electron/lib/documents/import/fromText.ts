import { plainParagraph, sourceOf, speakerKey } from '../../../../shared/import/source.ts'
import type { CastMember, ImportSource } from '../../../../shared/import/source.ts'
import { MAX_STORED_EMOTION } from '../../../../shared/story/limits.ts'
import type { TextDocument } from '../textPart.ts'
import { withTitleKinds } from './sectionKinds.ts'
import { createSectionsWriter } from './sections.ts'

/** A plain text or a Markdown document as something to import; its titles tell what is around its body. */
export function sourceFromText(document: TextDocument, name: string): ImportSource {
  const { title, parts, lineBreaks, namesSpeakers = false } = document
  const writer = createSectionsWriter()
  const cast = new Map<string, CastMember>()
  for (const { kind, text, speaker, manner = '' } of parts) {
    if (kind === 'heading') {
      writer.heading(text)
      continue
    }
    const key = speaker === undefined ? null : speakerKey(speaker)
    if (speaker !== undefined && key !== null && !cast.has(key))
      cast.set(key, { key, name: speaker, character: null })
    writer.paragraph(plainParagraph(text, { speaker: key, manner: manner.slice(0, MAX_STORED_EMOTION) }))
  }
  const sections = namesSpeakers ? writer.finish() : withTitleKinds(writer.finish())
  return sourceOf(title ?? name, sections, { lineBreaks, cast: [...cast.values()], namesSpeakers })
}
