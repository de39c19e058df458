import { Music4 } from 'lucide-react'
import {
  useMemo,
  useRef,
  useState,
  useCallback,
  type KeyboardEvent,
  type RefObject,
  type PointerEvent,
} from 'react'
import { apply, type Change } from '../../../shared/story/changes.ts'
import type { Layout } from '../../../shared/story/layout.ts'
import { moveMusic, trimMusicEnd, trimMusicStart } from '../../../shared/story/musicCommands.ts'
import { speechStretches, follow, musicGain, type SpeechStretch } from '../../../shared/story/gain.ts'
import { loopEndOf, musicLayout, placedMusic, type PlacedMusic } from '../../../shared/story/musicLayout.ts'
import { PEAKS_PER_SECOND } from '../../../shared/story/peaks.ts'
import type { MusicId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { chooseMusicClip, deleteMusic, placeMusic, placeText, showMusic } from '../../actions/music.ts'
import { usePeaks } from '../../hooks/peaks.ts'
import { useEditor, useSession } from '../../hooks/session.ts'
import { formatClockTenths, formatDb, formatSeconds } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { chosenMusic } from '../../stores/editorStore.ts'
import { layoutOf } from '../../stores/timing.ts'
import { Painted, type Paint } from '../../ui/Painted.tsx'
import { trackDrag } from '../../ui/trackDrag.ts'
import styles from './MusicLane.module.css'
import { nearestMs, SNAP_MS, SNAP_PX } from './edges.ts'
import { toPx, toMs } from './scale.ts'
import type { View } from './lanes.ts'

interface MusicLaneProps {
  readonly view: View
  readonly isSnapOn: boolean
  readonly scroller: RefObject<HTMLElement | null>
}

/** The music and effects along time: a list with one tab stop, in which the arrow keys go from one to the next. */
export function MusicLane({ view, isSnapOn, scroller }: MusicLaneProps) {
  const { t } = useTranslation()
  const { story, layout, pxPerSecond, fromPx, toPx: untilPx } = view
  const chosen = useEditor(chosenMusic)
  const [preview, setPreview] = useState<Change | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const shown = useMemo(() => (preview === null ? story : apply(story, preview)), [story, preview])
  const placed = musicLayout(shown, layout)
  const speech = useMemo(() => speechStretches(layout.heard), [layout])
  const { rows } = musicRows(placed)
  const tabStop = placed.find(({ music }) => music.id === chosen)?.music.id ?? placed[0]?.music.id
  const goOn = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!(event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-music]') ?? [])]
    buttons[buttons.indexOf(event.target) + by]?.focus()
  }
  return (
    <>
      <p id="music-help" className="visually-hidden">
        {t('music.help')}
      </p>
      <ul ref={list} aria-label={t('music.clips')} className={styles.list} onKeyDown={goOn}>
        {placed.map((each, index) => {
          const isNear = toPx(each.endMs, pxPerSecond) >= fromPx && toPx(each.startMs, pxPerSecond) <= untilPx
          const isTabStop = each.music.id === tabStop
          return isNear || isTabStop ? (
            <MusicClip
              key={each.music.id}
              placed={each}
              row={rows[index] ?? 0}
              view={view}
              speech={speech}
              isSnapOn={isSnapOn}
              isChosen={each.music.id === chosen}
              isTabStop={isTabStop}
              scroller={scroller}
              onPreview={setPreview}
            />
          ) : null
        })}
      </ul>
    </>
  )
}

type Part = 'all' | 'start' | 'end'
type Place = (story: Story, layout: Layout, id: MusicId, atMs: number) => Change
const PLACES: Readonly<Record<Part, Place>> = { all: moveMusic, start: trimMusicStart, end: trimMusicEnd }
/** Narrower music has no name. */
const LEAST_NAME_PX = 40

interface MusicClipProps {
  readonly placed: PlacedMusic
  readonly row: number
  readonly view: View
  readonly speech: readonly SpeechStretch[]
  readonly isSnapOn: boolean
  readonly isChosen: boolean
  readonly isTabStop: boolean
  readonly scroller: RefObject<HTMLElement | null>
  /** Shows a change while it is dragged; null ends the preview. */
  readonly onPreview: (change: Change | null) => void
}

/** Music on its lane: drag it to move it, or its ends to trim it. A drag previews and commits once; keys do the same in steps. */
function MusicClip(props: MusicClipProps) {
  const { placed, row, view, speech, isSnapOn, isChosen, isTabStop, scroller, onPreview } = props
  const { music, startMs, endMs } = placed
  const { story, layout, pxPerSecond } = view
  const { t } = useTranslation()
  const session = useSession()
  const leftPx = toPx(startMs, pxPerSecond)
  const widthPx = Math.max(6, toPx(endMs, pxPerSecond) - leftPx)

  /** The current value in the story: the display may lag behind fast keys. */
  const now = () => {
    const latest = storyOf(session)
    const record = latest.music.find(({ id }) => id === music.id)
    const laidOut = layoutOf(latest, session.audio.getState().takes)
    const at = record === undefined ? null : placedMusic(latest, laidOut, record)
    return at === null ? null : { story: latest, layout: laidOut, at }
  }
  const tell = () => {
    const at = now()?.at
    if (at === undefined) return
    const [start, end] = [formatClockTenths(at.startMs), formatClockTenths(at.endMs)]
    session.announce('music.moved', { name: music.name, start, end })
  }
  const drag = (event: PointerEvent, part: Part) => {
    const known = now()
    if (event.button !== 0 || known === null) return
    event.stopPropagation()
    const placeOf = (clientX: number) => clientX + (scroller.current?.scrollLeft ?? 0)
    const fromPx = placeOf(event.clientX)
    const fromMs = part === 'end' ? known.at.endMs : known.at.startMs
    const snapsMs = [
      ...known.layout.spans.flatMap((span) => [span.startMs, span.endMs]),
      session.player.positionMs(),
    ]
    let change: Change | null = null
    trackDrag(event, scroller.current, {
      onMove({ clientX, altKey }) {
        const wantedMs = fromMs + ((placeOf(clientX) - fromPx) / pxPerSecond) * 1000
        const isSnapped = isSnapOn !== altKey
        const near = isSnapped ? nearestMs(wantedMs, snapsMs, (SNAP_PX / pxPerSecond) * 1000) : null
        change = PLACES[part](known.story, known.layout, music.id, near ?? wantedMs)
        onPreview(change)
      },
      onDrop() {
        onPreview(null)
        if (change === null) return
        const dragged = change
        placeMusic(session, music.id, () => dragged, false)
        chooseMusicClip(session, music.id)
        tell()
      },
      onCancel: () => onPreview(null),
    })
  }
  const step = (event: KeyboardEvent, part: Part) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const at = now()?.at
    if (direction === undefined || at === undefined || event.ctrlKey || event.metaKey) return
    if (event.altKey !== (part === 'all')) return
    event.preventDefault()
    event.stopPropagation()
    const wantedMs = (part === 'end' ? at.endMs : at.startMs) + direction * (event.shiftKey ? 1000 : SNAP_MS)
    placeMusic(session, music.id, (now, latest) => PLACES[part](now, latest, music.id, wantedMs), true)
    tell()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      event.stopPropagation()
      deleteMusic(session, music.id)
    } else step(event, 'all')
  }
  const label =
    music.duckDb > 0
      ? t('music.label', { gain: formatDb(music.gainDb, 0, 0), duck: formatDb(music.duckDb, 0, 0) })
      : `${formatDb(music.gainDb, 0, 0)} ${t('music.db')}`
  return (
    <li
      className={`${styles.item} ${isChosen ? styles.chosen : ''}`}
      style={{ left: leftPx, width: widthPx, top: `calc(${row} * var(--music-row) + 2px)` }}
    >
      <MusicWave placed={placed} speech={speech} view={view} leftPx={leftPx} widthPx={widthPx} />
      <button
        type="button"
        data-music={music.id}
        className={styles.clip}
        tabIndex={isTabStop ? 0 : -1}
        aria-pressed={isChosen}
        aria-describedby="music-help"
        aria-label={t('music.clip', {
          name: music.name,
          place: placeText(story, music.place),
          start: formatClockTenths(startMs),
          length: formatSeconds(endMs - startMs),
        })}
        onPointerDown={(event) => drag(event, 'all')}
        onClick={() => showMusic(session, music.id)}
        onKeyDown={onKeyDown}
      />
      {widthPx < LEAST_NAME_PX ? null : (
        <span className={styles.face} aria-hidden="true">
          <Music4 size={12} aria-hidden="true" />
          <b dir="auto">{music.name}</b> <span>{label}</span>
        </span>
      )}
      {isTabStop || isChosen
        ? (['start', 'end'] as const).map((part) => (
            <div
              key={part}
              role="slider"
              tabIndex={isTabStop ? 0 : -1}
              aria-label={t(part === 'start' ? 'music.trimStart' : 'music.trimEnd', { name: music.name })}
              aria-valuemin={0}
              aria-valuemax={Math.round(layout.totalMs / 100) / 10}
              aria-valuenow={Math.round((part === 'start' ? startMs : endMs) / 100) / 10}
              aria-valuetext={formatClockTenths(part === 'start' ? startMs : endMs)}
              aria-orientation="horizontal"
              className={`${styles.handle} ${styles[part]}`}
              onPointerDown={(event) => drag(event, part)}
              onKeyDown={(event) => step(event, part)}
            />
          ))
        : null}
    </li>
  )
}

/** The distance between bars, and the width of a bar. */
const PITCH_PX = 3
const BAR_PX = 2

interface MusicWaveProps {
  readonly placed: PlacedMusic
  readonly speech: readonly SpeechStretch[]
  readonly view: View
  readonly leftPx: number
  readonly widthPx: number
}

/** The part of music's waveform that is in view, with its gain as a line: with its fades and ducking. */
function MusicWave({ placed, speech, view, leftPx, widthPx }: MusicWaveProps) {
  const { pxPerSecond } = view
  const { music, startMs } = placed
  const peaks = usePeaks(music.audioId)
  const passMs = music.isLooped ? loopEndOf(music) : music.audioMs
  // The silences between passes of a loop are too short to draw.
  const points = useMemo(
    () => musicGain({ ...placed, music: { ...placed.music, isLooped: false } }, speech),
    [placed, speech],
  )
  const fromPx = Math.max(leftPx, view.fromPx)
  const shownPx = Math.min(leftPx + widthPx, view.toPx) - fromPx
  const paint: Paint = useCallback(
    (context, { widthPx: width, heightPx }, color) => {
      const gainOf = follow(points)
      const most = points.reduce((highest, { gain }) => Math.max(highest, gain), 0) || 1
      context.fillStyle = color('--ink-3')
      context.strokeStyle = color('--ink-2')
      context.globalAlpha = 0.5
      const line: (readonly [number, number])[] = []
      // Bars keep their place in the music while the view scrolls.
      const first = Math.ceil((fromPx - leftPx) / PITCH_PX) * PITCH_PX - (fromPx - leftPx)
      for (let x = first; x < width; x += PITCH_PX) {
        const atMs = toMs(fromPx + x, pxPerSecond)
        const gain = gainOf(atMs) / most
        line.push([x, heightPx - 2 - gain * (heightPx - 6)])
        const audioMs = (music.fromMs + atMs - startMs) % passMs
        const level = levelAt(peaks, audioMs, (PITCH_PX / pxPerSecond) * 1000)
        const high = Math.max(1, level * (0.25 + 0.75 * gain) * (heightPx - 8))
        context.fillRect(x, (heightPx - high) / 2, BAR_PX, high)
      }
      context.globalAlpha = 1
      context.beginPath()
      for (const [x, y] of line) context.lineTo(x, y)
      context.stroke()
    },
    [points, peaks, music.fromMs, passMs, startMs, fromPx, leftPx, pxPerSecond],
  )
  if (shownPx <= 0) return null
  return <Painted paint={paint} className={styles.wave} style={{ left: fromPx - leftPx, width: shownPx }} />
}

/** The peak level of a stretch, 0 to 1. */
function levelAt(peaks: Int8Array | undefined, fromMs: number, lengthMs: number): number {
  if (peaks === undefined) return 0
  const first = Math.floor((fromMs / 1000) * PEAKS_PER_SECOND)
  const last = Math.max(first + 1, Math.floor(((fromMs + lengthMs) / 1000) * PEAKS_PER_SECOND))
  let highest = 0
  for (let at = first; at < last; at++)
    highest = Math.max(highest, -(peaks[at * 2] ?? 0), peaks[at * 2 + 1] ?? 0)
  return Math.min(1, highest / 127)
}

// Rows of the music lane: overlapping music is in separate rows.

/** Beyond this, music shares the last row. */
const MOST_ROWS = 3

/** The row of each piece of music, in the order of `placed`, and how many rows there are: at least one. */
export function musicRows(placed: readonly PlacedMusic[]): {
  readonly rows: readonly number[]
  readonly count: number
} {
  const ends: number[] = []
  const rows = placed.map(({ startMs, endMs }) => {
    const free = ends.findIndex((end) => end <= startMs)
    const row = free >= 0 ? free : Math.min(ends.length, MOST_ROWS - 1)
    ends[row] = Math.max(ends[row] ?? 0, endMs)
    return row
  })
  return { rows, count: Math.max(1, ends.length) }
}
