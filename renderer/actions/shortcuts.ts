/** From a key event of the window to the command that has these keys. */
import { COMMANDS, writesText } from '../../shared/commands/commands.ts'
import { commandWith, isLetter } from '../../shared/commands/keyBindings.ts'
import type { App } from '../stores/app.ts'
import { pressedKeys } from '../ui/Kbd.tsx'
import { hostOf, runCommand } from './commands.ts'

/** Keys that buttons and other controls have no use for. */
const NOT_FOR_CONTROLS = /^(?:Escape|(?:Shift\+)?F\d+|Shift\+\d)$/

/** Runs the command whose keys were pressed. A dialog, a text field or a control with the focus keeps the keys that it needs. */
export function handleKey(app: App, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const pressed = pressedKeys(event)
  const id = commandWith(pressed, hostOf(app), app.state.getState().settings)
  if (id === undefined || isInDialog(event.target)) return
  if (
    (isTyping(event.target) || isBeside(event.target)) &&
    (COMMANDS[id].worksInText !== true || writesText(pressed))
  )
    return
  const isModified = event.ctrlKey || event.metaKey || event.altKey
  const isForControl = isLetter(pressed) ? findsByLetter(event.target) : isControl(event.target)
  if (!isModified && !NOT_FOR_CONTROLS.test(pressed) && isForControl) return
  event.preventDefault()
  event.stopPropagation()
  runCommand(app, id, pressed)
}

/** Whether a button with the focus would take these keys for a press: Control and Enter or Space, or Command with them. */
export function isHeldPress({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && (key === 'Enter' || key === ' ')
}

/** Whether undo and redo are about the words of a field itself, as in a dialog, and not about the story. */
export function keepsOwnSteps(target: EventTarget | null): boolean {
  return isTyping(target) && isInDialog(target)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['range', 'radio', 'checkbox', 'button'].includes(target.type)
}

/** Whether letters go from entry to entry in a control: no other control has a use for them. */
function findsByLetter(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('select, [role=listbox], [role=menu], [role=grid]') !== null
  )
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'button, a[href], input, select, [role=slider], [role=option], [role=menuitem], [role=tab]',
    ) !== null
  )
}

/** A panel beside which the page goes on working. It keeps the keys that a text field keeps. */
const BESIDE = '[data-beside]'
const DIALOG = `[role=dialog]:not(${BESIDE}), [role=alertdialog]`

function isBeside(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(BESIDE) !== null
}

/** Whether a dialog has the focus, or had it until its focused control went away: the page's body has the focus then. */
function isInDialog(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target === document.body || isBeside(target)
    ? document.querySelector(DIALOG) !== null
    : target.closest(DIALOG) !== null
}
