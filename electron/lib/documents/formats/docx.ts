/** Word documents: the body with the numbers that Word draws and without what it hides; what is hidden or
 * deleted and comments are told where they stand; notes, headers and footers come at the end. */
import type { Archive } from './archive.ts'
import type { DocumentPart, DocumentText } from './documentText.ts'
import { readCharts } from './chart.ts'
import { readDiagrams } from './diagram.ts'
import { createDocxNumbering } from './docxNumbering.ts'
import { readDocxStory } from './docxStory.ts'
import { createDocxStyles } from './docxStyles.ts'
import { findMainPart, readCoreProperties, readRelationships } from './officePackage.ts'
import { readXml } from './xml.ts'

export async function readDocx(archive: Archive): Promise<DocumentText> {
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
  const comments = new Map<string, string>()
  const read = (path: string) =>
    readDocxStory(archive.chunks(path), {
      styles,
      lists: numbering.createLists(styles),
      diagrams,
      charts,
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
  return { ...(await readCoreProperties(archive)), parts: [...parts, ...noteParts, ...margins] }
}
