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

  describe('with the marks of Aozora Bunko', () => {
    const marked = [
      '灯台の朝',
      '山田花子',
      '',
      '-------------------------------------------------------',
      '【テキスト中に現れる記号について】',
      '',
      '《》：ルビ',
      '（例）灯台《とうだい》',
      '-------------------------------------------------------',
      '',
      '［＃３字下げ］一　朝［＃「一　朝」は中見出し］',
      '',
      '　川《かわ》は夜に増《ま》した。誰も｜気付か《きづか》なかった。',
      '　「遠い」と美良《みら》は言った。［＃「遠い」に傍点］',
      '［＃改ページ］',
      '［＃３字下げ］二　鍵［＃「二　鍵」は中見出し］',
      '　それから※［＃「てへん＋劣」、第3水準1-84-77］止まった。',
      '',
      '底本：「灯台の朝」港書房',
      '入力：山田',
    ].join('\n')

    test('leaves out readings and notes, and has chapters, a title and an author', async () => {
      const { source, ...rest } = await readText('a.txt', marked)
      expect(outline(rest)).toEqual([
        '# 一　朝',
        '川は夜に増した。誰も気付かなかった。',
        '「遠い」と美良は言った。',
        '# 二　鍵',
        'それから※止まった。',
      ])
      expect([source.title, source.author]).toEqual(['灯台の朝', '山田花子'])
    })

    test('loses no word of them', async () => {
      const { source } = await readText('a.txt', marked)
      const kept =
        source.paragraphs.map(({ text }) => text).join('') +
        source.sections.map(({ title }) => title).join('')
      for (const words of [
        '《かわ》',
        '底本：「灯台の朝」港書房',
        '［＃改ページ］',
        '山田花子',
        '（例）灯台',
      ])
        expect(kept).toContain(words)
    })

    test('reads the marks of novel sites, in which each line is a paragraph', async () => {
      const text =
        '第一章　朝\n\n　川《かわ》は増した。\n　｜John《ジョン》は《《もう》》いない。\n\n第二章　鍵\n\n　止まった。'
      expect(await outlineOf(text)).toEqual([
        '# 第一章　朝',
        '川は増した。',
        'Johnはもういない。',
        '# 第二章　鍵',
        '止まった。',
      ])
    })

    test('are not the brackets around a title', async () => {
      const text = '我看《三国》。\n\n很好｜很好《红楼》。'
      expect(await outlineOf(text)).toEqual(['我看《三国》。', '很好｜很好《红楼》。'])
    })
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
