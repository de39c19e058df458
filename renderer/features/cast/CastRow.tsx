import { Ellipsis, Volume2 } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { removeCharacter } from '../../../shared/story/castCommands.ts'
import type { BlockId, Character, CharacterId } from '../../../shared/story/records.ts'
import { isEmotional } from '../../../shared/story/speechSettings.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import { openStory, selectBlocks } from '../../actions/editing.ts'
import { playBlock } from '../../actions/playing.ts'
import { CHARACTER_DRAG } from '../../actions/speaking.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { formatSpeed } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import lineStyles from '../../ui/TwoLines.module.css'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './Cast.module.css'

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

/** A member of the cast: name, voice and number of blocks. Hover and focus show the tools in the place of the number. */
export const CastRow = memo(function CastRow(props: CastRowProps) {
  const { character, settings, blocks, isOpen, onToggle, children } = props
  const { t } = useTranslation()
  const world = useWorld()
  const name = character?.name ?? t('inspector.defaults')
  const letter = character === null ? '–' : ([...name.trim()][0]?.toUpperCase() ?? '?')
  const [first] = blocks
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
            <Facts settings={settings} />
          </span>
        </button>
        <span className={styles.count} title={t('units.blocks', { count: blocks.length })}>
          {blocks.length}
        </span>
        <span className={styles.tools}>
          {first === undefined ? null : (
            <IconButton
              label={t('inspector.hear', { name })}
              size="small"
              onPress={() => {
                playBlock(world, first).catch(world.report)
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
        selectBlocks(world, blocks)
      },
    }
    if (character === null) return [select]
    const remove = {
      id: 'remove',
      label: t('inspector.remove'),
      startsGroup: true,
      onAction() {
        const story = openStory(world)
        if (story !== null) world.edit('edits.removeCharacter', removeCharacter(story, character.id))
      },
    }
    return [select, remove]
  }
})

/** The voice with its model or vibe, and the speed where it is not the usual one. */
function Facts({ settings }: { readonly settings: SpeechSettings }) {
  const { t } = useTranslation()
  const { voiceId, model, vibe, speed } = settings
  const voice = useAppState((state) => state.voices.find(({ id }) => id === voiceId)?.name)
  const manner = isEmotional(settings) && vibe !== null ? vibe.name : t(`inspector.models.${model}`)
  const facts = [
    voice ?? voiceId,
    manner,
    ...(speed === 1 ? [] : [t('units.speed', { value: formatSpeed(speed) })]),
  ].join(' · ')
  return <small title={facts}>{facts}</small>
}
