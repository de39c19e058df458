import { Mic, Square } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { BlockId } from '../../../shared/story/records.ts'
import { formatClock } from '../../../shared/lib/formatClock.ts'
import { addRecording, closeRecording } from '../../actions/recording.ts'
import { changeSettings } from '../../actions/settings.ts'
import { openRecorder } from '../../actions/recorder.ts'
import type { Recorder } from '../../actions/recorder.ts'
import { useAppState } from '../../hooks/app.ts'
import { useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import styles from './Takes.module.css'

const COUNT_FROM = 3
/** The level at which the meter is empty. */
const QUIET_DB = -60

/** Records a block's words: counts in, shows the level, and stops with Space. */
export function RecordTake({ blockId }: { readonly blockId: BlockId }) {
  const { t } = useTranslation()
  const session = useSession()
  const recorder = useRef<Recorder | null>(null)
  const meter = useRef<HTMLSpanElement>(null)
  /** What is still to be counted; 0 while it records; null until the microphone is open. */
  const [left, setLeft] = useState<number | null>(null)
  const [isStoring, setStoring] = useState(false)
  const [seconds, setSeconds] = useState(0)
  const countsIn = useAppState(({ settings }) => settings.countsIn)
  const firstCount = useEffectEvent(() => (countsIn ? COUNT_FROM : 0))

  useEffect(() => {
    let isGone = false
    openRecorder().then(
      (opened) => {
        if (isGone) opened.close()
        else {
          recorder.current = opened
          setLeft(firstCount())
        }
      },
      (error: unknown) => {
        if (isGone) return
        closeRecording(session, blockId)
        session.report(error)
      },
    )
    return () => {
      isGone = true
      if (recorder.current === null) return
      // Another block was chosen: the recorder does not open again by itself when the writer comes back.
      recorder.current.close()
      closeRecording(session, blockId)
    }
  }, [session, blockId])

  useEffect(() => {
    if (left === null) return
    if (left > 0) {
      session.announce('takes.countIn', { count: left })
      const timer = setTimeout(() => setLeft(left - 1), 1000)
      return () => clearTimeout(timer)
    }
    recorder.current?.start()
    session.announce('takes.recordingNow')
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000)
    return () => clearInterval(timer)
  }, [session, left])

  useEffect(() => {
    let frame = 0
    const draw = () => {
      const level = recorder.current?.levelDb() ?? -Infinity
      const share = Math.max(0, Math.min(1, 1 - level / QUIET_DB))
      if (meter.current !== null) meter.current.style.scale = `${share} 1`
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [])

  const stop = async () => {
    const opened = recorder.current
    if (opened === null || left !== 0 || isStoring) return
    setStoring(true)
    try {
      const file = await opened.stop()
      recorder.current = null
      if (!session.isClosed()) await addRecording(session, blockId, file)
    } finally {
      closeRecording(session, blockId)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    closeRecording(session, blockId)
  }
  const state =
    left === null
      ? t('takes.opening')
      : left > 0
        ? t('takes.countIn', { count: left })
        : t('takes.recordingFor', { time: formatClock(seconds * 1000) })
  return (
    <div className={styles.compare} role="group" aria-label={t('takes.recorder')} onKeyDown={onKeyDown}>
      <div className={styles.recorder}>
        <Mic size={16} aria-hidden="true" />
        <span className={styles.name}>{state}</span>
        <span data-track className={styles.meter} aria-hidden="true">
          <span ref={meter} />
        </span>
      </div>
      <LiveWave levelDb={() => recorder.current?.levelDb() ?? -Infinity} />
      <div className={styles.buttons}>
        <Button
          autoFocus
          tone="primary"
          icon={<Square size={13} fill="currentColor" />}
          onPress={() => {
            stop().catch(session.report)
          }}
        >
          {t('takes.stopRecording')}
        </Button>
        <Button onPress={() => closeRecording(session, blockId)}>{t('takes.cancelRecording')}</Button>
        <SwitchField
          label={t('takes.countsIn')}
          isOn={countsIn}
          onChange={(isOn) => {
            changeSettings(session, { countsIn: isOn })
            if (!isOn && left !== null && left > 0) setLeft(0)
          }}
        />
      </div>
      <p className={styles.note}>{t('takes.recordHint')}</p>
    </div>
  )
}

/** A bar for so long. */
const BAR_MS = 50
const BAR_PX = 3

/** The level of the last seconds as a wave that moves on. For the eye only. */
function LiveWave({ levelDb }: { readonly levelDb: () => number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const levelNow = useEffectEvent(levelDb)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d') ?? null
    if (element === null || context === null) return undefined
    const color = getComputedStyle(element).getPropertyValue('--accent')
    const bars: number[] = []
    const draw = () => {
      const [width, height] = [element.clientWidth, element.clientHeight]
      bars.push(Math.max(0, Math.min(1, 1 - levelNow() / QUIET_DB)))
      if (bars.length > Math.ceil(width / BAR_PX)) bars.shift()
      element.width = width
      element.height = height
      context.fillStyle = color
      for (const [index, share] of bars.entries()) {
        const barPx = Math.max(1, share * height)
        context.fillRect(width - (bars.length - index) * BAR_PX, (height - barPx) / 2, BAR_PX - 1, barPx)
      }
    }
    const timer = setInterval(draw, BAR_MS)
    return () => clearInterval(timer)
  }, [])
  return <canvas ref={canvas} className={styles.live} aria-hidden="true" />
}
