/** The text of a SmartArt diagram, in outline order: each point is followed by its children. */
import type { Archive } from './archive.ts'
import type { DocumentPart } from './documentText.ts'
import type { Relationship } from './officePackage.ts'
import { createPartsWriter, type PartsWriter } from './partsWriter.ts'
import { readXml } from './xml.ts'

interface Point {
  readonly writer: PartsWriter
  /** Child points, with their sort positions. */
  readonly below: { readonly id: string; readonly place: number }[]
}

/** The diagrams in a part of an Office document, by relationship id. */
export async function readDiagrams(
  archive: Archive,
  relationships: ReadonlyMap<string, Relationship>,
): Promise<ReadonlyMap<string, readonly DocumentPart[]>> {
  const diagrams = new Map<string, readonly DocumentPart[]>()
  for (const [id, { type, path }] of relationships) {
    if (type === 'diagramData' && archive.has(path)) diagrams.set(id, await readDiagram(archive.chunks(path)))
  }
  return diagrams
}

async function readDiagram(chunks: AsyncIterable<Uint8Array>): Promise<DocumentPart[]> {
  const points = new Map<string, Point>()
  let root = ''
  let point: Point | null = null
  let isText = false
  await readXml(chunks, {
    open({ name, attributes }) {
      isText = name === 'a:t'
      if (name === 'dgm:pt') {
        const id = attributes['modelId'] ?? ''
        point = { writer: createPartsWriter(), below: [] }
        points.set(id, point)
        if (attributes['type'] === 'doc') root = id
      } else if (name === 'dgm:cxn' && (attributes['type'] ?? 'parOf') === 'parOf') {
        const place = Number(attributes['srcOrd'] ?? 0)
        points.get(attributes['srcId'] ?? '')?.below.push({ id: attributes['destId'] ?? '', place })
      } else if (name === 'a:p') point?.writer.begin('listItem')
      else if (name === 'a:br') point?.writer.lineBreak()
    },
    close({ name }) {
      isText = false
      if (name === 'dgm:pt') point = null
      else if (name === 'a:p') point?.writer.end()
    },
    text(text) {
      if (isText) point?.writer.text(text)
    },
  })
  return inOrder(points, root).flatMap(({ writer }) => writer.finish())
}

/** Points in depth-first order from the root; points that are not connected to it come last. */
function inOrder(points: ReadonlyMap<string, Point>, root: string): Point[] {
  const found = new Set<Point>()
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const point = points.get(id)
    if (point === undefined || found.has(point)) continue
    found.add(point)
    for (const each of point.below.sort((a, b) => b.place - a.place)) waiting.push(each.id)
  }
  for (const point of points.values()) found.add(point)
  return [...found]
}
