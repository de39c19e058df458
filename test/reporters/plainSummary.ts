import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** How many tests passed, failed and were skipped. A file that breaks outside its tests, and an error that belongs to no test,
 * count as one failure each: neither may look like success. */
export function countTests(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]) {
  const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
  for (const module of modules) {
    let failedHere = 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') counts.passed += 1
      else if (state === 'skipped') counts.skipped += 1
      else failedHere += 1
    }
    counts.failed += failedHere === 0 && module.state() === 'failed' ? 1 : failedHere
  }
  return counts
}

/** Reporter whose line “N passed, N failed, N skipped” is the last that the run prints, whatever the other reporters say. */
export function plainSummary(): Reporter {
  let line: string | undefined
  return {
    onInit() {
      process.once('exit', () => {
        if (line) process.stdout.write(`${line}\n`)
      })
    },
    onTestRunEnd(modules, unhandledErrors) {
      const { passed, failed, skipped } = countTests(modules, unhandledErrors)
      line = `${passed} passed, ${failed} failed, ${skipped} skipped`
    },
  }
}
