/**
 * Word documents: the body with the list numbers that Word draws. Comments and hidden or deleted text are kept as omitted pieces at their
 * positions; notes, headers and footers come at the end.
 */
import { readAltChunk } from './altChunk.ts'
import { openArchive, type Archive } from './archive.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { DocumentPart, DocumentText } from './documentText.ts'
import { readCharts } from './chart.ts'
import { readDiagrams } from './diagram.ts'
import { createDocxNumbering } from './docxNumbering.ts'
import { readDocxStory } from './docxStory.ts'
import { createDocxStyles } from './docxStyles.ts'
import { findMainPart, readCoreProperties, readRelationships } from './officePackage.ts'
import { readXml } from './xml.ts'

/** Levels of nested Word documents: a deeper nesting is malicious. */
const DEEPEST = 3

/** `depth` is the number of Word documents around this one. */
export async function readDocx(archive: Archive, depth = 0): Promise<DocumentText> {
  const main = (await findMainPart(archive)) ?? 'word/document.xml'
  const relationships = await readRelationships(archive, main)
  const pathsOf = (type: string) =>
    [...relationships.values()].flatMap((each) =>
      each.type === type && archive.has(each.path) ? [each.path] : [],
    )
  const [styles, numbering] = [createDocxStyles(), createDocxNumbering()]
  for (const path of pathsOf('styles')) await readXml(archive.chunks(path), styles)
  for (const path of pathsOf('numbering')) await readXml(archive.chunks(path), numbering)
  const diagrams = await readDiagrams(archive, relationships)
  const charts = await readCharts(archive, relationships)
  const altChunks = new Map<string, readonly DocumentPart[]>()
  const missing: string[] = []
  for (const [id, { type, path }] of relationships) {
    if (type !== 'aFChunk' || !archive.has(path)) continue
    const parts = await readChunk(await archive.read(path), depth).catch((error: unknown) => {
      if (!(error instanceof UserFacingError)) throw error
      missing.push(path)
      return []
    })
    altChunks.set(id, parts)
  }
  const comments = new Map<string, string>()
  const read = (path: string) =>
    readDocxStory(archive.chunks(path), {
      styles,
      lists: numbering.createLists(styles),
      diagrams,
      charts,
      altChunks,
      comments,
    })
  for (const path of pathsOf('comments'))
    for (const [id, parts] of (await read(path)).notes)
      comments.set(id.replace(/^comment /, ''), parts.map(({ text }) => text).join(' '))
  const { parts, references } = await read(main)
  const notes = new Map<string, readonly DocumentPart[]>()
  for (const path of [...pathsOf('footnotes'), ...pathsOf('endnotes')]) {
    for (const [id, note] of (await read(path)).notes) notes.set(id, note)
  }
  const margins: DocumentPart[] = []
  for (const path of [...pathsOf('header'), ...pathsOf('footer')]) {
    for (const part of (await read(path)).parts) margins.push({ ...part, place: 'margin' })
  }
  const noteParts = [...references].flatMap((id) => notes.get(id) ?? [])
  return { ...(await readCoreProperties(archive)), missing, parts: [...parts, ...noteParts, ...margins] }
}

/** Reads a document that is embedded in a Word document. Throws the errors of its reader. */
async function readChunk(bytes: Uint8Array, depth: number): Promise<readonly DocumentPart[]> {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b // “PK”
  if (!isArchive) return readAltChunk(bytes)
  if (depth >= DEEPEST) throw new UserFacingError('document-too-complex')
  return (await readDocx(await openArchive(bytes), depth + 1)).parts
}
