import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readImport } from '../../../electron/lib/documents/import/readImport.ts'
import { hasWords, oneLine, plainText, trimLines } from '../../../shared/export/scriptLines.ts'
import { lostParts, type StoryPart } from '../../../shared/export/storyParts.ts'
import { TEXT_FORMATS, TEXT_PURPOSES, type TextFormat } from '../../../shared/export/exportFormats.ts'
import { writeStory } from '../../../shared/export/writeStory.ts'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import { importStory } from '../../../shared/import/importStory.ts'
import { isNarrator } from '../../../shared/import/speakers/speakers.ts'
import { blocksOf, coverOf, findCharacter, sectionsOf, settingsOf } from '../../../shared/story/selectors.ts'
import { storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { pauseMarkersOf } from '../../../shared/story/pauses.ts'
import { silencesOf } from '../../../shared/story/silences.ts'
import { hasSpeech } from '../../../shared/story/spokenText.ts'
import { randomStory } from './randomStory.ts'
import { long } from '../../support/tags.ts'

const NARRATOR = 'Narrator'

/** The story read back from the file of a story. Quotations are detected, as in the review. */
async function readBack(story: Story, format: TextFormat): Promise<Story> {
  const [extension = ''] = extensionsFor(TEXT_PURPOSES[format])
  const text = writeStory(story, format, { narrator: NARRATOR })
  const { source } = await readImport({
    file: { name: `${story.info.title.replaceAll(/[/\\]/g, '-')}${extension}`, bytes: Buffer.from(text) },
  })
  let count = 0
  const options = { readsQuotations: true, narrator: NARRATOR }
  return storyFromRecords(importStory(source, options, () => `read-${(count += 1)}`))
}

const spoken = (story: Story) => blocksOf(story).filter(hasWords)
const speakers = (story: Story) =>
  spoken(story).map((block) => {
    const name = findCharacter(story, block.characterId)?.name ?? ''
    return name === '' || isNarrator(name, NARRATOR) ? null : name
  })
const chapters = (story: Story) =>
  sectionsOf(story)
    .map(({ chapter, blocks }) => [chapter?.title ?? null, blocks.filter(hasWords).length])
    .filter(([title, count]) => title !== null || count !== 0)

/** The value of each part of a story: equal in two stories if a format preserves the part. */
const PROJECTIONS: Readonly<Record<StoryPart, (story: Story) => unknown>> = {
  title: ({ info }) => info.title,
  chapters,
  untitledChapters: chapters,
  emptyChapters: chapters,
  repeatedTitles: chapters,
  characters: speakers,
  names: speakers,
  unusedCharacters: ({ cast }) =>
    new Set(cast.map(({ name }) => name).filter((name) => !isNarrator(name, NARRATOR))),
  voices: (story) =>
    spoken(story).map((block) => {
      const { voiceId, model, speed } = settingsOf(story, block)
      return { voiceId, model, speed }
    }),
  vibes: (story) =>
    spoken(story).map((block) => {
      const { vibe, customPrompt } = settingsOf(story, block)
      return { vibe, customPrompt }
    }),
  silences: (story) => {
    let silenceMs = 0
    return blocksOf(story).flatMap((block, index) => {
      silenceMs += silencesOf(story)[index] ?? 0
      const before = silenceMs
      if (hasWords(block)) silenceMs = 0
      return hasWords(block) ? [before] : []
    })
  },
  pauses: (story) => spoken(story).map(({ text }) => pauseMarkersOf(text).length),
  durations: (story) => spoken(story).map(({ durationMs }) => durationMs),
  breaks: (story) => spoken(story).map(({ breakBefore }) => breakBefore),
  sceneMarks: (story) => spoken(story).length,
  emptyBlocks: (story) => blocksOf(story).length,
  longBlocks: (story) => spoken(story).length,
  // A request gives numbers to blocks without a name.
  blockNames: (story) => spoken(story).map(({ name }) => name.replace(/^Block \d+$/, '')),
  spacing: (story) => spoken(story).map(({ text }) => text),
  locks: (story) => spoken(story).map(({ lockedKey }) => lockedKey),
  notes: ({ cast }) => new Set(cast.map(({ notes }) => notes).filter((notes) => notes !== '')),
  blockNotes: (story) =>
    blocksOf(story)
      .map(({ notes }) => notes)
      .filter((notes) => notes !== ''),
  marks: (story) => blocksOf(story).map(({ mark }) => mark),
  lexicon: ({ records }) =>
    [...records.values()].flatMap((record) => (record.type === 'lexiconEntry' ? [record.written] : [])),
  music: ({ music }) => music.length,
  book: (story) => [story.info.book, coverOf(story)],
  language: ({ info }) => info.language,
  genders: ({ cast }) => cast.map(({ gender }) => gender),
  connection: ({ info }) => info.connectionId,
  audio: () => null,
}

const OF_CHAPTERS = ['chapters', 'untitledChapters', 'emptyChapters', 'repeatedTitles', 'spacing'] as const
/** Parts that cannot be compared if another part is lost. */
const DEPENDENT: Readonly<Partial<Record<StoryPart, readonly StoryPart[]>>> = {
  title: ['spacing'],
  chapters: OF_CHAPTERS,
  untitledChapters: OF_CHAPTERS,
  emptyChapters: OF_CHAPTERS,
  repeatedTitles: OF_CHAPTERS,
  // A locked line of signs is audio, and silence without its lock.
  silences: ['locks'],
  characters: ['names'],
  names: ['characters'],
  unusedCharacters: ['characters', 'names'],
  notes: ['unusedCharacters', 'characters'],
  marks: ['emptyBlocks'],
  genders: ['unusedCharacters', 'characters'],
}

/** A page is for people to read: Fabula reads it as any other document. */
const READ_BACK = TEXT_FORMATS.filter((format) => format !== 'html')

describe.each(READ_BACK)('a story written as %s and read back', (format) => {
  const isScript = format === 'md' || format === 'fountain' || format === 'fdx'
  /** A request has the words that are sent, which the lexicon and pauses change; marks of a scene break are read as one. */
  const isSaidOtherwise = (story: Story) => {
    const lost = lostParts(story, format, false)
    // A line of stars alone is silence, and not in a request.
    const isSilent = spoken(story).some((block) => !hasSpeech(story, block))
    const isSent = lost.includes('lexicon') || lost.includes('pauses') || isSilent
    return lost.includes('sceneMarks') || (format === 'request' && isSent)
  }

  it('is the same story except for the parts that are reported as lost', long, async () => {
    await fc.assert(
      fc.asyncProperty(randomStory, async (story) => {
        fc.pre(spoken(story).length > 0 && !isSaidOtherwise(story))
        const read = await readBack(story, format)
        const lost = lostParts(story, format, false)
        for (const [part, project] of Object.entries(PROJECTIONS) as [
          StoryPart,
          (each: Story) => unknown,
        ][]) {
          // What is read from a script has the silences of an import, and the language, voices and genders that its words tell.
          if (part === 'silences' && isScript) continue
          if (part === 'language' && format !== 'json') continue
          if ((part === 'voices' || part === 'genders') && format !== 'json' && format !== 'request') continue
          if ([part, ...(DEPENDENT[part] ?? [])].some((each) => lost.includes(each))) continue
          expect([part, project(read)]).toEqual([part, project(story)])
        }
      }),
      { numRuns: 100 },
    )
  })

  it('has the same words, spoken in the same manner', async () => {
    const trim = format === 'csv' || format === 'fdx' ? plainText : trimLines
    await fc.assert(
      fc.asyncProperty(randomStory, async (story) => {
        fc.pre(spoken(story).length > 0 && !isSaidOtherwise(story))
        const read = await readBack(story, format)
        const linesOf = (each: Story) =>
          spoken(each).flatMap((block) => {
            const { emotion } = settingsOf(each, block)
            const manner = format === 'request' && emotion === 'neutral' ? '' : oneLine(emotion)
            const text = trim(block.text)
            return text === '' ? [] : [{ manner, text }]
          })
        expect(linesOf(read)).toEqual(linesOf(story))
      }),
      { numRuns: 100 },
    )
  })
})

it('a portable story keeps its language, and the genders and chosen voices of its cast', async () => {
  await fc.assert(
    fc.asyncProperty(randomStory, async (story) => {
      const { info, cast } = await readBack(story, 'json')
      expect(info.language).toBe(story.info.language)
      const told = (each: Story['cast']) =>
        each.map(({ gender, isVoiceChosen }) => ({ gender, isVoiceChosen }))
      expect(told(cast)).toEqual(told(story.cast))
    }),
    { numRuns: 20 },
  )
})
