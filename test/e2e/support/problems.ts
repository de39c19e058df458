/** Problems that must not occur in any test: errors in the page's console, uncaught errors, and violations of the page's policy. */
import type { BrowserContext, Page } from 'playwright-core'

export interface Problems {
  /** The problems since the last call that no pattern allows. */
  take(): readonly string[]
  /** From now to the end of the test, problems that match are expected. */
  expect(pattern: RegExp): void
}

/** Watches every page of a context. */
export async function watchProblems(context: BrowserContext): Promise<Problems> {
  let problems: string[] = []
  let expected: RegExp[] = []
  const note = (problem: string) => void problems.push(problem)
  const watch = (page: Page) => {
    page.on('console', (message) => {
      const { url } = message.location()
      // Chromium asks for it if a document names no icon, as between two tests; the app's page names its own.
      if (url.endsWith('/favicon.ico')) return
      if (message.type() === 'error') note(`${message.text()} (${url})`)
    })
    page.on('pageerror', (error) => note(String(error.stack)))
    page.on('crash', () => note('The page crashed'))
  }
  context.on('page', watch)
  for (const page of context.pages()) watch(page)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      console.error(`Policy: ${effectiveDirective} blocked ${blockedURI} in ${sourceFile}`)
    })
  })
  return {
    take() {
      const taken = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
      problems = []
      expected = []
      return taken
    },
    expect: (pattern) => void expected.push(pattern),
  }
}
