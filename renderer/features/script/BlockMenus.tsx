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
import { characterIdSchema } from '../../../shared/story/records.ts'
import { closeMenu } from '../../actions/blockMenus.ts'
import { runCommand, shownKeys } from '../../actions/commands.ts'
import { addCharacter } from '../../actions/editing.ts'
import { giveTo } from '../../actions/speaking.ts'
import { useApp } from '../../hooks/app.ts'
import { useEditor, useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { BlockMenu } from '../../stores/editorStore.ts'
import { Dot } from '../../ui/Chip.tsx'
import menuStyles from '../../ui/MenuButton.module.css'
import { showKeys } from '../../ui/Kbd.tsx'
import styles from './BlockMenus.module.css'

/** The open menu of the chosen blocks, if any: one for all rows. */
export function BlockMenus() {
  const menu = useEditor((state) => state.blockMenu)
  return menu === null ? null : <OpenBlockMenu key={menu.kind} menu={menu} />
}

function OpenBlockMenu({ menu }: { readonly menu: BlockMenu }) {
  const session = useSession()
  const place = useRef<HTMLSpanElement>(null)
  const shown = useEditor(({ selection }) => selection.at(-1))
  const atRow = document.querySelector(`[data-row="${CSS.escape(shown ?? '')}"] [data-name]`)
  const { x: left, y: top, width, height } = menu.anchor ?? { x: 0, y: 0, width: 0, height: 0 }
  /** What had the focus before. */
  const [opener] = useState(() => document.activeElement)
  /** Closes the menu and gives the focus back: to what had it, or to the chosen row if that is gone, as the tools of a row are. */
  const close = () => {
    flushSync(() => closeMenu(session))
    if (document.activeElement !== document.body) return // what was chosen has taken the focus
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(shown ?? '')}"]`)
    const target = opener instanceof HTMLElement && opener.isConnected ? opener : row
    target?.focus({ preventScroll: true })
  }
  return (
    <>
      <span ref={place} className={styles.place} style={{ left, top, width, height }} />
      <Popover
        className={menuStyles.popover ?? ''}
        triggerRef={menu.anchor === null && atRow !== null ? { current: atRow } : place}
        placement="bottom start"
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) close()
        }}
      >
        {menu.kind === 'cast' ? <CastMenu onClose={close} /> : <ActionsMenu onClose={close} />}
      </Popover>
    </>
  )
}

/** What can be done with the chosen blocks. */
function ActionsMenu({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <Menu className={menuStyles.menu ?? ''} aria-label={t('script.actions')} autoFocus="first">
      {rowGroups().flatMap((ids, index) => [
        ...(index === 0 ? [] : [<Separator key={`line-${index}`} className={menuStyles.line ?? ''} />]),
        ...ids.map((id) => (
          <MenuItem
            key={id}
            id={id}
            className={menuStyles.item ?? ''}
            textValue={t(`commands.${id}`)}
            onAction={() => {
              onClose() // before the command: if that takes the row out of the page, it passes the focus on
              runCommand(app, id)
            }}
          >
            {t(`commands.${id}`)}
            {shownKeys(app, id) === undefined ? null : <kbd>{shownKeys(app, id)}</kbd>}
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
function CastMenu({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const cast = useOfStory((story) => story.cast)
  const query = useRef('')
  const { contains } = useFilter({ sensitivity: 'base' })
  const give = (key: string) => {
    const { selection } = session.editor.getState()
    const typed = query.current.trim()
    if (key === NOBODY) giveTo(session, selection, null)
    else if (key !== NEW) giveTo(session, selection, characterIdSchema.parse(key))
    else
      giveTo(
        session,
        selection,
        addCharacter(session, typed === '' ? t('inspector.newCharacter') : typed, typed !== ''),
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
        onClose={onClose}
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
