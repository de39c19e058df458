import { Pause, Play } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { MAX_FADE_MS } from '../../../shared/story/limits.ts'
import { LEAST_MUSIC_MS, trimMusicEnd } from '../../../shared/story/musicCommands.ts'
import { duckedStretches, fadesOf, gainAt, musicGain, speechStretches } from '../../../shared/story/gain.ts'
import { loopEndOf, placedMusic, type PlacedMusic } from '../../../shared/story/musicLayout.ts'
import type { Music } from '../../../shared/story/records.ts'
import { changeMusic, placeMusic } from '../../actions/music.ts'
import { useHeardClip, usePeaks } from '../../hooks/peaks.ts'
import { useLayout, useSession, useStory } from '../../hooks/session.ts'
import { formatSeconds } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { SecondsField } from '../../ui/NumberBox.tsx'
import { SoundWave } from '../../ui/SoundWave.tsx'
import type { SoundMark } from '../../ui/drawSound.ts'
import { trackDrag } from '../../ui/trackDrag.ts'
import inspectorStyles from './Inspector.module.css'
import styles from './MusicWave.module.css'

const HEIGHT_PX = 56

/**
 * The wave of music, with the part that is heard in its first pass. The in point, the out point and the fades are dragged or typed; the
 * out point of music that repeats is the end of its loop. A line shows the gain, including the ducking during speech.
 */
export function MusicWave({ music }: { readonly music: Music }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const layout = useLayout()
  const peaks = usePeaks(music.audioId)
  const clip = useHeardClip()
  const loweredId = useId()
  const [restingMs, setRestingMs] = useState(music.fromMs)
  const { id, audioId, audioMs, fromMs, gainDb } = music
  const placed = useMemo(() => placedMusic(story, layout, music), [story, layout, music])
  const speech = useMemo(() => speechStretches(layout.heard), [layout])
  const heardMs = clip?.audioId === audioId ? clip.atMs : null
  const lengthMs = placed === null ? null : placed.endMs - placed.startMs
  const passEndMs = music.isLooped ? loopEndOf(music) : audioMs
  const untilMs = lengthMs === null ? passEndMs : Math.min(passEndMs, fromMs + lengthMs)
  const range = useMemo(() => ({ startMs: 0, endMs: audioMs }), [audioMs])
  /** Counts the drags: the wave shows the result of each. */
  const [drags, setDrags] = useState(0)
  const marks = useMemo(
    (): readonly SoundMark[] => [
      { id: 'heard', startMs: fromMs, endMs: untilMs, color: '--pick', canChange: true },
    ],
    // oxlint-disable-next-line react/exhaustive-deps
    [fromMs, untilMs, drags],
  )
  const play = (atMs: number) => session.player.playAudio(audioId, 0, audioMs, { fromMs: atMs, gainDb })
  const toggle = () => {
    if (heardMs === null) play(restingMs)
    else {
      setRestingMs(heardMs)
      session.player.pause()
    }
  }
  const time = (ms: number) => t('units.seconds', { value: formatSeconds(ms, 1) })
  const begin = (ms: number) =>
    changeMusic(session, id, { fromMs: Math.max(0, Math.min(Math.round(ms), untilMs - LEAST_MUSIC_MS)) })
  const loopUntil = (ms: number | null) =>
    changeMusic(session, id, {
      loopEndMs: ms === null ? null : Math.max(Math.round(ms), fromMs + LEAST_MUSIC_MS),
    })
  const last = (ms: number, isByKey: boolean) => {
    if (placed === null) return
    placeMusic(session, id, (now, laidOut) => trimMusicEnd(now, laidOut, id, placed.startMs + ms), isByKey)
  }
  const repeats = music.isLooped && (lengthMs ?? 0) > passEndMs - fromMs
  const isPlaying = heardMs !== null
  const lowered = placed === null || music.duckDb === 0 ? 0 : duckedStretches(placed, speech).length
  return (
    <>
      <div className={styles.wave}>
        <SoundWave
          label={t('sound.wave', { name: music.name })}
          describedBy={loweredId}
          peaks={peaks}
          range={range}
          positionMs={heardMs ?? restingMs}
          timeText={(ms) => t('sound.time', { time: time(ms), length: time(audioMs) })}
          heightPx={HEIGHT_PX}
          marks={marks}
          onSeek={(ms) => {
            setRestingMs(ms)
            if (isPlaying) play(ms)
          }}
          onChange={(_, startMs, endMs) => {
            setDrags(drags + 1)
            if (Math.round(endMs) === untilMs) begin(startMs)
            else if (repeats) loopUntil(endMs)
            else last(Math.round(endMs) - fromMs, false)
          }}
          onKeyDown={(event) => {
            if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return
            event.preventDefault()
            event.stopPropagation()
            toggle()
          }}
        />
        {placed === null ? null : <GainLine placed={placed} speech={speech} />}
      </div>
      <p id={loweredId} className="visually-hidden">
        {lowered === 0 ? '' : t('music.lowered', { count: lowered })}
      </p>
      <div className={inspectorStyles.pair}>
        <SecondsField
          label={t('music.from')}
          unit={t('inspector.secondsUnit')}
          valueMs={fromMs}
          maxMs={audioMs - 1}
          onChange={(ms) => begin(ms ?? 0)}
        />
        <SecondsField
          label={t('music.length')}
          unit={t('inspector.secondsUnit')}
          valueMs={lengthMs}
          maxMs={music.isLooped ? layout.totalMs - (placed?.startMs ?? 0) : audioMs - fromMs}
          onChange={(ms) => {
            if (ms !== null) last(ms, true)
          }}
        />
        {music.isLooped ? (
          <SecondsField
            label={t('music.loopEnd')}
            unit={t('inspector.secondsUnit')}
            valueMs={passEndMs}
            maxMs={audioMs}
            onChange={loopUntil}
          />
        ) : null}
      </div>
      <div>
        <Button
          icon={isPlaying ? <Pause size={14} fill="currentColor" /> : <Play size={14} fill="currentColor" />}
          onPress={toggle}
        >
          {t(isPlaying ? 'sound.stop' : 'music.hear')}
        </Button>
      </div>
    </>
  )
}

const FADES = ['in', 'out'] as const
type Fade = (typeof FADES)[number]
const STEP_MS = 100
const LARGE_STEP_MS = 1000
/** More dots would merge into a line. */
const MOST_DOTS = 24
/** The gains at the bottom and the top of the wave leave room for the width of the line. */
const topOf = (gain: number) => 0.06 + (1 - gain) * 0.88

interface GainLineProps {
  readonly placed: PlacedMusic
  readonly speech: ReturnType<typeof speechStretches>
}

/**
 * The gain of music, as a line over the wave of its first pass: its fades, with a handle at the inner end of each, and its ducking under
 * voices, with a dot at the start of each ducked range.
 */
function GainLine({ placed, speech }: GainLineProps) {
  const { t } = useTranslation()
  const session = useSession()
  const box = useRef<HTMLDivElement>(null)
  /** A fade while it is dragged. */
  const [dragged, setDragged] = useState<Partial<Pick<Music, 'fadeInMs' | 'fadeOutMs'>> | null>(null)
  const { startMs, endMs } = placed
  const music = useMemo(() => ({ ...placed.music, ...dragged }), [placed.music, dragged])
  const { id, fromMs, audioMs, name, isLooped } = music
  const passEndMs = Math.min(endMs, startMs + (isLooped ? loopEndOf(music) : audioMs) - fromMs)
  const share = (atMs: number) => (fromMs + atMs - startMs) / audioMs
  const points = useMemo(
    // The volume is one level throughout, and the silences between passes are too short to draw.
    () => musicGain({ music: { ...music, gainDb: 0, isLooped: false }, startMs, endMs }, speech),
    [music, startMs, endMs, speech],
  )
  const drawn = [
    ...points.filter(({ atMs }) => atMs < passEndMs),
    { atMs: passEndMs, gain: gainAt(points, passEndMs) },
  ]
  const dots = music.duckDb === 0 ? [] : duckedStretches({ startMs, endMs: passEndMs }, speech)
  const fades = fadesOf({ music, startMs, endMs })
  const room = endMs - startMs
  const fieldOf = (fade: Fade) => (fade === 'in' ? 'fadeInMs' : 'fadeOutMs')
  /** The length of a fade that leaves the other fade unchanged. */
  const fadeOf = (fade: Fade, ms: number) => {
    const other = fade === 'in' ? fades.outMs : fades.inMs
    const most = Math.min(MAX_FADE_MS, Math.max(0, room - other))
    return { [fieldOf(fade)]: Math.round(Math.max(0, Math.min(most, ms))) }
  }
  const drag = (event: PointerEvent, fade: Fade) => {
    const widthPx = box.current?.clientWidth ?? 0
    if (event.button !== 0 || widthPx === 0) return
    event.stopPropagation()
    const [fromPx, before] = [event.clientX, fade === 'in' ? fades.inMs : fades.outMs]
    let change: ReturnType<typeof fadeOf> | null = null
    trackDrag(event, null, {
      onMove({ clientX }) {
        const byMs = ((clientX - fromPx) / widthPx) * audioMs
        const ms = before + (fade === 'in' ? byMs : -byMs)
        change = fadeOf(fade, Math.round(ms / STEP_MS) * STEP_MS)
        setDragged(change)
      },
      onDrop() {
        setDragged(null)
        if (change !== null) changeMusic(session, id, change)
      },
      onCancel: () => setDragged(null),
    })
  }
  const step = (event: KeyboardEvent, fade: Fade) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = event.shiftKey ? LARGE_STEP_MS : STEP_MS
    const inwards = fade === 'in' ? by : -by
    const now = music[fieldOf(fade)]
    const next = {
      ArrowUp: now + by,
      ArrowDown: now - by,
      ArrowRight: now + inwards,
      ArrowLeft: now - inwards,
      Home: 0,
      End: MAX_FADE_MS,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    changeMusic(session, id, fadeOf(fade, next))
  }
  return (
    <div ref={box} className={styles.gain} dir="ltr">
      <svg viewBox={`0 0 ${audioMs} 1`} preserveAspectRatio="none" aria-hidden="true">
        <polyline
          points={drawn.map(({ atMs, gain }) => `${share(atMs) * audioMs},${topOf(gain)}`).join(' ')}
        />
      </svg>
      {dots.length > MOST_DOTS
        ? null
        : dots.map((stretch) => {
            const atMs = Math.max(startMs, stretch.startMs)
            const [left, top] = [share(atMs) * 100, topOf(gainAt(points, atMs)) * 100]
            return <i key={atMs} className={styles.dot} style={{ left: `${left}%`, top: `${top}%` }} />
          })}
      {FADES.map((fade) => {
        const atMs = fade === 'in' ? startMs + fades.inMs : endMs - fades.outMs
        if (atMs > passEndMs) return null // music that is looped fades in its last pass
        const ms = music[fieldOf(fade)]
        return (
          <div
            key={fade}
            role="slider"
            tabIndex={0}
            className={styles.fade}
            style={{ left: `${share(atMs) * 100}%` }}
            title={t(fade === 'in' ? 'music.fadeIn' : 'music.fadeOut')}
            aria-label={t(fade === 'in' ? 'music.fadeInOf' : 'music.fadeOutOf', { name })}
            aria-orientation="horizontal"
            aria-valuemin={0}
            aria-valuemax={Math.round(Math.min(MAX_FADE_MS, room) / 100) / 10}
            aria-valuenow={Math.round(ms / 100) / 10}
            aria-valuetext={t('units.seconds', { value: formatSeconds(ms, 1) })}
            onPointerDown={(event) => drag(event, fade)}
            onKeyDown={(event) => step(event, fade)}
          />
        )
      })}
    </div>
  )
}
