// Every npm script of the project starts here, on any version of Node. Makes sure that the dependencies are installed, then runs the task
// on the project's pinned Node. It has no dependencies itself and prints nothing if all is well, because some tasks print JSON on standard
// output.
import { relative } from 'node:path'
import { endLike, run } from './children.mjs'
import { audioProcess, pinnedEnv, pinnedNode, scriptArgs } from './pinnedNode.mjs'
import { root } from './root.mjs'
import { ensureSetUp } from './setUp.mjs'

const vitest = 'node_modules/vitest/vitest.mjs'

/** Files that are unchanged since they were last well formatted are not checked again. */
const prettierCache = [
  '--cache',
  '--cache-strategy=content',
  '--cache-location=node_modules/.cache/prettier/checked',
]

/** What each task runs: a script of this repository or of a dependency, and the arguments that always go with it.
 * @type {Record<string, readonly [string, ...string[]]>} */
const tasks = {
  start: ['build/start.ts'],
  test: ['build/test.ts'],
  fabula: ['electron/cli.ts'],
  service: ['electron/local-service/main.ts'],
  build: ['build/buildAll.ts'],
  format: ['node_modules/prettier/bin/prettier.cjs', '--check', '.', ...prettierCache],
  lint: ['build/lint.ts'],
  typecheck: ['node_modules/typescript/bin/tsc', '-b'],
  unit: [vitest, 'run', '--project=unit', '--project=renderer'],
  e2e: ['build/e2e.ts'],
  'e2e:electron': ['build/e2eElectron.ts'],
  package: ['build/package.ts'],
  'bench:editor': ['test/bench/editor.ts'],
  'bench:audio': ['test/bench/audio.ts'],
  'bench:import': ['test/bench/import.ts'],
  'bench:genders': ['test/bench/genders.ts'],
  'bench:reading': ['test/bench/reading.ts'],
  'bench:spoken': ['test/bench/spoken.ts'],
  'bench:voices': ['test/bench/voices.ts'],
  soak: ['test/bench/soak.ts'],
  screenshots: ['test/e2e/screens.ts'],
}

/** Tasks that make audio. Their arguments name the caller's files: they run in the caller's folder, the others in the project's. */
const audioTasks = new Set(['fabula', 'service'])

/** npm changes to the project's folder before it runs a script; INIT_CWD is the caller's folder. */
function callersFolder() {
  const movedByNpm = relative(root, process.cwd()) === ''
  return (movedByNpm && process.env['INIT_CWD']) || process.cwd()
}

const [name = '', ...args] = process.argv.slice(2)
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
if (!task) {
  console.error(`There is no task “${name}”. Tasks: ${Object.keys(tasks).join(', ')}.`)
  process.exit(2)
}

const problem = await ensureSetUp()
if (problem) {
  console.error(problem)
  process.exit(1)
}
const [script, ...fixedArgs] = task
const allArgs = [...fixedArgs, ...args]
const makesAudio = audioTasks.has(name)
const child = makesAudio
  ? audioProcess(script, allArgs)
  : { args: scriptArgs(script, allArgs), env: pinnedEnv() }
const cwd = makesAudio ? callersFolder() : root
endLike(await run(pinnedNode, child.args, { cwd, env: child.env }))
