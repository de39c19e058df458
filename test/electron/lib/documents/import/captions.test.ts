import { describe, expect, it, test } from 'vitest'
import { suggestSpeakers } from '../../../../../shared/import/speakers/suggestSpeakers.ts'
import { readText, outline } from '../storyText.ts'

const read = async (name: string, text: string | Uint8Array) => (await readText(name, text)).source
const outlineOf = async (name: string, text: string | Uint8Array) => outline(await readText(name, text))
/** The omitted text: whole paragraphs and marks, by reason. */
async function leftOut(name: string, text: string): Promise<string[]> {
  const { paragraphs } = await read(name, text)
  return paragraphs.flatMap(({ text: words, piece, marks }) =>
    piece === null
      ? marks.map((mark) => `${mark.piece}: ${words.slice(mark.start, mark.end)}`)
      : [`${piece}: ${words}`],
  )
}

/** A file of cues of a second each, with two seconds between their starts. */
const srt = (...texts: string[]) =>
  texts
    .map(
      (text, index) =>
        `${index + 1}\n00:00:${pad(index * 2)},000 --> 00:00:${pad(index * 2 + 1)},000\n${text}\n`,
    )
    .join('\n')
const pad = (number: number) => String(number).padStart(2, '0')
const THREE = ['The bell rang.', 'Nobody moved.', 'Then it stopped.']

describe('SubRip captions', () => {
  test.each([
    ['carriage returns only', (text: string) => text.replaceAll('\n', '\r')],
    ['line ends written twice', (text: string) => text.replaceAll('\n', '\r\r\n')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['blank lines of odd spaces', (text: string) => text.replaceAll('\n\n', '\n\u00a0\t\u3000\n')],
    ['no numbers', (text: string) => text.replaceAll(/^\d\n/gm, '')],
    [
      'no numbers and no blank lines',
      (text: string) => text.replaceAll(/^\d\n/gm, '').replaceAll('\n\n', '\n'),
    ],
    ['points in the times', (text: string) => text.replaceAll(/(\d),(\d)/g, '$1.$2')],
    ['hours of one digit', (text: string) => text.replaceAll('00:00:', '0:00:')],
    ['no hours', (text: string) => text.replaceAll('00:00:', '00:')],
    ['hours above 99', (text: string) => text.replaceAll('00:00:', '100:00:')],
    ['no parts of seconds', (text: string) => text.replaceAll(',000', '')],
    ['parts of seconds after a colon', (text: string) => text.replaceAll(',000', ':000')],
    ['no spaces around the arrow', (text: string) => text.replaceAll(' --> ', '-->')],
    ['a space in the arrow', (text: string) => text.replaceAll(' --> ', ' - -> ')],
    ['an arrow of one dash', (text: string) => text.replaceAll(' --> ', ' -> ')],
    ['a typographer’s arrow', (text: string) => text.replaceAll(' --> ', ' –> ')],
    ['an escaped arrow', (text: string) => text.replaceAll(' --> ', ' --&gt; ')],
    ['spaces in the times', (text: string) => text.replaceAll('00:00:', '00: 00: ').replaceAll(',', ', ')],
    ['places on the screen', (text: string) => text.replaceAll(/,000$/gm, ',000 X1:117 X2:619 Y1:42 Y2:428')],
    ['an alignment', (text: string) => text.replaceAll(/,000$/gm, ',000 align:start position:0%')],
    ['a blank line after the times', (text: string) => text.replaceAll(/,000$/gm, ',000\n')],
    ['a blank line after the number', (text: string) => text.replaceAll(/^(\d)\n/gm, '$1\n\n')],
  ])('are read with %s', async (_, change) => {
    const text = change(srt(...THREE))
    expect(await outlineOf('film.srt', text)).toEqual(THREE)
    const { paragraphs, problems } = await read('film.srt', text)
    expect(problems).toEqual([])
    expect(paragraphs.map(({ times }) => times === null)).toEqual([false, false, false])
  })

  it('are read in UTF-16', async () => {
    expect(await outlineOf('film.srt', Buffer.from(`\uFEFF${srt(...THREE)}`, 'utf16le'))).toEqual(THREE)
  })

  it('keep all text up to the next times, even across blank lines', async () => {
    const text = srt('\nThe bell\n\nrang 42\n \ntimes.', 'Nobody moved.\n\n1999\n\nwas long ago.')
    expect(await outlineOf('film.srt', text)).toEqual([
      'The bell rang 42 times.',
      'Nobody moved. 1999 was long ago.',
    ])
  })

  it('may consist of only a number', async () => {
    expect(await outlineOf('film.srt', srt('42', '7', 'Go!'))).toEqual(['42', '7', 'Go!'])
    expect(await outlineOf('film.srt', srt('42', '7').replaceAll(/^\d\n(?=00)/gm, ''))).toEqual(['42', '7'])
  })

  it('start at zero if they start before it', async () => {
    const { paragraphs } = await read('film.srt', '1\n-00:00:01,000 --> 00:00:02,000\nEarly.\n')
    expect(paragraphs).toMatchObject([{ text: 'Early.', times: { startMs: 0, endMs: 2000 } }])
  })

  it('keep their text if their times cannot be read, with a warning', async () => {
    const text = srt(...THREE).replace('00:00:03,000', 'never')
    const { problems, paragraphs } = await read('film.srt', text)
    expect(problems).toEqual([{ line: 6, problem: 'bad-cue' }])
    expect(await outlineOf('film.srt', text)).toEqual(THREE)
    expect(paragraphs.find(({ text: words }) => words === THREE[1])?.times).toBeNull()
    expect(await leftOut('film.srt', text)).toEqual(['markup: 00:00:02,000 --> never'])
  })

  it('do not include text before the first times', async () => {
    const text = `Made by a machine\n\n${srt(...THREE)}`
    expect(await outlineOf('film.srt', text)).toEqual(THREE)
    expect(await leftOut('film.srt', text)).toEqual(['scriptNote: Made by a machine'])
    expect((await read('film.srt', text)).problems).toEqual([{ line: 1, problem: 'bad-cue' }])
  })

  it('become paragraphs in a file without times', async () => {
    expect(await outlineOf('film.srt', 'The bell\nrang.\n\nNobody moved.')).toEqual([
      'The bell rang.',
      'Nobody moved.',
    ])
  })

  it('may be in MicroDVD format', async () => {
    const text = '{1}{1}25.000\n{25}{50}{y:i}The bell|rang.\n{75}{100}/Nobody moved.\n'
    expect(await outlineOf('film.srt', text)).toEqual(['The bell rang.', 'Nobody moved.'])
    expect((await read('film.srt', text)).paragraphs[0]?.times).toEqual({ startMs: 1000, endMs: 2000 })
  })

  const times = async (name: string, text: string) =>
    (await read(name, text)).paragraphs.flatMap((each) => (each.piece === null ? [each.times] : []))

  test.each(['film.sub', 'film.srt', 'film.txt'])('may be in MPL2 format: %s', async (name) => {
    const text = '[10][35]The bell|rang.\n[40][60]/Nobody moved.\n[70][90]MIRA: Wait!\n'
    expect(await outlineOf(name, text)).toEqual([
      'Narrator: The bell rang.',
      'Narrator: Nobody moved.',
      'MIRA: Wait!',
    ])
    expect((await times(name, text))[0]).toEqual({ startMs: 1000, endMs: 3500 })
  })

  test.each(['film.sbv', 'film.srt', 'film'])('may be in the format of YouTube: %s', async (name) => {
    const text =
      '0:00:01.000,0:00:03.500\n>> MIRA: Who is there?\n\n0:00:04.000,0:00:06.000\nNobody,[br]said the wind.\n[DOOR CREAKS]\n'
    expect(await outlineOf(name, text)).toEqual(['MIRA: Who is there?', 'Narrator: Nobody, said the wind.'])
    expect((await times(name, text))[0]).toEqual({ startMs: 1000, endMs: 3500 })
  })

  it('may be in SubViewer format, which has a header', async () => {
    const text =
      '[INFORMATION]\n[TITLE]The Lamp\n[END INFORMATION]\n[SUBTITLE]\n[COLF]&HFFFFFF,[SIZE]18\n00:00:01.00,00:00:03.50\nThe bell[br]rang.\n'
    expect(await outlineOf('film.sub', text)).toEqual(['The bell rang.'])
    expect((await read('film.sub', text)).problems).toEqual([])
  })

  test.each(['song.lrc', 'song.srt', 'song.txt'])('may be the lines of a song: %s', async (name) => {
    const text =
      '[ti:The Lamp]\n[ar:Ann Own]\n[offset:+200]\n\n[00:12.00]The lamp is low\n[00:15.30][00:21]<00:15.30>Come <00:16.00>home\n[00:18.1]The tide is white\n[00:25.00]\n'
    expect(await outlineOf(name, text)).toEqual([
      'The lamp is low',
      'Come home',
      'The tide is white',
      'Come home',
    ])
    expect(await times(name, text)).toEqual([
      { startMs: 11_800, endMs: 15_100 },
      { startMs: 15_100, endMs: 17_900 },
      { startMs: 17_900, endMs: 20_800 },
      { startMs: 20_800, endMs: 24_800 },
    ])
    const { title, author } = await read(name, text)
    expect([title, author]).toEqual(['The Lamp', 'Ann Own'])
  })

  it('are recognised in a text file', async () => {
    expect(await outlineOf('film.txt', srt(...THREE))).toEqual(THREE)
    expect(await outlineOf('film.txt', `WEBVTT\n\n${srt(...THREE).replaceAll(',', '.')}`)).toEqual(THREE)
  })

  test.each([
    ['MIRA [whispering]: Wait.', 'whispering'],
    ['MIRA (whispering): Wait.', 'whispering'],
    ['- MIRA (softly) : Wait.', 'softly'],
    ['>> MIRA [shouting, angry]: Wait.', 'shouting, angry'],
    ['MIRA (V.O.) [sighs]: Wait.', 'sighs'],
  ])('tell how a person speaks between the name and a colon: %s', async (written, manner) => {
    const { source } = await readText('film.srt', srt(written))
    const { lines } = suggestSpeakers(source, { readsQuotations: false })
    expect(lines.map((line) => [line.speaker, line.manner])).toEqual([['mira', manner]])
    expect(await outlineOf('film.srt', srt(written))).toEqual(['MIRA: Wait.'])
  })

  test.each([
    ['{\\an8}{\\pos(200,50)}The bell rang.', 'The bell rang.'],
    ['The bell\\Nrang\\hat\\nnoon.', 'The bell rang at noon.'],
    ['{y:i}The {Y:b}bell{/y} rang.', 'The bell{/y} rang.'],
    ['<font color="#ff0" face=\'a\'>The <b>bell</b></FONT> <i>rang.', 'The bell rang.'],
    ['<I>The bell<br/>rang.</I >', 'The bell rang.'],
    ['The bell rang.</i', 'The bell rang.'],
    ['<font color=red>The bell <span style="a">rang</span>.</font>', 'The bell rang.'],
    ['2 < 3 and 5 > 4, <3', '2 < 3 and 5 > 4, <3'],
    ['Tom &amp; Ann &#8212; &#x201C;go&#8221;&hellip;', 'Tom & Ann — “go”…'],
    ['Tom &amp;amp; Ann &amp;#39;go&amp;quot;', 'Tom & Ann \'go"'],
    ['&lrm;\u202aThe bell\u202c rang.\u200f', 'The bell rang.'],
  ])('are read without their formatting codes: %s', async (written, said) => {
    expect(await outlineOf('film.srt', srt(written))).toEqual([said])
  })
})

describe('WebVTT captions', () => {
  const cue = (text: string, at = 1) => `00:${pad(at)}.000 --> 00:${pad(at + 1)}.000\n${text}\n\n`

  it('may be mixed with notes, styles and regions, which are left out', async () => {
    const text =
      `WEBVTT - a film\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:top\n\nNOTE\nof two\nlines\n\nNOTE one\n\n${cue('The bell rang.')}` +
      `NOTE between\n\nNOTEBOOK-1\n${cue('NOTE this.', 3)}NOTE\n${cue('Nobody moved.', 5)}`
    expect(await outlineOf('film.vtt', text)).toEqual(['The bell rang.', 'NOTE this.', 'Nobody moved.'])
    expect(await leftOut('film.vtt', text)).toEqual([
      'markup: - a film\nKind: captions',
      'markup: ::cue { color: red }',
      'markup: id:top',
      'scriptNote: of two\nlines',
      'scriptNote: one',
      'scriptNote: between',
    ])
    expect((await read('film.vtt', text)).paragraphs.map(({ name }) => name)).toContain('NOTEBOOK-1')
  })

  it('may come from several concatenated files', async () => {
    const text = `WEBVTT\n\n${cue('One.')}WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000\n\n${cue('Two.', 3)}`
    expect(await outlineOf('film.vtt', text)).toEqual(['One.', 'Two.'])
  })

  it('keep their text separate from identifiers', async () => {
    const text = `WEBVTT\n\n${cue('The bell\n\nrang twice.')}\nNobody\nknows.\n${cue('Why?', 3)}`
    expect(await outlineOf('film.vtt', text)).toEqual(['The bell rang twice. Nobody knows.', 'Why?'])
    const named = `WEBVTT\n\nthe first\n${cue('One.')}the second\n${cue('Two.', 3)}`
    expect(await outlineOf('film.vtt', named)).toEqual(['One.', 'Two.'])
  })

  it('provide voices and classes, and their word times are not spoken', async () => {
    const text = `WEBVTT\n\n${cue('<v.loud Mira><c.yellow>Is</c> <00:01.500><lang en>it</lang> far?</v>')}${cue('<v Tom>No.', 3)}`
    expect(await outlineOf('film.vtt', text)).toEqual(['Mira: Is it far?', 'Tom: No.'])
  })
})

describe('rolling captions', () => {
  const vtt = (...cues: (readonly [start: string, end: string, text: string])[]) =>
    `WEBVTT\n\n${cues.map(([start, end, text]) => `00:0${start} --> 00:0${end} align:start position:0%\n${text}\n\n`).join('')}`
  const LINES = ['Mira, is it far', 'or is it near', 'tonight']

  test.each([
    [
      'cues of ten ms between',
      vtt(
        ['0.160', '3.429', ' \nMira,<00:00:00.960><c> is</c><00:00:01.520><c> it far</c>'],
        ['3.429', '3.439', 'Mira, is it far\n '],
        ['3.439', '5.749', 'Mira, is it far\nor<00:00:03.760><c> is it near</c>'],
        ['5.749', '5.759', 'or is it near\n '],
        ['5.759', '8.000', 'or is it near\ntonight'],
      ),
    ],
    [
      'the last line and a new one',
      vtt(
        ['1.000', '2.000', LINES[0] ?? ''],
        ['2.000', '3.000', LINES.slice(0, 2).join('\n')],
        ['3.000', '4.000', LINES.slice(1).join('\n')],
      ),
    ],
    [
      'cues that grow word by word',
      vtt(
        ...[
          'Mira,',
          'Mira, is',
          'Mira, is it far',
          'Mira, is it far\nor',
          'Mira, is it far\nor is it',
          'or is it near',
          'or is it near\ntonight',
        ].map((text, at) => [`${at}.000`, `${at + 1}.000`, text] as const),
      ),
    ],
    [
      'pauses between them',
      vtt(
        ['0.100', '2.000', ' \nMira, is it far'],
        ['2.000', '2.010', 'Mira, is it far\n '],
        ['4.000', '5.000', 'Mira, is it far\nor is it near'],
        ['5.000', '5.010', 'or is it near\n '],
        ['7.000', '8.000', 'or is it near\ntonight'],
      ),
    ],
    [
      'a single cue of ten ms',
      vtt(
        ['0.100', '2.000', LINES[0] ?? ''],
        ['2.000', '2.010', LINES[0] ?? ''],
        ['2.010', '4.000', LINES[1] ?? ''],
        ['6.000', '8.000', LINES[2] ?? ''],
      ),
    ],
    [
      'cues that overlap in time',
      vtt(
        ['1.000', '4.000', LINES[0] ?? ''],
        ['2.000', '6.000', LINES.slice(0, 2).join('\n')],
        ['4.000', '8.000', LINES.slice(1).join('\n')],
      ),
    ],
  ])('are read once per line: %s', async (_, text) => {
    expect(await outlineOf('talk.vtt', text)).toEqual(LINES)
    expect(await outlineOf('talk.srt', text.replace('WEBVTT\n\n', ''))).toEqual(LINES)
    const { paragraphs } = await read('talk.vtt', text)
    const spoken = paragraphs.filter(({ piece }) => piece === null)
    for (const [index, { times }] of spoken.entries()) {
      const next = spoken[index + 1]?.times
      expect(times?.endMs).toBeLessThanOrEqual(next?.startMs ?? Infinity)
    }
    expect(
      (await leftOut('talk.vtt', text)).filter((each) => each.startsWith('repeated: ')).length,
    ).toBeGreaterThan(0)
  })

  it('may consist of only two cues', async () => {
    const text = vtt(
      ['1.000', '2.000', 'Mira, is it far'],
      ['2.000', '3.000', 'Mira, is it far\nor is it near'],
    )
    expect(await outlineOf('talk.vtt', text)).toEqual(LINES.slice(0, 2))
  })

  test.each([
    ['repeated words', ['No.', 'No.', 'No!']],
    ['a refrain', ['Row the boat.', 'Row the boat.', 'Down the stream.', 'Row the boat.', 'Row the boat.']],
    ['a word that comes again', ['I know.', 'Know what?', 'What he said.', 'Said when?']],
  ])('are not assumed in captions with %s', async (_, texts) => {
    expect(await outlineOf('film.srt', srt(...texts))).toEqual(texts)
    const adjacent = vtt(...texts.map((text, at) => [`${at}.000`, `${at + 1}.000`, text] as const))
    expect(await outlineOf('film.vtt', adjacent)).toEqual(texts)
  })

  it('may have each cue twice at the same time', async () => {
    const text = vtt(['1.000', '2.000', 'No.'], ['1.000', '2.000', 'No.'], ['2.000', '3.000', 'No.'])
    expect(await outlineOf('film.vtt', text)).toEqual(['No.', 'No.'])
  })
})

describe('sounds in captions', () => {
  test.each([
    '[DOOR CREAKS]',
    '(BELL RINGING)',
    '(sighs)',
    '(The door creaks open.)',
    '♪ la la ♪',
    '♪♪',
    '♪ la la',
    '♫ la la\nlo lo ♫',
    '♪ la la\n♪ lo lo',
    '# la la #',
    '#la la#',
    '*laughs*',
    '[Musik]',
    '[música]',
    '[musique douce]',
    '(Tür knarrt)',
    '- [sighs]',
    '[indistinct chatter]',
    'TOM: (sighs)',
  ])('are left out: %s', async (sound) => {
    const text = srt('Before.', sound, 'After.')
    expect(await outlineOf('film.srt', text)).toEqual(['Before.', 'After.'])
    expect(await leftOut('film.srt', text)).toEqual([`sound: ${sound}`])
  })

  test.each([
    ['[DOOR CREAKS] Who is there?', 'Who is there?'],
    ['(sighs) At last.', 'At last.'],
    ['At last. (sighs)', 'At last.'],
    ['Well, [coughs] I tried.', 'Well, I tried.'],
    ['-[sighs] -At last.', '-At last.'],
    ['- [sighs]\n- At last.', '- At last.'],
    ['<ruby>漢<rt>kan</rt></ruby> is read.', '漢 is read.'],
    ['Well (coughing) I tried.', 'Well I tried.'],
    ['I went (or so I thought) home.', 'I went (or so I thought) home.'],
    ['He is my brother (half brother).', 'He is my brother (half brother).'],
    ['This is #1 of 3 # signs.', 'This is #1 of 3 # signs.'],
    ['It is *really* far.', 'It is *really* far.'],
    ['See note [12].', 'See note [12].'],
    ['Sing: ♪ la la ♪ and stop.', 'Sing: and stop.'],
    ['[I do not know what you mean.]', '[I do not know what you mean.]'],
  ])('are separated from the spoken text: %s', async (written, said) => {
    expect(await outlineOf('film.srt', srt(written))).toEqual([said])
  })

  test.each([
    [
      ['>> TOM: (sighs) At last. ♪ la la ♪', '>> MIRA: Yes.'],
      ['TOM: At last.', 'MIRA: Yes.'],
    ],
    [
      ['>> At last. >> Yes.', '>>> The news.'],
      ['At last.', 'Yes.', 'The news.'],
    ],
    [['- TOM: At last.\n- MIRA: Yes.'], ['TOM: At last.', 'MIRA: Yes.']],
    [
      ['MAN 1: Go!', 'NARRATOR: He went.', '[DOOR SLAMS]', 'He did.'],
      ['MAN 1: Go!', 'Narrator: He went.', 'Narrator: He did.'],
    ],
    [
      ['[TOM] At last.', '[MIRA] Yes.', '[TOM] Go!', '[MIRA] No.'],
      ['TOM: At last.', 'MIRA: Yes.', 'TOM: Go!', 'MIRA: No.'],
    ],
    [
      ['(TOM) At last.', '(MIRA) Yes.', '(TOM) Go!', '(MIRA) No.'],
      ['TOM: At last.', 'MIRA: Yes.', 'TOM: Go!', 'MIRA: No.'],
    ],
    [
      ['[LAUGHS] At last.', 'Yes.', '[LAUGHS] Go!'],
      ['At last.', 'Yes.', 'Go!'],
    ],
    [
      ['[Applaus]', '[Applaus] Danke.', '[Applaus] Danke sehr.'],
      ['Danke.', 'Danke sehr.'],
    ],
    [['[DOOR CREAKS] TOM: At last.'], ['TOM: At last.']],
    [
      ['[TOM]: At last.', '(MIRA): Yes.'],
      ['TOM: At last.', 'MIRA: Yes.'],
    ],
    [
      ['MIRA: [laughs] Yes.', 'MIRA (sighs): No.'],
      ['MIRA: Yes.', 'MIRA: No.'],
    ],
    [
      ['[Mira] Off. [Tom] Too.', '[Mira] Yes! [Tom] No.'],
      ['Mira: Off.', 'Tom: Too.', 'Mira: Yes!', 'Tom: No.'],
    ],
    [['♪ la ♪\n- MIRA: (quietly) Who\nis it?\n- [dog barks]\n- TOM: Me.'], ['MIRA: Who is it?', 'TOM: Me.']],
  ])('have no speaker, beside lines that have one: %j', async (written, said) => {
    const text = srt(...written)
    expect(await outlineOf('film.srt', text)).toEqual(said)
  })
})

describe('captions in SubStation Alpha', () => {
  const ass = (...events: string[]) =>
    `[Script Info]\n; made by hand\nTitle: The Ferry\nPlayResX: 640\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n` +
    `[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${events.join('\n')}\n`
  const line = (text: string, { at = 1, style = 'Default', name = '', effect = '' } = {}) =>
    `Dialogue: 0,0:00:0${at}.00,0:00:0${at + 1}.50,${style},${name},0,0,0,${effect},${text}`

  it('provide their title, speakers, times and text, in the order of the times', async () => {
    const text = ass(
      line('No, and \\Nnever,\\hever.', { at: 3, name: 'Tom' }),
      line('{\\an8\\i1}Is it, well, {\\i0}far?', { name: 'Mira' }),
    )
    const source = await read('film.ass', text)
    expect(source.title).toBe('The Ferry')
    expect(await outlineOf('film.ass', text)).toEqual([
      'Mira: Is it, well, far?',
      'Tom: No, and  never, ever.',
    ])
    const spoken = source.paragraphs.filter(({ piece }) => piece === null)
    expect(spoken.map(({ times }) => times)).toEqual([
      { startMs: 1000, endMs: 2500 },
      { startMs: 3000, endMs: 4500 },
    ])
  })

  it('leave out what is not spoken, and list it', async () => {
    const text = ass(
      line('Is it far?{check this}'),
      `Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\i1}A remark`,
      line('{\\p1}m 0 0 l 100 0{\\p0}Words', { at: 2 }),
      line('A sign', { at: 3, style: 'Main-Sign' }),
      line('La la', { at: 4, style: 'OP1 Romaji' }),
      line('La', { at: 4, style: 'Default', effect: 'fx' }),
      line('[DOOR CREAKS] Who?', { at: 5 }),
    )
    expect(await outlineOf('film.ass', text)).toEqual(['Is it far?', 'Words', 'Who?'])
    expect(await leftOut('film.ass', text)).toEqual([
      'scriptNote: made by hand',
      'markup: PlayResX: 640',
      'scriptNote: check this\nA remark',
      'markup: m 0 0 l 100 0\nA sign',
      'sound: La la',
      'repeated: La',
      'sound: [DOOR CREAKS]',
    ])
  })

  it('contain text in several layers only once', async () => {
    const text = ass(
      line('{\\bord2}Far away'),
      line('{\\bord0}Far away'),
      line('No.', { at: 3 }),
      line('No.', { at: 5 }),
    )
    expect(await outlineOf('film.ass', text)).toEqual(['Far away', 'No.', 'No.'])
    expect(await leftOut('film.ass', text)).toContain('repeated: Far away')
  })

  it('are read even if all of it is a song', async () => {
    expect(await outlineOf('song.ass', ass(line('La la', { style: 'Karaoke' })))).toEqual(['La la'])
  })

  it('may be in the old format, or without a list of fields', async () => {
    const old = `[Script Info]\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,*Default,NTP,0000,0000,0000,,Is it, well, far?\n`
    expect(await outlineOf('film.ssa', old)).toEqual(['NTP: Is it, well, far?'])
    expect(await outlineOf('film.ass', `[Events]\n${line('Is it, well, far?')}`)).toEqual([
      'Is it, well, far?',
    ])
  })
})

describe('credits of those who made the captions', () => {
  it.each([
    'Subtitles by Ada Fox\nwww.opensubtitles.org',
    'Synced and corrected by foxfire',
    '== sync, corrected by <font color="#00ff00">foxfire</font> ==',
    'Advertise your product or brand here\ncontact www.OpenSubtitles.org today',
    'Untertitel von Ada Fox',
    'Untertitelung des ZDF, 2020',
    'Übersetzung: Ada Fox',
    'Sous-titrage ST’ 501',
    'Traduit par Ada Fox',
    'Subtítulos por la comunidad de Amara.org',
    'Traducción y corrección por Ada',
    'Sottotitoli e revisione a cura di Ada',
    'Legendas por Ada Fox',
    'Napisy: Ada Fox',
    'Редактор субтитров А. Лис Корректор А. Лис',
    '字幕制作人：安娜',
  ])('are left out: %s', async (credit) => {
    const text = srt(credit, ...THREE)
    expect(await outlineOf('film.srt', text)).toEqual(THREE)
    expect(await leftOut('film.srt', text)).toEqual([`licence: ${credit.replaceAll(/<[^>]*>/g, '')}`])
  })

  it.each([
    'Subtitles are a good thing.',
    'Edited by fools, that paper.',
    'Captions by the dozen!',
    'Sync your watches.',
    'Translation: we are lost.',
  ])('are not speech with such words: %s', async (line) => {
    expect(await outlineOf('film.srt', srt(line, ...THREE))).toEqual([line, ...THREE])
  })

  it('say “translated” only at the beginning or the end', async () => {
    const six = [...THREE, ...THREE.map((line) => line.replace(/\.$/, ' again.'))]
    const at = (index: number) => six.toSpliced(index, 0, 'Translation: Ada')
    expect(await leftOut('film.srt', srt(...at(3)))).toEqual([])
    expect(await leftOut('film.srt', srt(...at(6)))).toEqual(['licence: Translation: Ada'])
  })
})
