import { useMemo } from 'react'
import type { DragEventHandler, RefObject } from 'react'
import { hasExtensionFor } from '../../../shared/files/fileTypes.ts'
import { addMusicFile } from '../../actions/music.ts'
import { useWorld } from '../../hooks/world.ts'
import { toMs } from './scale.ts'

/** Takes an audio file that is dropped on the timeline: it becomes a bed of the chapter there, or with Alt an effect at that time. */
export function useMusicDrop(
  content: RefObject<HTMLElement | null>,
  pxPerSecond: number,
): { readonly onDrop: DragEventHandler } {
  const world = useWorld()
  return useMemo(
    () => ({
      onDrop(event) {
        const file = [...event.dataTransfer.files].find(({ name }) => hasExtensionFor('music', name))
        const area = content.current?.getBoundingClientRect()
        if (file === undefined || area === undefined) return
        event.preventDefault() // the window would take it without its place
        const atMs = Math.max(0, toMs(event.clientX - area.left, pxPerSecond))
        const kind = event.altKey ? 'effect' : 'bed'
        addMusicFile(world, file, { kind, atMs }).catch(world.report)
      },
    }),
    [world, content, pxPerSecond],
  )
}
