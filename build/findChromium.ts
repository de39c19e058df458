// Finds the browser for tests: the system's own, because a test tool's private download is not available everywhere.
import { existsSync } from 'node:fs'
import { run } from './children.mjs'
import { findProgram, isProgram } from './findProgram.ts'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

const advice = 'Install Chromium or Chrome, or name its program in CHROME_PATH.'

/** The path of Chromium or Chrome on this computer; CHROME_PATH takes precedence. Undefined if there is none. */
export function findChromium(env = process.env): string | undefined {
  if (env['CHROME_PATH']) return env['CHROME_PATH']
  return names.map((name) => findProgram(name, env)).find(Boolean) ?? usualPlaces.find(isProgram)
}

/** Like findChromium, but throws with advice if there is no browser. */
export function requireChromium(env = process.env): string {
  const path = findChromium(env)
  if (!path) throw new Error(`The browser tests need Chromium. ${advice}`)
  return path
}

/** Makes sure that there is a browser: on Debian, as root, installs it. Throws with advice if there is still none. */
export async function ensureChromium(): Promise<string> {
  if (!findChromium() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
      await run('apt-get', ['--quiet=2', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
    }
  }
  return requireChromium()
}

/** Switches for a Chromium under test, which disable lookups, updates and questions. The sandbox stays on, except for root, for whom it does not work. */
export function chromiumArgs(): string[] {
  const switches = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--disable-gpu',
    '--no-first-run',
    '--no-default-browser-check',
    '--autoplay-policy=no-user-gesture-required',
  ]
  return process.getuid?.() === 0 ? [...switches, '--no-sandbox'] : switches
}
