// `npm run lint`: runs oxlint, and checks that none of its rules covers: import directions, import cycles, and wording that is not plain
// English. Arguments go to oxlint.
import { relative } from 'node:path'
import { endLike, run } from './children.mjs'
import { whyWrongImport } from './lint/directions.ts'
import { findCircles, readImports } from './lint/imports.ts'
import { findAllHabits } from './lint/plainWords.ts'
import { pinnedNode, scriptArgs } from './pinnedNode.mjs'
import { root } from './root.mjs'

const inProject = (file: string) => relative(root, file)

const graph = readImports(root, ['shared', 'electron', 'renderer'])
const wrong = [...graph].flatMap(([file, imports]) =>
  imports.flatMap((imported) => {
    const why = whyWrongImport(file, imported)
    return why === undefined ? [] : `${inProject(file)}: ${why}.`
  }),
)
const circles = findCircles(graph).map((files) => `Import circle: ${files.map(inProject).join(' → ')}`)

const args = scriptArgs('node_modules/oxlint/bin/oxlint', ['.', ...process.argv.slice(2)])
const ending = await run(pinnedNode, args, { cwd: root })
const faults = [...wrong, ...circles, ...findAllHabits(root)]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
endLike(ending)
