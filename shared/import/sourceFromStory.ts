import { coverOf, findCharacter, sectionsOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import type { ImportSource } from './source.ts'
import { createSourceWriter } from './sourceWriter.ts'

/** A story as something to import: its blocks stay as they are, and its cast keeps its voices. */
export function sourceFromStory(story: Story): ImportSource {
  const writer = createSourceWriter()
  for (const { chapter, blocks } of sectionsOf(story)) {
    const { id: chapterId = null, speaksTitle = null } = chapter ?? {}
    writer.heading(chapter?.title ?? null, { chapterId, speaksTitle })
    for (const { type: _type, rank: _rank, text, characterId, ...block } of blocks)
      writer.paragraph(text, {
        speaker: findCharacter(story, characterId)?.id ?? null,
        // The audio that a lock keeps stays in the other file.
        block: { ...block, lockedKey: null },
      })
  }
  const { title, defaults, connectionId, silenceRules, speaksTitles, book, language } = story.info
  return writer.finish(title, {
    ...book,
    language: language ?? '',
    cover: coverOf(story),
    cast: story.cast.map(({ id, name, color, settings, notes, gender, isVoiceChosen, gainDb }) => ({
      key: id,
      name,
      character: { color, settings, notes, gender, isVoiceChosen, gainDb },
    })),
    lexicon: story.lexicon.map(({ type: _type, id: _id, characterId, ...entry }) => ({
      ...entry,
      characterKey: characterId,
    })),
    info: { defaults, connectionId, silenceRules, speaksTitles },
    music: [...story.music],
    namesSpeakers: true,
  })
}
