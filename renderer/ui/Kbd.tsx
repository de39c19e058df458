import type { ReactNode } from 'react'
import styles from './Kbd.module.css'

/** Keys as they are shown, such as `Ctrl+K`, drawn as the cap of a key. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>
}

// Key combinations, written like `Mod+Shift+Z`: Mod is Command on a Mac and Control elsewhere.

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)

const SIGNS = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Plus: '+', Minus: '−' }
const NAMES: Readonly<Record<string, string>> = isMac
  ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', ...SIGNS }
  : { Mod: 'Ctrl', ...SIGNS }

/** The keys as shown: ⌘Z on a Mac, Ctrl+Z elsewhere. */
export function showKeys(keys: string): string {
  const parts = keys.split('+').map((part) => NAMES[part] ?? part)
  return parts.join(isMac ? '' : '+')
}

/** Keys written as words, because `+` separates keys. */
const WORDS: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus', '-': 'Minus' }

/** The keys that an event reports. */
export function pressedKeys(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
    Partial<Pick<KeyboardEvent, 'code'>>,
): string {
  const mod = isMac ? event.metaKey : event.ctrlKey
  const written = keyOf(event)
  const key = WORDS[written] ?? (written.length === 1 ? written.toUpperCase() : written)
  return [mod ? 'Mod' : '', event.altKey ? 'Alt' : '', event.shiftKey && key !== '?' ? 'Shift' : '', key]
    .filter((part) => part !== '')
    .join('+')
}

/**
 * The key itself. With Shift, a digit's key produces another character, which depends on the keyboard layout; on a Mac, Option
 * produces signs such as `¡` for 1 and `–` for the minus.
 */
function keyOf({
  key,
  code = '',
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'> & Partial<Pick<KeyboardEvent, 'code'>>): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (shiftKey && key !== '?') return digit ?? key
  return isMac && altKey ? (digit ?? { Minus: '-', Equal: '=' }[code] ?? key) : key
}
