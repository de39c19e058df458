import { patchCharacter } from '../../../shared/story/castCommands.ts'
import type { Character, CharacterId } from '../../../shared/story/records.ts'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { giveVoice } from '../../../shared/story/unreadBlocks.ts'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadBlocksWarning } from '../../fields/UnreadWarning.tsx'
import { openStory } from '../../actions/editing.ts'
import { useNewName } from '../../hooks/newName.ts'
import { useWorld } from '../../hooks/world.ts'
import type { TextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { TextField } from '../../ui/TextField.tsx'

/** A character's name, and how it speaks. */
export function CharacterFields({ character }: { readonly character: Character }) {
  const { t } = useTranslation()
  const nameField = useNewName(character.id)
  const world = useWorld()
  const patch = (changed: Parameters<typeof patchCharacter>[2], label: TextKey, coalesceKey?: string) => {
    const story = openStory(world)
    if (story !== null) world.edit(label, patchCharacter(story, character.id, changed), coalesceKey)
  }
  return (
    <>
      <TextField
        label={t('inspector.characterName')}
        inputRef={nameField}
        value={character.name}
        onChange={(name) => {
          patch({ name }, 'edits.rename', `name:${character.id}`)
        }}
      />
      <SpeechSettingsFields
        settings={character.settings}
        voiceFor={{ kind: 'character', id: character.id }}
        voiceWarning={<UnreadOf id={character.id} />}
        onChange={(settings, { label, coalesceKey }) => {
          patch({ settings }, label, coalesceKey && `${coalesceKey}:${character.id}`)
        }}
      />
    </>
  )
}

/** Warns of blocks that have the voice of a character, or of the story (null), and that it does not read. */
export function UnreadOf({ id }: { readonly id: CharacterId | null }) {
  const world = useWorld()
  return (
    <UnreadBlocksWarning
      isOf={({ characterId, voiceId }, story) =>
        voiceId === null && (findCharacter(story, characterId)?.id ?? null) === id
      }
      onUse={(ids, voiceId) => {
        const story = openStory(world)
        if (story !== null) world.edit('edits.voiceId', giveVoice(story, ids, voiceId))
      }}
    />
  )
}
