import { importedFrom, incomingOf, type Imported } from '../../../shared/import/incoming.ts'
import { planDirectly } from '../../../shared/import/importStory.ts'
import type { Planned } from '../../../shared/import/planned.ts'
import {
  plainParagraph,
  sourceOf,
  type ImportParagraph,
  type ImportSource,
} from '../../../shared/import/source.ts'
import { storyRecordsOf } from '../../../shared/import/storyFromPlan.ts'
import { compareWithFile, type StoryUpdate } from '../../../shared/import/updateStory.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { countingIds } from '../../electron/lib/documents/storyText.ts'

type Chapter = readonly [title: string | null, ...paragraphs: (string | Partial<ImportParagraph>)[]]

/** A file of chapters; a paragraph is its words, or everything that a format states about it. */
export function fileOf(chapters: readonly Chapter[], others: Partial<ImportSource> = {}): ImportSource {
  return sourceOf(
    'Book',
    chapters.map(([title, ...paragraphs]) => ({
      title,
      kind: 'body' as const,
      paragraphs: paragraphs.map((each) =>
        typeof each === 'string' ? plainParagraph(each) : plainParagraph(each.text ?? '', each),
      ),
    })),
    others,
  )
}

/** A table of lines with ids and speakers. */
export function tableOf(
  ...lines: readonly (readonly [id: string, speaker: string, words: string, manner?: string])[]
) {
  const names = [...new Set(lines.map(([, speaker]) => speaker))]
  const paragraphs = lines.map(([name, speaker, text, manner = '']) => ({
    text,
    name,
    speaker: speaker.toLowerCase(),
    manner,
  }))
  return fileOf([[null, ...paragraphs]], {
    cast: names.map((name) => ({ key: name.toLowerCase(), name, character: null })),
    namesSpeakers: true,
  })
}

const newId = countingIds()
const planOf = (file: ImportSource) => planDirectly(file, { readsQuotations: false })

/** A story right after the import of a file, and the stored facts about the import. */
export function imported(
  file: ImportSource,
  read: (file: ImportSource) => Planned = planOf,
): { readonly story: Story; readonly known: Imported } {
  const plan = read(file)
  const story = storyFromRecords(storyRecordsOf(plan, newId))
  return { story, known: importedFrom(plan, story.sequence) }
}

export function compare(story: Story, file: ImportSource, known: Imported | null = null, read = planOf) {
  return compareWithFile(story, incomingOf(read(file), story, newId), { imported: known })
}

/** All differences of an update. */
export const all = ({ differences }: StoryUpdate) => new Set(differences.map(({ key }) => key))

export const PARAGRAPHS = [
  'The ferry left the harbour before anybody was awake.',
  'A gull stood on the rail and looked at the empty deck.',
  'Nobody had paid for the crossing, and nobody asked.',
  'In the engine room something had begun to knock.',
  'They reached the far shore a little after noon.',
] as const
export const SHELL = 'On the beach lay a shell as large as a hat.'

/** The differences of an update, each in a line. */
export const told = ({ differences }: StoryUpdate) =>
  differences.map(({ kind, before, after, ids, kept }) =>
    [
      kind,
      kind === 'added' ? after : before,
      ...(kind === 'changed' ? [after] : []),
      ...(ids.length > 1 ? [ids.length] : []),
      ...(kept === undefined ? [] : [kept]),
    ].join(' | '),
  )
