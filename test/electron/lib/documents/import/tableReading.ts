/** Reads a table of lines, and lists its content. */
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { importReadingSchema, type ImportReading } from '../../../../../shared/ipc/importContract.ts'

/** The reading of a file of that name. */
export async function readTable(name: string, content: string | Uint8Array): Promise<ImportReading> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return importReadingSchema.parse(await readImport({ file: { name, bytes } }))
}

/**
 * The content of a reading, in its order: chapters as `# title`, lines as `id Speaker: words`, omissions as `(reason) words`, and notes
 * on a line below it as `(note) words`.
 * Marks within the words are in angle quotes.
 */
export function told({ source }: ImportReading): string[] {
  const names = new Map(source.cast.map(({ key, name }) => [key, name]))
  return source.sections.flatMap(({ title, kind, start, end }) => [
    ...(title === null ? [] : [`# ${title}${kind === 'body' ? '' : ` (${kind})`}`]),
    ...source.paragraphs.slice(start, end).flatMap(({ text, marks, piece, name, notes, speaker }) => {
      const words = marks
        .filter((mark) => mark.piece === 'markup')
        .reduceRight(
          (written, mark) =>
            `${written.slice(0, mark.start)}‹${written.slice(mark.start, mark.end)}›${written.slice(mark.end)}`,
          text,
        )
      const reason = piece === null ? '' : `(${piece}) `
      const lead = speaker === null ? '' : `${names.get(speaker) ?? '?'}: `
      const line = `${reason}${name === '' ? '' : `${name} `}${lead}${words}`
      return notes === '' ? [line] : [line, `(note) ${notes}`]
    }),
  ])
}

/** The problems of a reading, each with its line. */
export const tellProblems = ({ source }: ImportReading) =>
  source.problems.map(({ line, name = `line ${line}`, problem }) => `${name}: ${problem}`)
