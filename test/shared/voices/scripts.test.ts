import { describe, expect, it } from 'vitest'
import { lettersOf, unreadScript, voicesReading } from '../../../shared/voices/scripts.ts'

describe('letters that a voice cannot read', () => {
  it.each([
    ['Жил-был старик у самого синего моря.', 'Cyrillic', 'ES-ru'],
    ['Μια φορά κι έναν καιρό.', 'Greek', 'ES-el'],
    ['היה היה פעם', 'Hebrew', 'ES-he'],
    ['كان يا ما كان', 'Arabic', 'ES-ar'],
    ['从前有一座山', 'Chinese', 'ES-cmn'],
    ['むかしむかしあるところに', 'Japanese', 'ES-ja'],
    ['옛날 옛적에', 'Hangul', 'ES-ko'],
    ['एक समय की बात है', 'Devanagari', 'ES-hi'],
    ['กาลครั้งหนึ่ง', 'Thai', 'ES-th'],
  ])('%s is %s, which an English voice cannot read, but %s can', (text, script, reader) => {
    expect(unreadScript(lettersOf(text), 'OA001')).toBe(script)
    expect(unreadScript(lettersOf(text), reader)).toBeNull()
  })

  it('are the kanji of a Japanese text for the Japanese voice, and the whole text for others', () => {
    const tale = lettersOf('昔々、お爺さんが山へ芝刈りに行きました。')
    expect(unreadScript(tale, 'ES-ja')).toBe('Kanji')
    expect(unreadScript(tale, 'OA001')).toBe('Japanese')
    expect(unreadScript(tale, 'ES-cmn')).toBe('Japanese')
    expect(voicesReading('Kanji')).toEqual([])
  })

  it('are Han characters without kana: as Chinese for most voices, as kanji for the Japanese voice', () => {
    expect(unreadScript(lettersOf('東京'), 'OA001')).toBe('Chinese')
    expect(unreadScript(lettersOf('東京'), 'ES-ja')).toBe('Kanji')
    expect(unreadScript(lettersOf('从前有一座山，山里有の字'), 'OA001')).toBe('Chinese')
  })

  it('include letters that no voice can read', () => {
    expect(unreadScript(lettersOf('កាលពីព្រេងនាយ'), 'OA001')).toBe('Khmer')
    expect(voicesReading('Khmer')).toEqual([])
  })

  it('exclude a name or two in a readable text, numbers and signs', () => {
    expect(
      unreadScript(
        lettersOf('The ship Москва lay in the harbour for a year and a day, and then it left.'),
        'OA001',
      ),
    ).toBeNull()
    expect(unreadScript(lettersOf('1, 2, 3 … 😀'), 'OA001')).toBeNull()
    expect(unreadScript(lettersOf('Once upon a time'), 'ES-ru')).toBeNull()
  })

  it('are unknown for a voice that is not built in', () => {
    expect(unreadScript(lettersOf('Жил-был старик'), 'kokoro:af_bella')).toBeNull()
  })

  it('depend on the languages of their packs for natural voices', () => {
    const packs = new Map([
      ['NV-tone-main', 'en-us'],
      ['NV-ruslan-main', 'ru-ru'],
      ['NV-kokoro-zf', 'zh-cn'],
    ])
    const [russian, chinese] = [lettersOf('Жил-был старик'), lettersOf('从前有一座山')]
    expect(unreadScript(russian, 'NV-tone-main', packs)).toBe('Cyrillic')
    expect(unreadScript(russian, 'NV-ruslan-main', packs)).toBeNull()
    expect(unreadScript(chinese, 'NV-kokoro-zf', packs)).toBeNull()
    // Nothing is known about a pack that is not on this computer.
    expect(unreadScript(russian, 'NV-tone-main')).toBeNull()
  })

  it('have voices that can read them, one for each language', () => {
    expect(
      voicesReading('Cyrillic')
        .slice(0, 2)
        .map(({ id }) => id),
    ).toEqual(['ES-ru', 'ES-uk'])
    expect(voicesReading('Chinese')[0]?.id).toBe('ES-cmn')
    const natural = { id: 'NV-thorsten', name: 'Thorsten', language: 'de-de', pack: {} }
    expect(voicesReading('German', [natural]).map(({ id }) => id)).toEqual(['NV-thorsten', 'ES-de'])
    expect(voicesReading('Hebrew').map(({ name }) => name)).toEqual(['Hebrew'])
  })
})
