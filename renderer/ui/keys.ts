/** Key combinations, written like `Mod+Shift+Z`: Mod is Command on a Mac and Control elsewhere. */

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)

const ARROWS = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }
const NAMES: Readonly<Record<string, string>> = isMac
  ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', ...ARROWS }
  : { Mod: 'Ctrl', ...ARROWS }

/** The keys as they are shown: ⌘Z on a Mac, Ctrl+Z elsewhere. */
export function showKeys(keys: string): string {
  const parts = keys.split('+').map((part) => NAMES[part] ?? part)
  return parts.join(isMac ? '' : '+')
}

/** The keys that an event reports. */
export function pressedKeys(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> &
    Partial<Pick<KeyboardEvent, 'code'>>,
): string {
  const mod = isMac ? event.metaKey : event.ctrlKey
  // With Shift, a digit's key writes another character, which differs from keyboard to keyboard.
  const digit = event.shiftKey ? /^Digit(\d)$/.exec(event.code ?? '')?.[1] : undefined
  const named = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key
  const key = named === '?' ? named : (digit ?? named)
  return [mod ? 'Mod' : '', event.altKey ? 'Alt' : '', event.shiftKey && key !== '?' ? 'Shift' : '', key]
    .filter((part) => part !== '')
    .join('+')
}
