import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { chromiumArgs, requireChromium } from '../../../build/findChromium.ts'

/** How tests start the system's Chromium. */
export function launchOptions(): LaunchOptions {
  return { executablePath: requireChromium(), headless: true, args: chromiumArgs() }
}

/** A headless Chromium; the caller closes it. Throws with advice where the machine has none. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions())
}
