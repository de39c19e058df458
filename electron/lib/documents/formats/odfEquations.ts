/** The equations of an OpenDocument file, each in a file of its own. */
import type { Archive } from './archive.ts'
import { createTreeBuilder } from './elementTree.ts'
import type { TreeBuilder, TreeElement } from './elementTree.ts'
import { readMathMl } from './mathMl.ts'
import { spellMath } from './mathWords.ts'
import { readXml } from './xml.ts'

const OBJECT = /^([^/]+)\/content\.xml$/

/** The words of each equation, by the reference that the text has to it. Other objects are charts and documents. */
export async function readOdfEquations(
  archive: Archive,
  language: string | null,
): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>()
  for (const path of archive.names) {
    const name = OBJECT.exec(path)?.[1]
    if (name === undefined) continue
    const root = await readTree(archive.chunks(path))
    if (root !== null) words.set(`./${name}`, spellMath(readMathMl(root), language))
  }
  return words
}

/** An object as a tree; null for what is not an equation. */
async function readTree(chunks: AsyncIterable<Uint8Array>): Promise<TreeElement | null> {
  let tree: TreeBuilder | null = null
  let isFirst = true
  let root: TreeElement | null = null
  await readXml(chunks, {
    open({ name, local, attributes }) {
      if (isFirst && local === 'math') tree = createTreeBuilder()
      isFirst = false
      tree?.open(name, attributes)
    },
    close() {
      root = tree?.close() ?? null
    },
    text: (text) => tree?.text(text),
  })
  return root
}
