import { Pause, Play, SkipBack, SkipForward, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Slider, ToggleButton } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { formatClock, formatClockTenths } from '../../i18n/format.ts'
import { usePlayback, useWorld } from '../../hooks/world.ts'
import { IconButton } from '../../ui/Button.tsx'
import { SliderBar } from '../../ui/SliderBar.tsx'
import { fromZoomShare, toZoomShare } from './scale.ts'
import styles from './Transport.module.css'

/** A press of a zoom button. */
const ZOOM_STEP = 1.5

interface TransportProps {
  readonly totalMs: number
  readonly isSnapOn: boolean
  readonly pxPerSecond: number
  readonly leastPxPerSecond: number
  readonly onSnap: (isSnapOn: boolean) => void
  readonly onZoom: (pxPerSecond: number) => void
}

/** The row of buttons over the timeline: playing, the time, snapping, zooming. */
export function Transport({
  totalMs,
  isSnapOn,
  pxPerSecond,
  leastPxPerSecond,
  onSnap,
  onZoom,
}: TransportProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const status = usePlayback((state) => state.status)
  const isStopped = status === 'stopped'
  const playLabel = t(isStopped ? 'commands.playStory' : 'timeline.pauseStory')
  return (
    <div className={styles.row}>
      <IconButton
        label={t('commands.skipBack')}
        tip={commandTip(world, 'skipBack')}
        onPress={() => runCommand(world, 'skipBack')}
      >
        <SkipBack size={15} />
      </IconButton>
      <IconButton
        label={playLabel}
        tip={commandTip(world, 'playStory', playLabel)}
        look="accent"
        isDisabled={isStopped && totalMs === 0}
        onPress={() => runCommand(world, 'playStory')}
      >
        {isStopped ? (
          <Play size={14} fill="currentColor" className={styles.playIcon} />
        ) : (
          <Pause size={14} fill="currentColor" />
        )}
      </IconButton>
      <IconButton
        label={t('commands.skipForward')}
        tip={commandTip(world, 'skipForward')}
        onPress={() => runCommand(world, 'skipForward')}
      >
        <SkipForward size={15} />
      </IconButton>
      <Clock />
      <span className={styles.total}>/ {formatClock(totalMs)}</span>
      {status === 'preparing' && (
        <span role="status" className={styles.preparing}>
          {t('timeline.preparing')}
        </span>
      )}
      <span className={styles.space} />
      <ToggleButton className={styles.snap ?? ''} isSelected={isSnapOn} onChange={onSnap}>
        {t('timeline.toggleSnap')}
      </ToggleButton>
      <IconButton label={t('timeline.zoomOut')} onPress={() => onZoom(pxPerSecond / ZOOM_STEP)}>
        <ZoomOut size={15} />
      </IconButton>
      <Slider
        aria-label={t('timeline.zoom')}
        className={styles.zoom ?? ''}
        value={toZoomShare(pxPerSecond, leastPxPerSecond)}
        onChange={(share) => onZoom(fromZoomShare(share, leastPxPerSecond))}
      >
        <SliderBar />
      </Slider>
      <IconButton label={t('timeline.zoomIn')} onPress={() => onZoom(pxPerSecond * ZOOM_STEP)}>
        <ZoomIn size={15} />
      </IconButton>
    </div>
  )
}

/** Where the playhead stands. It is written straight into the page: a frame draws nothing else anew. */
function Clock() {
  const { player } = useWorld()
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    const show = (positionMs: number) => {
      const shown = formatClockTenths(positionMs)
      if (text.current !== null && text.current.textContent !== shown) text.current.textContent = shown
    }
    show(player.positionMs())
    return player.onPosition(show)
  }, [player])
  return <b ref={text} className={styles.clock} />
}
