import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A machine that is busy with other work is slow.
configure({ asyncUtilTimeout: 15_000 })

afterEach(cleanup)
