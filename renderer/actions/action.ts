/** One object per intention: the same definition serves buttons, menus, shortcuts and the list of shortcuts. */
import type { World } from '../stores/world.ts'

export interface Action {
  readonly id: string
  /** The i18n key of its name. */
  readonly label: string
  /** Keys such as `Mod+Shift+Z`; Mod is Command on a Mac and Control elsewhere. */
  readonly keys?: readonly string[]
  /** Whether the keys also work while a text is being written. */
  readonly worksInText?: boolean
  isEnabled(world: World): boolean
  run(world: World): void | Promise<void>
}

/** Runs an action where it is enabled, and shows what goes wrong. */
export function runAction(world: World, action: Action): void {
  if (!action.isEnabled(world)) return
  Promise.resolve()
    .then(() => action.run(world))
    .catch((error: unknown) => {
      world.report(error)
    })
}

/** Whether a story is open. */
export function hasStory(world: World): boolean {
  return world.story.getState().open !== null
}
