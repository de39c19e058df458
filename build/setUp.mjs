// Makes sure that node_modules contains the packages of package-lock.json, and installs them if it does not.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pinnedNode } from './pinnedNode.mjs'
import { root } from './root.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage */

/** The packages of a lock file by folder; nothing if there is no readable one.
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined} */
function readLock(path) {
  try {
    /** @type {{ packages?: Record<string, LockedPackage> }} */
    const lock = JSON.parse(readFileSync(path, 'utf8'))
    return lock.packages
  } catch {
    return undefined
  }
}

/** Whether a folder's node_modules fits its package-lock.json. npm writes down what it installed as its last step, so a broken-off
 * install does not pass. Optional packages may be missing: most are for other machines.
 * @param {string} folder */
export function isInstalled(folder) {
  const wanted = readLock(join(folder, 'package-lock.json'))
  const present = readLock(join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true
    const found = present[path]
    if (!found) return optional === true || devOptional === true
    return found.version === version && found.integrity === integrity
  })
}

/** Installs what is missing, telling so on standard error.
 * @returns {Promise<string | undefined>} what went wrong and what to do, in words; nothing when all is there */
export async function ensureSetUp() {
  const isReady = () => isInstalled(root) && existsSync(pinnedNode)
  if (isReady()) return undefined
  console.error('Fabula: installing its dependencies, which takes about half a minute…')
  const { code, output } = await npmCi()
  if (code === 0 && isReady()) return undefined
  const reason = code === 0 ? installedButUnfit() : failedInstall(output)
  return `${output.trim()}\n\nFabula could not install its dependencies. ${reason}`.trim()
}

/** @param {string} output */
function failedInstall(output) {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output)
    ? 'The package registry cannot be reached: connect to the network and run the same command again. Stories are not affected.'
    : 'What npm said is above; “npm ci” in the project’s folder shows it again. Stories are not affected.'
}

function installedButUnfit() {
  return existsSync(pinnedNode)
    ? 'npm left out some packages: look for settings such as “omit” in your npm configuration.'
    : 'npm did not run the install step of the “node” package: it must be allowed to run scripts (look for “ignore-scripts” in your npm configuration).'
}

/** @returns {Promise<{ code: number, output: string }>} */
function npmCi() {
  const args = [
    'ci',
    '--include=dev',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--no-progress',
  ]
  const npm = process.env['npm_execpath'] ?? ''
  const isKnown = /^npm-cli\.c?js$/.test(basename(npm))
  return new Promise((resolve) => {
    const child = spawn(isKnown ? process.execPath : 'npm', isKnown ? [npm, ...args] : args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows npm is a batch file, which only a shell can start; the arguments above are constant.
      shell: !isKnown && process.platform === 'win32',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (/** @type {string} */ chunk) => (output += chunk))
    }
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
