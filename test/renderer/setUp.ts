import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'

// React asks the environment whether updates are to be awaited with act(); Testing Library would set this itself, but only
// where the test functions are globals.
const environment: typeof globalThis & { IS_REACT_ACT_ENVIRONMENT?: boolean } = globalThis

// A machine that is busy with other work takes its time.
configure({ asyncUtilTimeout: 15_000 })

beforeAll(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true
})
afterEach(cleanup)
afterAll(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false
})
