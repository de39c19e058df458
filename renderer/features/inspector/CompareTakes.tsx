import { Pause, Play, Repeat, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { Take } from '../../../shared/story/takes.ts'
import type { BlockTake } from '../../../shared/story/blockTakes.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import { shownWords } from '../../../shared/story/shownWords.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import type { MsRange } from '../../../shared/story/takeCuts.ts'
import { sameMoment } from '../../../shared/story/wordTimes.ts'
import { useHeardClip, usePeaks } from '../../hooks/peaks.ts'
import type { TakeTag } from '../../hooks/takes.ts'
import { gainOfTake } from '../../actions/takes.ts'
import { useDeferredStory, useSession } from '../../hooks/session.ts'
import { formatBlockLength, formatSeconds } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton, IconToggle } from '../../ui/Button.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SoundWave } from '../../ui/SoundWave.tsx'
import styles from './Takes.module.css'
import { TakeTagMark, useTakeName } from './TakeRow.tsx'

const LETTERS = ['A', 'B'] as const
type Letter = (typeof LETTERS)[number]
const OTHER = { A: 'B', B: 'A' } as const

const MOST_ZOOM = 16
const STEP_MS = 100

interface CompareTakesProps {
  readonly blockId: BlockId
  readonly pair: readonly [BlockTake, BlockTake]
  /** Why a take does not fit the block; null if it does. */
  readonly tagOf: (take: Take) => TakeTag | null
  readonly onEnd: () => void
}

/** A place in one of the takes, in ms from its beginning. */
interface Place {
  readonly letter: Letter
  readonly ms: number
}

/** Two takes heard in turn: switching continues at the same word. A part marked in one of them is looped in both. */
export function CompareTakes({ blockId, pair, tagOf, onEnd }: CompareTakesProps) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const [letter, setLetter] = useState<Letter>('A')
  const [isLooped, setLooped] = useState(true)
  const [zoom, setZoom] = useState(1)
  const [resting, setResting] = useState<Place>({ letter: 'A', ms: 0 })
  const [part, setPart] = useState<(MsRange & { readonly letter: Letter }) | null>(null)
  const names = { A: useTakeName(pair[0]), B: useTakeName(pair[1]) }
  const takes = { A: pair[0].heard, B: pair[1].heard }
  const [a, b] = [takes.A, takes.B]
  const readings = useMemo(() => {
    const block = findBlock(story, blockId)
    const readingOf = (take: Take) => ({
      words: block === undefined ? [] : shownWords(story, block, take),
      lengthMs: Math.max(1, take.endMs - take.startMs),
    })
    return { A: readingOf(a), B: readingOf(b) }
  }, [story, blockId, a, b])
  const clip = useHeardClip()
  const heard = LETTERS.find((each) => {
    const { audioId, startMs, endMs } = takes[each]
    return clip?.audioId === audioId && clip.atMs >= startMs - 1 && clip.atMs <= endMs + 1
  })
  const place: Place =
    heard === undefined || clip === null ? resting : { letter: heard, ms: clip.atMs - takes[heard].startMs }
  /** Maps a place to a take. */
  const msIn = (each: Letter, { letter: from, ms }: Place) =>
    from === each ? ms : sameMoment(readings[from], readings[each], ms)
  /** Maps the marked part to a take; the whole take if nothing is marked. */
  const partIn = (each: Letter): MsRange =>
    part === null
      ? { startMs: 0, endMs: readings[each].lengthMs }
      : {
          startMs: Math.round(msIn(each, { letter: part.letter, ms: part.startMs })),
          endMs: Math.round(msIn(each, { letter: part.letter, ms: part.endMs })),
        }
  const marks = LETTERS.map((each) => partIn(each))
  const play = (next: Letter, ms: number, loops = isLooped) => {
    const { startMs, endMs } = partIn(next)
    const fromMs = ms >= startMs && ms < endMs - 1 ? ms - startMs : 0
    const { audioId, startMs: inAudioMs } = takes[next]
    session.player.playAudio(audioId, inAudioMs + startMs, inAudioMs + Math.max(endMs, startMs + 1), {
      fromMs,
      isLooped: loops,
      gainDb: gainOfTake(session, pair[next === 'A' ? 0 : 1].take),
    })
  }
  const stop = () => {
    setResting(place)
    session.player.pause()
  }
  const switchTo = (next: Letter) => {
    if (heard !== undefined) play(next, msIn(next, place))
    setLetter(next)
    session.announce('takes.nowHeard', { letter: next, name: names[next] })
  }
  const seek = (next: Letter, ms: number) => {
    setLetter(next)
    setResting({ letter: next, ms })
    if (heard !== undefined) play(next, ms)
  }
  const mark = (each: Letter, range: MsRange | null) => {
    if (heard !== undefined) stop()
    setPart(range === null || range.endMs <= range.startMs ? null : { ...range, letter: each })
  }
  const markEnd = (isStart: boolean) => {
    const [ms, now] = [msIn(letter, place), partIn(letter)]
    const startMs = isStart ? ms : Math.min(now.startMs, ms)
    mark(letter, { startMs, endMs: isStart ? Math.max(now.endMs, ms) : ms })
  }
  const zoomBy = (factor: number) => setZoom(Math.max(1, Math.min(MOST_ZOOM, zoom * factor)))
  const toggleLoop = (isOn: boolean) => {
    setLooped(isOn)
    if (heard !== undefined) play(heard, place.ms, isOn)
  }
  const end = () => {
    if (heard !== undefined) session.player.pause()
    onEnd()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const runs = new Map<string, () => void>([
      ['escape', end],
      ['i', () => markEnd(true)],
      ['o', () => markEnd(false)],
      ['backspace', () => mark(letter, null)],
      ['l', () => toggleLoop(!isLooped)],
      ['+', () => zoomBy(2)],
      ['-', () => zoomBy(0.5)],
      ...(event.shiftKey ? [] : [['tab', () => switchTo(OTHER[letter])] as const]),
      // Radio buttons use the arrow keys themselves.
      ...(event.target instanceof HTMLInputElement
        ? []
        : ([
            ['arrowleft', () => seek(letter, Math.max(0, msIn(letter, place) - STEP_MS))],
            [
              'arrowright',
              () => seek(letter, Math.min(readings[letter].lengthMs, msIn(letter, place) + STEP_MS)),
            ],
          ] as const)),
    ])
    const run = runs.get(event.key.toLowerCase())
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  return (
    <div className={styles.compare} role="group" aria-label={t('takes.comparing')} onKeyDown={onKeyDown}>
      {LETTERS.map((each, index) => (
        <div key={each} className={styles.side} data-heard={each === letter || undefined}>
          <span className={styles.letter} aria-hidden="true">
            {each}
          </span>
          <span className={styles.name} dir="auto" title={names[each]}>
            {names[each]}
          </span>
          <TakeTagMark tag={tagOf(pair[index === 0 ? 0 : 1].take)} />
          <span className={styles.length}>{formatBlockLength(t, readings[each].lengthMs, false)}</span>
          <ComparedWave
            label={t('sound.wave', { name: `${each}: ${names[each]}` })}
            take={takes[each]}
            positionMs={msIn(each, place)}
            zoom={zoom}
            part={part === null ? null : (marks[index] ?? null)}
            onSeek={(ms) => seek(each, ms)}
            onPart={(range) => mark(each, range)}
          />
        </div>
      ))}
      <div className={styles.hearing}>
        <button
          type="button"
          autoFocus
          className={styles.play}
          data-on={heard !== undefined || undefined}
          aria-label={t(heard === undefined ? 'takes.playBoth' : 'takes.stopBoth')}
          onClick={() => (heard === undefined ? play(letter, msIn(letter, resting)) : stop())}
        >
          {heard === undefined ? (
            <Play size={12} fill="currentColor" />
          ) : (
            <Pause size={12} fill="currentColor" />
          )}
        </button>
        <SegmentField
          label={t('takes.hear')}
          hidesLabel
          value={letter}
          options={LETTERS.map((each) => ({ id: each, name: each, tip: names[each] }))}
          onChange={switchTo}
        />
        <IconToggle label={t('takes.loop')} tip={t('takes.loop')} isOn={isLooped} onChange={toggleLoop}>
          <Repeat size={15} />
        </IconToggle>
        <IconButton label={t('sound.zoomOut')} isDisabled={zoom === 1} onPress={() => zoomBy(0.5)}>
          <ZoomOut size={15} />
        </IconButton>
        <IconButton label={t('sound.zoomIn')} isDisabled={zoom === MOST_ZOOM} onPress={() => zoomBy(2)}>
          <ZoomIn size={15} />
        </IconButton>
        {part === null ? null : (
          <IconButton label={t('sound.wholeTake')} onPress={() => mark(letter, null)}>
            <X size={15} />
          </IconButton>
        )}
      </div>
      <p className={styles.note}>{t('takes.tabHint')}</p>
    </div>
  )
}

interface ComparedWaveProps {
  readonly label: string
  readonly take: Take
  readonly positionMs: number
  readonly zoom: number
  /** The part that is looped; null for all of it. */
  readonly part: MsRange | null
  readonly onSeek: (ms: number) => void
  readonly onPart: (range: MsRange) => void
}

function ComparedWave({ label, take, positionMs, zoom, part, onSeek, onPart }: ComparedWaveProps) {
  const { t } = useTranslation()
  const peaks = usePeaks(take.audioId)
  const { startMs, endMs } = part ?? { startMs: 0, endMs: 0 }
  const marks = useMemo(
    () => (endMs === 0 ? [] : [{ id: 'part', startMs, endMs, color: '--pick', canChange: true }]),
    [startMs, endMs],
  )
  const seconds = (ms: number) => t('units.seconds', { value: formatSeconds(ms, 2) })
  const lengthMs = take.endMs - take.startMs
  return (
    <div className={styles.comparedWave}>
      <SoundWave
        label={label}
        peaks={peaks}
        range={take}
        positionMs={positionMs}
        timeText={(ms) => t('sound.time', { time: seconds(ms), length: seconds(lengthMs) })}
        heightPx={44}
        zoom={zoom}
        marks={marks}
        onSeek={onSeek}
        onMark={(from, to) => onPart({ startMs: from, endMs: to })}
        onChange={(_id, from, to) => onPart({ startMs: from, endMs: to })}
      />
    </div>
  )
}
