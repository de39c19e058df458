import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patchDefaults } from '../../../shared/story/castCommands.ts'
import type { CharacterId } from '../../../shared/story/records.ts'
import { addCharacter } from '../../actions/editing.ts'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { useSection } from '../../hooks/panels.ts'
import { useOfStory, useStory, useWorld } from '../../hooks/world.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { CastRow } from './CastRow.tsx'
import { CharacterFields, UnreadOf } from './CharacterFields.tsx'
import { useCharacterBlocks } from './characterBlocks.ts'
import styles from './Cast.module.css'

/** Opened in the place of a character's: the settings of blocks without a character. */
const DEFAULTS = 'defaults'

/** The cast, as a section of the left panel: each character's voice, which its blocks inherit. */
export function Cast() {
  const { t } = useTranslation()
  const world = useWorld()
  const cast = useOfStory((story) => story.cast)
  const defaults = useOfStory((story) => story.info.defaults)
  const blocks = useCharacterBlocks()
  const section = useSection('cast')
  const [openId, setOpenId] = useState<CharacterId | typeof DEFAULTS | null>(null)
  const toggle = (id: CharacterId | typeof DEFAULTS) => () => {
    setOpenId(openId === id ? null : id)
  }
  return (
    <Section
      title={t('app.cast')}
      count={cast.length}
      {...section}
      action={
        <IconButton
          label={t('inspector.addCharacter')}
          size="small"
          onPress={() => {
            if (!section.isOpen) section.onToggle()
            setOpenId(addCharacter(world, t('inspector.newCharacter')))
          }}
        >
          <Plus size={16} />
        </IconButton>
      }
    >
      <ul className={styles.list}>
        {cast.map((character) => (
          <CastRow
            key={character.id}
            character={character}
            settings={character.settings}
            blocks={blocks.get(character.id) ?? []}
            isOpen={openId === character.id}
            onToggle={toggle(character.id)}
          >
            <CharacterFields character={character} />
          </CastRow>
        ))}
        <CastRow
          character={null}
          settings={defaults}
          blocks={blocks.get(null) ?? []}
          isOpen={openId === DEFAULTS}
          onToggle={toggle(DEFAULTS)}
        >
          <DefaultFields />
        </CastRow>
      </ul>
      {cast.length === 0 ? <p className={styles.empty}>{t('inspector.castEmpty')}</p> : null}
    </Section>
  )
}

/** How blocks without a character are spoken. */
function DefaultFields() {
  const world = useWorld()
  const story = useStory()
  return (
    <SpeechSettingsFields
      settings={story.info.defaults}
      voiceFor={{ kind: 'story' }}
      voiceWarning={<UnreadOf id={null} />}
      onChange={(patch, { label, coalesceKey }) => {
        world.edit(label, patchDefaults(story, patch), coalesceKey && `${coalesceKey}:defaults`)
      }}
    />
  )
}
