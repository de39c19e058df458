import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USAGE } from '../../../electron/local-service/commandLine.ts'
import { EMOTION_STYLES, EMOTION_SYNONYMS } from '../../../electron/local-service/speech/emotions.ts'
import { API_PREFIX, ENDPOINTS } from '../../../shared/speech-api/endpoints.ts'
import {
  emotionRecordSchema,
  fileRecordSchema,
  textRecordSchema,
} from '../../../shared/speech-api/records.ts'
import {
  documentFieldsSchema,
  emotionToSpeechRequestSchema,
  storyMakerRequestSchema,
  textToSpeechRequestSchema,
} from '../../../shared/speech-api/requests.ts'
import {
  deletedVibeRecordSchema,
  vibeRecordSchema,
  vibeRequestSchema,
  vibeSearchSchema,
} from '../../../shared/speech-api/vibes.ts'
import { runService, TEST_KEY, type TestService } from './runService.ts'
import { long } from '../../support/tags.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const page = readFileSync(join(root, 'docs/speech-service.md'), 'utf8')
const run = promisify(execFile)

/** The rows of the table whose first column has this heading. */
function tableRows(head: string): string[][] {
  const rows = page.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const start = rows.findIndex(([first]) => first === head)
  const length = rows.slice(start).findIndex((row) => row.length === 0)
  // Below the heading is a row of dashes.
  return rows.slice(start + 2, start + length)
}

/** Whether a cell names a test file, and the beginning of the name of a test or a group in it. */
function isTest(cell: string): boolean {
  const [, file = '', name = ''] = /^`([^`]+)`: (.{10,}|access)$/.exec(cell) ?? []
  const path = join(root, 'test', file)
  if (name === '' || !existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  // A name follows the bracket that opens a test, or that of a table of tests.
  const title = RegExp(`(?:(?:it|test|describe)|\\]|FAULTS|>|\\))\\(\\s*['"]${escape(name)}`)
  return title.test(source)
}

function escape(text: string): string {
  return text.replace(/SIGKILL|SIGTERM/, '%s').replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

describe('the documentation of the service', () => {
  it.each([
    ['What the interface says', 55],
    ['What Fabula does', 20],
    ['What the service does', 8],
  ])('names an existing test in every cell: %s', (head, least) => {
    const rows = tableRows(head)
    expect(rows.length).toBeGreaterThan(least)
    for (const [what, ...cells] of rows)
      for (const cell of cells) expect([what, cell, isTest(cell)]).toEqual([what, cell, true])
  })

  it('covers every published endpoint and every field of its requests and answers', () => {
    const said = tableRows('What the interface says')
      .map(([what]) => what)
      .join('\n')
    const published = ENDPOINTS.filter(({ isExtension }) => !isExtension)
    expect(published).toHaveLength(10)
    for (const { method, path } of published)
      expect(said).toContain(`${method} ${path.replace(API_PREFIX, '')}`)
    const extensions = new Set(['media_url', 'timings', 'silence_before_ms', 'duration_ms', 'as_is'])
    const schemas = [
      ...[textToSpeechRequestSchema, emotionToSpeechRequestSchema, storyMakerRequestSchema],
      ...[storyMakerRequestSchema.shape.blocks.element, documentFieldsSchema, vibeRequestSchema],
      ...[vibeSearchSchema, textRecordSchema, emotionRecordSchema, fileRecordSchema],
      ...[vibeRecordSchema, deletedVibeRecordSchema],
    ]
    const fields = new Set(schemas.flatMap((schema) => Object.keys(schema.shape)))
    for (const field of fields.difference(extensions)) expect(said).toMatch(RegExp(`\\b${field}\\b`))
  })

  it('contains the current table of emotion words', () => {
    const number = (text = '') => Number(text.replace('−', '-'))
    const documented = tableRows('Word').map(([word = '', pitch, range, pace, gain, also = '']) => ({
      word,
      style: [pitch, range, pace, gain].map(number),
      also: also.split(', ').filter(Boolean),
    }))
    expect(documented).toEqual(
      Object.entries(EMOTION_STYLES).map(([word, style]) => ({
        word,
        style: [...style],
        also: [...EMOTION_SYNONYMS].filter(([, to]) => to === word).map(([from]) => from),
      })),
    )
  })

  it('lists every option of the command line', () => {
    const options = [...USAGE.matchAll(/--[a-z-]+/g)].map(([option]) => option)
    const documented = tableRows('Option').map(([option = '']) => /--[a-z-]+/.exec(option)?.[0])
    expect(documented.filter((option) => option !== undefined)).toEqual(options)
  })
})

describe('the examples', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
  let service: TestService

  beforeAll(async () => {
    service = await runService(join(folder, 'data'))
    writeFileSync(join(folder, 'story.txt'), 'The light went out at nine. Nobody noticed.\n')
  })

  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  it('work unchanged, except for base URL and key', long, async () => {
    const examples = [...page.matchAll(/```sh\n([\s\S]+?)```/g)].map(([, text = '']) => text)
    expect(examples).toHaveLength(11)
    for (const example of examples) {
      const command = example.replaceAll('{base_url}', service.baseUrl).replaceAll('<API_KEY>', TEST_KEY)
      const answer = (await perform(command, folder)) as { success: boolean; result: object }
      expect([example, answer]).toMatchObject([example, { success: true }])
      const { uuid } = answer.result as { uuid?: string }
      if (uuid !== undefined) {
        expect((await service.follow(uuid)).final).toMatchObject({ status: 2, errorMessage: '' })
      }
    }
  })

  it('work without curl too', async () => {
    const [example = ''] = /curl[\s\S]+?document[\s\S]+?(?=```)/.exec(page) ?? []
    expect(wordsOf(example)[0]).toBe('curl')
    expect(wordsOf(`curl -d '{"a b": 1}' \\\n  -H 'x: y'`)).toEqual([
      'curl',
      '-d',
      '{"a b": 1}',
      '-H',
      'x: y',
    ])
  })

  /** Runs curl in a shell, as a reader would; without curl, interprets its options. */
  async function perform(command: string, cwd: string): Promise<unknown> {
    const hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    )
    if (hasCurl && process.platform !== 'win32') {
      return JSON.parse((await run('sh', ['-c', command.replace('curl ', 'curl -sS ')], { cwd })).stdout)
    }
    return (await fetch(...toFetch(wordsOf(command), cwd))).json()
  }
})

/** The words of a command as a shell splits them, with single quotes. */
function wordsOf(command: string): string[] {
  return [...command.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
}

function toFetch(words: readonly string[], cwd: string): [url: string, init: RequestInit] {
  const valuesOf = (option: string) =>
    words.flatMap((word, index) => (words[index - 1] === option ? [word] : []))
  const headers = new Headers(
    valuesOf('-H').map((header): [string, string] => {
      const [name = '', value = ''] = header.split(': ')
      return [name, value]
    }),
  )
  const form = new FormData()
  for (const field of valuesOf('-F')) {
    const [name = '', value = ''] = field.split('=')
    if (value.startsWith('@')) {
      form.append(name, new Blob([readFileSync(join(cwd, value.slice(1)))]), value.slice(1))
    } else form.append(name, value)
  }
  const [data] = valuesOf('-d')
  const body = data ?? ([...form].length > 0 ? form : null)
  return [
    words.find((word) => word.startsWith('http')) ?? '',
    { method: valuesOf('-X')[0] ?? 'GET', headers, body },
  ]
}
