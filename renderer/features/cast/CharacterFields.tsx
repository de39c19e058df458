import { useTranslation } from 'react-i18next'
import { patchCharacter } from '../../../shared/story/castCommands.ts'
import type { Character, CharacterId } from '../../../shared/story/records.ts'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { giveVoice } from '../../../shared/story/unreadBlocks.ts'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadBlocksWarning } from '../../fields/UnreadWarning.tsx'
import { useNewName } from '../../hooks/newName.ts'
import { useStory, useWorld } from '../../hooks/world.ts'
import { TextField } from '../../ui/TextField.tsx'

/** A character's name, and how it speaks. */
export function CharacterFields({ character }: { readonly character: Character }) {
  const { t } = useTranslation()
  const nameField = useNewName(character.id)
  const world = useWorld()
  const story = useStory()
  return (
    <>
      <TextField
        label={t('inspector.characterName')}
        inputRef={nameField}
        value={character.name}
        onChange={(name) => {
          world.edit('edits.rename', patchCharacter(story, character.id, { name }), `name:${character.id}`)
        }}
      />
      <SpeechSettingsFields
        settings={character.settings}
        voiceFor={{ kind: 'character', id: character.id }}
        voiceWarning={<UnreadOf id={character.id} />}
        onChange={(settings, { label, coalesceKey }) => {
          const change = patchCharacter(story, character.id, { settings })
          world.edit(label, change, coalesceKey && `${coalesceKey}:${character.id}`)
        }}
      />
    </>
  )
}

/** Warns of blocks that have the voice of a character, or of the story (null), and that it does not read. */
export function UnreadOf({ id }: { readonly id: CharacterId | null }) {
  const world = useWorld()
  const story = useStory()
  return (
    <UnreadBlocksWarning
      isOf={({ characterId, voiceId }) =>
        voiceId === null && (findCharacter(story, characterId)?.id ?? null) === id
      }
      onUse={(ids, voiceId) => {
        world.edit('edits.voiceId', giveVoice(story, ids, voiceId))
      }}
    />
  )
}
