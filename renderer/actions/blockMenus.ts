/** Opening the menus of the chosen blocks. */
import type { BlockMenu } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'
import { chosenBlock, revealBlock } from './editing.ts'

/** Opens a menu for the chosen blocks, beside an element, at a point of the window, or at the row of the chosen block. */
export function openMenu(world: World, kind: BlockMenu['kind'], anchor: BlockMenu['anchor'] = null): void {
  const { selection } = world.view.getState()
  const shown = chosenBlock(world)
  if (shown === null) return
  if (anchor === null) {
    revealBlock(world, shown)
    world.view.setState({ selection }) // the others stay chosen
  }
  world.view.setState({ blockMenu: { kind, anchor } })
}

/** Closes the menu of the chosen blocks. */
export function closeMenu(world: World): void {
  world.view.setState({ blockMenu: null })
}
