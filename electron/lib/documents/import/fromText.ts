import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import type { ImportSource } from '../../../../shared/import/source.ts'
import type { TextDocument } from '../textPart.ts'
import { createSectionsWriter } from './sections.ts'

/** A plain text or a Markdown document as something to import. All of it is its body. */
export function sourceFromText({ title, parts, lineBreaks }: TextDocument, name: string): ImportSource {
  const writer = createSectionsWriter()
  for (const { kind, text } of parts) {
    if (kind === 'heading') writer.heading(text)
    else writer.paragraph(plainParagraph(text))
  }
  return sourceOf(title ?? name, writer.finish(), { lineBreaks })
}
