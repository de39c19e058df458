import { describe, expect, test } from 'vitest'
import { MAX_INPUT_CHARACTERS } from '../../../../shared/speech-api/limits.ts'
import { outline, readText } from './storyText.ts'

const outlineOf = async (text: string) => outline(await readText('story.txt', text))

describe('a plain text', () => {
  test('becomes one block for each paragraph between blank lines', async () => {
    expect(await outlineOf('One.\n\nTwo,\nstill two.\n \n\n\nThree.\n')).toEqual([
      'One.',
      'Two,\nstill two.',
      'Three.',
    ])
  })

  test('is named after its file', async () => {
    const file = await readText('The Fox.txt', 'Once.')
    expect(file).toMatchObject({ source: { title: 'The Fox' } })
    expect(file.records[0]).toMatchObject({ type: 'story', title: 'The Fox' })
  })

  test('keeps the lines of verse, and joins those of hard-wrapped prose', async () => {
    const prose =
      'Once, at the edge of a wood that no map remembered, there hung\na lantern that was lit every evening by somebody whom nobody\nhad seen.'
    expect(await outlineOf(`${prose}\n\nTiger, tiger,\nburning bright`)).toEqual([
      prose.replaceAll('\n', ' '),
      'Tiger, tiger,\nburning bright',
    ])
  })

  test('does not read a note below the paragraph with its mark', async () => {
    const text = 'She said[1] no.\n\n  [1] As always.\n\nHe went [A].\n\n[A] Home.\n\n[2] Two more.'
    expect(await outlineOf(text)).toEqual(['She said no.', 'He went.', '[2] Two more.'])
  })

  test('without any blank line, but with long lines, has a paragraph on each line', async () => {
    const line = 'A long line that goes on. '.repeat(8).trim()
    expect(await outlineOf(`${line}\nShort.\n${line}`)).toEqual([line, 'Short.', line])
  })

  test.each([
    [
      'lyrics',
      'Tiger, tiger, burning bright\nIn the forests of the night\nWhat immortal hand or eye\nCould frame thy fearful symmetry?',
    ],
    ['a chat', 'hey\nwhere are you now? the ferry is about to leave\non my way\nok, hurry up'],
    [
      'sentences',
      'The ferry was late again today.\nNobody at the harbour knew why.\nThen the fog came in at last.',
    ],
    ['two lines', 'Who is there?\nNobody.'],
  ])('without any blank line has a paragraph on each line: %s', async (_, text) => {
    expect(await outlineOf(text)).toEqual(text.split('\n'))
  })

  test.each([
    [
      'wide',
      'Once, at the edge of a wood that no map remembered, there hung\na lantern that was lit every evening by somebody whom nobody\nhad seen.',
      ' ',
    ],
    [
      'narrow',
      'Once, at the edge of a wood that no map\nremembered, there hung a lantern that was\nlit every evening by somebody.',
      '\n',
    ],
  ])(
    'without any blank line is one paragraph if its lines are hard-wrapped: %s',
    async (_, text, lineEnd) => {
      expect(await outlineOf(text)).toEqual([text.replaceAll('\n', lineEnd)])
    },
  )

  test.each([
    '# Home',
    'Chapter 3',
    'CHAPTER III. Home',
    'Chapter Three: Home',
    'Epilogue',
    'Part 2 — The Wood',
  ])('has a chapter for a heading line: %s', async (line) => {
    expect(await outlineOf(`Before.\n\n${line}\n\nAfter.`)).toEqual([
      'Before.',
      `# ${line.replace('# ', '')}`,
      'After.',
    ])
  })

  test.each([
    'Part of the wood was dark.',
    'Chapter and verse, she knew it all by heart.',
    'Book now.',
    '#1 of all foxes',
  ])('has no chapter for a sentence that only starts like a heading: %s', async (line) => {
    expect(await outlineOf(`Before.\n\n${line}\n\nAfter.`)).toEqual(['Before.', line, 'After.'])
  })

  test('divides a paragraph that exceeds the service’s limit into blocks', async () => {
    const long = 'word '.repeat(4000).trim()
    const [before, ...pieces] = await outlineOf(`Before.\n\n${long}`)
    expect(before).toBe('Before.')
    expect(pieces.join(' ')).toBe(long)
    expect(pieces.map(({ length }) => length <= MAX_INPUT_CHARACTERS)).toEqual([true, true])
  })

  test('gives every block a rank in order and a new id', async () => {
    const { records } = await readText(
      'story.txt',
      Array.from({ length: 500 }, (_, n) => `Paragraph ${n}.`).join('\n\n'),
    )
    expect(new Set(records.map((record) => record.id)).size).toBe(501)
    expect(outline({ records })).toEqual(Array.from({ length: 500 }, (_, n) => `Paragraph ${n}.`))
  })
})
