/** The common structure of Word, Excel and PowerPoint archives: parts that reference each other by relationships. */
import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { readXml, readXmlText } from './xml.ts'

export interface Relationship {
  /** The path of the part in the archive. */
  readonly path: string
  /** The last word of the relationship's type: `worksheet`, `slide`, `sharedStrings`… */
  readonly type: string
}

/** The internal relationships of a part, by id. The map is empty for a part without relationships. */
export async function readRelationships(archive: Archive, part: string): Promise<Map<string, Relationship>> {
  const { dir, base } = posix.parse(part)
  const path = posix.join(dir, '_rels', `${base}.rels`)
  const found = new Map<string, Relationship>()
  if (!archive.has(path)) return found
  await readXml(archive.chunks(path), {
    open({ local, attributes }) {
      const { Id: id, Target: target, Type: type = '', TargetMode: mode } = attributes
      if (local !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return
      const isFromRoot = target.startsWith('/')
      found.set(id, {
        path: isFromRoot ? target.slice(1) : posix.join(dir, target),
        type: type.slice(type.lastIndexOf('/') + 1),
      })
    },
  })
  return found
}

/** The main part of the document, or null if the archive does not state it. */
export async function findMainPart(archive: Archive): Promise<string | null> {
  const root = await readRelationships(archive, '')
  return [...root.values()].find(({ type }) => type === 'officeDocument')?.path ?? null
}

/** The title and the author in the properties of the document. */
export async function readCoreProperties(
  archive: Archive,
): Promise<{ readonly title: string | null; readonly author: string | null }> {
  const path = 'docProps/core.xml'
  const textOf = (name: string) => (archive.has(path) ? readXmlText(archive.chunks(path), name) : null)
  return { title: await textOf('dc:title'), author: await textOf('dc:creator') }
}

/** The relationship id of an element. Its prefix varies: the writer of the file chooses it. */
export function relationshipId(attributes: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
}
