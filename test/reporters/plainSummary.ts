import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** How many tests passed, failed and were skipped, and how many a filter of tags left out. A file that breaks outside its tests,
 * and an error that belongs to no test, count as one failure each: neither may look like success. */
function countTests(
  modules: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
  isFiltered: boolean,
) {
  const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, leftOut: 0 }
  for (const module of modules) {
    let failedHere = 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') counts.passed += 1
      else if (state === 'skipped' && isFiltered && test.tags.length > 0) counts.leftOut += 1
      else if (state === 'skipped') counts.skipped += 1
      else failedHere += 1
    }
    counts.failed += failedHere === 0 && module.state() === 'failed' ? 1 : failedHere
  }
  return counts
}

/** How many characters of an error are printed. */
const MOST_CHARACTERS = 600

/** The tests that failed at first and passed when they were run again: file, full name, number of runs, and where and how each failed first. */
function retriedTests(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()].flatMap((test) => {
      const retries = test.diagnostic()?.retryCount ?? 0
      const { state, errors } = test.result()
      if (retries === 0 || state !== 'passed') return []
      const [error] = errors ?? []
      const message = error?.message.replaceAll(/\s+/g, ' ').slice(0, MOST_CHARACTERS) ?? 'unknown error'
      const lines = (error?.stacks ?? []).flatMap(({ file, line }) =>
        /\.test\.[jt]s$/.test(file) ? line : [],
      )
      const where = lines[0] === undefined ? '' : `, line ${lines[0]}`
      return `${module.relativeModuleId} > ${test.fullName} (${retries + 1} runs; at first${where}: ${message})`
    }),
  )
}

/** Reporter that lists the tests that passed only when they were run again, and counts those that a filter of tags left out. Its
 * line “N passed, N failed, N skipped” is the last that the run prints, whatever the other reporters print. */
export function plainSummary(): Reporter {
  let line: string | undefined
  let isFiltered = false
  return {
    onInit({ config }) {
      isFiltered = config.tagsFilter !== undefined
      process.once('exit', () => {
        if (line) process.stdout.write(`${line}\n`)
      })
    },
    onTestRunEnd(modules, unhandledErrors) {
      const { passed, failed, skipped, leftOut } = countTests(modules, unhandledErrors, isFiltered)
      const retried = retriedTests(modules)
      if (retried.length > 0) console.log(['Passed only when run again:', ...retried].join('\n  '))
      if (leftOut > 0) console.log(`${leftOut} long tests were left out; npm run test:all runs them too.`)
      line = `${passed} passed, ${failed} failed, ${skipped} skipped`
    },
  }
}
