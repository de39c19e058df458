import { describe, expect, it } from 'vitest'
import { unreadScript, voicesReading } from '../../../shared/voices/scripts.ts'

describe('letters that a voice does not read', () => {
  it.each([
    ['Жил-был старик у самого синего моря.', 'Cyrillic', 'ES-ru'],
    ['Μια φορά κι έναν καιρό.', 'Greek', 'ES-el'],
    ['היה היה פעם', 'Hebrew', 'ES-he'],
    ['كان يا ما كان', 'Arabic', 'ES-ar'],
    ['从前有一座山', 'Han', 'ES-cmn'],
    ['むかしむかしあるところに', 'Hiragana', 'ES-ja'],
    ['옛날 옛적에', 'Hangul', 'ES-ko'],
    ['एक समय की बात है', 'Devanagari', 'ES-hi'],
    ['กาลครั้งหนึ่ง', 'Thai', 'ES-th'],
  ])('%s is %s: not for an English voice, but for %s', (text, script, reader) => {
    expect(unreadScript(text, 'OA001')).toBe(script)
    expect(unreadScript(text, reader)).toBeNull()
  })

  it('are the kanji of a Japanese text, even for the Japanese voice', () => {
    expect(unreadScript('昔々、おじいさんが山へ行きました。', 'ES-ja')).toBe('Han')
  })

  it('are not a name or two in a text that it reads, nor numbers and signs', () => {
    expect(
      unreadScript('The ship Москва lay in the harbour for a year and a day, and then it left.', 'OA001'),
    ).toBeNull()
    expect(unreadScript('1, 2, 3 … 😀', 'OA001')).toBeNull()
    expect(unreadScript('Once upon a time', 'ES-ru')).toBeNull()
  })

  it('are not known of a voice that is not built in', () => {
    expect(unreadScript('Жил-был старик', 'kokoro:af_bella')).toBeNull()
  })

  it('have voices that read them', () => {
    expect(
      voicesReading('Cyrillic')
        .slice(0, 2)
        .map(({ id }) => id),
    ).toEqual(['ES-ru', 'ES-ru-cl'])
    expect(voicesReading('Han')[0]?.id).toBe('ES-cmn')
    expect(voicesReading('Hebrew').map(({ name }) => name)).toEqual(['Hebrew'])
  })
})
