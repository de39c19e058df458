// The Node that runs the project's own scripts: the version of the `node` dev dependency, which is Electron's, independent of the system's
// Node.
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from './root.mjs'

export const pinnedNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** At every start, Node prints a warning that node:sqlite is experimental; nobody can act on that. */
const flags = ['--disable-warning=ExperimentalWarning']

/** The arguments with which the pinned Node runs a script of the project.
 * @param {string} script relative to the project's folder
 * @param {readonly string[]} args */
export function scriptArgs(script, args = []) {
  return [...flags, join(root, script), ...args]
}

/** Sources are stripped of their types and compiled once rather than at every start. Node checks that they are unchanged. */
const compileCache = join(root, 'node_modules', '.cache', 'node')

/** The environment of a task: programs it starts find the pinned Node first.
 * @param {NodeJS.ProcessEnv} [env] */
export function pinnedEnv(env = process.env) {
  const path = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return {
    NODE_COMPILE_CACHE: compileCache,
    ...env,
    [path]: [dirname(pinnedNode), env[path]].filter(Boolean).join(delimiter),
  }
}

/** How Node runs a process that makes audio: in little memory. The app starts its speech service with the same options.
 * @type {{ readonly execArgv: readonly string[], readonly env: Readonly<Record<string, string>> }} */
const audioOptions = JSON.parse(
  readFileSync(join(root, 'electron', 'local-service', 'audioProcess.json'), 'utf8'),
)

/** How the pinned Node runs a script that makes audio.
 * @param {string} script relative to the project's folder
 * @param {readonly string[]} args */
export function audioProcess(script, args = []) {
  return {
    args: [...audioOptions.execArgv, ...scriptArgs(script, args)],
    env: { ...audioOptions.env, ...pinnedEnv() },
  }
}
