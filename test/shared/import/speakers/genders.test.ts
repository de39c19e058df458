import { expect, it } from 'vitest'
import { gendersOf } from '../../../../shared/import/speakers/genders.ts'
import { plainParagraph, sourceOf } from '../../../../shared/import/source.ts'
import { suggestSpeakers } from '../../../../shared/import/speakers/suggestSpeakers.ts'

function gendersIn(...texts: readonly string[]) {
  const source = sourceOf('Book', [
    { title: null, kind: 'body', paragraphs: texts.map((text) => plainParagraph(text)) },
  ])
  return Object.fromEntries(suggestSpeakers(source, { readsQuotations: true }).genders ?? [])
}

it.each<[string, Record<string, string>, readonly string[]]>([
  [
    'titles and the pronouns that follow a name',
    { 'mrs quill': 'woman', bramble: 'man' },
    [
      '“Where is it?” said Mrs Quill.',
      '“Not here,” said Bramble. He looked up. Bramble sighed, and he took his hat.',
      '“Come,” said Mrs Quill.',
    ],
  ],
  [
    'German pronouns and titles',
    { jonas: 'man', 'frau berger': 'woman', thesi: 'woman' },
    [
      '„Wo ist der Brief?“, fragte Thesi. Sie zog ihren Mantel aus.',
      '„Welcher Brief?“, antwortete Jonas. Er lachte.',
      '„Der von gestern“, sagte Frau Berger.',
    ],
  ],
  [
    'Spanish names',
    { carmen: 'woman', 'don pablo': 'man' },
    ['—¿Quién es? —preguntó Carmen.', '—Soy yo —dijo don Pablo.'],
  ],
])('%s determine whether a speaker is a woman or a man', (_, genders, texts) => {
  expect(gendersIn(...texts)).toEqual(genders)
})

it.each<[string, string | undefined]>([
  ['OLD WOMAN', 'woman'],
  ['Frau Holle', 'woman'],
  ['Señor Ruiz', 'man'],
  ['FISHERMAN', 'man'],
  ['Colonel Bramble', 'man'],
  ['Elizabeth', 'woman'],
  ['Uwe', 'man'],
  ['Radio', undefined],
  ['Crow', undefined],
])('the gender of the name %s alone is %s', (name, gender) => {
  expect(gendersOf({ names: new Map([['key', name]]) }).get('key')).toBe(gender)
})

it('a gender stays unknown if pronouns of both genders follow the name', () => {
  const narration = ['Thesi kam. Er ging. Thesi kam. Sie ging.']
  expect(gendersOf({ names: new Map([['thesi', 'Thesi']]), narration })).toEqual(new Map())
})

it.each([
  ['subject', 'He rises.', 'man'],
  ['subject, later', 'Rising. At the door, she turns.', 'woman'],
  ['German subject', 'Er geht.', 'man'],
  ['object', 'Kisses her.', undefined],
  ['subject of a clause', 'Takes the lamp which she holds.', undefined],
  ['pronoun of somebody else', 'Brandt comes in. He sits.', undefined],
])('directions after somebody’s words tell their gender by the %s', (_, text, gender) => {
  const names = new Map([
    ['quill', 'Quill'],
    ['brandt', 'Brandt'],
  ])
  const direction = { text, after: 'quill' }
  expect(gendersOf({ names, directions: [direction, direction] }).get('quill')).toBe(gender)
})

it('pronouns do not outweigh a title', () => {
  const narration = Array.from({ length: 40 }, () => 'Mrs. Quill whispered. He went out.')
  expect(gendersOf({ names: new Map([['key', 'Mrs. Quill']]), narration }).get('key')).toBe('woman')
})
