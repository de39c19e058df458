/** Tables of lines as studios and engines send them. */
import { describe, expect, test } from 'vitest'
import { guessColumns, sourceFromTable } from '../../../../../shared/import/table.ts'
import { hasBlankSpeakers } from '../../../../../shared/import/tableLayout.ts'
import type { ImportReading } from '../../../../../shared/ipc/importContract.ts'
import { archive, odf, relationships } from '../formats/samples.ts'
import { readTable, tellProblems, told } from './tableReading.ts'

const csv = (...rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

describe('the column names of a table', () => {
  test.each([
    ['English', ['Cue ID', 'Character Name', 'Dialogue Line', 'Context']],
    ['a language in brackets', ['String_ID', 'CHARACTER', 'Line (EN)', 'Notes:']],
    ['line breaks within them', ['Line\nID', 'Speaking\nCharacter', 'Dialogue\nText', 'Comments']],
    ['scripts', ['lineID', 'speakerName', 'dialogueText', 'comment']],
    ['the name of the language', ['Key', 'Speaker', 'English', 'Remarks']],
    ['the name of the audio file', ['VO File Name', 'Character', 'Spoken Line', 'Context']],
    ['the file', ['File', 'Character', 'Line', 'Notes']],
    ['German', ['Kennung', 'Figur', 'Zeile', 'Anmerkung']],
    ['French', ['Clé', 'Personnage', 'Réplique', 'Contexte']],
    ['Spanish', ['Clave', 'Personaje', 'Diálogo', 'Notas']],
    ['Italian', ['Chiave', 'Personaggio', 'Battuta', 'Note']],
    ['Portuguese', ['Chave', 'Personagem', 'Fala', 'Observações']],
    ['Polish', ['Klucz', 'Postać', 'Kwestia', 'Uwagi']],
    ['Russian', ['Ключ', 'Персонаж', 'Реплика', 'Примечание']],
    ['Japanese', ['ID', 'キャラクター', 'セリフ', '備考']],
    ['Chinese', ['编号', '角色', '台词', '备注']],
    ['traditional Chinese', ['編號', '說話者', '對白', '說明']],
    ['Swedish', ['ID', 'Rollfigur', 'Replik', 'Anteckning']],
    ['Danish', ['ID', 'Taler', 'Replik', 'Bemærkning']],
    ['words of voice-over studios', ['Audio Filename', 'Character', 'VO Line', 'Context']],
  ])('are recognized in %s, below a title and a note', async (_, header) => {
    const reading = await readTable(
      'lines.csv',
      csv(
        ['The Gate, “part two”'],
        [''],
        ['Please keep the order, and the ids.'],
        header,
        ['G1', 'Mira', 'Who goes there?', 'cold'],
        ['G2', 'Tom', 'Only me.', ''],
      ),
    )
    expect(told(reading)).toEqual([
      '(scriptNote) The Gate, “part two”',
      '(scriptNote) Please keep the order, and the ids.',
      'G1 Mira: Who goes there?',
      '(note) cold',
      'G2 Tom: Only me.',
    ])
    expect(reading.table?.headerLine).toBe(4)
  })

  test('may include line numbers, audio files and notes', async () => {
    const reading = await readTable(
      'lines.csv',
      csv(
        ['Line', 'Character', 'Dialogue', 'Audio File', 'Direction/Notes'],
        ['1', 'Mira', 'Who goes there?', 'gate_1.wav', 'whispering'],
        ['2', 'Tom', 'Only me.', 'gate_2.WAV', ''],
      ),
    )
    expect(told(reading)).toEqual(['gate_1 Mira: Who goes there?', 'gate_2 Tom: Only me.'])
    expect(reading.source.paragraphs[0]?.manner).toBe('whispering')
  })

  test('are not a line if they are repeated further down; nor are a lone heading and a total at the end', async () => {
    const header = ['ID', 'Character', 'Line']
    const reading = await readTable(
      'lines.csv',
      csv(
        header,
        ['G1', 'Mira', 'Who goes there?'],
        ['Scene 2: The Hall', '', ''],
        header,
        ['G2', 'Tom', 'Total: nobody.'],
        ['', 'Total: 2 lines', ''],
        ['', 'Summe', '7'],
      ),
    )
    expect(told(reading)).toEqual([
      'G1 Mira: Who goes there?',
      '# Scene 2: The Hall',
      '(repeated) ID, Character, Line',
      'G2 Tom: Total: nobody.',
      '(scriptNote) Total: 2 lines',
      '(scriptNote) Summe, 7',
    ])
    expect(tellProblems(reading)).toEqual([])
  })

  test('are found with any separator', async () => {
    for (const sign of [',', ';', '\t', '|']) {
      const rows = [['Title'], ['ID', 'Speaker', 'Line'], ['G1', 'Mira', 'Is it far']]
      const text = rows.map((cells) => cells.join(sign)).join('\r\n')
      for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, 'utf16le')])
        expect(told(await readTable('lines.csv', bytes))).toEqual([
          '(scriptNote) Title',
          'G1 Mira: Is it far',
        ])
    }
  })
})

test('a line without a speaker gets one if the table shows how it uses blank cells', async () => {
  const lines = [
    ['Character', 'Line'],
    ['Narrator', 'It was late.'],
    ['Mira', 'Who goes there?'],
    ['', 'Speak.'],
    ['', 'At once.'],
    ['Tom', 'Only me.'],
    ['', 'Open up.'],
  ]
  const speakers = (reading: ImportReading) => reading.source.paragraphs.map(({ speaker }) => speaker)
  expect(speakers(await readTable('a.csv', csv(...lines)))).toEqual([
    ...['narrator', 'mira', 'mira', 'mira', 'tom', 'tom'],
  ])
  // The narrator is not named here: blank cells may belong to him.
  const unsure = lines.filter(([name]) => name !== 'Narrator')
  expect(speakers(await readTable('a.csv', csv(...unsure)))).toEqual(['mira', null, null, 'tom', null])
})

describe('a table from a game engine', () => {
  const RENPY =
    "Identifier\tCharacter\tDialogue\tFilename\tLine Number\tRen'Py Script\n" +
    'start_1\tMira\t"Wait," she said.{w} Is {i}this{/i} it?{p=1}Well, [name].\tgame/a.rpy\t12\tm "..."\n' +
    'start_2\t\tA sign said {{closed}}.\tgame/b.rpy\t3\t"..."\n'

  test.each(['dialogue.tab', 'dialogue.tsv', 'dialogue.TAB'])(
    'is recognized as Ren’Py’s %s',
    async (name) => {
      const reading = await readTable(name, RENPY)
      expect(told(reading)).toEqual([
        '# game/a.rpy',
        'start_1 Mira: "Wait," she said.‹{w}› Is ‹{i}›this‹{/i}› it?‹{p=1}›\nWell, [name].',
        '# game/b.rpy',
        'start_2 A sign said ‹{›{closed}}.',
      ])
      expect(tellProblems(reading)).toEqual(['line 2: variable'])
    },
  )

  test('is recognized from Yarn Spinner, which has the speakers in its texts', async () => {
    const reading = await readTable(
      'gate.csv',
      csv(
        ['language', 'id', 'text', 'file', 'node', 'lineNumber', 'lock', 'comment'],
        ['en', 'line:0a', 'Mira: Who [wave a=2]goes[/wave] there?', 'G.yarn', 'Gate', '4', '1f', 'tired'],
        [
          'en',
          'line:0b',
          '[character name="Tom"]Only me.[/character] [pause=500/]',
          'G.yarn',
          'Gate',
          '5',
          '2f',
          '',
        ],
        [
          'en',
          'line:0c',
          'At 12:30 I have {$coins} coins. Note: \\[old\\] ones.',
          'G.yarn',
          'Hall',
          '6',
          '3f',
          '',
        ],
      ),
    )
    expect(told(reading)).toEqual([
      '# Gate',
      'line:0a Mira: Who ‹[wave a=2]›goes‹[/wave]› there?',
      '(note) tired',
      'line:0b Tom: ‹[character name="Tom"]›Only me.‹[/character]› ‹[pause=500/]›',
      '# Hall',
      'line:0c At 12:30 I have {$coins} coins. Note: ‹\\›[old‹\\›] ones.',
    ])
    expect(tellProblems(reading)).toEqual(['line 4: variable'])
  })

  test.each([
    ['Unity', ['Key', 'Id', 'English(en)', 'German(de)'], ['G1', '12', 'Who?', 'Wer?'], 'G1 Who?'],
    ['Unreal', ['Key', 'SourceString', 'Speaker'], ['G1', 'Who?', 'Mira'], 'G1 Mira: Who?'],
  ])('is recognized from %s', async (_, header, row, line) => {
    expect(told(await readTable('a.csv', csv(header, row)))).toEqual([line])
  })

  test.each([
    ['<b>Go</b>, <color=#fff>now</color>.', '‹<b>›Go‹</b>›, ‹<color=#fff>›now‹</color>›.', false],
    ['One.<br>Two.', 'One.‹<br>›\nTwo.', false],
    ['One.\\nTwo.', 'One.‹\\n›\nTwo.', false],
    ['<RichColor.Red>Go</>!', '‹<RichColor.Red>›Go‹</>›!', false],
    ['[shake]Go[/shake]! {wait=2}', '‹[shake]›Go‹[/shake]›! ‹{wait=2}›', false],
    ['\\C[2]Go\\C[0], \\N[1]!', '‹\\C[2]›Go‹\\C[0]›, \\N[1]!', true],
    ['Go, {0} of {player.name}!', 'Go, {0} of {player.name}!', true],
    ['Go, %s! $n', 'Go, %s! ‹$n›', true],
    ['Go, {{name}}.', 'Go, {{name}}.', true],
    // Also occurs in prose.
    ['[sighs] It is 5 < 6 > 4, {well} done.', '[sighs] It is 5 < 6 > 4, {well} done.', true],
    ['It is <not there>, at 100 % sure, $5.', 'It is <not there>, at 100 % sure, $5.', false],
    ['[Sound of rain] C:\\new\\notes', '[Sound of rain] C:\\new\\notes', false],
  ])('has tags that are shown but not spoken: %s', async (text, words, hasVariables) => {
    const reading = await readTable('a.csv', csv(['speaker', 'line'], ['Mira', text]))
    expect(told(reading)).toEqual([`Mira: ${words}`])
    expect(tellProblems(reading)).toEqual(hasVariables ? ['line 2: variable'] : [])
  })
})

interface SheetParts {
  readonly name: string
  readonly rows: string
  readonly before?: string
  readonly after?: string
  readonly state?: string
}

function workbook(...sheets: readonly SheetParts[]): Uint8Array {
  const ids = sheets.map((_, index) => `s${index + 1}`)
  return archive({
    '_rels/.rels': relationships({ r1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets
      .map(
        ({ name, state = 'visible' }, index) =>
          `<sheet name="${name}" state="${state}" r:id="s${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      Object.fromEntries(ids.map((id) => [id, ['worksheet', `${id}.xml`] as const])),
    ),
    ...Object.fromEntries(
      sheets.map(({ rows, before = '', after = '' }, index) => [
        `xl/s${index + 1}.xml`,
        `<worksheet>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
  })
}

const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (number: number, cells: readonly string[], attributes = '') =>
  `<row r="${number}" ${attributes}>${cells.map((text, index) => (text === '' ? '' : cell(`${'ABCDEFG'[index] ?? ''}${number}`, text))).join('')}</row>`

describe('a workbook with a column of lines', () => {
  test('is read as a table: its ids, cast and lines, as displayed in its cells', async () => {
    const reading = await readTable(
      'lines.xlsx',
      workbook({
        name: 'Sheet1',
        rows:
          row(1, ['The Gate']) +
          row(3, ['ID', 'Character', 'Line', 'Notes']) +
          row(4, ['GATE_001', 'Mira', 'Who goes_x000D_\nthere? _x005F_x0041_', '']) +
          `<row r="5">${cell('A5', 'GATE_002')}${cell('B5', 'Tom')}<c r="C5" t="inlineStr"><is><r><t>Only </t></r><r><t>me.</t></r></is></c></row>` +
          `<row r="6">${cell('A6', 'GATE_003')}<c r="C6" t="str"><f>X1</f><v>It rained.</v></c></row>`,
      }),
    )
    expect(told(reading)).toEqual([
      '(scriptNote) The Gate',
      'GATE_001 Mira: Who goes\nthere? _x0041_',
      'GATE_002 Tom: Only me.',
      'GATE_003 It rained.',
    ])
    expect(reading.table?.headerLine).toBe(3)
  })

  test('has a chapter for each sheet with lines, and keeps the text of the others', async () => {
    const reading = await readTable(
      'lines.xlsx',
      workbook(
        { name: 'Read me', rows: row(1, ['Do not change the ids.']) },
        { name: 'Gate', rows: row(1, ['ID', 'Character', 'Line']) + row(2, ['G1', 'Mira', 'Who is {0}?']) },
        {
          name: 'Hall',
          rows: row(1, ['Speaker', 'Note', 'Dialogue', 'ID']) + row(2, ['Tom', 'loud', 'Only me.', 'H1']),
        },
        { name: 'Old', state: 'hidden', rows: row(1, ['Character', 'Line']) + row(2, ['Ann', 'Unused.']) },
      ),
    )
    expect(told(reading)).toEqual([
      '# Read me (backMatter)',
      '(scriptNote) Do not change the ids.',
      '# Gate',
      'G1 Mira: Who is {0}?',
      '# Hall',
      'H1 Tom: Only me.',
      '(note) loud',
      '# Old (backMatter)',
      '(hidden) Character, Line',
      '(hidden) Ann, Unused.',
    ])
    expect(reading.sheets?.map(({ sheet }) => sheet)).toEqual(['Gate', 'Hall'])
    expect(tellProblems(reading)).toEqual(['Gate!2: variable'])
  })

  test('lists what is hidden, and gives a merged speaker to every line', async () => {
    const reading = await readTable(
      'lines.xlsx',
      workbook({
        name: 'Sheet1',
        before: '<cols><col min="3" max="3" hidden="1"/></cols>',
        rows:
          row(1, ['ID', 'Character', 'German', 'English']) +
          row(2, ['G1', 'Mira', 'Wer da?', 'Who goes there?']) +
          row(3, ['G2', '', 'Rede!', 'Speak!']) +
          row(4, ['G3', 'Tom', 'Nur ich.', 'Only me.'], 'hidden="1"') +
          row(5, ['G4', '', 'Es regnete.', 'It rained.']),
        after: '<mergeCells><mergeCell ref="B2:B3"/><mergeCell ref="D4:D5"/></mergeCells>',
      }),
    )
    expect(told(reading)).toEqual([
      'G1 Mira: Who goes there?',
      'G2 Mira: Speak!',
      '(hidden) G3 Tom: Only me.',
      'G4 It rained.',
    ])
  })

  test('may be in OpenDocument format', async () => {
    const cells = (...texts: string[]) =>
      `<table:table-row>${texts.map((text) => (text === '' ? '<table:covered-table-cell/>' : `<table:table-cell><text:p>${text}</text:p></table:table-cell>`)).join('')}</table:table-row>`
    const body =
      `<table:table table:name="Gate">${cells('Character', 'Line', 'ID')}` +
      '<table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>Mira</text:p></table:table-cell><table:table-cell><text:p>Who?</text:p><text:p>Speak!</text:p></table:table-cell><table:table-cell><text:p>G1</text:p></table:table-cell></table:table-row>' +
      `${cells('', 'Now!', 'G2')}${cells('', 'It rained.', 'G3')}` +
      '<table:table-row table:visibility="collapse"><table:table-cell><text:p>Tom</text:p></table:table-cell><table:table-cell><text:p>No.</text:p></table:table-cell></table:table-row></table:table>' +
      `<table:table table:name="Hall">${cells('Character', 'Line')}${cells('Tom', 'Only me.')}</table:table>`
    const reading = await readTable('lines.ods', odf('spreadsheet', body))
    expect(told(reading)).toEqual([
      '# Gate',
      'G1 Mira: Who?\nSpeak!',
      'G2 Mira: Now!',
      'G3 It rained.',
      '(hidden) Tom: No.',
      '# Hall',
      'Tom: Only me.',
    ])
  })

  test.each([
    ['goods', ['Name', 'Text'], ['Lamp', 'A lamp.']],
    ['prices', ['Key', 'Value'], ['a lamp', 'Ten.']],
    ['people', ['Name', 'Role'], ['A. Fox', 'Author']],
  ])('is read as a document if it is a list of %s', async (_, header, cells) => {
    const reading = await readTable(
      'list.xlsx',
      workbook({ name: 'List', rows: row(1, header) + row(2, cells) }),
    )
    expect(reading.table).toBeNull()
    expect(told(reading)).toEqual(['# List', header.join(', '), cells.join(', ')])
  })
})

test('a workbook without lines keeps its hidden text', async () => {
  const hiddenColumn = '<cols><col min="2" max="2" hidden="1"/></cols>'
  const tides = row(1, ['Day', 'Depth', 'Share']) + row(2, ['Monday', 'deep', 'half'], 'hidden="1"')
  const reading = await readTable(
    'tides.xlsx',
    workbook(
      { name: 'Tides', before: hiddenColumn, rows: tides },
      { name: 'Old', state: 'veryHidden', rows: row(1, ['Gone']) },
    ),
  )
  expect(told(reading)).toEqual([
    ...['# Tides', 'Day, Share', '(hidden) Depth', '(hidden) Monday, half', '(hidden) deep'],
    ...['(hidden) Old', '(hidden) Gone'],
  ])
})

test('a line without a speaker continues the one above it if the writer chooses so', async () => {
  const { table } = await readTable('a.csv', csv(['Character', 'Line'], ['Mira', 'Who?'], ['', 'Speak!']))
  if (table === null) throw new Error('no table')
  const columns = guessColumns(table)
  expect(hasBlankSpeakers(table, columns)).toBe(true)
  const speakers = (repeatsSpeaker: boolean) =>
    sourceFromTable(table, { ...columns, repeatsSpeaker }).paragraphs.map(({ speaker }) => speaker)
  expect([speakers(false), speakers(true)]).toEqual([
    ['mira', null],
    ['mira', 'mira'],
  ])
})
