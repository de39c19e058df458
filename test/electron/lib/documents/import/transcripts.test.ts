import { describe, expect, it, test } from 'vitest'
import { coverageOf } from '../../../../../shared/import/coverage.ts'
import { planDirectly } from '../../../../../shared/import/importStory.ts'
import { outline, readText } from '../storyText.ts'

const outlineOf = async (name: string, text: string) => outline(await readText(name, text))
/** A file of cues of a second each. */
const srt = (...texts: string[]) =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n`).join('\n')

describe('a transcript', () => {
  test.each([
    ['Mira Fox  0:03\nIs it far?\n\nTom Hale  0:07\nIt is.\n\nMira Fox  0:09\nGood.\n'],
    ['Mira Fox (00:03):\nIs it far?\n\nTom Hale (00:07):\nIt is.\n\nMira Fox (00:09):\nGood.\n'],
    [
      '[00:00.000 --> 00:02.000]  Mira Fox: Is it far?\n[00:02.000 --> 00:04.000]  Tom Hale: It is.\n[00:04.000 --> 00:06.000]  Mira Fox: Good.\n[00:06.000 --> 00:07.000]  Tom Hale: Yes.\n',
    ],
  ])('has its times and speakers, however a program writes them: %j', async (text) => {
    const found = await outlineOf('a.txt', text)
    expect(found.slice(0, 3)).toEqual(['Mira Fox: Is it far?', 'Tom Hale: It is.', 'Mira Fox: Good.'])
    const { source } = await readText('a.txt', text)
    expect(source.paragraphs.every(({ times }, at) => times !== null || at === 2)).toBe(true)
  })

  it('has speakers whose names a program numbered', async () => {
    const text = srt('[SPEAKER_00]: Is it far?', '[SPEAKER_01]: It is.', '[SPEAKER_00]: Good.')
    expect(await outlineOf('a.srt', text)).toEqual([
      'SPEAKER_00: Is it far?',
      'SPEAKER_01: It is.',
      'SPEAKER_00: Good.',
    ])
  })

  test.each([
    'At the door 7:03\nMira waited.\n\nAt the gate 9:15\nTom came.\n',
    'Psalm 23:1\nOne.\n\nPsalm 24:1\nTwo.\n',
  ])('is not assumed if the times are those of a day or verses: %j', async (text) => {
    expect((await outlineOf('a.txt', text)).join('\n')).toContain(text.split('\n', 1)[0])
  })
})

describe('names and sounds in captions', () => {
  it.each([
    [
      'in the brackets of Japanese captions',
      [
        '（ミラ）遠いの？',
        '（トム）近い',
        '（ドアの開く音）',
        '（ミラ）よかった',
        '≪（トム）行こう',
        '（小声で）行こう',
      ],
      ['ミラ: 遠いの？', 'トム: 近い', 'ミラ: よかった', 'トム: 行こう', 'Narrator: 行こう'],
    ],
    [
      'in brackets after a dash',
      ['[Mira] Stop it!', '[Tom] No.', '- [Mira laughs] Stop!\n- (Tom) No.', '[Mira] Oh.'],
      ['Mira: Stop it!', 'Tom: No.', 'Narrator: Stop!', 'Tom: No.', 'Mira: Oh.'],
    ],
  ])('may stand %s', async (_, cues, said) => {
    expect(await outlineOf('a.srt', srt(...cues))).toEqual(said)
  })

  it('are sounds between stars with spaces, and credits begin with a copyright', async () => {
    const text = srt('Is it far?', '* soft music *', 'It is.', 'Copyright Harbour TV 2024')
    expect(await outlineOf('a.srt', text)).toEqual(['Is it far?', 'It is.'])
  })

  it('are listed as left out directly after a name', async () => {
    const { source } = await readText('a.srt', srt('TOM: [laughing] Not far.', 'TOM (V.O.): (sighs) Late.'))
    const { leftOut } = coverageOf(planDirectly(source, { readsQuotations: false }))
    expect(leftOut.flatMap(({ reason, texts }) => texts.map((text) => `${reason} ${text}`))).toEqual([
      'sound [laughing]',
      'sound (sighs)',
      'scriptNote (V.O.)',
    ])
  })
})

test('a comment in SubStation Alpha needs no times', async () => {
  const text = `[Events]\nFormat: Layer, Start, End, Style, Name, Text\nComment: 0,0:00:00.00,0:00:00.00,Default,,Check\nDialogue: 0,0:00:01.00,0:00:02.00,Default,Mira,Far?\n`
  const { source } = await readText('a.ass', text)
  expect(source.problems).toEqual([])
})

test('the notes of a transcriber between words are left out, and words in brackets stay', async () => {
  const file = await readText(
    'a.txt',
    '[MUSIC]\n\nMIRA: I saw [inaudible 00:12] there. [crosstalk] Go [to the gate]. [00:01:15]\n\nTOM: (unintelligible) It [unclear] was Music. [Applaus]\n\nMIRA: Yes. [END OF AUDIO]\n',
  )
  expect(outline(file)).toEqual(['MIRA: I saw there. Go [to the gate].', 'TOM: It was Music.', 'MIRA: Yes.'])
  const told = coverageOf(planDirectly(file.source, { readsQuotations: true })).leftOut
  const texts = told.flatMap(({ reason, texts: found }) => found.map((text) => `${reason}: ${text}`))
  expect(texts).toContain('sound: [inaudible 00:12]')
  expect(texts).toContain('sound: [MUSIC]')
  expect(texts).toContain('markup: [00:01:15]')
})

test('marks of a chat program in a copied answer are left out', async () => {
  const text =
    'It rains【4†source】. [cite_start]It pours [cite: 1, 2] on :contentReference[oaicite:0]{index=0}.\n'
  const spoken = ['It rains. It pours on.']
  expect((await outlineOf('a.txt', text)).map((line) => line.replace(' .', '.'))).toEqual(spoken)
  expect((await outlineOf('a.md', text)).map((line) => line.replace(' .', '.'))).toEqual(spoken)
})
