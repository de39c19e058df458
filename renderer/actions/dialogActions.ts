/** What opens a dialog, whatever else is shown. */
import type { World } from '../stores/world.ts'
import type { Action } from './action.ts'
import { showConversions } from './conversions.ts'

export const settingsAction: Action = {
  id: 'settings',
  label: 'actions.settings',
  keys: ['Mod+,'],
  worksInText: true,
  isEnabled: () => true,
  run: (world: World) => {
    world.view.setState({ dialog: { kind: 'settings' } })
  },
}

export const conversionsAction: Action = {
  id: 'conversions',
  label: 'actions.conversions',
  keys: ['Mod+Shift+L'],
  worksInText: true,
  isEnabled: () => true,
  run: showConversions,
}

export const shortcutsAction: Action = {
  id: 'shortcuts',
  label: 'actions.shortcuts',
  keys: ['?'],
  isEnabled: () => true,
  run: (world: World) => {
    world.view.setState({ dialog: { kind: 'shortcuts' } })
  },
}
