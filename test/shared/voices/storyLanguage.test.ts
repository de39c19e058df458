import { describe, expect, it } from 'vitest'
import { languageOfStory, languageOfTexts } from '../../../shared/voices/storyLanguage.ts'

const GERMAN = 'Der alte Mann ging über die Straße und sah den Hund, der nicht bellte.'
const ENGLISH = 'The old man went across the street and saw the dog, which did not bark.'

describe('the language of a text', () => {
  it.each([
    ['de', GERMAN],
    ['de', '„Wer bist du?“, fragte sie.'],
    ['en', ENGLISH],
    ['en', '“Who are you?” she asked.'],
    ['es', '—¿Quién eres? —preguntó ella.'],
    ['fr', 'Elle ne savait pas où il était, et personne ne répondait à ses lettres.'],
    ['it', 'Il cane attraversò la strada e abbaiò.'],
    ['pt', 'Não sei o que ele disse, mas ela estava muito triste.'],
    ['nl', 'Hij zei dat het niet waar was, maar ze wilde er niet over praten.'],
    ['sv', 'Hunden sprang över gatan och skällde, men han kom inte tillbaka.'],
    ['da', 'Hun kunne ikke sige noget, og de ville ikke høre efter, men nu blev hun hos mig.'],
    ['pl', 'Pies przebiegł przez ulicę i szczekał, ale nie wrócił.'],
    ['fi', 'Koira juoksi kadun yli ja haukkui, mutta se ei tullut takaisin.'],
    ['cs', 'Řekl, že se už nevrátí, a ona mu to nevěřila.'],
    ['tr', 'Köpek caddeyi geçti ve havladı, ama bir daha geri gelmedi.'],
    ['ru', 'Собака перебежала дорогу и залаяла.'],
    ['uk', 'Собака перебігла дорогу і загавкала.'],
    ['el', 'Ο σκύλος διέσχισε το δρόμο.'],
    ['ja', '犬は道を渡って吠えた。'],
    ['zh', '狗跑过马路叫了起来。'],
    ['ar', 'عبر الكلب الطريق ونبح.'],
  ])('is %s by its small words, letters and signs: %s', (language, text) => {
    expect(languageOfTexts([text])).toBe(language)
  })

  it.each(['', 'Hm.', 'Berlin, Paris, Madrid', 'Mira Harrow', '1984', '???'])(
    'is unknown for “%s”, which could be any language',
    (text) => {
      expect(languageOfTexts([text])).toBeNull()
    },
  )

  it('is that of most of it, and unknown for a text that is half and half', () => {
    expect(languageOfTexts([...Array<string>(8).fill(GERMAN), ENGLISH])).toBe('de')
    expect(languageOfTexts([...Array<string>(4).fill(GERMAN), ...Array<string>(4).fill(ENGLISH)])).toBeNull()
  })

  it('is detected over the whole of a long text, which may begin in another language', () => {
    const preface = Array<string>(200).fill(ENGLISH)
    expect(languageOfTexts([...preface, ...Array<string>(3000).fill(GERMAN)])).toBe('de')
  })
})

describe('the language of a story', () => {
  it('is the one that its file states, with its region', () => {
    expect(languageOfStory('en-GB', [ENGLISH])).toBe('en-GB')
    expect(languageOfStory('la', ['Gallia est omnis divisa in partes tres.'])).toBe('la')
    expect(languageOfStory('de', ['Hm.'])).toBe('de')
  })

  it('is that of its words, if they are many and certainly in another language than the file states', () => {
    expect(languageOfStory('en-US', Array<string>(10).fill(GERMAN))).toBe('de')
    expect(languageOfStory('en-US', [GERMAN])).toBe('en-US')
    expect(languageOfStory('en', Array<string>(3).fill('Собака перебежала дорогу и залаяла.'))).toBe('ru')
  })

  it('is unknown if neither states it', () => {
    expect(languageOfStory('', ['Mira'])).toBeNull()
  })
})
