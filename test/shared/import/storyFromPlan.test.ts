import { describe, expect, it, test } from 'vitest'
import { mergeWithNext, splitAtHeadings } from '../../../shared/import/chapterChoices.ts'
import { importStory, planDirectly, type DirectOptions } from '../../../shared/import/importStory.ts'
import { defaultOptions } from '../../../shared/import/options.ts'
import { plainParagraph, sourceOf, type ImportSource } from '../../../shared/import/source.ts'
import {
  additionTo,
  countEmotions,
  speakerColors,
  storyRecordsOf,
} from '../../../shared/import/storyFromPlan.ts'
import { sourceFromStory } from '../../../shared/import/sourceFromStory.ts'
import { apply, invert } from '../../../shared/story/changes.ts'
import { layout } from '../../../shared/story/layout.ts'
import { newStoryRecords } from '../../../shared/story/newStory.ts'
import {
  BLANK_BLOCK,
  blockIdSchema,
  NATURAL_SILENCES,
  NO_SILENCES,
  storyIdSchema,
} from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import { silencesOf } from '../../../shared/story/silences.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { indexTakes } from '../../../shared/story/takes.ts'
import { findVoice } from '../../../shared/voices/builtInVoices.ts'
import { countingIds, outlineOfStory } from '../../electron/lib/documents/storyText.ts'

const bookOf = (...sections: [title: string, text: string][]) =>
  sourceOf(
    'Book',
    sections.map(([title, text]) => ({ title, kind: 'body' as const, paragraphs: [plainParagraph(text)] })),
  )

describe('an import into an open story', () => {
  const newId = countingIds()
  const own = bookOf(['One', 'MIRA: Wait.'])
  const story = storyFromRecords(importStory(own, { readsQuotations: true }, newId))
  const planned = planDirectly(bookOf(['Two', 'MIRA: Late.'], ['Three', 'TOM: Why?']), {
    readsQuotations: true,
  })

  it('is appended, and uses the characters of the same name', () => {
    const added = apply(story, additionTo(story, planned, newId))
    expect(outlineOfStory(added)).toEqual([
      '# One',
      'MIRA: Wait.',
      '# Two',
      'MIRA: Late.',
      '# Three',
      'TOM: Why?',
    ])
    expect(added.cast.map(({ name }) => name)).toEqual(['MIRA', 'TOM'])
  })

  it('is undone in one step', () => {
    const change = additionTo(story, planned, newId)
    const added = apply(story, change)
    expect(outlineOfStory(apply(added, invert(story, change)))).toEqual(outlineOfStory(story))
  })
})

test.each([true, false])(
  'the review shows the length that the story has, with pauses by rules: %s',
  (hasPauses) => {
    const source = bookOf(
      ['One', '“Wait,” said Mira. “Not yet.”\n\n“Why?” Tom asked. He went on.'],
      ['Two', 'It was late. “Go,” said Mira.'],
    )
    const decided = { readsQuotations: true, decided: { hasPauses } }
    const story = storyFromRecords(importStory(source, decided, countingIds()))
    const planned = planDirectly(source, decided)
    const toldMs = planned.chapters.reduce((sum, { lengthMs }) => sum + lengthMs, 0)
    expect(toldMs).toBe(layout(story, indexTakes([])).totalMs)
  },
)

describe('the silences of an import', () => {
  const newId = countingIds()
  const made = (source: ImportSource, decided = {}) =>
    storyFromRecords(importStory(source, { readsQuotations: true, decided }, newId))
  const book = bookOf(['One', 'It was late.'], ['Two', 'Why?'])
  const ids = { story: storyIdSchema.parse('story'), block: blockIdSchema.parse('block') }

  it('follow the rules, or are 0 if the writer switches them off', () => {
    expect(made(book).info.silenceRules).toEqual(NATURAL_SILENCES)
    expect(silencesOf(made(book))).toEqual([NATURAL_SILENCES.chapter, NATURAL_SILENCES.chapter])
    expect(silencesOf(made(book, { speaksTitles: false }))).toEqual([0, NATURAL_SILENCES.chapter])
    expect(made(book, { hasPauses: false }).info.silenceRules).toEqual(NO_SILENCES)
  })

  it('follow the rules of the story that they are added to, unless that is empty', () => {
    const planned = planDirectly(book, { readsQuotations: true })
    const added = (to: Story) => apply(to, additionTo(to, planned, newId))
    const blank = storyFromRecords(newStoryRecords(ids, 'Mine'))
    expect(added(blank).info).toEqual({
      ...blank.info,
      silenceRules: NATURAL_SILENCES,
      language: 'en',
      speaksTitles: true,
    })
    const written = storyFromRecords(
      newStoryRecords(ids, 'Mine').map((record) =>
        record.type === 'block' ? { ...record, ...BLANK_BLOCK, text: 'Mine.' } : record,
      ),
    )
    expect(added(written).info).toEqual(written.info)
    expect(silencesOf(added(written))).toEqual([0, 0, 0])
  })

  it('are those of the source if it has times', () => {
    const spoken = (startMs: number, endMs: number, text: string) =>
      plainParagraph(text, { times: { startMs, endMs } })
    const paragraphs = [spoken(1000, 2000, 'One.'), spoken(2000, 3000, 'Two.'), spoken(4500, 5000, 'Three.')]
    const story = made(sourceOf('Captions', [{ title: null, kind: 'body', paragraphs }]))
    expect(blocksOf(story).map(({ silenceBeforeMs }) => silenceBeforeMs)).toEqual([1000, 0, 1500])
    expect(story.info.silenceRules).toEqual(NO_SILENCES)
  })
})

it('the review shows each speaker in the colour that it gets in the story', () => {
  const planned = planDirectly(
    bookOf(['One', 'It was late.\nMIRA: Wait.'], ['Two', 'TOM: Why?\nMIRA: Late.']),
    {
      readsQuotations: true,
    },
  )
  const colors = speakerColors(planned)
  const { cast, records } = storyFromRecords(storyRecordsOf(planned, countingIds()))
  const ofName = (name: string) => cast.find((character) => character.name === name)?.color
  expect(colors.get(null)).toBe(ofName('Narrator'))
  const spoken = [...records.values()].filter((record) => record.type === 'block')
  const inPlan = planned.chapters.flatMap(({ entries }) => entries).filter((entry) => entry.kind === 'block')
  expect(inPlan.map(({ speaker }) => colors.get(speaker))).toEqual(
    spoken.map(({ characterId }) => cast.find(({ id }) => id === characterId)?.color),
  )
  expect(new Set(colors.values()).size).toBe(3)
})

describe('the emotions of an import', () => {
  const line = (speaker: string, text: string, manner: string) => plainParagraph(text, { speaker, manner })
  const table = sourceOf(
    'Lines',
    [
      {
        title: null,
        kind: 'body',
        paragraphs: [line('fox', 'Go.', 'angry'), line('owl', 'Why?', 'calm'), line('owl', 'No.', '')],
      },
    ],
    { namesSpeakers: true, cast: ['fox', 'owl'].map((key) => ({ key, name: key, character: null })) },
  )
  const made = (isExpressive: boolean) =>
    planDirectly(table, { readsQuotations: true, decided: { isExpressive } })
  const models = (story: Story) =>
    blocksOf(story).map((block) => {
      const { model, emotion } = settingsOf(story, block)
      return `${block.text} ${emotion} ${model}${block.model === null ? '' : ' (its own)'}`
    })

  it('are counted if no chosen model supports them', () => {
    expect(countEmotions(made(false))).toBe(2)
  })

  it('are spoken if the writer wants it, by the model of characters who always have one, otherwise of their blocks', () => {
    const story = storyFromRecords(storyRecordsOf(made(true), countingIds()))
    expect(models(story)).toEqual([
      'Go. angry audio_stable',
      'Why? calm audio_stable (its own)',
      'No.  tts-1',
    ])
  })

  it('leave the characters of an open story unchanged', () => {
    const newId = countingIds()
    const story = storyFromRecords(storyRecordsOf(made(false), newId))
    const added = apply(story, additionTo(story, made(true), newId))
    expect(models(added).slice(3)).toEqual([
      'Go. angry audio_stable (its own)',
      'Why? calm audio_stable (its own)',
      'No.  tts-1',
    ])
  })
})

describe('the chapters of an import', () => {
  const source = bookOf(['One', 'a'], ['Two', 'b'], ['Three', 'c'])
  const { chapters } = defaultOptions(source)

  it('can be merged and split again', () => {
    const merged = mergeWithNext(chapters, 1)
    expect(merged.map(({ title, sections }) => [title, sections])).toEqual([
      ['One', [0]],
      ['Two', [1, 2]],
    ])
    expect(splitAtHeadings(merged, 1, source)).toEqual(chapters)
    expect(mergeWithNext(chapters, 2)).toEqual(chapters)
  })
})

describe('the language of an import', () => {
  const german = sourceOf('Der Brief', [
    {
      title: null,
      kind: 'body',
      paragraphs: [
        'Die alte Frau Berger stand am Fenster und sah auf die Straße hinaus.',
        '„Wo ist der Brief?“, fragte Thesi. Sie zog ihren Mantel aus.',
        '„Welcher Brief?“, antwortete Jonas. Er lachte.',
        '„Ich habe ihn nicht“, sagte Thesi.',
        '„Ich auch nicht“, sagte Jonas.',
      ].map((text) => plainParagraph(text)),
    },
  ])
  const made = (source: ImportSource, options: Partial<DirectOptions> = {}) =>
    storyFromRecords(importStory(source, { readsQuotations: true, ...options }, countingIds()))
  const voices = ({ info, cast }: Story) => [info.defaults, ...cast.map(({ settings }) => settings)]
  const languages = (story: Story) => voices(story).map(({ voiceId }) => findVoice(voiceId)?.language)

  it('is detected from its words, and sets voices for narrator and cast by gender', () => {
    const story = made(german)
    expect(story.info.language).toBe('de')
    expect(new Set(languages(story))).toEqual(new Set(['de']))
    const told = story.cast.map(({ name, gender, settings }) => [
      name,
      gender,
      findVoice(settings.voiceId)?.gender,
    ])
    expect(told).toEqual([
      ['Narrator', null, 'male'],
      ['Thesi', 'woman', 'female'],
      ['Jonas', 'man', 'male'],
    ])
  })

  it('is the writer’s choice, otherwise the language stated in the file', () => {
    expect(made({ ...german, language: 'de-AT' }).info.language).toBe('de-AT')
    expect(made({ ...german, language: 'de-AT' }, { language: 'nl' }).info.language).toBe('nl')
    expect(new Set(languages(made(german, { language: 'nl' })))).toEqual(new Set(['nl']))
  })

  it('is spoken by natural voices if there are any', () => {
    const natural = ['one', 'two'].map((id) => ({
      id,
      language: 'de-de',
      gender: id === 'one' ? ('female' as const) : ('male' as const),
      pack: { id: 'pack' },
    }))
    expect(voices(made(german, { voices: natural })).map(({ voiceId }) => voiceId)).toEqual([
      'one',
      'one',
      'one',
      'two',
    ])
  })

  it('does not change that of an open story, whose characters keep their voices', () => {
    const story = made(german, { language: 'fr' })
    const read = made(sourceFromStory(story))
    expect(read.info.language).toBe('fr')
    expect(voices(read)).toEqual(voices(story))
  })
})
