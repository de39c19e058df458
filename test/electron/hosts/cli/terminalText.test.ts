import { describe, expect, test } from 'vitest'
import { blockIdSchema } from '../../../../shared/story/records.ts'
import { createProgressLine, errorText, queueTexts } from '../../../../electron/hosts/cli/terminalText.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'

function lineOn(isTTY: boolean) {
  const written: string[] = []
  return { written, line: createProgressLine({ isTTY, write: (text) => written.push(text) }) }
}

describe('progress', () => {
  test('is one line that is overwritten on a terminal', () => {
    const { written, line } = lineOn(true)
    line.tell('Rendering', 0.1, null)
    line.tell('Rendering', 0.1, null)
    line.tell('Rendering', 0.625, 2500)
    line.end()
    line.end()
    expect(written).toEqual(['\r\u001b[2KRendering 10 %', '\r\u001b[2KRendering 62 % · about 3 s left', '\n'])
  })

  test('shows for a queue how many blocks are made, how fast, and how many failed', () => {
    const { written, line } = lineOn(true)
    line.tell('Rendering', 0, null, queueTexts({ made: 0, of: 40, perMinute: null, failed: [] }))
    const blockId = blockIdSchema.parse('b1')
    const failed = [{ blockId, error: { code: 'block-gone', params: {} } }] as const
    line.tell('Rendering', 0, null, queueTexts({ made: 0, of: 1, perMinute: null, failed: [] }))
    line.tell('Rendering', 0.3, 120_000, queueTexts({ made: 12, of: 40, perMinute: 14.2, failed }))
    expect(written).toEqual([
      '\r\u001b[2KRendering 0 % · 0 of 40 blocks',
      '\r\u001b[2KRendering 0 % · 0 of 1 block',
      '\r\u001b[2KRendering 30 % · 12 of 40 blocks · 14 a minute · 1 failed · about 2 min left',
    ])
  })

  test('is one line for every ten percent in a log', () => {
    const { written, line } = lineOn(false)
    for (let percent = 0; percent <= 100; percent += 1) line.tell('Rendering', percent / 100, null)
    line.tell('Writing', 1, 200_000)
    line.end()
    expect(written).toHaveLength(12)
    expect(written.slice(0, 2)).toEqual(['Rendering 0 %\n', 'Rendering 10 %\n'])
    expect(written.at(-1)).toBe('Writing 100 % · about 3 min left\n')
  })
})

describe('the text of an error', () => {
  test('contains the error’s parameters', () => {
    const text = errorText(new UserFacingError('file-too-large', { name: 'a.txt', limitMb: 20 }))
    expect(text).toContain('“a.txt” is larger than 20 MB')
  })

  test('uses singular and plural', () => {
    expect(errorText(new UserFacingError('export-needs-render', { count: 1 }))).toMatch(/^1 block has/)
    expect(errorText(new UserFacingError('export-needs-render', { count: 1200 }))).toMatch(
      /^1,200 blocks have/,
    )
  })

  test('reports an unexpected error as such', () => {
    expect(errorText(new TypeError('x is not a function'))).toContain('Something went wrong')
  })
})
