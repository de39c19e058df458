import { describe, expect, it, test } from 'vitest'
import { readText, outline } from '../storyText.ts'

const read = async (name: string, text: string) => (await readText(name, text)).source
const outlineOf = async (name: string, text: string) => outline(await readText(name, text))
/** The omitted text, in the order of the file: paragraphs by reason, and those of sections that are not the body. */
async function leftOut(name: string, text: string): Promise<string[]> {
  const { paragraphs, sections } = await read(name, text)
  return sections.flatMap(({ kind, start, end }) =>
    paragraphs.slice(start, end).flatMap(({ text: words, piece }) => {
      const reason = kind === 'body' ? piece : (piece ?? kind)
      return reason === null ? [] : [`${reason}: ${words}`]
    }),
  )
}

describe('a title page in Fountain', () => {
  const scene = '\n\nINT. JETTY - NIGHT\n\nMIRA\nIs it far?\n'
  test.each([
    ['Episode: 2\nTitle: The Ferry\nAuthor: A. Fox', ['Episode: 2']],
    ['Format: Screenplay\nDraft: Third', ['Format: Screenplay', 'Draft: Third']],
    ['Draft date: today\nTitle:\n\tThe Ferry\n\tThe Return', ['Draft date: today']],
    ['Contact:\n  A. Fox\n  1 Harbour Road\nTitle: The Ferry', ['Contact: A. Fox\n1 Harbour Road']],
    ['Title: The Ferry\nWriter: A. Fox\nStatus: rough', ['Status: rough']],
    ['Status: rough\nWord count: 900', ['Status: rough', 'Word count: 900']],
    ['Series: Harbours\nCredit: written by [[check]]', ['Series: Harbours', 'Credit: written by']],
  ])('is not read, whatever its keys: %j', async (page, lines) => {
    const text = page + scene
    expect(await outlineOf('a.fountain', text)).toEqual(['# INT. JETTY - NIGHT', 'MIRA: Is it far?'])
    const told = await leftOut('a.fountain', text)
    expect(told.filter((each) => each.startsWith('frontMatter'))).toEqual(
      lines.map((line) => `frontMatter: ${line}`),
    )
  })

  it('provides the title, over several lines, and the author', async () => {
    const text = `Format: TV\nTitle:\n    _**The Ferry**_\n    The Return\nAuthors: A. Fox${scene}`
    expect(await read('a.fountain', text)).toMatchObject({ title: 'The Ferry\nThe Return', author: 'A. Fox' })
  })

  test.each([
    'Mira: Is it far?\n\nTom: No.\n',
    'MIRA: Is it far?\n\nINT. JETTY\n\nA bell rings.\n',
    'Mira: Is it far?\n\nINT. JETTY\n\nMIRA\nNo.\n',
    'There it was: the sea.\n\nINT. JETTY\n\nA bell rings.\n',
  ])('is not assumed if the text is dialogue: %j', async (text) => {
    const [first = ''] = text.split('\n')
    expect((await outlineOf('a.fountain', text))[0]).toContain(first)
  })
})

describe('a writer’s note in Fountain', () => {
  it('is left out and listed in its place', async () => {
    const text = `INT. JETTY - NIGHT #2A#

= Mira waits.

A bell rings. [[one]] And [[two
lines [[nested]] here]] again.

MIRA (into phone) [[soft]]
(beat)
(quietly)
Is it far?
[[three]]
Or near?
(MORE)

===

/* cut this

TOM
Never said.
*/

> END OF ACT ONE <

!END OF ACT TWO

TOM (V.O.) (CONT'D)
(leaving)
`
    expect(await outlineOf('a.fountain', text)).toEqual([
      '# INT. JETTY - NIGHT',
      'Narrator: A bell rings.  And  again.',
      'MIRA: Is it far?\nOr near?',
      'Narrator: END OF ACT TWO',
    ])
    expect(await leftOut('a.fountain', text)).toEqual([
      'markup: #2A#',
      'scriptNote: Mira waits.',
      'scriptNote: one',
      'scriptNote: two\nlines [[nested]] here',
      'scriptNote: (into phone)',
      'scriptNote: beat',
      'markup: (MORE)',
      'scriptNote: soft',
      'scriptNote: three',
      'scriptNote: cut this\n\nTOM\nNever said.',
      'scriptNote: END OF ACT ONE',
      'scriptNote: (V.O.)',
      "scriptNote: (CONT'D)",
      'scriptNote: leaving',
    ])
  })

  it('may be anywhere: before a name, or across blank lines; an unclosed one is text', async () => {
    const text = '[[a\n\nnote]]\nMIRA\nGo! [[never closed\n\nTOM\nStay [[x]] here. /* open\n'
    expect(await outlineOf('a.fountain', text)).toEqual([
      'MIRA: Go! [[never closed',
      'TOM: Stay  here. /* open',
    ])
    expect(await leftOut('a.fountain', text)).toEqual(['scriptNote: a\n\nnote', 'scriptNote: x'])
  })
})

test.each([
  ['Est ouest du village.', 'Est ouest du village.'],
  ['Est. 1920, the pub was old.', 'Est. 1920, the pub was old.'],
  ['Internal matters.', 'Internal matters.'],
  ['EST. VILLAGE - DAY', '# EST. VILLAGE - DAY'],
  ['int. jetty - night', '# int. jetty - night'],
  ['I/E CAR', '# I/E CAR'],
  ['.SNIPER SCOPE', '# SNIPER SCOPE'],
  ['...and so on.', '...and so on.'],
  ['~La la', 'La la'],
  ['> CUT TO:', 'CUT TO:'],
  ['> THE END <', 'THE END'],
  ['@McTavish (V.O.)\nGo *on*, \\*friend\\*!', 'McTavish: Go on, *friend*!'],
  ['ANN ^\nStay!', 'ANN: Stay!'],
  ['@GUARD [12]\nStay!', 'GUARD [12]: Stay!'],
])('Fountain is read by its rules: %j', async (text, said) => {
  const [first] = await outlineOf('a.fountain', `${text}\n\nDusk.\n`)
  expect(first?.replace(/^Narrator: /, '')).toBe(said)
})

test.each([
  ["TOM (CONT'D)", "(CONT'D)"],
  ['TOM (cont.)', '(cont.)'],
  ['TOM (FORTSETZUNG)', '(FORTSETZUNG)'],
  ['TOM (SIGUE)', '(SIGUE)'],
  ['TOM (ПРОД.)', '(ПРОД.)'],
  ["TOM [CONT'D]", "[CONT'D]"],
  ["TOM - CONT'D", "CONT'D"],
  ['TOM V.O.', 'V.O.'],
])('a name is read without its extension: %s', async (cue, note) => {
  const text = `${cue}\nGo!\n\nDusk.\n`
  expect((await outlineOf('a.fountain', text))[0]).toBe('TOM: Go!')
  expect(await leftOut('a.fountain', text)).toEqual([`scriptNote: ${note}`])
})

test('brackets in the lines of a speech are words: directions have lines of their own', async () => {
  const text = 'INT. JETTY - NIGHT\n\nMIRA\n(softly)\n(to Tom) Far? (beat) Near?\n\nDusk.\n'
  const { paragraphs } = await read('a.fountain', text)
  expect(paragraphs.map(({ manner, text: words }) => [manner, words])).toEqual([
    ['softly', '(to Tom) Far? (beat) Near?'],
    ['', 'Dusk.'],
  ])
})

test('a continuation mark below the name is not a manner either', async () => {
  const text = 'TOM\n(Fortsetzung)\nGo!\n\nDusk.\n'
  expect(await leftOut('a.fountain', text)).toEqual(['scriptNote: (Fortsetzung)'])
})

describe('a Final Draft screenplay', () => {
  const paragraph = (type: string, text: string, within = '') =>
    `<Paragraph Type="${type}">${within}<Text>${text}</Text></Paragraph>`
  const plain = (text: string) => `<Paragraph><Text>${text}</Text></Paragraph>`
  const file = (content: string, rest = '') =>
    `<?xml version="1.0" encoding="UTF-8"?><FinalDraft DocumentType="Script" Version="5"><Content>${content}</Content>${rest}</FinalDraft>`

  it.each(['windows-1252', 'iso-8859-1', 'utf-8', 'x-none'])(
    'is read whatever encoding it declares: %s',
    async (encoding) => {
      const content = paragraph('Scene Heading', 'INT. CAFÉ') + paragraph('Action', 'Rain.')
      const written = file(content).replace('UTF-8', encoding)
      const bytes = Buffer.from(written, encoding.startsWith('utf') ? 'utf8' : 'latin1')
      expect(outline(await readText('a.fdx', bytes))).toEqual(['# INT. CAFÉ', 'Rain.'])
    },
  )

  it('leaves out summaries, beats and notes, and lists each after the element it belongs to', async () => {
    const text = file(
      paragraph(
        'Scene Heading',
        'INT. JETTY',
        `<SceneProperties Title="The jetty"><Summary>${plain('Mira waits.')}</Summary><SceneArcBeats><CharacterArcBeat Name="MIRA">${plain('She doubts.')}</CharacterArcBeat></SceneArcBeats></SceneProperties>`,
      ) +
        `<Paragraph Type="Action"><ScriptNote ID="1">${plain('A note.')}</ScriptNote><Text>A bell </Text><Text RevisionID="1">rings</Text><Text>.</Text></Paragraph>` +
        `<Paragraph><DualDialogue>${paragraph('Character', 'MIRA')}${paragraph('Dialogue', 'Go!', `<ScriptNote>${plain('Loud.')}</ScriptNote>`)}` +
        `${paragraph('Character', 'TOM (CONT’D)')}${paragraph('Parenthetical', '(quietly)')}${paragraph('Dialogue', 'Stay.')}</DualDialogue></Paragraph>` +
        paragraph('Singing', 'La la.') +
        paragraph('Transition', 'CUT TO:') +
        paragraph('Shot', 'ANGLE ON TOM') +
        paragraph('General', 'Later.') +
        paragraph('Cast List', 'Mira, Tom') +
        paragraph('Outline 1', 'The turn.') +
        paragraph('End of Act', 'END OF ACT ONE') +
        paragraph('General', 'END OF ACT TWO') +
        paragraph('New Act', 'ACT THREE') +
        paragraph('Action', 'Dusk.'),
      `<HeaderAndFooter><Header>${plain('Third draft')}</Header></HeaderAndFooter><AltCollection><Alt>${plain('Come!')}</Alt></AltCollection>`,
    )
    expect(await outlineOf('a.fdx', text)).toEqual([
      '# INT. JETTY',
      'Narrator: A bell rings.',
      'MIRA: Go!',
      'TOM: Stay.',
      'TOM: La la.',
      'Narrator: CUT TO:',
      'Narrator: ANGLE ON TOM',
      'Narrator: Later.',
      '# ACT THREE',
      'Narrator: Dusk.',
    ])
    expect(await leftOut('a.fdx', text)).toEqual([
      'scriptNote: The jetty',
      'scriptNote: Mira waits.',
      'scriptNote: She doubts.',
      'scriptNote: A note.',
      'scriptNote: Loud.',
      'scriptNote: (CONT’D)',
      'scriptNote: Mira, Tom',
      'scriptNote: The turn.',
      'scriptNote: END OF ACT ONE',
      'scriptNote: END OF ACT TWO',
      'runningHeader: Third draft',
      'scriptNote: Come!',
    ])
  })

  test.each([
    [
      ['The Ferry', 'Written by', 'A. Fox', 'Third draft'],
      { title: 'The Ferry', author: 'A. Fox' },
      ['Third draft'],
    ],
    [
      ['The Ferry', '', 'by A. Fox', 'fox@example.org'],
      { title: 'The Ferry', author: 'A. Fox' },
      ['fox@example.org'],
    ],
    [['By A. Fox'], { title: 'a', author: 'A. Fox' }, []],
  ])('may have a title page: %j', async (lines, told, front) => {
    const page = `<TitlePage><Content>${lines.map(plain).join('')}</Content></TitlePage>`
    const text = file(paragraph('Scene Heading', 'INT. JETTY') + paragraph('Action', 'Dusk.'), page)
    expect(await read('a.fdx', text)).toMatchObject(told)
    expect(await outlineOf('a.fdx', text)).toEqual(['# INT. JETTY', 'Dusk.'])
    expect(await leftOut('a.fdx', text)).toEqual(front.map((line) => `frontMatter: ${line}`))
  })
})
