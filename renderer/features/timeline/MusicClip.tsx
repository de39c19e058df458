import { Music4 } from 'lucide-react'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import type { Change } from '../../../shared/story/changes.ts'
import type { Layout } from '../../../shared/story/layout.ts'
import { moveMusic, trimMusicEnd, trimMusicStart } from '../../../shared/story/musicCommands.ts'
import type { SpeechStretch } from '../../../shared/story/musicGain.ts'
import { placedMusic } from '../../../shared/story/musicLayout.ts'
import type { PlacedMusic } from '../../../shared/story/musicLayout.ts'
import type { MusicId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { chooseMusicClip, deleteMusic, placeMusic, placeText, showMusic } from '../../actions/music.ts'
import { useSession } from '../../hooks/session.ts'
import { formatClockTenths, formatDb, formatSeconds } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { layoutOf } from '../../stores/timing.ts'
import { storyOf } from '../../stores/app.ts'
import { trackDrag } from '../../ui/trackDrag.ts'
import { nearestMs, SNAP_MS, SNAP_PX } from './edges.ts'
import styles from './MusicLane.module.css'
import { MusicWave } from './MusicWave.tsx'
import { toPx } from './scale.ts'
import type { View } from './view.ts'

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
  /** Shows a change while it is dragged; null shows the story as it is. */
  readonly onPreview: (change: Change | null) => void
}

/** Music on its lane: dragged to move it, or by its ends to trim it. A drag previews and commits once; keys do the same in steps. */
export function MusicClip(props: MusicClipProps) {
  const { placed, row, view, speech, isSnapOn, isChosen, isTabStop, scroller, onPreview } = props
  const { music, startMs, endMs } = placed
  const { story, layout, pxPerSecond } = view
  const { t } = useTranslation()
  const session = useSession()
  const leftPx = toPx(startMs, pxPerSecond)
  const widthPx = Math.max(6, toPx(endMs, pxPerSecond) - leftPx)

  /** As the story has it by now: what is shown may lag behind fast keys. */
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
