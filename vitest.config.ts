import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { plainSummary } from './test/reporters/plainSummary.ts'
import { LongFirst } from './test/support/longFirst.ts'

/** Sources run on Node as they are; node:sqlite is announced as experimental at every start. */
const execArgv = ['--disable-warning=ExperimentalWarning']

/** Many tests wait for a process, a server or a clock: a file per core keeps every core busy, where one fewer leaves it idle. */
const maxWorkers = '100%'

/** Long enough for a machine that is busy with other work: a test that hangs is found all the same. */
const testTimeout = 60_000
const poll = { timeout: 15_000 }

/** What is temporary lies in one folder, which is deleted after the run. */
const globalSetup = ['test/support/temporaryFolder.ts']

export default defineConfig({
  test: {
    reporters: ['default', plainSummary()],
    sequence: { sequencer: LongFirst },
    tags: [
      {
        name: 'long',
        description: 'npm test leaves it out; npm run test:all and CI run it (test/support/tags.ts)',
        timeout: 150_000,
      },
    ],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          execArgv,
          globalSetup,
          include: ['test/{build,electron,reporters,shared}/**/*.test.ts'],
          isolate: false, // modules are loaded once in a worker, not once for each file
          testTimeout,
          hookTimeout: testTimeout,
          expect: { poll },
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'happy-dom',
          isolate: false, // modules are loaded once in a worker: that took longer than the tests
          execArgv,
          globalSetup,
          include: ['test/renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['test/renderer/setUp.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout,
          expect: { poll },
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // After the others. A worker runs file after file with one browser and one host (test/e2e/support).
        test: {
          name: 'e2e',
          environment: 'node',
          execArgv,
          include: ['test/{e2e,fakes}/**/*.test.ts'],
          globalSetup: [...globalSetup, 'test/e2e/support/globalSetup.ts'],
          isolate: false,
          maxWorkers,
          // A busy machine can starve a browser for longer than any wait: CI looks twice before it says no.
          retry: process.env['CI'] ? 1 : 0,
          testTimeout: 90_000,
          expect: { poll },
          hookTimeout: 90_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
