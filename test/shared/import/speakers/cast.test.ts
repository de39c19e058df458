import { describe, expect, it } from 'vitest'
import { castOf } from '../../../../shared/import/speakers/cast.ts'
import { findNameWords, namesIn } from '../../../../shared/import/speakers/names.ts'

const NOBODY_SPEAKS = { all: new Set<string>(), alone: new Set<string>() }

/** The people of a text, each by all of their names in it. */
function people(text: string): string[] {
  const isName = findNameWords([text], NOBODY_SPEAKS)
  const names = namesIn(text, isName).map((name) => [name, text.slice(name.start, name.end)] as const)
  const cast = castOf(names)
  const own = Map.groupBy(names, ([name]) => cast.personOf(name))
  return Array.from(own.values(), (group) => [...new Set(group.map(([, written]) => written))].join(' = '))
}

describe('the names in a text', () => {
  const namesOf = (text: string, ...speaking: string[]) =>
    namesIn(text, findNameWords([text], { all: new Set(speaking), alone: new Set() })).map(({ start, end }) =>
      text.slice(start, end),
    )

  it.each([
    ['Then Beaver went to see Beaver, and then it rained.', ['Beaver', 'Beaver']],
    ['We met J. R. Fox and old Mrs. Fox there.', ['J. R. Fox', 'Mrs. Fox']],
    ['I saw Tom. III. One came. But D’you see? It’s Tom’s.', ['Tom', 'Tom']],
    ['We asked Ann van Quill and Captain Brandt.', ['Ann van Quill', 'Captain Brandt']],
    ['On Monday the English came to see Mira.', ['Mira']],
    [
      'I thanked the Captain. Brandt rose, and the Captain saw Brandt.',
      ['Captain', 'Brandt', 'Captain', 'Brandt'],
    ],
    ['We met Mr. St. Cloud and then Mis’ Quill there.', ['Mr. St. Cloud', 'Mis’ Quill']],
  ])('are those of people, and not other capitalized words: %s', (text, expected) => {
    expect(namesOf(text)).toEqual(expected)
  })

  it('are only those who speak if the language capitalizes all nouns', () => {
    const text = 'Die Frau und der Mann sahen das Haus nicht, und das Kind sah die Tür, sagte Mira.'
    expect(namesOf(text, 'mira')).toEqual(['Mira'])
  })

  it('can be common words if somebody of that name speaks', () => {
    const text =
      'They saw May, and May, and said to May, “You may.” We told May so, or she asked May. Now May may.'
    expect(namesOf(text, 'may')).toHaveLength(6)
  })
})

describe('the people of a text', () => {
  it.each([
    [
      'We saw Captain Mira Harrow. Then Mira Harrow, and Captain Harrow, and Mira.',
      ['Captain Mira Harrow = Mira Harrow = Captain Harrow = Mira'],
    ],
    ['We saw Mr. Quill and Mrs. Quill and Miss Quill.', ['Mr. Quill', 'Mrs. Quill', 'Miss Quill']],
    ['We saw Ann Quill and Tom Quill, but not Ann or Tom.', ['Ann Quill = Ann', 'Tom Quill = Tom']],
    ['We saw Mr. Quill and Jane Quill.', ['Mr. Quill', 'Jane Quill']],
    ['We saw Mr. Brandt, and Brandt, and Mrs. Brandt.', ['Mr. Brandt = Brandt', 'Mrs. Brandt']],
    ['We saw Mr. John Quill, and Mr. Quill, his brother.', ['Mr. John Quill', 'Mr. Quill']],
    [
      'It was d’Armont. We saw d’Armont, and d’Armont saw us, and the mother d’Athos, and Athos.',
      ['d’Armont', 'Athos'],
    ],
    ['We saw Lord Brandt Mme Quill and Ann Wren.', ['Lord Brandt', 'Mme Quill', 'Ann Wren']],
    ['We saw Dr. Vane, and Doctor Vane, and then Vane.', ['Dr. Vane = Doctor Vane = Vane']],
    ['We saw Tom Quill and Tom Brandt. We saw Tom.', ['Tom Quill', 'Tom Brandt', 'Tom']],
    ['We saw Mr. van Loon and Mrs. van der Lee.', ['Mr. van Loon', 'Mrs. van der Lee']],
    ['We saw Captain Brandt. Then the Captain left.', ['Captain Brandt = Captain']],
    ['We saw Captain Brandt, Captain Fox and the Captain.', ['Captain Brandt', 'Captain Fox', 'Captain']],
  ])(
    'are one person under all their names, but two if the names could be of two people: %s',
    (text, expected) => {
      expect(people(text)).toEqual(expected)
    },
  )

  it.each([
    ['Mr. Browlow', 'Mr. Brownlow', 1],
    ['Charly', 'Charley', 1],
    // A plural, a woman's form of a name, a common spelling and another family
    ['Miss Brownlows', 'Miss Brownlow', 2],
    ['Louisa', 'Louis', 2],
    ['Frances', 'Francis', 2],
    ['Mr. Brand', 'Mr. Brandt', 2],
  ])('may have a misspelled name: %s for %s', (rare, often, count) => {
    const text = `We met ${rare}. ${`Then we met ${often}. `.repeat(20)}`
    const names = namesIn(text, findNameWords([text], NOBODY_SPEAKS))
    const { people: found } = castOf(names.map((name) => [name, text.slice(name.start, name.end)]))
    expect(found).toHaveLength(count)
    expect(found.map(({ name }) => name)).toContain(often)
  })

  it('have a name that is spelled in two ways only if one is far rarer', () => {
    const text = `${'We met Mr. Browlow. '.repeat(3)}${'Then we met Mr. Brownlow. '.repeat(20)}`
    expect(people(text)).toHaveLength(2)
  })

  it.each([
    // Narration, spoken words, number of people
    ['William and William Quill came in.', 'Come, Bill!', 1],
    ['Bill Quill and Bill came in.', 'Come, William!', 1],
    ['Lord Henry came in.', 'Come, Harry!', 1],
    ['Charley Bates came in. We saw Charley.', 'Come, Charles Bates!', 1],
    ['William came in, and Bill.', 'Come, Bill!', 2],
    ['We saw William and Willa.', 'Come, Bob!', 3],
    ['William Quill came in.', 'Come, Bill Brandt!', 2],
    ['Henry came in. James went. Then Henry came, and James.', 'Come, Jim, and Hal!', 2],
    ['Edward came in. Edmund went. Then Edward came, and Edmund.', 'Come, Ned!', 3],
  ])('have short names that only others use: %s “%s”', (told, spoken, count) => {
    const isName = findNameWords([told, spoken], NOBODY_SPEAKS)
    const names = [told, spoken].flatMap((text) =>
      namesIn(text, (word) => isName(word) || /^(?:Henry|Edward)$/.test(word)).map(
        (name) => [name, text.slice(name.start, name.end), text === told] as const,
      ),
    )
    expect(castOf(names).people).toHaveLength(count)
  })

  it('are named in the spelling that the text uses most', () => {
    const text = 'We saw Doctor Vane. Then Dr. Vane came, and Dr. Vane sat down.'
    const names = namesIn(text, findNameWords([text], NOBODY_SPEAKS))
    expect(castOf(names.map((name) => [name, text.slice(name.start, name.end)])).people).toMatchObject([
      { name: 'Dr. Vane' },
    ])
  })

  it('are named as the text names them most, and not as a heading in capitals', () => {
    const names = namesIn('X MIRA. We saw Mira and Mira Harrow and Mira.', (word) =>
      /^(?:Mira|MIRA|Harrow)$/.test(word),
    )
    const text = 'X MIRA. We saw Mira and Mira Harrow and Mira.'
    expect(castOf(names.map((name) => [name, text.slice(name.start, name.end)])).people).toMatchObject([
      { name: 'Mira' },
    ])
  })
})
