import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { Slider } from 'react-aria-components'
import { formatClock } from '../../shared/lib/formatClock.ts'
import styles from './AudioBar.module.css'
import { IconButton } from './Button.tsx'
import { SliderBar } from './SliderField.tsx'

interface AudioBarProps {
  /** The URL of the audio; undefined if it is gone. */
  readonly src: string | undefined
  readonly durationMs: number
  /** A description of the audio for screen readers. */
  readonly label: string
  readonly playLabel: string
  readonly pauseLabel: string
  /** Called each time it begins to play. */
  readonly onPlay: () => void
}

/** A player for separate audio: play, pause, position and seeking. Nothing is loaded before it plays. */
export function AudioBar({ src, durationMs, label, playLabel, pauseLabel, onPlay }: AudioBarProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [atMs, setAtMs] = useState(0)
  const toggle = () => {
    const element = audio.current
    if (element === null) return
    if (element.paused) void element.play().catch(() => setPlaying(false))
    else element.pause()
  }
  return (
    <div className={styles.bar} role="group" aria-label={label}>
      <audio
        ref={audio}
        preload="none"
        src={src}
        onPlay={() => {
          setPlaying(true)
          onPlay()
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAtMs(Math.round(currentTarget.currentTime * 1000))}
      />
      <IconButton
        look="round"
        label={isPlaying ? pauseLabel : playLabel}
        isDisabled={src === undefined}
        onPress={toggle}
      >
        {isPlaying ? <Pause size={13} fill="currentColor" /> : <Play size={13} fill="currentColor" />}
      </IconButton>
      <Slider
        className={styles.slider ?? ''}
        aria-label={label}
        value={Math.min(atMs, durationMs)}
        minValue={0}
        maxValue={Math.max(1, durationMs)}
        step={100}
        isDisabled={src === undefined}
        onChange={(next) => {
          setAtMs(next)
          if (audio.current !== null) audio.current.currentTime = next / 1000
        }}
      >
        <SliderBar />
      </Slider>
      <span className={styles.time}>
        {formatClock(atMs)} / {formatClock(durationMs)}
      </span>
    </div>
  )
}
