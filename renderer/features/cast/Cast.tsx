import { Drama, Maximize2, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { BlockId, CharacterId } from '../../../shared/story/records.ts'
import { openCast, openCasting } from '../../actions/cast.ts'
import { commandTip } from '../../actions/commands.ts'
import { addCharacter } from '../../actions/editing.ts'
import { useSection } from '../../hooks/panels.ts'
import { useDeferredStory, useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { characterBlocksOf } from '../../stores/characterBlocks.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { CastRow } from './CastRow.tsx'
import { CharacterFields } from './CharacterFields.tsx'
import { DefaultFields } from './DefaultFields.tsx'
import styles from './Cast.module.css'

/** Opened in the place of a character's: the settings of blocks without a character. */
const DEFAULTS = 'defaults'
const NO_BLOCKS: readonly BlockId[] = []

/** The cast, as a section of the left panel: each character's voice, which its blocks inherit. */
export function Cast() {
  const { t } = useTranslation()
  const session = useSession()
  const cast = useOfStory((story) => story.cast)
  const defaults = useOfStory((story) => story.info.defaults)
  const blocks = characterBlocksOf(useDeferredStory())
  const section = useSection('cast')
  const [openId, setOpenId] = useState<CharacterId | typeof DEFAULTS | null>(null)
  const toggle = useCallback((id: CharacterId | null) => {
    setOpenId((before) => (before === (id ?? DEFAULTS) ? null : (id ?? DEFAULTS)))
  }, [])
  return (
    <Section
      title={t('app.cast')}
      count={cast.length}
      {...section}
      action={
        <>
          <IconButton
            label={t('cast.open')}
            tip={commandTip(session, 'cast', t('cast.open'))}
            size="small"
            onPress={() => {
              openCast(session)
            }}
          >
            <Maximize2 size={14} />
          </IconButton>
          {cast.length === 0 ? null : (
            <IconButton
              label={t('commands.castVoices')}
              size="small"
              onPress={() => {
                openCasting(session)
              }}
            >
              <Drama size={14} />
            </IconButton>
          )}
          <IconButton
            label={t('inspector.addCharacter')}
            size="small"
            onPress={() => {
              if (!section.isOpen) section.onToggle()
              setOpenId(addCharacter(session, t('inspector.newCharacter')))
            }}
          >
            <Plus size={16} />
          </IconButton>
        </>
      }
    >
      <ul className={styles.list}>
        {cast.map((character) => (
          <CastRow
            key={character.id}
            character={character}
            settings={character.settings}
            blocks={blocks.get(character.id) ?? NO_BLOCKS}
            isOpen={openId === character.id}
            onToggle={toggle}
          >
            {openId === character.id ? <CharacterFields character={character} /> : null}
          </CastRow>
        ))}
        <CastRow
          character={null}
          settings={defaults}
          blocks={blocks.get(null) ?? NO_BLOCKS}
          isOpen={openId === DEFAULTS}
          onToggle={toggle}
        >
          {openId === DEFAULTS ? <DefaultFields /> : null}
        </CastRow>
      </ul>
      {cast.length === 0 ? <p className={styles.empty}>{t('inspector.castEmpty')}</p> : null}
    </Section>
  )
}
