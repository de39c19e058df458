/** Shortcuts: from a key event to an action, and as a person reads them. */
import type { World } from '../stores/world.ts'
import { runAction } from './action.ts'
import type { Action } from './action.ts'

const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)

/** The keys as they are shown: ⌘Z on a Mac, Ctrl+Z elsewhere. */
export function showKeys(keys: string): string {
  const parts = keys.split('+')
  const names: Record<string, string> = isMac
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Space: 'Space', ArrowUp: '↑', ArrowDown: '↓' }
    : { Mod: 'Ctrl', Space: 'Space', ArrowUp: '↑', ArrowDown: '↓' }
  return parts.map((part) => names[part] ?? part).join(isMac ? '' : '+')
}

/** Runs the action whose keys were pressed. Keys that a control under the focus needs are left to it. */
export function handleKey(world: World, actions: readonly Action[], event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const pressed = keysOf(event)
  const isModified = event.ctrlKey || event.metaKey || event.altKey
  const action = actions.find((candidate) => candidate.keys?.includes(pressed))
  if (action === undefined) return
  if (isTyping(event.target) && action.worksInText !== true) return
  if (!isModified && isControl(event.target)) return
  if (isInDialog(event.target)) return
  event.preventDefault()
  runAction(world, action)
}

function keysOf(event: KeyboardEvent): string {
  const mod = isMac ? event.metaKey : event.ctrlKey
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toUpperCase() : event.key
  return [mod ? 'Mod' : '', event.altKey ? 'Alt' : '', event.shiftKey && key !== '?' ? 'Shift' : '', key]
    .filter((part) => part !== '')
    .join('+')
}

/** Whether the focus is where a text is written. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['range', 'radio', 'checkbox', 'button'].includes(target.type)
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'button, a[href], input, select, [role=slider], [role=option], [role=menuitem], [role=tab]',
    ) !== null
  )
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role=dialog], [role=alertdialog]') !== null
}
