import { expect, test } from 'vitest'
import { docx } from '../formats/samples.ts'
import { outline, readText } from '../storyText.ts'

const at = (indent: number, text: string) => ' '.repeat(indent) + text

const printed = [
  at(30, 'THE LAST FERRY'),
  '',
  at(31, 'Written by'),
  '',
  at(31, 'Ada Fox'),
  '',
  'FADE IN:',
  '',
  '1    EXT. JETTY - NIGHT                         1',
  '',
  at(5, 'Rain. A lantern swings over'),
  at(5, 'empty planks.'),
  '',
  at(25, 'MIRA (O.S.)'),
  at(20, '(quietly)'),
  at(15, 'Is it far? I cannot see the'),
  at(15, 'other side.'),
  '',
  at(25, 'TOM'),
  at(15, 'Not if it comes.'),
  at(25, '(MORE)'),
  '',
  at(60, '2.'),
  '',
  'CONTINUED:',
  '',
  at(25, "TOM (CONT'D)"),
  at(15, 'It never does.'),
  '',
  at(5, 'They wait.'),
  '',
  '2    INT. FERRY - LATER                         2',
  '',
  at(25, 'MIRA'),
  at(15, 'Hello?'),
].join('\n')

test('a screenplay in plain text is recognized by its indents', async () => {
  const file = await readText('a.txt', printed)
  expect(file.source).toMatchObject({ title: 'THE LAST FERRY', author: 'Ada Fox' })
  expect(outline(file)).toEqual([
    'Narrator: FADE IN:',
    '# EXT. JETTY - NIGHT',
    'Narrator: Rain. A lantern swings over empty planks.',
    'MIRA: Is it far? I cannot see the other side.',
    'TOM: Not if it comes.',
    'TOM: It never does.',
    'Narrator: They wait.',
    '# INT. FERRY - LATER',
    'MIRA: Hello?',
  ])
  const told = file.source.paragraphs.filter(({ piece }) => piece !== null)
  expect(told.map(({ piece, text }) => `${piece}: ${text}`)).toEqual([
    'markup: 1 1',
    'scriptNote: (O.S.)',
    'runningHeader: (MORE)',
    'pageNumber: 2.',
    'runningHeader: CONTINUED:',
    "scriptNote: (CONT'D)",
    'markup: 2 2',
  ])
})

test('directions within the dialogue of a printed screenplay are not spoken', async () => {
  const text = printed
    .replace('Is it far? I cannot see the', '[to Tom] Is it far? (beat) Or near?')
    .replace('other side.', '')
    .replace('It never does.', '(I never knew.) It never does.')
  const file = await readText('a.txt', text)
  expect(outline(file)).toContain('MIRA: Is it far? Or near?')
  expect(outline(file)).toContain('TOM: (I never knew.) It never does.')
  expect(file.source.paragraphs.map(({ manner }) => manner)).toContain('quietly, to Tom')
})

test('a screenplay without indents is read as Fountain', async () => {
  const text =
    'INT. JETTY - NIGHT\n\nRain.\n\nMIRA\nIs it far?\n\nTOM\nIt is.\n\nEXT. QUAY - DAY\n\nMIRA\nHow far?'
  expect(outline(await readText('a.txt', text))).toEqual([
    '# INT. JETTY - NIGHT',
    'Narrator: Rain.',
    'MIRA: Is it far?',
    'TOM: It is.',
    '# EXT. QUAY - DAY',
    'MIRA: How far?',
  ])
})

test('a story that mentions a scene is not a screenplay', async () => {
  const text = 'She wrote down the first line.\n\nINT. JETTY - NIGHT\n\nThen she stopped.\n\nIt rained.'
  expect((await readText('a.txt', text)).source.namesSpeakers).toBe(false)
})

const paragraph = (text: string, properties = '') =>
  `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const centred = (text: string) => paragraph(text, '<w:pPr><w:jc w:val="center"/></w:pPr>')

test.each([
  ['centered', centred, 'MIRA', 'TOM'],
  ['centered, in lower case', centred, 'Mira', 'Tom'],
  ['in capitals', paragraph, 'MIRA', 'TOM (O.S.)'],
])('a screenplay from a word processor has names on separate lines: %s', async (_, name, mira, tom) => {
  const body = [
    paragraph('INT. JETTY - NIGHT'),
    paragraph('Rain falls.'),
    name(mira),
    paragraph('Is it far?'),
    name(tom),
    paragraph('(quietly)'),
    paragraph('It is.'),
    paragraph('He sits down.'),
    paragraph('EXT. QUAY - DAY'),
    name(mira),
    paragraph('How far?'),
  ]
  const read = await readText('a.docx', docx(body.join('')))
  expect(outline(read)).toEqual([
    '# INT. JETTY - NIGHT',
    'Narrator: Rain falls.',
    'MIRA: Is it far?',
    'TOM: It is.',
    'Narrator: He sits down.',
    '# EXT. QUAY - DAY',
    'MIRA: How far?',
  ])
})

test('a document that mentions a scene is not a screenplay', async () => {
  const texts = [
    'Chapter One',
    'INT. JETTY was what she wrote.',
    'NOBODY',
    'It rained.',
    'NOTHING',
    'It rained.',
  ]
  const read = await readText('a.docx', docx(texts.map((text) => paragraph(text)).join('')))
  expect(read.source.namesSpeakers).toBe(false)
})

test.each([
  ['before the words', (name: string, text: string) => paragraph(`${name}. ${text}`)],
  ['above the words', (name: string, text: string) => centred(name) + paragraph(text)],
])('a play from a word processor has names %s', async (_, line) => {
  const body = [
    paragraph('ACT I'),
    paragraph('SCENE I. A jetty.'),
    paragraph('Enter MIRA and TOM.'),
    line('MIRA', 'You are late.'),
    line('TOM', 'It rained.'),
    line('MIRA', 'Sit down.'),
    line('TOM', 'Thank you.'),
    paragraph('[They sit.]'),
  ]
  expect(outline(await readText('a.docx', docx(body.join(''))))).toEqual([
    '# ACT I',
    '# SCENE I. A jetty.',
    'Narrator: Enter MIRA and TOM.',
    'MIRA: You are late.',
    'TOM: It rained.',
    'MIRA: Sit down.',
    'TOM: Thank you.',
    'Narrator: [They sit.]',
  ])
})
