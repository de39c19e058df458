import { useMemo } from 'react'
import type { Settings } from '../../../shared/ipc/views.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import type { World } from '../../stores/world.ts'

/** A slider that is being dragged is written down when it comes to rest. */
const SAVE_AFTER_MS = 400

type TimelineSettings = Pick<Settings, 'pxPerSecond' | 'isSnapOn'>

/** Scale and snapping: they hold at once, and are kept for the next start. */
export function useTimelineSettings() {
  const world = useWorld()
  const { pxPerSecond, isSnapOn } = useAppState((state) => state.settings)
  const change = useMemo(() => settingsChanger(world), [world])
  return { pxPerSecond, isSnapOn, change }
}

function settingsChanger(world: World): (patch: Partial<TimelineSettings>) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsaved: Partial<TimelineSettings> = {}
  const save = () => {
    const patch = unsaved
    unsaved = {}
    world.bridge.call('settings:update', patch).catch(world.report)
  }
  return (patch) => {
    unsaved = { ...unsaved, ...patch }
    world.app.setState((state) => ({ settings: { ...state.settings, ...patch } }))
    clearTimeout(timer)
    timer = setTimeout(save, SAVE_AFTER_MS)
  }
}
