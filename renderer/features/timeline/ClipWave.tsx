import { useMemo, useSyncExternalStore } from 'react'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { useWorld } from '../../hooks/world.ts'
import { barPath, barsIn } from './barPath.ts'
import styles from './Clip.module.css'

const HEIGHT_PX = 46

/**
 * A clip's waveform as one SVG path. Clips come and go by the dozen while the timeline scrolls: a path is there in half a
 * millisecond, where a wavesurfer instance takes ten. It has its colour from the style sheet and is sharp at any zoom.
 */
export function ClipWave({ take, widthPx }: { readonly take: Take; readonly widthPx: number }) {
  const peaks = usePeaks(take.audioId)
  const path = useMemo(() => {
    if (peaks === undefined) return ''
    return barPath(slicePeaks(peaks, take.startMs, take.endMs, barsIn(widthPx)), widthPx, HEIGHT_PX)
  }, [peaks, take.startMs, take.endMs, widthPx])
  return (
    <svg className={styles.wave} width={widthPx} height={HEIGHT_PX} aria-hidden>
      <path d={path} />
    </svg>
  )
}

/** The peaks of a stored audio of the open story, once the host has answered; null requests no peaks. */
function usePeaks(audioId: string | null): Int8Array | undefined {
  const { peaks, story } = useWorld()
  return useSyncExternalStore(peaks.onChange, () => {
    const projectId = story.getState().open?.project.projectId
    return audioId === null || projectId === undefined ? undefined : peaks.get(projectId, audioId)
  })
}
