import {
  ChevronsRight,
  Magnet,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  ZoomIn,
  ZoomOut,
  ChevronDown,
  Repeat,
} from 'lucide-react'
import { memo, useEffect, useRef, type ReactNode } from 'react'
import { Slider, ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { PLAYBACK_RATES } from '../../../shared/story/limits.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { setPlaybackRate } from '../../actions/playing.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { usePlayback, useSession } from '../../hooks/session.ts'
import { formatClock, formatClockTenths, formatRate } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton, Tip, IconToggle } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { SliderBar } from '../../ui/SliderField.tsx'
import styles from './Transport.module.css'
import { fromZoomShare, toZoomShare } from './scale.ts'

interface TransportProps {
  readonly totalMs: number
  readonly pxPerSecond: number
  readonly leastPxPerSecond: number
  readonly onZoom: (pxPerSecond: number) => void
  readonly end: ReactNode
}

/** The row of buttons over the timeline: playback, the time, and the look of the timeline. */
export function Transport({ totalMs, end, ...scale }: TransportProps) {
  return (
    <div className={styles.row}>
      <Playing isEmpty={totalMs === 0} />
      <LoopToggle />
      <Clock />
      <span className={styles.total}>/ {formatClock(totalMs)}</span>
      <RateMenu />
      <Preparing />
      <span className={styles.space} />
      <Choices />
      <Scale {...scale} />
      {end}
    </div>
  )
}

const Playing = memo(function Playing({ isEmpty }: { readonly isEmpty: boolean }) {
  const { t } = useTranslation()
  const app = useApp()
  const isStopped = usePlayback((state) => state.status === 'stopped')
  const playLabel = t(isStopped ? 'commands.playStory' : 'timeline.pauseStory')
  return (
    <>
      <IconButton
        label={t('commands.skipBack')}
        tip={commandTip(app, 'skipBack')}
        onPress={() => runCommand(app, 'skipBack')}
      >
        <SkipBack size={16} />
      </IconButton>
      <IconButton
        label={playLabel}
        tip={commandTip(app, 'playStory', playLabel)}
        look="accent"
        isDisabled={isStopped && isEmpty}
        onPress={() => runCommand(app, 'playStory')}
      >
        {isStopped ? (
          <Play size={14} fill="currentColor" className={styles.playIcon} />
        ) : (
          <Pause size={14} fill="currentColor" />
        )}
      </IconButton>
      <IconButton
        label={t('commands.skipForward')}
        tip={commandTip(app, 'skipForward')}
        onPress={() => runCommand(app, 'skipForward')}
      >
        <SkipForward size={16} />
      </IconButton>
    </>
  )
})

function Preparing() {
  const { t } = useTranslation()
  const isPreparing = usePlayback((state) => state.status === 'preparing')
  return isPreparing ? (
    <span role="status" className={styles.preparing}>
      {t('timeline.preparing')}
    </span>
  ) : null
}

/** Settings for the timeline of every story: its lanes, snapping, and whether later clips move along. */
const Choices = memo(function Choices() {
  const { t } = useTranslation()
  const app = useApp()
  const { isSnapOn, isRippleOn, hasLanes } = useAppState((state) => state.settings)
  return (
    <>
      <ToggleButtonGroup
        aria-label={t('timeline.lanes')}
        disallowEmptySelection
        className={`${styles.lanes} ${styles.ofBody}`}
        selectedKeys={[hasLanes ? 'character' : 'one']}
        onSelectionChange={(keys) => changeSettings(app, { hasLanes: keys.has('character') })}
      >
        <ToggleButton id="one" className={styles.lane ?? ''}>
          {t('timeline.oneLane')}
        </ToggleButton>
        <ToggleButton id="character" className={styles.lane ?? ''}>
          {t('timeline.laneByCharacter')}
        </ToggleButton>
      </ToggleButtonGroup>
      <span className={styles.ofBody}>
        <IconToggle
          label={t('timeline.toggleSnap')}
          tip={t('timeline.snapTip')}
          isOn={isSnapOn}
          onChange={(isOn) => changeSettings(app, { isSnapOn: isOn })}
        >
          <Magnet size={16} />
        </IconToggle>
      </span>
      <span className={styles.ofBody}>
        <IconToggle
          label={t('timeline.toggleRipple')}
          tip={t('timeline.rippleTip')}
          isOn={isRippleOn}
          onChange={(isOn) => changeSettings(app, { isRippleOn: isOn })}
        >
          <ChevronsRight size={16} />
        </IconToggle>
      </span>
    </>
  )
})

const Scale = memo(function Scale({
  pxPerSecond,
  leastPxPerSecond,
  onZoom,
}: Omit<TransportProps, 'totalMs' | 'end'>) {
  const { t } = useTranslation()
  return (
    <>
      <ZoomOutButton />
      <Slider
        aria-label={t('timeline.zoom')}
        className={`${styles.zoom} ${styles.ofBody}`}
        value={toZoomShare(pxPerSecond, leastPxPerSecond)}
        onChange={(share) => onZoom(fromZoomShare(share, leastPxPerSecond))}
      >
        <SliderBar />
      </Slider>
      <ZoomInButtons />
    </>
  )
})

const ZoomOutButton = memo(function ZoomOutButton() {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <span className={styles.ofBody}>
      <IconButton
        label={t('timeline.zoomOut')}
        tip={commandTip(app, 'zoomOut')}
        onPress={() => runCommand(app, 'zoomOut')}
      >
        <ZoomOut size={16} />
      </IconButton>
    </span>
  )
})

const ZoomInButtons = memo(function ZoomInButtons() {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <>
      <span className={styles.ofBody}>
        <IconButton
          label={t('timeline.zoomIn')}
          tip={commandTip(app, 'zoomIn')}
          onPress={() => runCommand(app, 'zoomIn')}
        >
          <ZoomIn size={16} />
        </IconButton>
      </span>
      <span className={styles.ofBody}>
        <Tip text={commandTip(app, 'fitStory')}>
          <Button tone="quiet" onPress={() => runCommand(app, 'fitStory')}>
            {t('timeline.fit')}
          </Button>
        </Tip>
      </span>
    </>
  )
})

/** The time of the playhead. It is written directly into the page, so that a frame redraws nothing else. */
function Clock() {
  const { t } = useTranslation()
  const { player } = useSession()
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    const show = (positionMs: number) => {
      const shown = formatClockTenths(positionMs)
      if (text.current !== null && text.current.textContent !== shown) text.current.textContent = shown
    }
    show(player.positionMs())
    return player.onPosition(show)
  }, [player, t]) // another language may format the time differently
  return <b ref={text} className={styles.clock} />
}

/** Switches looping. */
const LoopToggle = memo(function LoopToggle() {
  const { t } = useTranslation()
  const app = useApp()
  const isLooping = usePlayback((state) => state.isLooping)
  return (
    <IconToggle
      label={t('commands.toggleLoop')}
      tip={commandTip(app, 'toggleLoop', t('timeline.loopTip'))}
      isOn={isLooping}
      onChange={() => runCommand(app, 'toggleLoop')}
    >
      <Repeat size={16} />
    </IconToggle>
  )
})

/** How fast stories are played. */
const RateMenu = memo(function RateMenu() {
  const { t } = useTranslation()
  const app = useApp()
  const rate = useAppState((state) => state.settings.playbackRate)
  return (
    <MenuButton
      label={t('timeline.rate', { rate: formatRate(t, rate) })}
      className={styles.rate}
      isOn={rate !== 1}
      entries={PLAYBACK_RATES.map((each) => ({
        id: String(each),
        label: formatRate(t, each),
        isChosen: each === rate,
        onAction: () => setPlaybackRate(app, each),
      }))}
    >
      <span>{formatRate(t, rate)}</span>
      <ChevronDown size={12} aria-hidden="true" />
    </MenuButton>
  )
})
