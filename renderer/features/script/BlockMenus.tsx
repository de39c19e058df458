import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Popover,
  SearchField,
  Separator,
  useFilter,
} from 'react-aria-components'
import { type CommandId, rowGroups } from '../../../shared/commands/commands.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { closeMenu, giveTo } from '../../actions/speaking.ts'
import { editWords, WORD_EDITS } from '../../actions/clipboard.ts'
import { isEnabled, runCommand, shownKeys } from '../../actions/commands.ts'
import { addCharacter } from '../../actions/editing.ts'
import { useEditor, useSession, useStory } from '../../hooks/session.ts'
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
  /** The element that had the focus before. */
  const [opener] = useState(() => document.activeElement)
  /** Closes the menu and restores the focus: to the previous element, or to the chosen row if that is gone, like the tools of a row. */
  const close = () => {
    flushSync(() => closeMenu(session))
    if (document.activeElement !== document.body) return // the chosen action has moved the focus
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
        {menu.kind === 'cast' ? (
          <CastMenu onClose={close} />
        ) : (
          <ActionsMenu field={menu.kind === 'words' && isField(opener) ? opener : null} onClose={close} />
        )}
      </Popover>
    </>
  )
}

const isField = (element: Element | null): element is HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement

interface ActionsMenuProps {
  /** The text whose words are edited; null for a menu of blocks only. */
  readonly field: HTMLTextAreaElement | null
  readonly onClose: () => void
}

/** The actions on the words that were clicked, if any, followed by those on the chosen blocks. */
function ActionsMenu({ field, onClose }: ActionsMenuProps) {
  const { t } = useTranslation()
  const session = useSession()
  const close = onClose // before the action: if that removes the row from the page, it moves the focus
  const item = (id: string, label: string, keys: string | undefined, run: () => void, isDisabled = false) => (
    <MenuItem
      key={id}
      id={id}
      className={menuStyles.item ?? ''}
      textValue={label}
      isDisabled={isDisabled}
      onAction={() => {
        close()
        run()
      }}
    >
      {label}
      {keys === undefined ? null : <kbd>{keys}</kbd>}
    </MenuItem>
  )
  const commandItem = (id: CommandId) =>
    item(
      id,
      t(`commands.${id}`),
      shownKeys(session, id),
      () => runCommand(session, id),
      field !== null && !isEnabled(session, id),
    )
  // Within words, cut, copy and paste act on the words.
  const [ofBlocks = [], ...others] = rowGroups().map((ids) => ids.map(commandItem))
  const ofWords =
    field === null
      ? []
      : [
          (['undo', 'redo'] as const).map(commandItem),
          WORD_EDITS.map(({ id, keys, changes }) => {
            const run = () => {
              editWords(session, field, id).catch(session.report)
            }
            const needsWords = id === 'cut' || id === 'copy'
            const isIdle = needsWords && field.selectionStart === field.selectionEnd
            return item(
              id,
              t(`script.words.${id}`),
              showKeys(keys),
              run,
              isIdle || (changes && field.readOnly),
            )
          }),
          [
            <MenuSection key="note">
              <Header className={styles.note ?? ''}>{t('script.words.browserMenu')}</Header>
            </MenuSection>,
          ],
        ]
  const groups = [...(field === null ? [ofBlocks] : ofWords), ...others]
  return (
    <Menu className={menuStyles.menu ?? ''} aria-label={t('script.actions')} autoFocus="first">
      {groups.flatMap((items, index) => [
        ...(index === 0 ? [] : [<Separator key={`line-${index}`} className={menuStyles.line ?? ''} />]),
        ...items,
      ])}
    </Menu>
  )
}

const NOBODY = 'nobody'
const NEW = 'new'
/** The number of characters with their own key. */
const WITH_KEYS = 9

/** The cast, filtered by typing: assigns the chosen blocks to a character, which can be a new one with the typed name. */
function CastMenu({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  const cast = useStory((story) => story.cast)
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
