/** Captions in markup, and in formats with a time in each line. */
import { expect, test } from 'vitest'
import { outline, readText } from '../storyText.ts'

const read = async (name: string, text: string) => (await readText(name, text)).source
const outlineOf = async (name: string, text: string) => outline(await readText(name, text))
const times = async (name: string, text: string) =>
  (await read(name, text)).paragraphs.flatMap((each) => (each.piece === null ? [each.times] : []))

test.each([
  ['film.srt', '00:00:01:The bell|rang.\n00:00:03:\n00:00:04:MIRA: Wait!\n00:00:06:\n'],
  ['film.txt', '00:00:01=The bell\n00:00:01,2=rang.\n00:00:03=\n00:00:04=MIRA: Wait!\n00:00:06=\n'],
  ['talk.txt', '[00:00:01] The bell rang.\n\n[00:00:03]\n\n[00:00:04] MIRA: Wait!\n\n[00:00:06]\n'],
  ['talk', '0:01\nThe bell rang.\n0:03\n\n0:04\nMIRA: Wait!\n0:06\n'],
  [
    'film.stl',
    '$FontSize = 30\n//Reel one\n00:00:01:00 , 00:00:03:00 , The ^Ibell^I|rang.\n00:00:04:00 , 00:00:06:00 , MIRA: Wait!\n',
  ],
  ['film.txt', '1 00:00:01:00 00:00:03:00 The bell\nrang.\n2 00:00:04:00 00:00:06:00 MIRA: Wait!\n'],
  [
    'film.smi',
    '<SAMI><HEAD><STYLE><!-- .EN {lang: en;} --></STYLE></HEAD><BODY>\n<SYNC Start=1000><P Class=EN>The bell<br>\nrang.\n<SYNC Start=3000><P Class=EN>&nbsp;\n<SYNC Start=4000><P Class=EN ID=Source>MIRA<P Class=EN>Wait!\n<SYNC Start=6000><P Class=EN>&nbsp;</BODY></SAMI>',
  ],
  [
    'film.srt',
    '<?xml version="1.0"?><tt xmlns="t" ttp:frameRate="25"><head><ttm:agent xml:id="m"><ttm:name>MIRA</ttm:name></ttm:agent></head><body><p begin="00:00:01:00" dur="2s">The bell<br/>\n  <span>rang.</span></p><p begin="4000ms" end="150f" ttm:agent="m">Wait!</p></body></tt>',
  ],
])('captions may have a time in each line, or be markup: %s %#', async (name, text) => {
  expect(await outlineOf(name, text)).toEqual(['Narrator: The bell rang.', 'MIRA: Wait!'])
  expect(await times(name, text)).toEqual([
    { startMs: 1000, endMs: 3000 },
    { startMs: 4000, endMs: 6000 },
  ])
})

test('captions in several languages of SAMI are read in the first one; the others are listed as hidden', async () => {
  const text =
    '<SAMI><BODY><SYNC Start=1000><P Class=EN>The bell rang.<P Class=DE>Die Glocke.<SYNC Start=2000><P Class=EN>&nbsp;</SAMI>'
  const { paragraphs } = await read('film.smi', text)
  expect(paragraphs.map(({ piece, text: words }) => [piece, words])).toEqual([
    [null, 'The bell rang.'],
    ['hidden', 'Die Glocke.'],
  ])
})

test('captions are not assumed in a plan of a day', async () => {
  const text = '9:00 Breakfast\n10:00 The ferry leaves.\n12:30 Lunch\n'
  expect(await outlineOf('day.txt', text)).toEqual(text.trim().split('\n'))
})

test('captions of broadcasters are read from their blocks, with accents, from the start of the programme', async () => {
  const header = Buffer.alloc(1024, ' ')
  header.write('850STL25.01100')
  header.write('The Lamp', 16)
  header.write('10000000', 256)
  const block = (from: number, to: number, text: string, [kind, comment] = [0xff, 0]) => {
    const bytes = Buffer.alloc(128, 0x8f)
    bytes.set([0, 1, 0, kind, 0, 10, 0, from, 0, 10, 0, to, 0, 20, 2, comment])
    bytes.write(text, 16, 'latin1')
    return bytes
  }
  const bytes = Buffer.concat([
    header,
    block(1, 3, '\x0b\x0bThe caf\xc2e\x8a\x80was', [1, 0]),
    block(1, 3, ' late.\x0a\x0a'),
    block(0, 0, 'data', [0xfe, 0]),
    block(4, 6, 'Check this.', [0xff, 1]),
    block(4, 6, 'MIRA: \xaaWait!\xba'),
  ])
  const { source } = await readText('film.stl', bytes)
  expect([
    source.title,
    source.paragraphs.map(({ text, piece, times: told }) => [text, piece, told]),
  ]).toEqual([
    'The Lamp',
    [
      ['The café\nwas late.', null, { startMs: 1000, endMs: 3000 }],
      ['Check this.', 'scriptNote', null],
      ['MIRA: “Wait!”', null, { startMs: 4000, endMs: 6000 }],
    ],
  ])
})
