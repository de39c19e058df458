import { Dialogs } from '../../../renderer/app/Dialogs.tsx'
import { createReview, type ImportReview } from '../../../shared/import/review.ts'
import { AS_FOUND } from '../../../shared/import/reviewView.ts'
import { plainParagraph, sourceOf } from '../../../shared/import/source.ts'
import type { ImportReading, OpenReview, ReviewId } from '../../../shared/ipc/importContract.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { countingIds } from '../../electron/lib/documents/storyText.ts'
import type { AppState } from '../../../renderer/stores/appStore.ts'
import type { Answers } from '../support/fakeBridge.ts'
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

/** A host's answers about the reviews of readings that it opens with `open`: from the real review, in the page’s own thread. */
export function reviewHost(existing: () => readonly StoryRecord[] = () => []) {
  const reviews: ImportReview[] = []
  /** The records of the review that were made last, and those of the story that was saved. */
  let made: readonly StoryRecord[] = []
  let saved = made
  const newId = countingIds()
  const of = (id: ReviewId): ImportReview => {
    const review = reviews[Number(id)]
    if (review === undefined) throw new Error(`There is no review ${id}`)
    return review
  }
  const open = (read: ImportReading): OpenReview => {
    const { name, sizeBytes, encoding, readAs } = read
    const review = createReview(read)
    const id = String(reviews.push(review) - 1) as ReviewId
    return { ...review.map(AS_FOUND), name, sizeBytes, encoding, readAs, review: id }
  }
  const answers: Answers = {
    'import:map': ({ review, mapping }) => of(review).map(mapping),
    'import:plan': ({ review, choices, window }) => of(review).plan(choices, window),
    'import:rows': ({ review, choices, window }) => of(review).rows(choices, window),
    'import:passages': ({ review, choices }) => of(review).passages(choices),
    'import:storyRecords': ({ review, choices, narrator }) => {
      const records = of(review).records(choices, { narrator, newId })
      made = records
      return { records: [...records] }
    },
    'import:makeStory': () => {
      saved = made
      return { ...PROJECT, ...NOTHING_MADE }
    },
    'import:addition': ({ review, choices, narrator }) =>
      of(review).addition(choices, storyFromRecords(existing()), { narrator, newId }),
    'import:end': () => ({}),
  }
  return { open, answers, records: () => saved }
}

/** Renders the dialogs of a world in which a file reads as `read`; `records` are those of the story that was made. */
export function renderReview(
  read: ImportReading = reading,
  others: Answers = {},
  app: Partial<AppState> = {},
) {
  const host = reviewHost()
  const rendered = renderInWorld(<Dialogs />, {
    answers: { ...host.answers, 'import:readFile': () => host.open(read), ...others },
    app,
  })
  return { ...rendered, open: host.open, records: host.records }
}
