import { describe, expect, it } from 'vitest'
import { apply } from '../../../shared/story/changes.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import {
  castingVoicesOf,
  castRoles,
  castStory,
  countOtherGender,
  importedVoices,
  type CastingVoice,
  type Role,
} from '../../../shared/voices/casting.ts'
import { sketchRecords } from '../../renderer/support/smallStory.ts'

const BUILT_IN = castingVoicesOf([])
const natural = (id: string, language: string, gender: CastingVoice['gender']): CastingVoice => ({
  ...{ id, language, gender },
  pack: { id: 'pack' },
})
const role = (id: string, gender: Role['gender'], length: number, others: Partial<Role> = {}): Role => ({
  ...{ id, gender, length, isNarrator: false, keptVoice: null },
  ...others,
})
const NARRATOR = role('narrator', null, 5000, { isNarrator: true })
const cast = (roles: readonly Role[], voices: readonly CastingVoice[], language: string | null) =>
  Object.fromEntries(castRoles(roles, voices, language).voices)

describe('voices for a cast', () => {
  it.each(['de', 'es', 'fr', 'it', 'pt', 'pt-BR', 'es-419', 'nl', 'sv', 'pl', 'en'])(
    'have the language of the story, and match the genders of the cast: %s',
    (language) => {
      const roles = [NARRATOR, role('a', 'woman', 90), role('b', 'man', 80), role('c', 'woman', 70)]
      const { voices } = castRoles(roles, BUILT_IN, language)
      const of = (id: string) => BUILT_IN.find((voice) => voice.id === voices.get(id))
      expect(roles.map(({ id }) => of(id)?.language.split('-')[0])).toEqual(
        roles.map(() => language.split('-')[0]),
      )
      expect(['a', 'b', 'c'].map((id) => of(id)?.gender)).toEqual(['female', 'male', 'female'])
      expect(new Set(voices.values()).size).toBe(4)
    },
  )

  it('are natural voices if the language has any', () => {
    const voices = [
      ...BUILT_IN,
      natural('w', 'de-de', 'female'),
      natural('m', 'de-de', 'male'),
      natural('x', 'en-us', 'male'),
    ]
    expect(cast([NARRATOR, role('a', 'woman', 90), role('b', 'man', 80)], voices, 'de')).toEqual({
      narrator: 'w',
      a: 'w',
      b: 'm',
    })
  })

  it('are natural voices of the other gender if there are no others, or built-in ones if that is wished', () => {
    const voices = [...BUILT_IN, natural('m1', 'de-de', 'male'), natural('m2', 'de-de', 'male')]
    const roles = [NARRATOR, role('a', 'woman', 90), role('b', 'man', 80), role('c', 'woman', 70)]
    expect(cast(roles, voices, 'de')).toEqual({ narrator: 'm1', a: 'm2', b: 'm2', c: 'm2' })
    const mixed = castRoles(roles, voices, 'de', { mixes: true })
    const genderOf = (id: string) => voices.find((voice) => voice.id === mixed.voices.get(id))?.gender
    expect(['narrator', 'a', 'b', 'c'].map(genderOf)).toEqual(['male', 'female', 'male', 'female'])
    expect(mixed.voices.get('b')).toBe('m2')
    expect(mixed.pool.map(({ id }) => id)).toEqual([
      'm1',
      'm2',
      ...BUILT_IN.filter(({ language, gender }) => language === 'de' && gender === 'female').map(
        ({ id }) => id,
      ),
    ])
  })

  it('are told from those that the language has no natural voices for', () => {
    const men = [...BUILT_IN, natural('m1', 'de-de', 'male'), natural('w', 'en-us', 'female')]
    const member = (gender: Role['gender'], voiceId: string, isVoiceChosen = false) => ({
      gender,
      voiceId,
      isVoiceChosen,
    })
    const cast = [
      ...[member('woman', 'm1'), member('woman', 'm1', true), member('man', 'm1'), member(null, 'm1')],
      ...[member('man', 'w'), member('woman', 'ES-de')],
    ]
    expect(countOtherGender(cast, men)).toEqual({ woman: 1, man: 1 })
    expect(countOtherGender(cast, [...men, natural('x', 'de-de', null)])).toEqual({ woman: 0, man: 1 })
    expect(importedVoices(men, 'de')).toEqual({ areNatural: true, missing: ['woman'] })
    expect(importedVoices(BUILT_IN, 'de')).toEqual({ areNatural: false, missing: [] })
  })

  it('come first from the region of the story', () => {
    const voices = [natural('us', 'en-us', 'male'), natural('gb', 'en-gb', 'male')]
    expect(cast([NARRATOR], voices, 'en-GB')).toEqual({ narrator: 'gb' })
    expect(cast([NARRATOR], voices, 'en')).toEqual({ narrator: 'us' })
  })

  it('are chosen first for those who speak most; small parts share voices, but nobody has the narrator’s', () => {
    const voices = ['n', 'one', 'two'].map((id) => natural(id, 'de', 'female'))
    const roles = [
      role('small', 'woman', 5),
      NARRATOR,
      role('big', 'woman', 900),
      role('middle', 'woman', 300),
      role('least', 'woman', 2),
    ]
    expect(cast(roles, voices, 'de')).toEqual({
      narrator: 'n',
      big: 'one',
      middle: 'two',
      small: 'two',
      least: 'two',
    })
  })

  it('stay if the writer keeps them, and the others differ from them', () => {
    const voices = ['n', 'one', 'two'].map((id) => natural(id, 'de', null))
    const roles = [NARRATOR, role('kept', null, 900, { keptVoice: 'one' }), role('b', null, 300)]
    expect(cast(roles, voices, 'de')).toEqual({ kept: 'one', narrator: 'n', b: 'two' })
  })

  it('are the same for all if there is only one natural voice, which is reported', () => {
    const casting = castRoles(
      [NARRATOR, role('a', 'man', 9)],
      [...BUILT_IN, natural('w', 'de', 'female')],
      'de',
    )
    expect(Object.fromEntries(casting.voices)).toEqual({ narrator: 'w', a: 'w' })
    expect(casting.hasOneNatural).toBe(true)
    expect(castRoles([NARRATOR], BUILT_IN, 'de').hasOneNatural).toBe(false)
  })

  it('are those of the default language if the story’s language is unknown, and none for a language without a voice', () => {
    expect(cast([NARRATOR], BUILT_IN, null)).toEqual({ narrator: 'OA001' })
    expect(cast([NARRATOR], BUILT_IN, 'zu')).toEqual({})
  })
})

describe('the voice of blocks without a character', () => {
  const narratorOf = (voiceId: string, language: string) => {
    const story = storyFromRecords(sketchRecords([{}, {}]))
    const { info } = story
    const told = apply(story, {
      put: [{ ...info, language, defaults: { ...info.defaults, voiceId } }],
      remove: [],
    })
    expect(told.cast).toEqual([])
    const wishes = { genders: new Map(), kept: new Map(), isNarrator: () => false }
    return castStory(told, BUILT_IN, wishes).narratorVoice
  }

  it.each([
    ['speaks the language of the story', 'OA006'],
    ['is of a voice server, which does not state languages', 'kokoro:af_bella'],
  ])('stays if it %s', (_, voiceId) => {
    expect(narratorOf(voiceId, 'en')).toBe(voiceId)
  })

  it('is chosen if it speaks another language, or is not on this computer', () => {
    expect(narratorOf('OA006', 'de')).toMatch(/^ES-de/)
    expect(narratorOf('NV-gone-main', 'en')).toBe('OA001')
  })
})
