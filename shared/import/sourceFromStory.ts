import { coverOf, findCharacter, sectionsOf } from '../story/selectors.ts'
import type { Story } from '../story/story.ts'
import { plainParagraph, sourceOf, type ImportSource, type SectionParts } from './source.ts'

/** A story as something to import: its blocks stay as they are, and its cast keeps its voices. */
export function sourceFromStory(story: Story): ImportSource {
  const sections = sectionsOf(story).map(({ chapter, blocks }): SectionParts => ({
    title: chapter?.title ?? null,
    kind: 'body',
    chapterId: chapter?.id ?? null,
    speaksTitle: chapter?.speaksTitle ?? null,
    paragraphs: blocks.map(({ type: _type, rank: _rank, text, characterId, ...block }) =>
      plainParagraph(text, {
        speaker: findCharacter(story, characterId)?.id ?? null,
        // The audio that a lock keeps stays in the other file.
        block: { ...block, lockedKey: null },
      }),
    ),
  }))
  const { title, defaults, connectionId, silenceRules, speaksTitles, book, language } = story.info
  return sourceOf(title, sections, {
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
