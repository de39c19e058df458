/** Maps key events of the window to commands. */
import { COMMANDS, writesText } from '../../shared/commands/commands.ts'
import { commandWith, isLetter } from '../../shared/commands/keyBindings.ts'
import type { App } from '../stores/app.ts'
import { pressedKeys } from '../ui/Kbd.tsx'
import { hostOf, runCommand } from './commands.ts'

/** Keys that buttons and other controls do not use. */
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

/** Whether a focused button would treat these keys as a press: Control and Enter or Space, or Command with them. */
export function isHeldPress({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && (key === 'Enter' || key === ' ')
}

/** Whether undo and redo act on a field itself, as in a dialog, rather than on the story. */
export function keepsOwnSteps(target: EventTarget | null): boolean {
  return isTyping(target) && isInDialog(target)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['range', 'radio', 'checkbox', 'button'].includes(target.type)
}

/** Whether letters move between the entries of a control: other controls do not use letters. */
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

/** A panel beside a page that stays usable. It keeps the keys that a text field keeps. */
const BESIDE = '[data-beside]'
const DIALOG = `[role=dialog]:not(${BESIDE}), [role=alertdialog]`

function isBeside(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(BESIDE) !== null
}

/** Whether a dialog has the focus, or had it until its focused control was removed, which leaves the focus on the body. */
function isInDialog(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target === document.body || isBeside(target)
    ? document.querySelector(DIALOG) !== null
    : target.closest(DIALOG) !== null
}
