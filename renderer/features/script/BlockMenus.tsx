import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  Autocomplete,
  Input,
  Menu,
  MenuItem,
  Popover,
  SearchField,
  Separator,
  useFilter,
} from 'react-aria-components'
import { rowGroups } from '../../../shared/commands/commands.ts'
import type { CommandId } from '../../../shared/commands/commands.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { closeMenu } from '../../actions/blockMenus.ts'
import { runCommand, shownKeys } from '../../actions/commands.ts'
import { addCharacter } from '../../actions/editing.ts'
import { giveTo } from '../../actions/speaking.ts'
import { useOfStory, useViewState, useWorld } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { BlockMenu } from '../../stores/viewStore.ts'
import { Dot } from '../../ui/Chip.tsx'
import menuStyles from '../../ui/MenuButton.module.css'
import { showKeys } from '../../ui/keys.ts'
import styles from './BlockMenus.module.css'

/** The open menu of the chosen blocks, if any: one for all rows. */
export function BlockMenus() {
  const menu = useViewState((state) => state.blockMenu)
  return menu === null ? null : <OpenBlockMenu key={menu.kind} menu={menu} />
}

function OpenBlockMenu({ menu }: { readonly menu: BlockMenu }) {
  const world = useWorld()
  const point = useRef<HTMLSpanElement>(null)
  const shown = useViewState(({ selection }) => selection.at(-1))
  const atRow = document.querySelector(`[data-row="${CSS.escape(shown ?? '')}"] [data-name]`)
  const anchor = menu.anchor instanceof Element ? menu.anchor : menu.anchor === null ? atRow : null
  const { x, y } = menu.anchor !== null && 'x' in menu.anchor ? menu.anchor : { x: 0, y: 0 }
  /** What had the focus before. */
  const [opener] = useState(() => document.activeElement)
  /** Gives the focus back first: what a command takes out of the page passes it on. */
  const leaveTo = (id: CommandId) => {
    flushSync(() => closeMenu(world))
    const chosenRow = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(shown ?? '')}"]`)
    const isInChosen = opener instanceof HTMLElement && opener.closest('[data-chosen]') !== null
    const target = isInChosen ? opener : chosenRow
    target?.focus({ preventScroll: true })
    runCommand(world, id)
  }
  return (
    <>
      <span ref={point} className={styles.point} style={{ left: x, top: y }} />
      <Popover
        className={menuStyles.popover ?? ''}
        triggerRef={anchor === null ? point : { current: anchor }}
        placement="bottom start"
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) closeMenu(world)
        }}
      >
        {menu.kind === 'cast' ? <CastMenu /> : <ActionsMenu onCommand={leaveTo} />}
      </Popover>
    </>
  )
}

/** What can be done with the chosen blocks. */
function ActionsMenu({ onCommand }: { readonly onCommand: (id: CommandId) => void }) {
  const { t } = useTranslation()
  const world = useWorld()
  return (
    <Menu
      className={menuStyles.menu ?? ''}
      aria-label={t('script.actions')}
      autoFocus="first"
      onClose={() => closeMenu(world)}
    >
      {rowGroups().flatMap((ids, index) => [
        ...(index === 0 ? [] : [<Separator key={`line-${index}`} className={menuStyles.line ?? ''} />]),
        ...ids.map((id) => (
          <MenuItem
            key={id}
            id={id}
            className={menuStyles.item ?? ''}
            textValue={t(`commands.${id}`)}
            onAction={() => onCommand(id)}
          >
            {t(`commands.${id}`)}
            {shownKeys(world, id) === undefined ? null : <kbd>{shownKeys(world, id)}</kbd>}
          </MenuItem>
        )),
      ])}
    </Menu>
  )
}

const NOBODY = 'nobody'
const NEW = 'new'
/** Characters with a key of their own. */
const WITH_KEYS = 9

/** The cast, to be narrowed by typing: gives the chosen blocks to a character, which can be a new one of the typed name. */
function CastMenu() {
  const { t } = useTranslation()
  const world = useWorld()
  const cast = useOfStory((story) => story.cast)
  const query = useRef('')
  const { contains } = useFilter({ sensitivity: 'base' })
  const give = (key: string) => {
    const { selection } = world.view.getState()
    const typed = query.current.trim()
    if (key === NOBODY) giveTo(world, selection, null)
    else if (key !== NEW) giveTo(world, selection, characterIdSchema.parse(key))
    else
      giveTo(
        world,
        selection,
        addCharacter(world, typed === '' ? t('inspector.newCharacter') : typed, typed !== ''),
      )
  }
  return (
    <Autocomplete
      filter={(text, input, node) => node.key === NEW || contains(text, input)}
      onInputChange={(value) => {
        query.current = value
      }}
    >
      <SearchField aria-label={t('script.findCharacter')} autoFocus className={styles.search ?? ''}>
        <Input className={styles.input ?? ''} placeholder={t('script.findCharacter')} dir="auto" />
      </SearchField>
      <Menu
        className={`${menuStyles.menu ?? ''} ${styles.cast ?? ''}`}
        aria-label={t('app.cast')}
        onAction={(key) => give(String(key))}
        onClose={() => closeMenu(world)}
      >
        {cast.map(({ id, name, color }, index) => (
          <MenuItem key={id} id={id} className={menuStyles.item ?? ''} textValue={name}>
            <span className={styles.character}>
              <Dot color={`--c${color}`} />
              <span dir="auto">{name}</span>
            </span>
            {index < WITH_KEYS ? <kbd>{showKeys(`Alt+${index + 1}`)}</kbd> : null}
          </MenuItem>
        ))}
        <MenuItem id={NOBODY} className={menuStyles.item ?? ''} textValue={t('script.noCharacter')}>
          {t('script.noCharacter')}
        </MenuItem>
        <Separator className={menuStyles.line ?? ''} />
        <MenuItem id={NEW} className={menuStyles.item ?? ''} textValue={t('script.newCharacter')}>
          {t('script.newCharacter')}
        </MenuItem>
      </Menu>
    </Autocomplete>
  )
}
