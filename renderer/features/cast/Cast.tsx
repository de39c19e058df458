import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { patchCharacter, patchDefaults, removeCharacter } from '../../../shared/story/castCommands.ts'
import type { Character, CharacterId } from '../../../shared/story/records.ts'
import { addCharacter } from '../../actions/editing.ts'
import { formatSpeed } from '../../i18n/format.ts'
import { useNewName } from '../../hooks/newName.ts'
import { useAppState, useStory, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadBlocksWarning } from '../../fields/UnreadWarning.tsx'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { giveVoice } from '../../../shared/story/unreadBlocks.ts'
import { isEmotional } from '../../../shared/story/speechSettings.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import styles from './Cast.module.css'

/** The characters at a glance, below the outline. */
export function CastSummary() {
  const { t } = useTranslation()
  const world = useWorld()
  const { cast } = useStory()
  return (
    <>
      <h2 className={styles.heading}>{t('app.cast')}</h2>
      <ul className={styles.list}>
        {cast.map((character) => (
          <li key={character.id}>
            <button
              type="button"
              className={styles.row}
              onClick={() => {
                world.view.setState({ sideTab: 'cast' })
              }}
            >
              <CharacterFace character={character} />
            </button>
          </li>
        ))}
      </ul>
      {cast.length === 0 ? <p className={styles.empty}>{t('inspector.castEmpty')}</p> : null}
    </>
  )
}

/** The cast in full: each character's voice, which its blocks inherit. */
export function Cast() {
  const { t } = useTranslation()
  const world = useWorld()
  const story = useStory()
  const [openId, setOpenId] = useState<CharacterId | 'defaults' | null>(null)
  return (
    <>
      <ul className={styles.list}>
        {story.cast.map((character) => (
          <li key={character.id}>
            <button
              type="button"
              className={styles.row}
              aria-expanded={openId === character.id}
              onClick={() => {
                setOpenId(openId === character.id ? null : character.id)
              }}
            >
              <CharacterFace character={character} />
            </button>
            {openId === character.id ? <CharacterFields character={character} /> : null}
          </li>
        ))}
        <li>
          <button
            type="button"
            className={styles.row}
            aria-expanded={openId === 'defaults'}
            onClick={() => {
              setOpenId(openId === 'defaults' ? null : 'defaults')
            }}
          >
            <Face color={0} letter="–" name={t('inspector.defaults')} settings={story.info.defaults} />
          </button>
          {openId === 'defaults' ? (
            <div className={styles.fields}>
              <SpeechSettingsFields
                settings={story.info.defaults}
                voiceFor={{ kind: 'story' }}
                voiceWarning={<UnreadOf id={null} />}
                onChange={(patch, { label, coalesceKey }) => {
                  world.edit(label, patchDefaults(story, patch), coalesceKey && `${coalesceKey}:defaults`)
                }}
              />
            </div>
          ) : null}
        </li>
      </ul>
      {story.cast.length === 0 ? <p className={styles.empty}>{t('inspector.castEmpty')}</p> : null}
      <div>
        <Button
          icon={<Plus size={15} />}
          onPress={() => {
            setOpenId(addCharacter(world, t('inspector.newCharacter')))
          }}
        >
          {t('inspector.addCharacter')}
        </Button>
      </div>
    </>
  )
}

function CharacterFields({ character }: { character: Character }) {
  const { t } = useTranslation()
  const name = useNewName(character.id)
  const world = useWorld()
  const story = useStory()
  return (
    <div className={styles.fields}>
      <TextField
        label={t('inspector.characterName')}
        inputRef={name}
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
      <div>
        <Button
          tone="quiet"
          icon={<Trash2 size={15} />}
          onPress={() => {
            world.edit('edits.removeCharacter', removeCharacter(story, character.id))
          }}
        >
          {t('inspector.remove')}
        </Button>
      </div>
    </div>
  )
}

/** Warns of blocks that have the voice of a character, or of the story (null), and that it does not read. */
function UnreadOf({ id }: { id: CharacterId | null }) {
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

function CharacterFace({ character }: { character: Character }) {
  const letter = [...character.name.trim()][0]?.toUpperCase() ?? '?'
  return <Face color={character.color} letter={letter} name={character.name} settings={character.settings} />
}

interface FaceProps {
  readonly color: number
  readonly letter: string
  readonly name: string
  readonly settings: SpeechSettings
}

function Face({ color, letter, name, settings }: FaceProps) {
  const { t } = useTranslation()
  const voice = useAppState(
    (state) => state.voices.find((candidate) => candidate.id === settings.voiceId)?.name,
  )
  const facts = t(
    isEmotional(settings) && settings.vibe !== null ? 'vibes.characterFacts' : 'inspector.characterFacts',
    {
      voice: voice ?? settings.voiceId,
      model: t(`inspector.models.${settings.model}`),
      vibe: settings.vibe?.name ?? '',
      speed: t('units.speed', { value: formatSpeed(settings.speed) }),
    },
  )
  return (
    <>
      {/* a custom property is no CSSProperties key */}
      <span aria-hidden="true" className={styles.face} style={{ '--c': `var(--c${color})` } as CSSProperties}>
        {letter}
      </span>
      <span className={styles.words}>
        {name}
        <small>{facts}</small>
      </span>
    </>
  )
}
