import { describe, expect, it } from 'vitest'
import { findVoices, type FoundVoice } from '../../../renderer/features/voices/findVoices.ts'
import { languageWords } from '../../../renderer/i18n/voiceText.ts'

const voice = (id: string, name: string, rest: Partial<FoundVoice> = {}): FoundVoice => ({
  ...{
    id,
    name,
    description: '',
    gender: 'female',
    language: 'en',
    languageName: 'English',
    languageWords: 'English Englisch inglés',
  },
  ...{ maker: 'built-in', makerName: 'Local voice', licence: '', kind: 'plain' },
  ...rest,
})
const VOICES = [
  voice('1', 'Fable', { gender: 'male', description: 'British, light and lively' }),
  voice('2', 'Nova', { description: 'Bright, a light accent' }),
  voice('3', 'Anna', { language: 'de', languageName: 'German', languageWords: 'Deutsch German alemán' }),
  voice('4', 'Nadia', { maker: 'attic', makerName: 'attic' }),
  voice('5', 'Lighthouse', { gender: null }),
]
const NONE = { language: [], gender: [], maker: [] }
const find = (text: string, options: Partial<Parameters<typeof findVoices>[1]> = {}) =>
  findVoices(VOICES, {
    text,
    filters: NONE,
    used: new Set(),
    favourites: new Set(),
    compared: new Set(),
    language: '',
    ...options,
  })
const shown = (...args: Parameters<typeof find>) =>
  find(...args).groups.map(({ id, voices }) => [id, ...voices.map(({ name }) => name)])

describe('the search for voices', () => {
  it('shows voices of the language first, and natural ones before others', () => {
    const voices = [
      voice('1', 'Robot', { language: 'en' }),
      voice('2', 'Roboter', { language: 'de' }),
      voice('3', 'Far', { language: '', kind: 'server' }),
      voice('4', 'Joe', { language: 'en', kind: 'natural' }),
      voice('5', 'Thorsten', { language: 'de', kind: 'natural' }),
    ]
    const namesFor = (language: string) =>
      findVoices(voices, {
        ...{ text: '', filters: NONE, used: new Set(), favourites: new Set(), compared: new Set() },
        language,
      }).groups.flatMap((group) => group.voices.map(({ name }) => name))
    expect(namesFor('de')).toEqual(['Thorsten', 'Roboter', 'Far', 'Joe', 'Robot'])
    expect(namesFor('en')).toEqual(['Joe', 'Robot', 'Far', 'Thorsten', 'Roboter'])
  })

  it('shows the voices of the story first, then favourites, then the others, each voice once', () => {
    const options = { used: new Set(['3', '4']), favourites: new Set(['4', '2']) }
    expect(shown('', options)).toEqual([
      ['used', 'Anna', 'Nadia'],
      ['favourites', 'Nova'],
      ['matches', 'Fable', 'Lighthouse'],
    ])
  })

  it('lists compared voices before all others, regardless of search and filters, and does not count them', () => {
    const options = { compared: new Set(['3', '5']), used: new Set(['3']) }
    expect(shown('nova', options)).toEqual([
      ['compared', 'Anna', 'Lighthouse'],
      ['matches', 'Nova'],
    ])
    expect(find('nova', options).total).toBe(1)
  })

  it('matches name, sound, language, maker and id, and ranks names that begin with the words first', () => {
    expect(shown('light')).toEqual([['matches', 'Lighthouse', 'Fable', 'Nova']])
    expect(shown('german')).toEqual([['matches', 'Anna']])
    expect(shown('ATTIC')).toEqual([['matches', 'Nadia']])
    expect(shown('light british')).toEqual([['matches', 'Fable']])
    expect(shown('nobody')).toEqual([])
  })

  it.each([
    'woman',
    'a woman',
    'female',
    'Frau',
    'eine Frau',
    'weiblich',
    'mujer',
    'voz de mujer',
    'FEMENINA',
  ])('finds female voices by “%s”', (text) => {
    expect(shown(text)).toEqual([['matches', 'Nova', 'Anna', 'Nadia']])
  })

  it.each(['man', 'a man', 'male', 'Mann', 'männlich', 'mannlich', 'hombre', 'masculino'])(
    'finds male voices by “%s”, but not by these letters within other words',
    (text) => {
      expect(shown(text)).toEqual([['matches', 'Fable']])
    },
  )

  it('reads a missing gender from the description, and combines genders with other words', () => {
    const told = voice('6', 'Rook', { gender: null, description: 'An old man, tired' })
    const all = { text: 'man', filters: NONE, used: new Set<string>() }
    const found = findVoices([...VOICES, told], {
      ...all,
      favourites: new Set(),
      compared: new Set(),
      language: '',
    })
    expect(found.groups.flatMap(({ voices }) => voices.map(({ name }) => name))).toEqual(['Fable', 'Rook'])
    expect(shown('german woman')).toEqual([['matches', 'Anna']])
    expect(shown('german man')).toEqual([])
  })

  it.each(['Deutsch', 'german', 'alemán', 'aleman'])(
    'finds a language by “%s”, whatever the app’s language',
    (text) => {
      expect(shown(text)).toEqual([['matches', 'Anna']])
    },
  )

  it('knows a language by its own name and by its name in the app’s language', () => {
    expect(languageWords('es-419').toLowerCase()).toContain('español')
    expect(languageWords('de-DE')).toContain('Deutsch')
    expect(languageWords('de')).toContain('alemán')
    expect([languageWords(''), languageWords('no such')]).toEqual(['', ''])
  })

  it('counts the voices for each value of a filter, after the search and the other filters', () => {
    const { counts, total } = find('', { filters: { ...NONE, gender: ['female'] } })
    expect([...counts.language]).toEqual([
      ['en', 2],
      ['de', 1],
    ])
    expect([...counts.gender]).toEqual([
      ['male', 1],
      ['female', 3],
      ['', 1],
    ])
    expect(total).toBe(3)
    expect([...find('light').counts.language]).toEqual([['en', 3]])
  })

  it('lists the voices that pass every filter, with any of the values of each', () => {
    const filters = { language: ['en', 'de'], gender: ['female', ''], maker: ['built-in'] }
    expect(shown('', { filters })).toEqual([['matches', 'Nova', 'Anna', 'Lighthouse']])
  })
})
