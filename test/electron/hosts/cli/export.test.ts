import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTerminal } from './runCli.ts'
import { long } from '../../../support/tags.ts'

test(
  'fabula export writes a story as text, lists what is lost, and does not replace an existing file',
  long,
  async () => {
    using terminal = openTerminal()
    writeFileSync(
      terminal.path('ferry.csv'),
      'chapter,speaker,line,pause\nOne,Mira,“Is it far?”,1.5\nOne,,=SUM(1),\n',
    )
    const script = await terminal.run(['export', 'ferry.csv', '--as', 'fountain', '--out', 'ferry.fountain'])
    expect(script).toMatchObject({ code: 0 })
    expect(script.stderr).toContain(
      'Not in the file: voices, models, speeds and colors; silences; language; genders of characters.',
    )
    expect(readFileSync(terminal.path('ferry.fountain'), 'utf8')).toBe(
      'Title: ferry\n\n# One\n\n@Mira\n“Is it far?”\n\n!=SUM(1)\n',
    )
    const printed = await terminal.run(['export', 'ferry.csv', '--as', 'fountain', '--out', '-'])
    expect(printed.stdout).toBe(readFileSync(terminal.path('ferry.fountain'), 'utf8'))
    expect(terminal.files()).toEqual(['ferry.csv', 'ferry.fountain'])
    const again = await terminal.run(['export', 'ferry.csv', '--as', 'csv', '--out', 'ferry.fountain'])
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('A file named “ferry.fountain” already exists.')
    const forced = await terminal.run([
      ...['export', 'ferry.csv', '--as', 'csv', '--out', 'ferry.fountain', '--force'],
    ])
    expect(forced).toMatchObject({ code: 0 })
    expect(readFileSync(terminal.path('ferry.fountain'), 'utf8')).toBe(
      '\uFEFFchapter,speaker,line,emotion,silence,duration\r\nOne,Mira,“Is it far?”,,1.5,\r\nOne,,"\'=SUM(1)",,0,\r\n',
    )
  },
)

test('fabula export lists the available formats', async () => {
  using terminal = openTerminal()
  const run = await terminal.run(['export', 'a.txt', '--as', 'doc', '--out', 'a.doc'])
  expect(run).toMatchObject({ code: 2 })
  expect(run.stderr).toContain(
    '“doc” is no format: --as takes md, html, fountain, fdx, csv, request, json, cast, notes, spoken.',
  )
})

test('fabula export prints the spoken text, one line for each block, as its voice gets it', async () => {
  using terminal = openTerminal()
  writeFileSync(
    terminal.path('ferry.md'),
    '# One\n\nDr. Quill lived on Quay St. in the 1890s.\n\n***\n\nHenry VIII paid\n£12.50 at No. 7, &c.\n',
  )
  const run = await terminal.run(['export', 'ferry.md', '--as', 'spoken'])
  expect(run).toMatchObject({ code: 0, stderr: '' })
  expect(run.stdout).toBe(
    'One\nDoctor Quill lived on Quay Street in the eighteen nineties.\n' +
      'Henry the Eighth paid twelve pounds fifty at Number seven, et cetera.\n',
  )
})
