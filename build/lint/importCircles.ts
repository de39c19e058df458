// Finds import circles, which a lint rule that sees one file at a time cannot. Type imports count: two files that need
// each other's types cannot be read, moved or tested apart.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'

/** The files that each file imports: absolute paths of relative imports, type imports and import() types included. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Reads the imports of every TypeScript file in the given folders below `root`. */
export function readImports(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) =>
    globSync('**/*.{ts,tsx}', { cwd: join(root, folder) }).map((name) => join(root, folder, name)),
  )
  return new Map(
    files.map((file) => [
      file,
      ts
        .preProcessFile(readFileSync(file, 'utf8'), true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => resolve(dirname(file), fileName)),
    ]),
  )
}

/** Import circles, each as the list of its files in import order; an empty list where there are none. */
export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string) => {
    const start = path.indexOf(file)
    if (start >= 0) circles.push(path.slice(start))
    if (start >= 0 || done.has(file)) return
    path.push(file)
    for (const imported of graph.get(file) ?? []) visit(imported)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return circles
}
