import { describe, expect, test } from 'vitest'
import { errorText } from '../../../../electron/hosts/cli/errorText.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'

describe('the text of an error', () => {
  test('is filled with what it is about', () => {
    const text = errorText(new UserFacingError('file-too-large', { name: 'a.txt', limitMb: 20 }))
    expect(text).toContain('“a.txt” is larger than 20 MB')
  })

  test('counts', () => {
    expect(errorText(new UserFacingError('export-needs-render', { count: 1 }))).toMatch(/^1 block has/)
    expect(errorText(new UserFacingError('export-needs-render', { count: 1200 }))).toMatch(
      /^1,200 blocks have/,
    )
  })

  test('says of a mistake of ours that it is one', () => {
    expect(errorText(new TypeError('x is not a function'))).toContain('Something went wrong')
  })
})
