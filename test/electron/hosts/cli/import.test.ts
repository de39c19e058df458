// @module-tag long
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openProject } from '../../../../electron/project/openProject.ts'
import { projectIdSchema } from '../../../../shared/ipc/views.ts'
import { outlineOfStory } from '../../lib/documents/storyText.ts'
import { archive, relationships } from '../../lib/documents/formats/samples.ts'
import { openTerminal } from './runCli.ts'

const novel = '# One\n\n“Wait,” said Mira. Nobody did.\n\n# Two\n\nIt was [late](https://a.org).\n'

/** The story of a project file, as a person would outline it. */
function outlineOf(path: string): string[] {
  const project = openProject(path, {
    projectId: projectIdSchema.parse('p'),
    isDraft: false,
    now: () => 0,
    createId: () => 'id',
  })
  try {
    return outlineOfStory(project.story())
  } finally {
    project.close()
  }
}

describe('fabula import', () => {
  test('makes a story with chapters and a cast, and reports its content', async () => {
    using terminal = openTerminal()
    writeFileSync(terminal.path('novel.md'), novel)
    const run = await terminal.run(['import', 'novel.md', '--out', 'novel.fabula'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('2 chapters · 3 blocks · 2 characters')
    expect(run.stdout).toContain('100 % of the words are in the script.')
    expect(outlineOf(terminal.path('novel.fabula'))).toEqual([
      '# One',
      'Mira: “Wait,”',
      'Narrator: said Mira. Nobody did.',
      '# Two',
      'Narrator: It was late.',
    ])
  }, 60_000)

  test.each(['novel.md', 'novel.fabula'])(
    'leaves no story of %s behind if a voice is unknown',
    async (input) => {
      using terminal = openTerminal()
      writeFileSync(terminal.path('novel.md'), novel)
      expect(await terminal.run(['import', 'novel.md', '--out', 'novel.fabula'])).toMatchObject({ code: 0 })
      writeFileSync(terminal.path('cast.csv'), 'Mira,NOPE\n')
      for (const choice of [
        ['--cast', 'cast.csv'],
        ['--voice', 'NOPE'],
      ]) {
        const run = await terminal.run(['import', input, '--out', 'cast.fabula', ...choice])
        expect(run).toMatchObject({ code: 1, stdout: '' })
        expect(run.stderr).toContain('There is no voice “NOPE”. Nothing was written.')
      }
      expect(terminal.files()).toEqual(['cast.csv', 'novel.fabula', 'novel.md'])
    },
    60_000,
  )

  test('reads the named sheet of a workbook, or all sheets as chapters', async () => {
    using terminal = openTerminal()
    const row = (...cells: string[]) =>
      `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
    const lines = (...cells: string[]) =>
      `<worksheet><sheetData>${row('ID', 'Character', 'Line')}${row(...cells)}</sheetData></worksheet>`
    const workbook = archive({
      '_rels/.rels': relationships({ r1: ['officeDocument', 'xl/workbook.xml'] }),
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="Gate" r:id="s1"/><sheet name="Hall" r:id="s2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships({
        s1: ['worksheet', 's1.xml'],
        s2: ['worksheet', 's2.xml'],
      }),
      'xl/s1.xml': lines('G1', 'Mira', 'Who?'),
      'xl/s2.xml': lines('H1', 'Tom', 'Me.'),
    })
    writeFileSync(terminal.path('a.xlsx'), workbook)
    await terminal.run(['import', 'a.xlsx', '--out', 'all.fabula'])
    expect(outlineOf(terminal.path('all.fabula'))).toEqual(['# Gate', 'Mira: Who?', '# Hall', 'Tom: Me.'])
    await terminal.run(['import', 'a.xlsx', '--sheet', 'Hall', '--out', 'hall.fabula'])
    expect(outlineOf(terminal.path('hall.fabula'))).toEqual(['# Hall', 'Tom: Me.'])
    const none = await terminal.run(['import', 'a.xlsx', '--sheet', 'Roof', '--out', 'roof.fabula'])
    expect(none).toMatchObject({ code: 1, stdout: '' })
    expect(none.stderr).toContain('Its sheets of lines: Gate, Hall.')
    // The ids are exported again, so that each line can be found in the studio's own table.
    await terminal.run(['export', 'all.fabula', '--as', 'csv', '--out', 'all.csv'])
    expect(readFileSync(terminal.path('all.csv'), 'utf8').split('\r\n').slice(0, 3)).toEqual([
      '\ufeffid,chapter,speaker,line,emotion,silence,duration',
      'G1,Gate,Mira,Who?,,0,',
      expect.stringMatching(/^H1,Hall,Tom,Me\.,,/),
    ])
  }, 60_000)

  test('names the lines that it omits, reads in one voice on request, and does not replace an existing file', async () => {
    using terminal = openTerminal()
    writeFileSync(terminal.path('a.csv'), 'speaker,line,start,end\nMira,One.,soon,later\nTom,,,\n')
    const run = await terminal.run(['import', 'a.csv', '--out', 'a.fabula'])
    expect(run).toMatchObject({ code: 0 })
    expect(run.stderr).toContain('Line 2 has times that are not valid: the line is read without them.')
    expect(run.stderr).toContain('Line 3 is left out: it has no words.')
    writeFileSync(terminal.path('novel.md'), novel)
    const again = await terminal.run(['import', 'novel.md', '--one-voice', '--out', 'a.fabula'])
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(outlineOf(terminal.path('a.fabula'))).toEqual(['Mira: One.'])
    await terminal.run(['import', 'novel.md', '--one-voice', '--out', 'b.fabula'])
    expect(outlineOf(terminal.path('b.fabula'))).toEqual([
      '# One',
      '“Wait,” said Mira. Nobody did.',
      '# Two',
      'It was late.',
    ])
  }, 60_000)

  test('reports how many of the words are in the script, and what it left out, which --read can include', async () => {
    using terminal = openTerminal()
    const page =
      '<h2>Copyright</h2><p>All rights.</p><h2>One</h2><p>It was late, and it rained.</p><img alt="A pier">'
    writeFileSync(terminal.path('a.html'), page)
    const run = await terminal.run(['import', 'a.html', '--out', 'a.fabula'])
    expect(run.stdout.split('\n').slice(2)).toEqual([
      '58.3 % of the words are in the script.',
      'Left out: front-matter, 3 words in 1 place (“Copyright All rights.”).',
      'Left out: pictures, 2 words in 1 place (“A pier”).',
      '',
    ])
    const json = await terminal.run(['import', 'a.html', '--out', 'b.fabula', '--json', '--read', 'pictures'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ words: 12, scriptWords: 9 },
      leftOut: [{ reason: 'front-matter', words: 3, texts: ['Copyright\nAll rights.'] }],
    })
    const all = await terminal.run([
      'import',
      'a.html',
      '--out',
      'c.fabula',
      '--read',
      'pictures,front-matter',
    ])
    expect(all.stdout).toContain('100 % of the words are in the script.')
    expect(outlineOf(terminal.path('c.fabula'))).toContain('All rights.')
  }, 60_000)
})
