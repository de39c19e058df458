/** The cast as a whole: its page, the blocks of a character, removing and merging. */
import i18next from 'i18next'
import { isNarrator } from '../../shared/import/speakers/speakers.ts'
import {
  castVoices,
  chooseLanguage,
  mergeCharacters as mergeCharactersChange,
  removeCharacter,
  type CastMember,
  type CharacterMerge,
} from '../../shared/story/castCommands.ts'
import { speakerKey } from '../../shared/import/source.ts'
import { MAX_CAST_NAME, MOST_CAST_VOICES } from '../../shared/ipc/views.ts'
import { apply, composeChanges } from '../../shared/story/changes.ts'
import { BUILT_IN_CONNECTION, type CharacterId } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import { castStory } from '../../shared/voices/casting.ts'
import { baseLanguage, packLanguagesOf } from '../../shared/voices/languages.ts'
import { languageOfVoice } from '../../shared/voices/scripts.ts'
import { titleCaseNames } from '../../shared/story/nameCase.ts'
import { blocksOf, findCharacter } from '../../shared/story/selectors.ts'
import { changeSettings } from './settings.ts'
import { filterBlocks } from '../stores/editorStore.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { selectBlocks } from './editing.ts'
import { closeDialog, openStoryDialog } from './dialogs.ts'

/** Opens the page of the cast on a character, or with the merge dialog. */
export function openCast(session: Session, chosen: CharacterId | null = null, merges = false): void {
  openStoryDialog(session, { kind: 'cast', chosen, merges })
}

/** Chooses all blocks of a character, or those without a character (null), and reveals the first of them. */
export function selectBlocksOf(session: Session, id: CharacterId | null): void {
  const story = storyOf(session)
  const isSpeaker = (characterId: CharacterId | null) =>
    (findCharacter(story, characterId)?.id ?? null) === id
  const blocks = blocksOf(story).filter(({ characterId }) => isSpeaker(characterId))
  closeDialog(session)
  selectBlocks(
    session,
    blocks.map((block) => block.id),
  )
}

/** Removes a character from the cast. */
export function removeFromCast(session: Session, id: CharacterId): void {
  session.edit('edits.removeCharacter', removeCharacter(storyOf(session), id))
}

/** Merges two characters. A filter for the blocks of the merged character then shows those of the other. */
export function mergeCharacters(session: Session, merge: CharacterMerge): void {
  const story = storyOf(session)
  const [from, into] = [merge.from, merge.into].map((id) => findCharacter(story, id))
  if (!from || !into) return
  session.edit('edits.mergeCharacters', mergeCharactersChange(story, merge))
  const filter = session.editor
    .getState()
    .filter.map((condition) =>
      condition.kind === 'character' && condition.characterId === from.id
        ? { ...condition, characterId: into.id }
        : condition,
    )
  filterBlocks(session.editor, filter)
  session.announce('cast.merged', { from: from.name, into: into.name })
}

/**
 * Sets the language of the story. Blocks without a character get a voice of that language, if a local voice of another language speaks them; for
 * the cast, the casting table asks.
 */
export function speakLanguage(session: Session, language: string | null): void {
  const story = storyOf(session)
  const change = chooseLanguage(story, language)
  const { voices } = session.state.getState()
  const spoken = languageOfVoice(story.info.defaults.voiceId, packLanguagesOf(voices))
  const isOther = language !== null && spoken !== undefined && spoken !== baseLanguage(language)
  if (!isOther || story.info.connectionId !== BUILT_IN_CONNECTION) {
    session.edit('edits.language', change)
    return
  }
  const told = apply(story, change)
  const { narratorVoice } = castStory(told, voices, {
    genders: new Map(),
    kept: new Map(),
    isNarrator: (name) => isNarrator(name, i18next.t('inspector.narrator')),
  })
  session.edit('edits.language', composeChanges(change, castVoices(told, [], narratorVoice)))
}

/** Opens the table that casts all characters at once. */
export function openCasting(session: Session): void {
  openStoryDialog(session, { kind: 'casting' })
}

/** Assigns the whole cast its voices, as one edit, and remembers them by name for other stories. */
export function giveCastVoices(
  session: Session,
  cast: { readonly members: readonly CastMember[]; readonly narratorVoice: string },
): void {
  const story = storyOf(session)
  const { members, narratorVoice } = cast
  session.edit('edits.castVoices', castVoices(story, members, narratorVoice))
  session.announce('cast.casting.given', { count: members.length })
  const named = members.flatMap(({ id, voiceId }) => {
    const name = speakerKey(findCharacter(story, id)?.name ?? '')
    return name === '' || name.length > MAX_CAST_NAME ? [] : [{ name, voiceId }]
  })
  const names = new Set(named.map(({ name }) => name))
  const others = session.state.getState().settings.castVoices.filter(({ name }) => !names.has(name))
  changeSettings(session, { castVoices: [...named, ...others].slice(0, MOST_CAST_VOICES) })
}

/** The voices of the story’s language that characters of the same names have in other stories, if available; by character. */
export function knownVoices(session: Session, { cast, info }: Story): ReadonlyMap<CharacterId, string> {
  const { settings, voices } = session.state.getState()
  const isSpoken = (tag: string) =>
    info.language === null || baseLanguage(tag) === baseLanguage(info.language)
  const ids = new Set(voices.filter(({ language }) => isSpoken(language)).map(({ id }) => id))
  const known = new Map(settings.castVoices.map(({ name, voiceId }) => [name, voiceId]))
  return new Map(
    cast.flatMap(({ id, name }) => {
      const voiceId = known.get(speakerKey(name))
      return voiceId === undefined || !ids.has(voiceId) ? [] : [[id, voiceId] as const]
    }),
  )
}

/** Changes names of characters in capitals to title case, and announces how many. */
export function writeNamesInTitleCase(session: Session): void {
  const change = titleCaseNames(storyOf(session))
  session.edit('edits.nameCase', change)
  session.note('cast.nameCase', { count: change.put.length })
}
