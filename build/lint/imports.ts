// Reads the imports of the project's files. Type imports count: two files that need each other's types cannot be read, moved or tested
// separately.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'

/** The imports of each file: the absolute paths of files, including type and dynamic imports, and the names of packages. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Reads the imports of every TypeScript file in the given folders below `root`. */
export function readImports(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) =>
    globSync('**/*.{ts,tsx}', { cwd: join(root, folder) }).map((name) => join(root, folder, name)),
  )
  return new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]))
}

/** The imports and re-exports of a file's text. */
export function importsOf(file: string, text: string): string[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)), // without its quotes
  ]
  return names.map((name) => (name.startsWith('.') ? resolve(dirname(file), name) : name))
}

/** Import cycles, each as the list of its files in import order; an empty list if there are none. */
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
