import { describe, expect, it, test } from 'vitest'
import { importSourceSchema } from '../../../../../shared/import/source.ts'
import { findCharacter } from '../../../../../shared/story/selectors.ts'
import { storyFromRecords } from '../../../../../shared/story/story.ts'
import { archive } from '../formats/samples.ts'
import { outline, readText } from '../storyText.ts'

const outlineOf = async (name: string, text: string | Uint8Array) => outline(await readText(name, text))

/** The blocks with their metadata from the format. */
async function blocksOf(name: string, text: string) {
  const story = storyFromRecords((await readText(name, text)).records)
  return story.sequence.flatMap((entry) =>
    entry.type === 'block'
      ? [
          {
            name: findCharacter(story, entry.characterId)?.name,
            ...{ text: entry.text, emotion: entry.emotion },
            ...{ silenceBeforeMs: entry.silenceBeforeMs, durationMs: entry.durationMs },
          },
        ]
      : [],
  )
}

describe('a name that is too long', () => {
  const name = 'MIRA '.repeat(120).trim()
  test.each([
    ['Fountain', 'a.fountain', `INT. JETTY\n\n${name}\nIs it far?\n`],
    [
      'Final Draft',
      'a.fdx',
      `<FinalDraft><Content><Paragraph Type="Character"><Text>${name}</Text></Paragraph>` +
        '<Paragraph Type="Dialogue"><Text>Is it far?</Text></Paragraph></Content></FinalDraft>',
    ],
    ['SubRip', 'a.srt', `1\n00:00:01,000 --> 00:00:02,000\n<v ${name}>Is it far?\n`],
    ['a table', 'a.csv', `speaker,line\n${name},Is it far?\n`],
    ['Markdown', 'a.md', `---\nspeakers: bold\n---\n**${name}:** Is it far?\n`],
  ])('stays in the text in %s', async (_, file, text) => {
    const { source } = await readText(file, text)
    expect(importSourceSchema.safeParse(source).error).toBeUndefined()
    const words = source.paragraphs.map((paragraph) => paragraph.text).join(' ')
    expect(words).toContain(name)
    expect(words).toContain('Is it far?')
    expect(source.cast).toEqual([])
  })
})

describe('a text with front matter', () => {
  const text = 'Impressum\n\nAlle Rechte.\n\nInhalt\n\nEins\n\nChapter 1\n\nThe ferry ran.\n'
  it('is read without it, using its titles, in plain text and in Markdown', async () => {
    expect(await outlineOf('a.txt', text)).toEqual(['# Chapter 1', 'The ferry ran.'])
    expect(await outlineOf('a.md', text.replaceAll(/^(Impressum|Inhalt|Chapter 1)$/gm, '# $1'))).toEqual([
      '# Chapter 1',
      'The ferry ran.',
    ])
  })

  it('is read whole if there is nothing else in it', async () => {
    expect(await outlineOf('a.txt', 'Notes\n\nBuy milk.\n')).toEqual(['# Notes', 'Buy milk.'])
    expect(await outlineOf('a.txt', 'Copyright 2026 by A. Fox\n\nThe ferry ran.')).toEqual([
      'Copyright 2026 by A. Fox',
      'The ferry ran.',
    ])
  })
})

describe('a Fountain screenplay', () => {
  const script = `Title: The Ferry
Author: A. Fox

INT. JETTY - NIGHT

A bell rings *twice*.

MIRA (V.O.)
(quietly)
Is it far?

TOM
Farther than _yesterday_.[[check]]

> CUT TO:

EXT. SEA - DAY

MIRA (CONT'D)
At last.
`
  it('has a chapter for each scene, and a cast', async () => {
    expect((await readText('a.fountain', script)).source.title).toBe('The Ferry')
    expect(await outlineOf('a.fountain', script)).toEqual([
      '# INT. JETTY - NIGHT',
      'Narrator: A bell rings twice.',
      'MIRA: Is it far?',
      'TOM: Farther than yesterday.',
      'Narrator: CUT TO:',
      '# EXT. SEA - DAY',
      'MIRA: At last.',
    ])
  })

  it('reads lyrics below a cue as the character’s text', async () => {
    const song = 'MIRA\n~La la\n~la la.\n\n~Nobody sings this.\n'
    expect(await outlineOf('a.fountain', song)).toEqual([
      'MIRA: La la\nla la.',
      'Narrator: Nobody sings this.',
    ])
  })

  it('may start with any key of the title page, and has no scene for a word that only looks like a scene heading', async () => {
    const text =
      'Episode: 2\nTitle:\n    _**The Ferry**_\nAuthor: A. Fox\n\nEst ouest du village.\n\nEST. VILLAGE #3A#\n'
    expect((await readText('a.fountain', text)).source.title).toBe('The Ferry')
    expect(await outlineOf('a.fountain', text)).toEqual(['Est ouest du village.', '# EST. VILLAGE'])
  })

  it('omits notes for the writer, and marks of emphasis', async () => {
    const text =
      'MIRA ^\nGo *on*, **friend**, ***loud***.\n  \nAnd 2 * 3 \\*so* on.\n\n/* MIRA\nNo.\n*/\n\n= Later.\n\n[[A\nnote]] Dusk.\n'
    expect(await outlineOf('a.fountain', text)).toEqual([
      'MIRA: Go on, friend, loud.\n\nAnd 2 * 3 *so* on.',
      'Narrator: Dusk.',
    ])
  })

  it('provides the manner of a line', async () => {
    expect((await blocksOf('a.fountain', script))[1]).toMatchObject({ name: 'MIRA', emotion: 'quietly' })
  })
})

describe('a Final Draft screenplay', () => {
  const paragraph = (type: string, text: string) =>
    `<Paragraph Type="${type}"><Text>${text}</Text></Paragraph>`
  const file = (content: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><FinalDraft DocumentType="Script" Version="5"><Content>${content}</Content>` +
    `<TitlePage><Content>${paragraph('Action', 'By A. Fox')}</Content></TitlePage></FinalDraft>`

  it('has a chapter for each scene, and a cast; its title page is not read', async () => {
    const script = file(
      [
        paragraph('Scene Heading', 'INT. JETTY'),
        paragraph('Action', 'A bell &amp; a <i>gull</i>.'.replace(/<.?i>/g, '')),
        paragraph('Character', 'MIRA (O.S.)'),
        paragraph('Parenthetical', '(quietly)'),
        '<Paragraph Type="Dialogue"><Text>Is it </Text><Text Style="Italic">far</Text><Text>?</Text></Paragraph>',
      ].join(''),
    )
    expect(await outlineOf('a.fdx', script)).toEqual([
      '# INT. JETTY',
      'Narrator: A bell & a gull.',
      'MIRA: Is it far?',
    ])
    expect((await blocksOf('a.fdx', script))[1]).toMatchObject({ emotion: 'quietly' })
  })

  it('is refused if it is other XML', async () => {
    await expect(readText('a.fdx', '<html><p>Hello</p></html>')).rejects.toMatchObject({
      code: 'file-type-unknown',
    })
  })
})

describe('a table of lines', () => {
  test.each(['sep=;', '"sep=;"', 'SEP=;\r', '\uFEFFsep=;'])(
    'may name its separator in the first line: %j',
    async (first) => {
      const text = `${first}\nSpeaker;Line\nMira;"Who goes there; and why?"\nTom;Only me, sir.\n`
      const file = await readText('lines.csv', text)
      expect(outline(file)).toEqual(['Mira: Who goes there; and why?', 'Tom: Only me, sir.'])
    },
  )

  it('is read by the names of its columns', async () => {
    const csv = 'Character,Emotion,Line,Start,End\nMira,quietly,"Is it, well, far?",0:01.5,3\n,,"It was.",,\n'
    expect(await blocksOf('lines.csv', csv)).toEqual([
      {
        name: 'Mira',
        text: 'Is it, well, far?',
        emotion: 'quietly',
        silenceBeforeMs: 1500,
        durationMs: 1500,
      },
      { name: 'Narrator', text: 'It was.', emotion: null, silenceBeforeMs: null, durationMs: null },
    ])
  })

  test.each([
    ['tabs', 'lines.tsv', 'speaker\tline\nMira\tOne, two.\n'],
    ['semicolons', 'lines.csv', 'Sprecher;Zeile\nMira;One, two.\n'],
    ['no header', 'lines.csv', 'Mira,"One, two."\n'],
  ])('may have %s', async (_, name, text) => {
    expect(await outlineOf(name, text)).toEqual(['Mira: One, two.'])
  })

  it('reports the line of every invalid row, and keeps the others', async () => {
    const csv = 'speaker,line,start,end\nMira,"Two\nlines.",,\nTom,,,\nTom,Late.,9,1\nTom,"Open\n'
    const { source } = await readText('lines.csv', csv)
    expect(source.paragraphs.map(({ text }) => text)).toEqual(['Two\nlines.', 'Late.'])
    expect(source.problems).toEqual([
      { line: 4, problem: 'no-words' },
      { line: 5, problem: 'bad-times' },
      { line: 6, problem: 'bad-row' },
    ])
  })
})

describe('captions', () => {
  const srt =
    '1\n00:00:01,000 --> 00:00:02,500\nMIRA: Is it\nfar?\n\n2\n00:00:04,000 --> 00:00:05,000\n<i>No.</i>\n'
  it('keep their times', async () => {
    expect(await blocksOf('film.srt', srt)).toMatchObject([
      { name: 'MIRA', text: 'Is it far?', silenceBeforeMs: 1000, durationMs: 1500 },
      { name: 'Narrator', text: 'No.', silenceBeforeMs: 1500, durationMs: 1000 },
    ])
  })

  it('have one block for each turn of a dialogue, which share the cue’s time', async () => {
    const dialogue =
      '1\n00:00:01,000 --> 00:00:03,000\n- Is it far?\n- Nobody\u00a0is.\n\n2\n00:00:04,000 --> 00:00:05,000\n- A dash\nof salt.\n'
    expect(await blocksOf('film.srt', dialogue)).toMatchObject([
      { text: '- Is it far?', silenceBeforeMs: 1000, durationMs: 1000 },
      { text: '- Nobody\u00a0is.', silenceBeforeMs: 0, durationMs: 1000 },
      { text: '- A dash of salt.', silenceBeforeMs: 1000, durationMs: 1000 },
    ])
  })

  it('provide voices', async () => {
    const vtt =
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Mira>Is it &amp; far?</v>\n\nNOTE no\n\n00:02.000 --> 00:03.000\n<v.loud Tom>Yes.\n'
    expect(await outlineOf('film.vtt', vtt)).toEqual(['Mira: Is it & far?', 'Tom: Yes.'])
  })

  test.each([
    ['only spaces on the lines between them', '\n \n', '\n\t\n'],
    ['no line between them', '\n', '\n'],
    ['both kinds of separation', '\n', '\n  \n'],
  ])('are separate cues with %s', async (_, first, second) => {
    const text =
      `1\n00:00:01,000 --> 00:00:02,000\nThe bell rang 42 times.\nThen 7${first}2\n00:00:03,000 --> 00:00:04,000\nNobody moved.` +
      `${second}3\n00:00:05,000 --> 00:00:06,000\nThen it stopped.\n`
    expect(await outlineOf('film.srt', text)).toEqual([
      'The bell rang 42 times. Then 7',
      'Nobody moved.',
      'Then it stopped.',
    ])
    const vtt = `WEBVTT\n\n${text.replaceAll(/^\d\n/gm, '').replaceAll(/(\d),(\d)/g, '$1.$2')}`
    expect(await outlineOf('film.vtt', vtt)).toHaveLength(3)
  })

  it('are reported with the lines of the file, whatever blank lines are missing', async () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,000\nOne.\n2\n00:00:04,000 --> 00:00:03,000\nTwo.\n3\n00:00:05,000 --> 00:00:06,000\nThree.\n'
    const { source } = await readText('film.srt', text)
    expect(source.paragraphs.map((paragraph) => paragraph.text)).toEqual(['One.', 'Two.', 'Three.'])
    expect(source.problems).toEqual([{ line: 5, problem: 'bad-times' }])
  })

  it('are read without embedded SubStation Alpha codes', async () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,000\n{\\an8}{\\i1}The bell rang.{\\i0}\n\n2\n00:00:03,000 --> 00:00:04,000\n<font color="#ffff00">Nobody\\Nmoved {at all}.</font>\n'
    expect(await outlineOf('film.srt', text)).toEqual(['The bell rang.', 'Nobody moved {at all}.'])
  })

  it('may contain any character reference, and identifiers that look like comments', async () => {
    const vtt =
      'WEBVTT\n\nNOTE-1\n00:01.000 --> 00:02.000\n<v Mira O&apos;Hara>It&#39;s &quot;late&quot; &#x2014; go &amp; see &eacute;&nope; &amp;lt;.\n\nNOTE a comment\n\nNOTE\n00:02.000 --> 00:03.000\n<v Tom>No.\n'
    expect(await outlineOf('film.vtt', vtt)).toEqual([
      'Mira O\'Hara: It\'s "late" — go & see é&nope; &lt;.',
      'Tom: No.',
    ])
  })

  it('are reported with the line of an invalid cue', async () => {
    const broken = srt.replace('00:00:04,000 --> 00:00:05,000', '00:00:04,000 --> never')
    const { source } = await readText('film.srt', broken)
    expect(source.problems).toEqual([{ line: 7, problem: 'bad-cue' }])
  })

  test.each([
    ['srt', srt, 10],
    [
      'vtt',
      'WEBVTT - a film\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE words\n\n00:01.000 --> 00:02.000\nYes.\n',
      12,
    ],
  ])(
    'lose no text of %s: times that run backwards are dropped with a warning, and a blank line does not end a cue',
    async (type, start, line) => {
      const rest =
        '3\n00:00:09.000 --> 00:00:08.000\nBackwards.\n\nAnd after an empty line.\n\n4\n00:00:09.000 --> 00:00:10.000\nOn.\n'
      const { source } = await readText(`film.${type}`, `${start}\n${rest}`.replaceAll('\n', '\r\n'))
      expect(source.paragraphs.slice(-2)).toMatchObject([
        { text: 'Backwards.\nAnd after an empty line.', times: null },
        { text: 'On.', times: { startMs: 9_000, endMs: 10_000 } },
      ])
      expect(source.problems).toEqual([{ line: line + 1, problem: 'bad-times' }])
    },
  )
})

describe('a document', () => {
  const html = `<html><head><title>The Ferry</title></head><body>
    <h1>Copyright</h1><p>All rights reserved.</p>
    <h1>One</h1><p>Once<a epub:type="noteref" href="#n1">1</a>, there was <img alt="a lantern" src="a.png"> a light.</p>
    <aside epub:type="footnote" id="n1"><p>Long ago.</p></aside>
    <h1>Two</h1><p>Twice.</p></body></html>`

  it('has its chapters, without the text around them', async () => {
    const file = await readText('book.html', html)
    expect(outline(file)).toEqual(['# One', 'Once, there was a light.', '# Two', 'Twice.'])
    expect(file.source).toMatchObject({
      title: 'The Ferry',
      sections: [{ kind: 'frontMatter', title: 'Copyright' }, { title: 'One' }, { title: 'Two' }],
    })
  })

  it('marks text that is usually not read', async () => {
    const { source } = await readText('book.html', html)
    const [, once, note] = source.paragraphs
    expect(once?.marks.map(({ piece, start, end }) => [piece, once.text.slice(start, end)])).toEqual([
      ['footnote', '1'],
      ['picture', 'a lantern'],
    ])
    expect(note).toMatchObject({ piece: 'footnote', text: 'Long ago.' })
  })

  it('separates omitted text from its neighbors, in case it is included again', async () => {
    const marked = '<p><img alt="a lantern">Once, <img alt="a bell"> it rang<sup>1</sup>.</p>'
    const file = await readText('book.html', `<!doctype html>${marked}`)
    expect(file.source.paragraphs[0]?.text).toBe('a lantern Once, a bell it rang1.')
    expect(outline(file)).toEqual(['Once, it rang.'])
  })

  it('separates the description of a picture and the number of a page from the word before them', async () => {
    const row = '<table><tr><td>8 000<td><img alt="a barrel"><td>a lamp<img alt="a light"></table>'
    const file = await readText('book.html', `<!doctype html>${row}`)
    expect(file.source.paragraphs[0]?.text).toBe('8 000 a barrel, a lamp a light')
    expect(outline(file)).toEqual(['8 000, a lamp'])
    const page = await readText('a.html', '<p>Of the lamp<span epub:type="pagebreak" title="30"></span></p>')
    expect(page.source.paragraphs[0]?.text).toBe('Of the lamp 30')
    expect(outline(page)).toEqual(['Of the lamp'])
  })

  it.each([
    ['remarks in the text', ['Rain fell.', 'Nobody came for it.'], 'body'],
    ['numbered notes', ['1. Rain fell.', '2. Nobody came for it.'], 'notes'],
  ])('has sections titled “Note” that are %s', async (_, notes, kind) => {
    const section = `<h2>Note</h2>${notes.map((each) => `<p>${each}</p>`).join('')}`
    const file = await readText('book.html', `<h1>One</h1><p>Once.</p>${section}<h1>Two</h1><p>Twice.</p>`)
    expect(file.source.sections.map((each) => each.kind)).toEqual(['body', kind, 'body'])
  })

  const BOOK = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    'b.opf':
      '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>' +
      '<item id="gone" href="in/gone.xhtml" media-type="application/xhtml+xml"/>' +
      '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>' +
      '<spine><itemref idref="cover"/><itemref idref="a"/><itemref idref="gone"/><itemref idref="b"/></spine></package>',
  }

  it('has the existing pages, and reports the missing ones of its list', async () => {
    const pages = {
      'a.xhtml': '<html><body><h1>One</h1><p>Once.</p></body></html>',
      'b.xhtml': '<html><body><h1>Two</h1><p>Twice.</p></body></html>',
    }
    const file = await readText('book.epub', archive({ ...BOOK, ...pages }))
    expect(outline(file)).toEqual(['# One', 'Once.', '# Two', 'Twice.'])
    expect(file.source.problems).toEqual([
      { line: 1, problem: 'no-page', name: 'cover' },
      { line: 2, problem: 'no-page', name: 'gone.xhtml' },
    ])
  })

  it('is damaged if it has none of the pages in its list', async () => {
    await expect(readText('book.epub', archive(BOOK))).rejects.toMatchObject({ code: 'document-damaged' })
  })
})
