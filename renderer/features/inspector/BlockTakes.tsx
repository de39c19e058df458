import { Columns2, Mic, Square, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatClock } from '../../../shared/lib/formatClock.ts'
import type { Take } from '../../../shared/story/takes.ts'
import type { BlockTake } from '../../../shared/story/blockTakes.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { findBlock, findCharacter } from '../../../shared/story/selectors.ts'
import { compareTakes } from '../../actions/blockTakes.ts'
import { addRecording, closeRecording, openRecorder, type Recorder } from '../../actions/recording.ts'
import { changeSettings } from '../../actions/settings.ts'
import { keepTake } from '../../actions/takes.ts'
import { useAppState, useViewState } from '../../hooks/app.ts'
import { useBlockTakes, useTakeOrigins, useTakeTag } from '../../hooks/takes.ts'
import { useAudioState, useDeferredStory, useEditor, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { changeTakes, shownTakes } from '../../stores/editorStore.ts'
import type { PendingDelete } from '../../stores/pendingDeletes.ts'
import { Button } from '../../ui/Button.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import { useFocusOnNeighbour } from '../../ui/focus.ts'
import { CompareTakes } from './CompareTakes.tsx'
import inspectorStyles from './Inspector.module.css'
import { TakeRow, useTakeName } from './TakeRow.tsx'
import styles from './Takes.module.css'

/** The takes of a block, to hear, use, name, compare and delete them. */
export function BlockTakes({ blockId }: { readonly blockId: BlockId }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const removing = useAudioState((state) => state.removing)
  const compared = useEditor((state) => shownTakes(state).compared)
  const isRecording = useEditor((state) => shownTakes(state).recording === blockId)
  const block = findBlock(story, blockId)
  const own = useBlockTakes(blockId)
  // Belongs to the block: leaving it ends the comparison and closes open fields.
  useEffect(() => () => changeTakes(session.editor, { compared: null, named: null }), [session])
  const origins = useTakeOrigins(own.map(({ take }) => take))
  const tagIn = useTakeTag(origins)
  if (block === undefined) return null
  const color = characterColor(findCharacter(story, block.characterId)?.color)
  const tagOf = (take: Take) => tagIn(story, block, take)
  const there = own.filter(({ take }) => !removing.has(take.id))
  const pair = pairOf(there, compared)
  return (
    <section className={styles.section} style={color} aria-label={t('takes.title')}>
      <div className={styles.head}>
        <h2 className={inspectorStyles.title}>{t('takes.title')}</h2>
        {there.length === 0 ? null : <span className={styles.count}>{there.length}</span>}
        <span className={inspectorStyles.space} />
        {there.length < 2 ? null : (
          <Button
            tone="quiet"
            size="small"
            icon={<Columns2 size={14} />}
            aria-pressed={pair !== null}
            onPress={() => compareTakes(session, blockId)}
          >
            {t('takes.compare')}
          </Button>
        )}
      </div>
      {pair === null ? null : (
        <CompareTakes
          blockId={blockId}
          key={`${pair[0].take.id} ${pair[1].take.id}`}
          pair={pair}
          tagOf={tagOf}
          onEnd={() => changeTakes(session.editor, { compared: null })}
        />
      )}
      {own.length === 0 ? (
        <p className={inspectorStyles.empty}>{t('takes.none')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('takes.list')} onKeyDown={moveBetweenRows}>
          {own.map((each) => {
            const removal = removing.get(each.take.id)
            return removal === undefined ? (
              <TakeRow
                key={each.take.id}
                blockTake={each}
                blockId={blockId}
                isLocked={isLocked(block)}
                tag={tagOf(each.take)}
                letter={pair?.[0] === each ? 'A' : pair?.[1] === each ? 'B' : null}
                onCompare={
                  pair === null
                    ? null
                    : () => changeTakes(session.editor, { compared: [pair[0].take.id, each.take.id] })
                }
              />
            ) : (
              <RemovedTake key={each.take.id} blockTake={each} removal={removal} />
            )
          })}
        </ul>
      )}
      {isRecording ? <RecordTake blockId={blockId} /> : null}
    </section>
  )
}

/** The compared takes, if both exist. */
function pairOf(
  there: readonly BlockTake[],
  compared: readonly [a: string, b: string] | null,
): readonly [BlockTake, BlockTake] | null {
  const a = there.find(({ take }) => take.id === compared?.[0])
  const b = there.find(({ take }) => take.id === compared?.[1])
  return a === undefined || b === undefined || a === b ? null : [a, b]
}

/** Arrow keys move the focus from the play button of a take to that of the next or the previous. */
function moveBetweenRows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.target instanceof HTMLInputElement) return
  const plays = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-play]')]
  const row = event.target instanceof Element ? event.target.closest('li') : null
  const at = plays.findIndex((play) => row?.contains(play))
  event.preventDefault()
  plays[at + step]?.focus()
}

interface RemovedTakeProps {
  readonly blockTake: BlockTake
  readonly removal: PendingDelete
}

/** A take about to be deleted, with an undo button while undo is possible. */
function RemovedTake({ blockTake, removal }: RemovedTakeProps) {
  const { t } = useTranslation()
  const name = useTakeName(blockTake)
  return (
    <li className={styles.removed}>
      <span className={styles.name}>{t('takes.deleted', { name })}</span>
      {removal.deleting === null ? <UndoButton take={blockTake.take} name={name} /> : null}
    </li>
  )
}

/** The undo button of a take about to be deleted. It gets the focus unless takes are deleted from a dialog. */
function UndoButton({ take, name }: { readonly take: Take; readonly name: string }) {
  const { t } = useTranslation()
  const session = useSession()
  const hasDialog = useViewState(({ dialog }) => dialog !== null)
  const place = useRef<HTMLSpanElement>(null)
  useFocusOnNeighbour(place)
  return (
    <span ref={place}>
      <Button
        autoFocus={!hasDialog}
        data-play
        size="small"
        icon={<Undo2 size={14} />}
        aria-label={t('takes.undoDelete', { name })}
        onPress={() => keepTake(session, take, name)}
      >
        {t('takes.undo')}
      </Button>
    </span>
  )
}

const COUNT_FROM = 3
/** The level at which the meter is empty. */
const QUIET_DB = -60

/** Records a block's words: counts in, shows the level, and stops with Space. */
function RecordTake({ blockId }: { readonly blockId: BlockId }) {
  const { t } = useTranslation()
  const session = useSession()
  const recorder = useRef<Recorder | null>(null)
  const meter = useRef<HTMLSpanElement>(null)
  /** The remaining count-in; 0 while recording; null until the microphone is open. */
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
      // Another block was chosen: the recorder must not open again by itself when the writer returns.
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

/** The time that a bar stands for. */
const BAR_MS = 50
const BAR_PX = 3

/** The level of the last seconds as a moving wave. Hidden from screen readers. */
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
