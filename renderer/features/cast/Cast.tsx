import { Drama, Ellipsis, Maximize2, Plus, Volume2 } from 'lucide-react'
import { memo, type ReactNode, useCallback, useState } from 'react'
import type { BlockId, Character, CharacterId } from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { isEmotional, type SpeechSettings } from '../../../shared/story/speechSettings.ts'
import { hasSpeech } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import { findTake } from '../../../shared/story/takes.ts'
import { openCast, openCasting, removeFromCast, selectBlocksOf } from '../../actions/cast.ts'
import { commandTip } from '../../actions/commands.ts'
import { addCharacter } from '../../actions/editing.ts'
import { playBlock } from '../../actions/playing.ts'
import { CHARACTER_DRAG } from '../../actions/speaking.ts'
import { useAppState, useSection } from '../../hooks/app.ts'
import { useAudioState, useDeferredStory, useIsFree, useSession, useStory } from '../../hooks/session.ts'
import { formatCount, formatSpeed } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { characterBlocksOf } from '../../stores/blockFilter.ts'
import { IconButton } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { Section } from '../../ui/Section.tsx'
import lineStyles from '../../ui/TwoLines.module.css'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './Cast.module.css'
import { CharacterFields, DefaultFields } from './CharacterFields.tsx'

/** The key of the settings of blocks without a character. */
const DEFAULTS = 'defaults'
const NO_BLOCKS: readonly BlockId[] = []

/** The cast, as a section of the left panel: each character's voice, which its blocks inherit. */
export function Cast() {
  const { t } = useTranslation()
  const session = useSession()
  const cast = useStory((story) => story.cast)
  const defaults = useStory((story) => story.info.defaults)
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
      <ul>
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

interface CastRowProps {
  /** Null for blocks without a character. */
  readonly character: Character | null
  readonly settings: SpeechSettings
  readonly blocks: readonly BlockId[]
  readonly isOpen: boolean
  /** Opens or closes the row of a character. */
  readonly onToggle: (id: CharacterId | null) => void
  /** The fields of an open row. */
  readonly children: ReactNode
}

/** A member of the cast: name, voice and number of blocks. On hover and focus, the tools replace the number. */
const CastRow = memo(function CastRow(props: CastRowProps) {
  const { character, settings, blocks, isOpen, onToggle, children } = props
  const { t } = useTranslation()
  const session = useSession()
  const name = character?.name ?? t('inspector.defaults')
  const letter = character === null ? '–' : ([...name.trim()][0]?.toUpperCase() ?? '?')
  const first = useStory((story) => blocks.find((id) => isSpoken(story, id)))
  const price = usePrice(first)
  const color = characterColor(character?.color)
  return (
    <li>
      <div
        className={styles.line}
        draggable={character !== null}
        onDragStart={({ dataTransfer }) => {
          if (character === null) return
          dataTransfer.setData(CHARACTER_DRAG, character.id)
          dataTransfer.effectAllowed = 'copy'
        }}
      >
        <button
          type="button"
          className={styles.row}
          aria-expanded={isOpen}
          onClick={() => onToggle(character?.id ?? null)}
        >
          <span aria-hidden="true" className={styles.face} style={color}>
            {letter}
          </span>
          <span className={lineStyles.lines}>
            <span className={lineStyles.name} title={name} dir="auto">
              {name}
            </span>
            <Facts gender={character?.gender ?? null} settings={settings} />
          </span>
        </button>
        <span className={styles.count} title={t('units.blocks', { count: blocks.length })}>
          {blocks.length}
        </span>
        <span className={styles.tools}>
          {first === undefined ? null : (
            <IconButton
              label={
                price === 0
                  ? t('inspector.hear', { name })
                  : t('voices.hearFor', {
                      name,
                      credits: t('units.credits', { count: price, formatted: formatCount(price) }),
                    })
              }
              size="small"
              onPress={() => {
                playBlock(session, first).catch(session.report)
              }}
            >
              <Volume2 size={15} />
            </IconButton>
          )}
          <MenuButton label={t('inspector.moreAbout', { name })} entries={entries()}>
            <Ellipsis size={15} />
          </MenuButton>
        </span>
      </div>
      {isOpen && <div className={styles.fields}>{children}</div>}
    </li>
  )

  function entries() {
    const select = {
      id: 'select',
      label: t('inspector.selectBlocks'),
      isDisabled: blocks.length === 0,
      onAction() {
        selectBlocksOf(session, character?.id ?? null)
      },
    }
    if (character === null) return [select]
    const edit = {
      id: 'edit',
      label: t('cast.open'),
      onAction() {
        openCast(session, character.id)
      },
    }
    const merge = {
      id: 'merge',
      label: t('cast.mergeWith'),
      onAction() {
        openCast(session, character.id, true)
      },
    }
    const remove = {
      id: 'remove',
      label: t('inspector.remove'),
      startsGroup: true,
      onAction() {
        removeFromCast(session, character.id)
      },
    }
    return [select, edit, merge, remove]
  }
})

function isSpoken(story: Story, id: BlockId): boolean {
  const block = findBlock(story, id)
  return block !== undefined && hasSpeech(story, block)
}

/** The cost of hearing a block in credits; 0 if it is free, for example if the audio exists. */
function usePrice(id: BlockId | undefined): number {
  const isFree = useIsFree()
  const takes = useAudioState((state) => state.takes)
  return useStory((story) => {
    const block = id === undefined ? undefined : findBlock(story, id)
    const isThere = isFree || block === undefined || findTake(story, block, takes) !== undefined
    return isThere ? 0 : blockCharacters(story, block)
  })
}

/** The gender if it is known, the voice with its model or vibe, and the speed if it is not the default. */
function Facts({ gender, settings }: Pick<Character, 'gender' | 'settings'>) {
  const { t } = useTranslation()
  const { voiceId, model, vibe, speed } = settings
  const voice = useAppState((state) => state.voices.find(({ id }) => id === voiceId)?.name)
  const manner = isEmotional(settings) && vibe !== null ? vibe.name : t(`inspector.models.${model}`)
  const facts = [
    ...(gender === null ? [] : [t(`cast.genders.${gender}`)]),
    voice ?? voiceId,
    manner,
    ...(speed === 1 ? [] : [t('units.speed', { value: formatSpeed(speed) })]),
  ].join(' · ')
  return <small title={facts}>{facts}</small>
}
