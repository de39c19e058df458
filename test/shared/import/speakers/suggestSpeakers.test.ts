import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import { suggestSpeakers } from '../../../../shared/import/speakers/suggestSpeakers.ts'
import { SURE } from '../../../../shared/import/speakers/suggestion.ts'

function suggest(...texts: string[]) {
  const paragraphs = texts.map((text) => plainParagraph(text))
  return suggestSpeakers(sourceOf('Book', [{ title: null, kind: 'body', paragraphs }]), {
    readsQuotations: true,
  })
}

/** The lines of texts as “speaker: words”, with a question mark if the writer is asked. */
function lines(...texts: string[]): string[] {
  return suggest(...texts).lines.map(({ paragraph, start, end, speaker, confidence }) => {
    const name = `${speaker ?? 'nobody'}${confidence > SURE ? '' : '?'}`
    return `${name}: ${texts[paragraph]?.slice(start, end).trim() ?? ''}`
  })
}

describe('speech in quotation marks', () => {
  test.each([
    ['English', '“Come in,” said Mira.', 'mira: “Come in,”'],
    ['English, the name first', '"Come in," Mira whispered, and went.', 'mira: "Come in,"'],
    ['English, single marks', '‘Don’t,’ said Mira.', 'mira: ‘Don’t,’'],
    ['English, before the words', 'Mira said: “Come in.”', 'mira: “Come in.”'],
    ['English, with a title', '“No,” said Mr. Quill.', 'mr. quill: “No,”'],
    ['German', '„Komm herein“, sagte Mira.', 'mira: „Komm herein“,'],
    ['German, angled', '»Komm herein«, rief Mira.', 'mira: »Komm herein«,'],
    ['German, before the words', 'Mira fragte: „Kommst du?“', 'mira: „Kommst du?“'],
    ['French', '« Entre », dit Mira.', 'mira: « Entre »,'],
    ['French, with a dash', '— Entre, dit Mira.', 'mira: — Entre,'],
    ['Spanish', '«Entra», dijo Mira.', 'mira: «Entra»,'],
    ['Spanish, with dashes', '—Entra —dijo Mira.', 'mira: —Entra'],
    ['German, a rarer verb', '„Komm herein“, jammerte Mira.', 'mira: „Komm herein“,'],
    ['German, a verb of two parts', '„Komm herein“, warf Mira ein.', 'mira: „Komm herein“,'],
    ['French, a rarer verb', '— Entre, objecta Mira.', 'mira: — Entre,'],
    ['French, an irregular verb', '— Entre, intervint Mira.', 'mira: — Entre,'],
    ['Spanish, a rarer verb', '—Entra —bromeó Mira.', 'mira: —Entra'],
    ['Spanish, an irregular verb', '—Entra —repuso Mira.', 'mira: —Entra'],
  ])('is found: %s', (_, text, line) => {
    expect(lines(text)).toContain(line)
  })

  it('excludes the narration between its parts', () => {
    expect(lines('—Entra —dijo Mira—. Ya es tarde.')).toEqual(['mira: —Entra', 'mira: Ya es tarde.'])
    const scene = ['“We go,” said Tom.', '“No,” said Mira.', '“We do,” said Tom.']
    expect(lines(...scene, '“That,” said Mira, “is not us,” and Tom nodded.').slice(-2)).toEqual([
      'mira: “That,”',
      'mira: “is not us,”',
    ])
    expect(lines('“That,” said Harrow, and he stood up, “is not us.”')).toEqual([
      'harrow: “That,”',
      'harrow: “is not us.”',
    ])
  })

  it('is that of the person named directly after it, whatever else is near', () => {
    const scene = ['“We go,” said Mira.', '“No,” said Tom.']
    expect(
      lines(...scene, '“You shall,” said Mira, and took his hat. “You shall,” repeated Harrow.').at(-1),
    ).toBe('harrow: “You shall,”')
    // The closing mark of the words before is missing.
    expect(
      lines(...scene, '“Of course,” said Tom. “That is to say, if nobody comes.', '“No,” said Harrow.').at(
        -1,
      ),
    ).toBe('harrow: “No,”')
    expect(
      lines(...scene, 'She asked when she had first heard it, “All that week,” said Tom, “I was out.”').slice(
        -2,
      ),
    ).toEqual(['tom: “All that week,”', 'tom: “I was out.”'])
  })

  it('goes on with the person who was described, if “he” is the next word for them', () => {
    const scene = ['“We go,” said Tom.', '“No,” said Mira.', '“We go,” said Tom.']
    expect(
      lines(
        ...scene,
        '“All right,” said the cheerful passenger, “we are only going down. You know,” he said later, “I was wrong.”',
      ).slice(-3),
    ).toEqual([
      'cheerful passenger?: “All right,”',
      'cheerful passenger?: “we are only going down. You know,”',
      'cheerful passenger?: “I was wrong.”',
    ])
  })

  it('is told by a paragraph of its own that ends with a colon', () => {
    const scene = ['“We go,” said Tom.', '“No,” said Mira.', '“We go,” said Tom.', '“No,” said Mira.']
    expect(
      lines(...scene, 'Then the waiter came in and said at once:', '“You are wanted, sir.”').at(-1),
    ).toBe('waiter?: “You are wanted, sir.”')
  })

  it('is that of two people of one name if one of them addresses the other', () => {
    const book = [
      '“My dear Caddy!” said Mr. Quill.',
      '“Yes,” said Caddy Quill.',
      '“My dear Caddy,” said Mr. Quill.',
      '“Yes,” said Caddy.',
      '“Come, Caddy,” said Mr. Quill.',
    ]
    expect(lines(...book)).toEqual([
      'mr. quill: “My dear Caddy!”',
      expect.stringMatching(/^caddy/),
      'mr. quill: “My dear Caddy,”',
      expect.stringMatching(/^caddy/),
      'mr. quill: “Come, Caddy,”',
    ])
  })

  it('has two speakers in one paragraph if the narration in between introduces the second', () => {
    const scene = ['“We go,” said Mira.', '“No,” said Tom.']
    expect(
      lines(...scene, '“It is late,” said Mira. For Tom had run into the street, shouting, “Wait!”').at(-1),
    ).toMatch(/^tom\??: “Wait!”/)
    const told = 'So, when Tom said with a light heart, “The tide is out,” Mira replied, “Then we walk.”'
    expect(lines(...scene, told).slice(-2)).toEqual([
      expect.stringMatching(/^tom\??: “The tide is out,”/),
      expect.stringMatching(/^mira\??: “Then we walk.”/),
    ])
  })

  test.each([
    ['French', '« Entre, dit Mira. Il est tard. »', ['mira: « Entre,', 'mira: Il est tard. »']],
    [
      'French, by a pronoun',
      '« Oui, dit Mira. Il est tard, ajouta-t-elle, viens. »',
      ['mira: « Oui,', 'mira: Il est tard,', 'mira: viens. »'],
    ],
    ['French, at the end', '« Entre, dit Mira. »', ['mira: « Entre,']],
    ['Spanish', '«Entra —dijo Mira—. Ya es tarde.»', ['mira: «Entra', 'mira: Ya es tarde.»']],
    [
      'Spanish, an aside of the speaker',
      '«Mi hermano —el mayor— ya está», dijo Mira.',
      ['mira: «Mi hermano —el mayor— ya está»,'],
    ],
  ])('excludes the tag of the speaker within the marks: %s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected)
  })

  it('needs confirmation after many turns without a name, or if its speaker is only described', () => {
    const { lines: turns } = suggest(
      '“One,” said Mira.',
      '“Two,” said Tom.',
      '“Three.”',
      '“Four.”',
      ...Array.from({ length: 20 }, () => '“Five.”'),
    )
    expect(turns.slice(0, 5).map(({ speaker }) => speaker)).toEqual(['mira', 'tom', 'mira', 'tom', 'mira'])
    expect(turns[1]?.confidence).toBeGreaterThan(SURE)
    for (const { confidence } of turns.slice(16)) expect(confidence).toBeLessThan(SURE)
    expect(lines('“Is it far?” asked the old ferryman.')).toEqual(['old ferryman?: “Is it far?”'])
  })

  it('belongs to the described person, together with the words that follow', () => {
    const scene = ['“We go,” said Mira.', '“No,” said Tom.', '“We do,” said Mira. “All of us.”']
    expect(lines(...scene, '“Halt,” said the oldest of the guards. “Who is it?”').slice(-2)).toEqual([
      'oldest of the guards?: “Halt,”',
      'oldest of the guards?: “Who is it?”',
    ])
    expect(lines(...scene, '“Halt,” said Tom’s father.').at(-1)).not.toMatch(/^tom:/)
    expect(lines(...scene, '“Halt,” Mira heard him mutter, “we go.”').at(-1)).not.toMatch(/^mira:/)
  })

  it.each([
    ['a relative', '“Halt,” said my father.', 'father'],
    ['somebody among others', '“Halt,” said one of the women.', 'one of the women'],
    ['somebody with a word for a trade', '“Halt,” the saloon-keeper reckoned.', 'saloon-keeper'],
    ['a relative, in German', '„Halt“, sagte meine Tante.', 'tante'],
    ['a relative, in French', '« Halte », dit mon père.', 'père'],
    ['somebody without a verb, in German', 'Darauf Harrow: „Halt.“', 'harrow'],
    ['a name that is a common word', '“Halt,” said Good.', 'good'],
    ['a name of initials', '“Halt,” said J. R. Harrow.', 'j. r. harrow'],
    ['a name with two titles', '“Halt,” said the Rev. Mr. Harrow.', 'rev. mr. harrow'],
    ['somebody who says it once', '“Halt,” says I.', 'i'],
  ])('belongs to the person whom the narration names as the speaker: %s', (_, text, speaker) => {
    for (const last of ['Mira', 'Tom']) {
      const scene = ['“We go,” said Mira.', '“No,” said Tom.', `“We do,” said ${last}.`]
      expect(lines(...scene, text).at(-1)).toMatch(new RegExp(`^${speaker}\\??: `))
    }
  })

  it.each([
    '“Halt,” said somebody.',
    '“Halt,” said another.',
    '“Halt,” called someone else.',
    '“Halt,” said one of them.',
  ])('has no speaker if the narration uses an indefinite word: %s', (text) => {
    expect(lines('“We go,” said Mira.', '“No,” said Tom.', text).at(-1)).toBe('nobody?: “Halt,”')
  })

  it.each([
    ['French', ['« Partons », dit Mira.', '« Non », dit Tom.'], '« Si », dit-elle.', 'mira'],
    ['French, a man', ['« Partons », dit Tom.', '« Non », dit Mira.'], '« Si », dit-il.', 'tom'],
    [
      'German',
      ['„Los“, sagte Mira.', '„Nein“, sagte Tom.', '„Doch“, sagte Mira.'],
      '„Nie“, sagte er.',
      'tom',
    ],
    ['Spanish', ['—Ya —dijo Mira.', '—No —dijo Tom.', '—Sí —dijo Mira.'], '—Nunca —dijo él.', 'tom'],
  ])('belongs to the person whom the pronoun fits: %s', (_, scene, text, speaker) => {
    expect(lines(...scene, text).at(-1)).toMatch(new RegExp(`^${speaker}\\??: `))
  })

  it('belongs to the person who is usually described in fewer words, unless the others distinguish people', () => {
    const told = [
      '“Come in,” said the beadle.',
      'It was late.',
      '“I will,” said the beadle.',
      'It rained for a long time.',
    ]
    expect(lines(...told, '“Never,” said the inflexible beadle.')).toContain('beadle: “Never,”')
    expect(lines(...told, '“Never,” said the second beadle.')).toContain('second beadle?: “Never,”')
  })

  it('belongs to the person whom the next paragraph identifies', () => {
    const scene = ['“We go,” said Mira.', '“No,” said Tom.', '“We do,” said Mira.']
    expect(lines(...scene, '“Halt.”', 'It was Mira who had spoken.').at(-1)).toMatch(/^mira\??: “Halt.”$/)
    expect(lines(...scene, '“Halt.”', 'The speaker was Tom.').at(-1)).toMatch(/^tom\??: “Halt.”$/)
    expect(lines(...scene, '“Halt.”', 'It was Mira who asked, “Who is it?”').slice(-2)).toEqual([
      expect.stringMatching(/^tom\?: /),
      expect.stringMatching(/^mira\??: /),
    ])
  })

  it('does not belong to the person who speaks next', () => {
    const scene = ['“We go,” said Mira.', '“No,” said Tom.']
    expect(lines(...scene, 'Tom said, “I have an idea,” and Mira asked him what it was.').at(-1)).toMatch(
      /^tom\??: /,
    )
    expect(lines(...scene, 'Mira laughed and said, “Well!” Tom began to laugh too.').at(-1)).toMatch(
      /^mira\??: /,
    )
  })

  it('has no speaker without evidence, and a quoted word is not speech', () => {
    expect(lines('“Who goes there?”')).toEqual(['nobody?: “Who goes there?”'])
    expect(lines('She called it a “friendly” place, and left.')).toEqual([])
    const [, quoted] = suggest(
      '“Halt,” said Mira.',
      'She called it a “very friendly place.” It was not.',
    ).lines
    expect(quoted).toBeUndefined()
  })
})

describe('the speaker in a conversation', () => {
  test.each([
    [
      'the person who acts next to the words',
      ['“Is it far?” Tom looked up. “I am tired.”', '“Two hours,” said Mira.'],
      ['tom: “Is it far?”', 'tom: “I am tired.”', 'mira: “Two hours,”'],
    ],
    [
      'the person whose voice is mentioned',
      [
        '“Halt!” came Tom’s voice.',
        '“Why?” Mira’s voice shook.',
        '“Hush,” breathed Tom.',
        '“No,” Mira said.',
      ],
      ['tom: “Halt!”', 'mira: “Why?”', 'tom: “Hush,”', 'mira: “No,”'],
    ],
    [
      'each of two in one paragraph',
      [
        '“One,” said Mira. “Two,” said Tom. And Mira added, “Three.”',
        '“Four,” Tom said; and Mira retorted: “Five.”',
      ],
      ['mira: “One,”', 'tom: “Two,”', 'mira: “Three.”', 'tom: “Four,”', 'mira: “Five.”'],
    ],
    [
      'somebody whose name is a common word',
      [
        'We saw Will there, and with Will came Mira. They liked Will, who knew Will’s friends, and asked Will to stay.',
        '“One,” said Will. “It will rain.”',
        '“Two,” said Mira.',
      ],
      ['will: “One,”', 'will: “It will rain.”', 'mira: “Two,”'],
    ],
    [
      'the man, if only the family name is given',
      [
        'Miss Quill and her brother John Quill came in, with Mira.',
        '“One,” said Quill.',
        '“Two,” said Miss Quill.',
      ],
      ['john quill: “One,”', 'miss quill: “Two,”'],
    ],
    [
      'the person meant by a pronoun',
      ['Mr. Quill and Mrs. Brandt sat down.', '“One,” he said.', '“Two,” she said.'],
      ['mr. quill: “One,”', 'mrs. brandt: “Two,”'],
    ],
    [
      'the narrator, under the name that others use',
      [
        '“Sit down, Harrow,” said Mira.',
        '“Thank you,” I said.',
        '“Tea, Harrow?” asked Mira.',
        '“Please,” I said.',
        '“Good,” said Mira.',
        '“It is,” I said.',
      ],
      [
        'mira: “Sit down, Harrow,”',
        'harrow: “Thank you,”',
        'mira: “Tea, Harrow?”',
        'harrow: “Please,”',
        'mira: “Good,”',
        'harrow: “It is,”',
      ],
    ],
    [
      'the narrator, but not under a form of address',
      [
        '“Sit, Sir,” said Mira.',
        '“No,” I said to Sir John.',
        '“Tea, Sir?” Mira said.',
        '“No,” I said.',
        '“No!” I said.',
      ],
      ['mira: “Sit, Sir,”', 'i: “No,”', 'mira: “Tea, Sir?”', 'i: “No,”', 'i: “No!”'],
    ],
    [
      'the narrator, but not under a title or an interjection',
      [
        '“Sit, Don,” said Mira to Don Luis.',
        '“No,” I said to Don Pedro.',
        '“Tea, Don?” Mira said. “It is good, Ay.”',
        '“No,” I said.',
        '“Ay, Ay, Ay,” I said.',
      ],
      [
        'mira: “Sit, Don,”',
        'i: “No,”',
        'mira: “Tea, Don?”',
        'mira: “It is good, Ay.”',
        'i: “No,”',
        'i: “Ay, Ay, Ay,”',
      ],
    ],
    [
      'the person whom others call by a short name',
      [
        'William Quill came in, and Mira came with William.',
        '“Sit down, Bill,” said Mira to Tom.',
        '“Good,” said William.',
      ],
      ['mira: “Sit down, Bill,”', 'william quill: “Good,”'],
    ],
  ])('is %s', (_, texts, expected) => {
    expect(lines(...texts).map((line) => line.replace('?: ', ': '))).toEqual(expected)
  })

  it('is the narrator, but not under a name that others rarely use', () => {
    const own = Array.from({ length: 60 }, () => '“Go on,” I said.')
    const called = ['“Come, Quill,” said Mira.', '“Sit, Quill,” said Mira.']
    expect(lines(...called, ...own)).toContain('i: “Go on,”')
    expect(lines(...called, ...own.slice(0, 10))).toContain('quill: “Go on,”')
  })

  it('is as certainly that of the person named directly before it as directly after it', () => {
    const scene = [
      'Tom and Harrow and Mr. Quill and Mrs. Brandt looked at Mira.',
      '“One,” said Tom to Harrow.',
    ]
    expect(lines(...scene, 'Mira said, “Two.”').at(-1)).toBe('mira: “Two.”')
    expect(lines(...scene, 'Mira said to Tom: “Two.”').at(-1)).toBe('mira: “Two.”')
    expect(lines(...scene, 'Mira looked at Tom, “Two.”').at(-1)).toMatch(/\?: “Two.”$/)
  })

  it('is uncertain if somebody else acts between the words', () => {
    const found = lines('“Come in,” said Mira. Tom looked up. “You know what.”')
    expect(found[0]).toBe('mira: “Come in,”')
    expect(found[1]).toMatch(/\?: “You know what.”$/)
  })

  it('is one person under all of their names', () => {
    const { names, lines: found } = suggest(
      '“Halt,” said Captain Mira O’Hara.',
      '“Why?” asked Tom.',
      '“Because,” said Mira O’Hara.',
      '“Oh,” said Tom.',
      '“Now,” said Mira.',
    )
    expect(new Set(found.map(({ speaker }) => speaker)).size).toBe(2)
    expect([...names.keys()]).toContain(found[4]?.speaker)
  })

  it('is one person even if others use another name', () => {
    const scene = Array.from({ length: 3 }, () => [
      '“You are late, Tom,” said Mira.',
      '“I am,” said Mr. Quill.',
    ]).flat()
    const found = lines(...scene, '“Then sit down,” said Mira.', '“Yes,” said Tom.')
    expect(new Set(found.map((line) => line.split(': ')[0]?.replace('?', ''))).size).toBe(2)
    const [, , answered] = lines(...scene, '“Tom!” cried Mr. Quill.', '“Yes?” said Tom.').toReversed()
    expect(answered).toMatch(/^mr\. quill/)
  })

  it('is another person if the title differs', () => {
    const found = lines(
      '“Yes,” said Mr. Quill.',
      '“No,” said Mrs. Quill.',
      '“Yes,” said Mr. Quill.',
      '“No,” said Mrs. Quill.',
    )
    expect(found.map((line) => line.split(': ')[0])).toEqual([
      'mr. quill',
      'mrs. quill',
      'mr. quill',
      'mrs. quill',
    ])
  })

  it.each([
    'Then Tom said, “No.”',
    'But Tom said, “No.”',
    'Presently Tom said, “No.”',
    'III. Tom said, “No.”',
  ])('is not the word at the beginning of a sentence: %s', (text) => {
    expect(lines('“Yes,” said Tom.', text)).toEqual(['tom: “Yes,”', 'tom: “No.”'])
  })

  it('is always somebody in the text', () => {
    const word = fc.constantFrom(
      '“Yes,”',
      '“No!”',
      'said',
      'Mira',
      'Mr. Quill',
      'he',
      'she',
      'I',
      'the pilot',
      'looked',
      'up.',
      'Then',
      '“Tom, come.”',
    )
    const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const { lines: found, names } = suggest(...texts)
        const whole = texts.join('\n').toLowerCase()
        for (const { speaker, confidence } of found) {
          expect(confidence).toBeGreaterThanOrEqual(0)
          expect(confidence).toBeLessThanOrEqual(1)
          if (speaker !== null) expect(whole).toContain(names.get(speaker)?.toLowerCase())
        }
      }),
    )
  })

  it.each([
    [
      'in many paragraphs',
      (count: number) =>
        Array.from(
          { length: count },
          (_, at) => `“Yes,” said Mira${letters(at)}. She met Tom${letters(at)}.`,
        ),
    ],
    [
      'in one',
      (count: number) => [
        Array.from({ length: count }, (_, at) => `“Yes,” said Mira${letters(at)}.`).join(' '),
      ],
    ],
  ])('is found in time proportional to the length: %s', (_, textsOf) => {
    const cost = (count: number) => {
      const texts = textsOf(count)
      const start = performance.now()
      suggest(...texts)
      return performance.now() - start
    }
    cost(500)
    const least = Math.min(cost(1000), cost(1000))
    expect(Math.min(cost(8000), cost(8000))).toBeLessThan(30 * Math.max(least, 20))
  })
})

/** A number in letters, so that it can end a name. */
function letters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)] ?? '').join('')
}

describe('the manner that the words around a line suggest', () => {
  it.each([
    ['“Come,” whispered Mira.', 'whispering'],
    ['“Come,” said Mira quietly.', 'quietly'],
    ['“Come,” said Mira in a low voice.', 'in a low voice'],
    ['Mira shouted: “Come!”', 'shouting'],
    ['“COME HERE NOW!” said Mira.', 'shouting'],
    ['„Komm“, flüsterte Mira.', 'whispering'],
    ['„Komm“, fragte der alte Fährmann leise.', 'quietly'],
    ['„Komm“, sagte Mira müde und setzte sich.', 'wearily'],
    ['„Komm“, sagte der müde Mann.', undefined],
    ['« Viens », dit Mira à voix basse.', 'quietly'],
    ['—Ven —dijo Mira en voz alta.', 'loudly'],
    ['«Vieni» disse Mira dolcemente.', 'gently'],
    ['“Come,” said Mira.', undefined],
    ['“Come,” said Mira suddenly.', undefined],
    ['“Come to NATO,” said Mira.', undefined],
  ])('is offered but not set: %s', (text, manner) => {
    const [line] = suggest(text).lines
    expect(line?.suggestedManner).toBe(manner)
    expect(line?.manner).toBe('')
  })
})

describe('names before words', () => {
  it('are certain in capitals, and if they are repeated', () => {
    expect(
      lines('MIRA: Wait.', 'It was late.', '[Tom] Why?', '[Tom] Now?', 'Ann (whispering): Hush.'),
    ).toEqual(['mira: Wait.', 'tom: Why?', 'tom: Now?', 'ann?: Hush.'])
  })

  it('can include the manner', () => {
    expect(suggest('MIRA (whispering): Wait.').lines).toMatchObject([
      { manner: 'whispering', speaker: 'mira' },
    ])
  })
})
