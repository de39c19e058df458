import { describe, expect, it, test } from 'vitest'
import { joinedWords, languageWordsOf, otherLanguage } from '../../../shared/voices/textLanguage.ts'
import { SHORT_SPANISH_LINES } from './shortLines.ts'

const other = (text: string, spoken = 'en') => otherLanguage(languageWordsOf(text), spoken)

describe('the language of a text that differs from its voice', () => {
  it.each([
    ['de', 'Die Lampe hatte elf Winter lang gebrannt, bevor jemand fragte, wer sie anzündet.'],
    ['de', 'Wo ist der Schlüssel? Ich habe ihn gestern auf den Tisch gelegt.'],
    ['de', '„Das kann doch nicht wahr sein“, sagte der Fuchs und lachte leise.'],
    ['es', 'La lámpara había ardido once inviernos antes de que nadie preguntara quién la encendía.'],
    ['es', '¿Dónde está la llave? Ayer la dejé encima de la mesa de la cocina.'],
    ['es', 'No puede ser verdad, dijo el zorro, y se rio en voz baja.'],
    ['fr', 'La lampe avait brûlé onze hivers avant que quelqu’un ne demande qui l’allumait dans la tour.'],
    ['it', 'La lampada era accesa da undici inverni, ma nessuno sapeva chi la accendeva e perché.'],
    ['pt', 'A lâmpada tinha ardido onze invernos antes que alguém perguntasse quem a acendia.'],
    ['nl', 'De lamp had elf winters gebrand voordat iemand vroeg wie het was en wat hij daar deed.'],
    ['sv', 'Lampan hade brunnit i elva vintrar innan någon frågade vem det var som tände den.'],
    ['pl', 'Nie wiem, kto to był, ale jest już po wszystkim i nie ma o czym mówić.'],
  ])('is %s for “%s”', (language, text) => {
    expect(other(text, language === 'en' ? 'de' : 'en')).toBe(language)
    expect(other(text, language)).toBeNull()
  })

  it('is reported for an English text with another voice', () => {
    const text = 'The lamp had burned for eleven winters before anybody asked who it was that lit it.'
    expect([other(text, 'de'), other(text, 'es'), other(text)]).toEqual(['en', 'en', null])
  })

  it('is not reported for a voice of a language without known words', () => {
    expect(
      other('Lampen havde brændt i elleve vintre, før nogen spurgte, hvem der tændte den.', 'da'),
    ).toBeNull()
    expect(other('The lamp had burned for eleven winters before anybody asked who lit it.', 'fi')).toBeNull()
  })

  it.each([
    '“I told you,” said Aurelio Benítez, “that San Sebastián de la Sierra is in the north.”',
    'Where is Jean-Pierre de la Tour? asked Fräulein von der Heide in Düsseldorf.',
    'He ordered croissants, un café au lait et un pain au chocolat at the Champs-Élysées.',
    'Mira Kowalski, Ysolde van der Berg and Tobias Hämmerle met at noon.',
    'El Niño and La Niña, Los Angeles and Las Vegas, Rio de Janeiro and Buenos Aires.',
    'Veni, vidi, vici, the old man muttered, and then he sat down.',
    'Reload! Cover me! Grenade out! They are flanking left!',
    'Der Spiegel, Die Zeit and Das Boot lay on the table next to Le Monde.',
    'No. No, no, no! Me? No me. So. In a no-man’s land.',
    'La la la, la la la la, la la, la la la la la!',
    '¡Hola!',
    'Schmidt, Müller, Schneider, Fischer, Weber, Meyer, Wagner, Becker, Schulz, Hoffmann',
  ])('is not reported for “%s”', (text) => {
    expect(other(text)).toBeNull()
  })

  it('is reported for short lines together that are too short on their own', () => {
    const lines = SHORT_SPANISH_LINES
    expect(lines.map((line) => other(line))).toEqual(lines.map(() => null))
    expect(otherLanguage(joinedWords(lines.map(languageWordsOf)), 'en')).toBe('es')
  })
})

test('an English dialogue of 1,000 lines with foreign names is not reported as another language', () => {
  const names = [
    'Señor de la Vega',
    'Fräulein von der Heide',
    'Jean-Pierre',
    'Łukasz',
    'Dom João da Silva',
    'Åse',
  ]
  const lines = [
    (name: string) => `“${name}, where did you put it?”`,
    (name: string) => `No. Not now, ${name}.`,
    (name: string) => `${name} came in, and nobody said a word.`,
    (name: string) => `“Die, ${name}! Die!”`,
    (name: string) => `“Adiós, ${name},” he said, “hasta la vista.”`,
    () => 'Me? No.',
    (name: string) => `In ${name}’s hand was a letter from Las Palmas de Gran Canaria.`,
  ]
  const all = Array.from({ length: 1000 }, (_, index) =>
    languageWordsOf(lines[index % lines.length]?.(names[index % names.length] ?? '') ?? ''),
  )
  expect(all.filter((words) => otherLanguage(words, 'en') !== null)).toEqual([])
  expect(otherLanguage(joinedWords(all), 'en')).toBeNull()
})
