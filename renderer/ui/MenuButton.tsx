import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import buttonStyles from './Button.module.css'
import styles from './MenuButton.module.css'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  /** Whether the label is user text, which then has its own direction. */
  readonly isWritten?: boolean
  readonly shortcut?: string | undefined
  /** Shown before the label. A menu with icons reserves their space in every entry. */
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
  /** For an entry that can be on or off: a mark shows which. */
  readonly isChosen?: boolean
  /** Draws a line above it. */
  readonly startsGroup?: boolean
  readonly onAction: () => void
}

interface MenuButtonProps {
  readonly label: string
  /** The style of the button; an icon button by default. */
  readonly className?: string | undefined
  /** How many entries can be on; choosing one of several keeps the menu open. */
  readonly choose?: 'one' | 'several'
  /** Lays long menus out in two columns, if the window is wide enough. */
  readonly isWide?: boolean
  /** Shows the button as switched on. */
  readonly isOn?: boolean
  readonly children: ReactNode
  readonly entries: readonly MenuEntry[]
  /** For a menu that is also opened in other ways. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
}

const ICON = buttonStyles.icon ?? ''

/** A button that opens a list of commands. */
export function MenuButton({
  label,
  className = ICON,
  isOn = false,
  isWide = false,
  choose = 'one',
  children,
  entries,
  ...open
}: MenuButtonProps) {
  const hasIcons = entries.some(({ icon }) => icon !== undefined)
  const switches = entries.filter(({ isChosen }) => isChosen !== undefined)
  const chosen = switches.filter(({ isChosen }) => isChosen === true).map(({ id }) => id)
  return (
    <MenuTrigger {...open}>
      <Button aria-label={label} className={className} {...(isOn && { 'data-on': true })}>
        {children}
      </Button>
      <Popover className={styles.popover ?? ''} placement="bottom end">
        <Menu
          className={styles.menu ?? ''}
          data-wide={isWide || undefined}
          {...(switches.length > 0 && {
            selectionMode: choose === 'one' ? 'single' : 'multiple',
            selectedKeys: chosen,
          })}
        >
          {entries.flatMap((entry) => [
            ...(entry.startsGroup === true
              ? [<Separator key={`${entry.id}-line`} className={styles.line ?? ''} />]
              : []),
            <MenuItem
              key={entry.id}
              id={entry.id}
              className={styles.item ?? ''}
              isDisabled={entry.isDisabled ?? false}
              onAction={entry.onAction}
              textValue={entry.label}
            >
              {hasIcons ? (
                <span className={styles.icon} aria-hidden="true">
                  {entry.icon}
                </span>
              ) : null}
              {entry.isWritten === true ? <span dir="auto">{entry.label}</span> : entry.label}
              {entry.isChosen === true ? <Check size={14} aria-hidden="true" /> : null}
              {entry.shortcut === undefined ? null : <kbd>{entry.shortcut}</kbd>}
            </MenuItem>,
          ])}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
