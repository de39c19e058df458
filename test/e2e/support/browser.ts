import { chromium, type Browser, type LaunchOptions } from 'playwright-core'
import { chromiumArgs, requireChromium } from '../../../build/findChromium.ts'

/** A microphone that beeps, which a page may use without a question. */
const FALSE_MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/** How tests start the system's Chromium. */
export function launchOptions(): LaunchOptions {
  return { executablePath: requireChromium(), headless: true, args: [...chromiumArgs(), ...FALSE_MICROPHONE] }
}

/** A headless Chromium; the caller closes it. Throws with advice if the machine has none. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(launchOptions())
}
