import { describe, expect, test } from 'vitest'
import type { Character } from '../../../../shared/story/records.ts'
import { findVoice } from '../../../../shared/voices/builtInVoices.ts'
import { outline, readText } from './storyText.ts'

const outlineOf = async (text: string, name = 'script.txt') => outline(await readText(name, text))

describe('a script', () => {
  test('makes names in capitals characters, and gives lines without a name to the narrator', async () => {
    expect(await outlineOf('It was dark.\n\nFOX: Who is there?\n\nTHE OWL: Me.')).toEqual([
      'Narrator: It was dark.',
      'FOX: Who is there?',
      'THE OWL: Me.',
    ])
  })

  test('makes a name that speaks twice a character', async () => {
    expect(await outlineOf('Fox: Who?\n\nOld Owl: Me.\n\nFox: Oh.\n\nOld Owl: Yes.')).toEqual([
      'Fox: Who?',
      'Old Owl: Me.',
      'Fox: Oh.',
      'Old Owl: Yes.',
    ])
  })

  test('may have one line for each speech, or longer speeches', async () => {
    expect(await outlineOf('FOX: Who\nis there?\nOWL: Me.\nFOX:\nOh.\nOWL:\n\nIndeed.')).toEqual([
      'FOX: Who\nis there?',
      'OWL: Me.',
      'FOX: Oh.',
      'OWL: Indeed.',
    ])
  })

  test('may be Markdown with marked-up names', async () => {
    const text = '## One\n\n**FOX:** Who is\n_there_?\n\n**OWL**: Me.\nFOX: Oh.\n\nIt was late.'
    expect(await outlineOf(text, 'script.md')).toEqual([
      '# One',
      'FOX: Who is there?',
      'OWL: Me.',
      'FOX: Oh.',
      'Narrator: It was late.',
    ])
  })

  test('uses the manner of a line as the block’s emotion, not as text', async () => {
    const { records } = await readText('script.txt', 'FOX (whispering): Who is there?')
    expect(records.find((record) => record.type === 'block')).toMatchObject({
      text: 'Who is there?',
      emotion: 'whispering',
    })
  })

  test('names the narrator in the writer’s language, even if the text says “Narrator”', async () => {
    const text = 'NARRATOR: It was late.\n\nFOX: Hello.\n\nFOX: Who is there?\n\nNARRATOR: Nobody was.\n'
    expect(outline(await readText('a.txt', text, 'Erzähler'))).toEqual([
      'Erzähler: It was late.',
      'FOX: Hello.',
      'FOX: Who is there?',
      'Erzähler: Nobody was.',
    ])
  })

  test('treats a name in capitals and in lower case as one character, and “Narrator” as the narrator', async () => {
    const { records } = await readText('script.txt', 'FOX: One.\n\nFox: Two.\n\nNARRATOR: Three.\n\nFour.')
    const names = records.flatMap((record) => (record.type === 'character' ? [record.name] : []))
    expect(names).toEqual(['FOX', 'Narrator'])
  })

  test('reads names in scripts without capitals, and the colons of East Asian text', async () => {
    expect(await outlineOf('狐狸：你好。\n\n猫头鹰：晚上好。\n\n狐狸：再见。\n\n猫头鹰：再见。')).toEqual([
      '狐狸: 你好。',
      '猫头鹰: 晚上好。',
      '狐狸: 再见。',
      '猫头鹰: 再见。',
    ])
  })

  test('gives each character a voice by gender, cycling through the six, and a hue', async () => {
    const names = ['ANN', 'BEN', 'CAT', 'DAN', 'EVE', 'FAY', 'GUS', 'HAL', 'IVY']
    const { records } = await readText('script.txt', names.map((name) => `${name}: Hello.`).join('\n'))
    const cast = records.filter((record): record is Character => record.type === 'character')
    const voices = cast.map(({ settings }) => findVoice(settings.voiceId))
    expect([0, 1, 3].map((index) => [cast[index]?.gender, voices[index]?.gender])).toEqual([
      ['woman', 'female'],
      ['man', 'male'],
      ['man', 'male'],
    ])
    expect(new Set(voices.map((voice) => voice?.id)).size).toBe(6)
    expect(cast.map((character) => character.color)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 1])
  })
})

test('directions in brackets within a speech are left out, without their spaces', async () => {
  const text = 'MIRA: (softly) Is it far? (beat) Or near? [turns]\nTOM: Near (they say).'
  expect(await outlineOf(text)).toEqual(['MIRA: Is it far? Or near?', 'TOM: Near (they say).'])
})

describe('prose with colons', () => {
  test.each([
    'Note: this is not a person.',
    'NOTE: this is not a person.',
    'Remember: once is not twice.',
    'At 10:30 she left.',
    '10:30 She left.',
    'https://example.org/fox is where she lived.',
    'She said: “No.”',
    'CHAPTER TWO: It goes on, and it is a sentence about more than a few words, so that it cannot be a heading at all.',
    'I: the first person.',
    'There was one thing that she knew: the way home.',
  ])('has no cast: %s', async (line) => {
    expect(await outlineOf(`Before.\n\n${line}\n\nAfter.`)).toEqual(['Before.', line, 'After.'])
  })

  test('has no cast if the same label occurs again and again', async () => {
    const text = 'Note: this.\n\nNote: that.\n\nThen: this.\n\nThen: that.'
    expect(await outlineOf(text)).toEqual(['Note: this.', 'Note: that.', 'Then: this.', 'Then: that.'])
  })
})
