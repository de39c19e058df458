import { useMemo } from 'react'
import type { DragEventHandler, RefObject } from 'react'
import { hasExtensionFor } from '../../../shared/files/fileTypes.ts'
import { addMusicFile } from '../../actions/music.ts'
import { useSession } from '../../hooks/session.ts'
import { toMs } from './scale.ts'

/** Takes an audio file that is dropped on the timeline: it becomes a bed of the chapter there, or with Alt an effect at that time. */
export function useMusicDrop(
  content: RefObject<HTMLElement | null>,
  pxPerSecond: number,
): { readonly onDrop: DragEventHandler } {
  const session = useSession()
  return useMemo(
    () => ({
      onDrop(event) {
        const file = [...event.dataTransfer.files].find(({ name }) => hasExtensionFor('music', name))
        const area = content.current?.getBoundingClientRect()
        if (file === undefined || area === undefined) return
        event.preventDefault() // the window would take it without its place
        const atMs = Math.max(0, toMs(event.clientX - area.left, pxPerSecond))
        const kind = event.altKey ? 'effect' : 'bed'
        addMusicFile(session, file, { kind, atMs }).catch(session.report)
      },
    }),
    [session, content, pxPerSecond],
  )
}
