import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { plainParagraph, sourceOf } from '../../../shared/import/source.ts'
import type { ImportReading } from '../../../shared/ipc/importContract.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { NOTHING_MADE, PROJECT } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

/** The file of a review. */
export const ref = fileRefSchema.parse('novel')
/** A chapter of paragraphs. */
export const chapter = (title: string, ...texts: string[]) => ({
  title,
  kind: 'body' as const,
  paragraphs: texts.map((text) => plainParagraph(text)),
})
/** A novel of two chapters, in which two people speak. */
export const reading: ImportReading = {
  name: 'novel.epub',
  sizeBytes: 1,
  source: sourceOf('Novel', [
    chapter('One', '“Wait,” said Mira.', '“Why?” asked Tom.', '“Why?” asked Tom.', '“Wait,” said Mira.'),
    chapter('Two', 'It rained.'),
  ]),
  table: null,
  encoding: null,
  readAs: null,
}

/** Renders the dialogs of a world in which a file reads as `read`; `records` are those of the story that was made. */
export function renderReview(read: ImportReading = reading) {
  const made = renderInWorld(<Dialogs />, {
    answers: {
      'import:readFile': () => read,
      'import:makeStory': ({ records }) => ({ ...PROJECT, ...NOTHING_MADE, records }),
    },
  })
  return { ...made, records: () => made.callsOf('import:makeStory')[0]?.records ?? [] }
}
