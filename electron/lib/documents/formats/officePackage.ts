/** What Word's, Excel's and PowerPoint's archives have in common: parts that point at each other by relationships. */
import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { readXml, readXmlText } from './xml.ts'

export interface Relationship {
  /** Path of the part within the archive. */
  readonly path: string
  /** The last word of the relationship's type: `worksheet`, `slide`, `sharedStrings`… */
  readonly type: string
}

/** What a part points at within the archive, by id. A part that points at nothing has an empty map. */
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

/** The part that is the document itself, or null if the archive does not say. */
export async function findMainPart(archive: Archive): Promise<string | null> {
  const root = await readRelationships(archive, '')
  return [...root.values()].find(({ type }) => type === 'officeDocument')?.path ?? null
}

/** What the document's properties call it, and who wrote it. */
export async function readCoreProperties(
  archive: Archive,
): Promise<{ readonly title: string | null; readonly author: string | null }> {
  const path = 'docProps/core.xml'
  const textOf = (name: string) => (archive.has(path) ? readXmlText(archive.chunks(path), name) : null)
  return { title: await textOf('dc:title'), author: await textOf('dc:creator') }
}

/** The attribute of that name, whatever its prefix: relationship ids have one, and which one is the writer's choice. */
export function relationshipId(attributes: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
}
