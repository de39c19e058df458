import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../build/root.mjs'
import { wireErrorSchema } from '../../../shared/ipc/result.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { errors, isErrorCode } from '../../../shared/messages/errors.ts'

const codes = [...new Set(Object.keys(errors).map((key) => key.replace(/_(?:one|other)$/, '')))]

describe('the table of error codes', () => {
  it('contains only codes that the program uses', () => {
    const source = globSync('{electron,renderer,shared}/**/*.{ts,tsx}', { cwd: root })
      .filter((path) => !path.endsWith('messages/errors.ts'))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    expect(codes.filter((code) => !source.includes(`'${code}'`))).toEqual([])
  })

  it('has a singular and a plural for a message with a count', () => {
    for (const code of codes.filter((each) => !(each in errors))) {
      expect(Object.keys(errors).filter((key) => key.startsWith(`${code}_`))).toEqual([
        `${code}_one`,
        `${code}_other`,
      ])
    }
  })

  it('makes the compiler require the values that a message names', () => {
    // @ts-expect-error: the message names the host.
    expect(new UserFacingError('service-untrusted').params).toEqual({})
    // @ts-expect-error: the message names nothing.
    expect(new UserFacingError('document-empty', { name: 'x.txt' }).code).toBe('document-empty')
  })

  it('replaces an unknown code of another version with the unexpected error', () => {
    expect(wireErrorSchema.parse({ code: 'not-known-here', params: { name: 'x' } })).toEqual({
      code: 'unexpected',
      params: { name: 'x' },
    })
    expect(wireErrorSchema.parse({ code: 'project-locked', params: {} }).code).toBe('project-locked')
    expect(isErrorCode('constructor')).toBe(false)
  })
})
