import { describe, expect, it, test } from 'vitest'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { readTable, tellProblems, told } from './tableReading.ts'

describe('a file of translations', () => {
  const PO = String.raw`# The ferry
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

#. Speaker: Mira
#. At the gate
#: a.rpy:12
msgctxt "gate_001"
msgid "Who goes "
"there?"
msgstr ""
"Wer geht \"da\"?\n"
"Halt!"

#. Speaker: Tom
#: b.rpy:3
#, fuzzy
#| msgid "Was"
msgctxt "gate_002"
msgid "Only me, %s."
msgstr "Nur ich, %s."

#: b.rpy:4
msgctxt "gulls"
msgid "One gull"
msgid_plural "Many gulls"
msgstr[0] "Eine Möwe"
msgstr[1] "Viele Möwen"

msgid "Later"
msgstr ""

#~ msgid "Gone"
#~ msgstr "Weg"
`

  test('in gettext has its contexts as ids, and its comments as speakers and notes', async () => {
    const reading = await readTable('de.po', PO)
    expect(told(reading)).toEqual([
      '# a.rpy',
      'gate_001 Mira: Wer geht "da"?\nHalt!',
      '(note) At the gate',
      '# b.rpy',
      'gate_002 Tom: Nur ich, %s.',
      'gulls[0] Eine Möwe',
      'gulls[1] Viele Möwen',
      'Later',
      '(hidden) Weg',
    ])
    expect(tellProblems(reading)).toEqual([
      'line 15: unsure-translation',
      'line 15: variable',
      'line 30: no-translation',
    ])
  })

  test('in gettext without translations is read in the source language, with contexts as speakers', async () => {
    const entry = (context: string, words: string) => `msgctxt "${context}"\nmsgid "${words}"\nmsgstr ""\n\n`
    const pot = entry('Mira', 'Who?') + entry('Tom', 'Me.') + entry('Mira', 'Why?')
    const reading = await readTable('game.pot', pot)
    expect(told(reading)).toEqual(['Mira: Who?', 'Tom: Me.', 'Mira: Why?'])
    expect(tellProblems(reading)).toEqual([])
  })

  test('in gettext without speakers does not take them from its texts', async () => {
    const po = ['Mira: Who?', 'Tom: Me.'].map((text) => `msgid "${text}"\nmsgstr ""\n`).join('\n')
    expect((await readTable('a.po', po)).source.namesSpeakers).toBe(false)
  })

  const XLIFF_1 = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2"><file original="gate.json"><header><note>About the file</note></header><body>
<trans-unit id="1" resname="GATE_001"><source>Who goes <g id="1">there</g>?</source>
<target state="needs-review-translation">Wer <x id="2" equiv-text="&lt;br/&gt;"/>geht <g id="1">da</g>, <ph id="3">{0}</ph>?</target>
<note>Loud</note><context-group><context context-type="x-speaker">Mira</context><context context-type="sourcefile">a.c</context></context-group>
<alt-trans><source>Old</source><target>Alt</target></alt-trans></trans-unit>
<trans-unit id="2"><source>Only <bpt id="1">&lt;b&gt;</bpt>me<ept id="1">&lt;/b&gt;</ept>.</source><note from="speaker">Tom</note></trans-unit>
</body></file></xliff>`
  const XLIFF_2 = `<xliff version="2.0" srcLang="en"><file id="f1"><group id="g" name="Gate"><unit id="u1" name="GATE_001">
<notes><note category="speaker">Mira</note><note>Cold</note></notes><originalData><data id="d1">code</data></originalData>
<segment><source>One <pc id="1" dataRefStart="d1">two</pc>. </source></segment><segment><source>Three<ph id="2" dataRef="d1" disp="&lt;i&gt;"/>.</source></segment></unit></group>
<group name="Hall"><unit id="u2"><segment state="initial"><source>No.</source></segment></unit></group></file></xliff>`

  test('in XLIFF 1.2 has its resources as ids, its contexts and notes as speakers, and its codes unspoken', async () => {
    const reading = await readTable('gate.xlf', XLIFF_1)
    expect(told(reading)).toEqual([
      'GATE_001 Mira: Wer ‹<br/>›geht da, {0}?',
      '(note) Loud',
      '2 Tom: Only ‹<b>›me‹</b>›.',
    ])
    expect(tellProblems(reading)).toEqual([
      'line 3: unsure-translation',
      'line 3: variable',
      'line 7: no-translation',
    ])
  })

  test('in XLIFF 2 has its groups as chapters, and the segments of a unit as one line', async () => {
    const reading = await readTable('gate.xliff', XLIFF_2)
    expect(told(reading)).toEqual([
      '# Gate',
      'GATE_001 Mira: One two. Three‹<i>›.',
      '(note) Cold',
      '# Hall',
      'u2 No.',
    ])
    expect(tellProblems(reading)).toEqual([])
  })

  test('in XLIFF 2 has the source text of untranslated segments in their places', async () => {
    const half = `<xliff version="2.0" srcLang="en"><file id="f"><unit id="u"><segment><source>Is it <pc id="1">far</pc>?</source><target>Ist es weit?</target></segment><ignorable><source> </source></ignorable><segment><source>No, <ph id="2" disp="&lt;i&gt;"/>.</source></segment></unit></file></xliff>`
    const reading = await readTable('half.xliff', half)
    expect(told(reading)).toEqual(['u Ist es weit? No, ‹<i>›.'])
    expect(tellProblems(reading)).toContain('line 1: unsure-translation')
  })

  test('in XLIFF has units that are not for translators as markup', async () => {
    const unit = (id: string, words: string, more = '') =>
      `<trans-unit id="${id}"${more}><source>${words}</source></trans-unit>`
    const first = `<xliff version="1.2"><file original="f">${unit('a', 'Halt.')}${unit('b', 'GATE_CODE', ' translate="no"')}<group id="g" translate="no">${unit('c', 'HALL_CODE')}${unit('d', 'Come in.', ' translate="yes"')}</group>${unit('e', 'Go.')}</file></xliff>`
    expect(told(await readTable('a.xlf', first))).toEqual([
      ...['a Halt.', '(markup) b GATE_CODE', '(markup) c HALL_CODE', 'd Come in.', 'e Go.'],
    ])
    const second = `<xliff version="2.0" srcLang="en"><file id="f" translate="no"><unit id="u"><segment><source>CODE</source></segment></unit></file><file id="g"><unit id="v"><segment><source>Go.</source></segment></unit></file></xliff>`
    expect(told(await readTable('b.xliff', second)).at(-1)).toBe('v Go.')
    expect(told(await readTable('b.xliff', second))).toContain('(markup) u CODE')
  })

  test('of memoQ has its comments as speakers, and no proposals among its words', async () => {
    const units = [
      '<trans-unit id="1"><source>Halt.</source><target>Stop.</target><context-group><context context-type="x-mmq-context">GATE_1</context></context-group><mq:comments><mq:comment>Speaker: Mira\nLoud</mq:comment></mq:comments></trans-unit>',
      '<trans-unit id="2" mq:status="PartiallyEdited"><source>Come.</source><target>Komm.</target><mq:insertedmatch><source>Come here.</source><target>Komm her.</target></mq:insertedmatch></trans-unit>',
    ]
    const file = `<xliff version="1.2" xmlns:mq="MQXliff"><file original="f"><body>${units.join('\n')}</body></file></xliff>`
    const reading = await readTable('a.mqxliff', file)
    expect(told(reading)).toEqual(['1 Mira: Stop.', '(note) GATE_1\nLoud', '2 Komm.'])
    expect(tellProblems(reading)).toEqual(['line 3: unsure-translation'])
  })

  test('of Trados has the source text of untranslated segments, and deleted words unspoken', async () => {
    const mark = (mid: string, words: string) => `<mrk mtype="seg" mid="${mid}">${words}</mrk>`
    const unit = `<trans-unit id="u"><source>Is it far? It is.</source><seg-source>${mark('1', 'Is it far?')} ${mark('2', 'It is.')}</seg-source><target><g id="0">${mark('1', 'Ist es <mrk mtype="x-sdl-deleted">sehr </mrk>weit?')} ${mark('2', '')}</g></target></trans-unit>`
    const draft = `<trans-unit id="v"><source>Go.</source><seg-source>${mark('3', 'Go.')}</seg-source><target>${mark('3', 'Geh.')}</target><sdl:seg-defs><sdl:seg id="3" conf="Draft"/></sdl:seg-defs></trans-unit>`
    const file = `<xliff version="1.2" xmlns:sdl="s"><doc-info><Comment>Not a line</Comment></doc-info><file original="f"><body>${unit}\n${draft}</body></file></xliff>`
    const reading = await readTable('a.sdlxliff', file)
    expect(told(reading)).toEqual(['u Ist es ‹sehr ›weit? It is.', 'v Geh.'])
    expect(tellProblems(reading)).toEqual(['line 1: unsure-translation', 'line 2: unsure-translation'])
  })

  test('of Phrase has the contexts of groups as notes, and a speaker in one of several lines of a note', async () => {
    const group =
      '<group id="0"><context-group><context context-type="x-notes">At the gate</context></context-group><trans-unit id="a" m:confirmed="0"><source>Halt.</source><target>Stop.</target><m:tunit-metadata><m:mark id="1"><m:content>code</m:content></m:mark></m:tunit-metadata></trans-unit></group>'
    const unit =
      '<trans-unit id="b"><source>Go.</source><target>Geh.</target><note>Character: Tom\nQuiet</note></trans-unit>'
    const file = `<xliff version="1.2" xmlns:m="m"><file original="f"><body>${group}\n${unit}</body></file></xliff>`
    const reading = await readTable('a.mxliff', file)
    expect(told(reading)).toEqual(['a Stop.', '(note) At the gate', 'b Tom: Geh.', '(note) Quiet'])
    expect(tellProblems(reading)).toEqual(['line 1: unsure-translation'])
  })

  test('has even speakers of a single line if the contexts of most lines are names', async () => {
    const names = ['MIRA', 'TOM', 'MIRA', 'GUARD', 'TOM', 'OLD WOMAN', 'CLERK']
    const entries = names.map((name, index) => `msgctxt "${name}"\nmsgid "${index}"\nmsgstr "Line ${index}."`)
    expect(told(await readTable('a.po', entries.join('\n\n')))).toEqual(
      names.map((name, index) => `${name}: Line ${index}.`),
    )
  })

  test.each([
    ['that its header states', 'ISO-8859-1', Buffer.from('Holá, Mira', 'latin1'), 'Holá, Mira'],
    ['of its bytes if they are UTF-8 anyway', 'ISO-8859-1', Buffer.from('Holá, Mira'), 'Holá, Mira'],
    ['of its bytes if the header is a placeholder', 'CHARSET', Buffer.from('Holá, Mira'), 'Holá, Mira'],
    ['for another alphabet', 'KOI8-R', Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]), 'Привет'],
  ])('in PO is read in the encoding %s', async (_, charset, words, expected) => {
    const header = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=${charset}\\n"\n\nmsgid "Hello"\nmsgstr "`
    const bytes = Buffer.concat([Buffer.from(header), words, Buffer.from('"\n')])
    const { source } = await readImport({ file: { name: 'a.po', bytes } })
    expect(source.paragraphs.map(({ text }) => text)).toContain(expected)
  })

  it('is recognized by its beginning if it is pasted, and refused if it is damaged or other XML', async () => {
    expect((await readTable('text', PO)).table).not.toBeNull()
    expect((await readTable('text', XLIFF_1)).table).not.toBeNull()
    await expect(readTable('a.xlf', '<html/>')).rejects.toMatchObject({ code: 'file-type-unknown' })
    await expect(readTable('a.xlf', XLIFF_1.slice(0, 300))).rejects.toMatchObject({
      code: 'document-damaged',
    })
  })
})
