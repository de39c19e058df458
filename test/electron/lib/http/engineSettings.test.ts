import { describe, expect, it, test } from 'vitest'
import { listEngineVoices, parseEngineVoices } from '../../../../electron/lib/http/engineSettings.ts'

describe('a list of voices', () => {
  it.each([
    [
      'a list with entries that name no voice',
      { voices: [{ id: 'bella' }, {}, null, '', { id: null, name: '' }, 'adam'] },
    ],
    ['voices by id', { bella: { name: 'Bella', gender: 'f' }, adam: { name: 'Adam', gender: 'm' } }],
    ['lists of objects by language', { voices: { en: [{ id: 'bella' }], de: [{}, { id: 'adam' }] } }],
    ['lists by language without a field', { en: ['bella'], de: ['adam'] }],
    [
      'groups by language',
      [
        { language: 'en', voices: ['bella'] },
        { name: 'German', voices: [{ id: 'adam' }] },
      ],
    ],
    ['objects by language', { en: { bella: { gender: 'f' } }, 'de-AT': { adam: {} } }],
    ['lists by language and gender', { voices: { en: { female: ['bella'] }, de: { male: ['adam'] } } }],
    ['a field for each language', { languages: { en: { voices: ['bella'] }, de: { voices: ['adam'] } } }],
    ['lists by language, one of which is missing', { voices: { en: ['bella', 'adam'], de: null } }],
    [
      'labels with values',
      {
        voices: [
          { label: 'B', value: 'bella' },
          { label: 'A', value: 'adam' },
        ],
      },
    ],
  ])('is read from %s', (_, json) => {
    expect(parseEngineVoices(json)).toEqual(['bella', 'adam'])
  })

  it('is read from voices that are named like languages', () => {
    expect(parseEngineVoices({ voices: { en: { name: 'English' }, de: { name: 'German' } } })).toEqual([
      'en',
      'de',
    ])
  })

  it.each([
    ['an error', { error: { message: 'no such model', code: 3 } }],
    ['a nested error', { detail: { error: { message: 'not ready' } } }],
    ['a status', { status: { code: 3 }, message: 'no' }],
    ['a list without a name', { voices: [{}, null, 7] }],
    ['faults of fields', { detail: [{ loc: ['query', 'model'], msg: 'Field required' }] }],
    ['errors with names', { errors: [{ name: 'model', message: 'is required' }] }],
    ['an empty list with an error', { object: 'list', data: [], error: 'no such model' }],
  ])('is not read from %s', (_, json) => {
    expect(parseEngineVoices(json)).toBeNull()
  })
})

test.each([
  ['the model', 400, '/v1/audio/voices?model=m%201'],
  ['its older address', 404, '/v1/voices'],
])('a server that lists its voices only under %s is asked there', async (_, status, path) => {
  const asked: string[] = []
  const found = await listEngineVoices(async (each) => {
    asked.push(each)
    return each === path ? { status: 200, json: { voices: ['bella'] } } : { status, json: { detail: 'no' } }
  }, 'm 1')
  expect(found).toEqual({ status: 200, voices: ['bella'] })
  expect(asked).toEqual(['/v1/audio/voices', path])
})
