import { LoaderCircle, Pause, Play } from 'lucide-react'
import { useId, useMemo, useEffect, useState, type PointerEvent, type ReactNode } from 'react'
import { estimateMs } from '../../../shared/story/layout.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import type { Block } from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import { heardTake } from '../../../shared/story/takeCuts.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { playBlock } from '../../actions/playing.ts'
import { usePeaks } from '../../hooks/peaks.ts'
import { useAudioState, useIsFree, useStory, usePlayback, useSession } from '../../hooks/session.ts'
import { formatBlockLength, formatBlockState } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf, type Session } from '../../stores/app.ts'
import type { BlockState } from '../../stores/blockState.ts'
import { layoutOf } from '../../stores/timing.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { barPath, barsIn } from '../../ui/drawSound.ts'
import styles from './BlockRow.module.css'

const WIDTH_PX = 70
const HEIGHT_PX = 20

interface BlockSoundProps {
  readonly block: Block
  readonly number: number
  readonly state: BlockState
  readonly tabIndex: 0 | -1
  /** Shown instead of waveform and length. */
  readonly tools: ReactNode
}

/** A block's sound: its waveform, its length, the mark of its state, and its play button. */
export function BlockSound({ block, number, state, tabIndex, tools }: BlockSoundProps) {
  const { t } = useTranslation()
  const takes = useAudioState((state) => state.takes)
  const take = useStory((story) => heardTake(story, block, takes)) ?? null
  const isOld = take === null && state.kind === 'changed'
  const old = useAudioState((audio) =>
    isOld ? (audio.allTakes.findLast(({ blockId }) => blockId === block.id) ?? null) : null,
  )
  const shown = take ?? old
  const estimate = useStory((story) => estimateMs(story, block))
  const lengthMs = shown === null ? estimate : shown.endMs - shown.startMs
  return (
    <>
      {tools ?? (
        <>
          <span className={styles.wave}>
            {shown === null ? (
              <WithoutTake block={block} state={state} />
            ) : (
              <Wave block={block} take={shown} isOld={isOld} number={number} />
            )}
          </span>
          <span className={styles.length}>
            {lengthMs === 0 ? '' : formatBlockLength(t, lengthMs, shown === null)}
          </span>
        </>
      )}
      <span className={styles.mark}>
        {state.kind === 'empty' ? null : (
          <StateMark state={state.kind} word={formatBlockState(t, state)} percentage={state.percentage} />
        )}
      </span>
      <PlayButton block={block} number={number} state={state} tabIndex={tabIndex} />
    </>
  )
}

/** Shown instead of a waveform: the price of rendering the block, if any, otherwise its state in a word. */
function WithoutTake({ block, state }: { readonly block: Block; readonly state: BlockState }) {
  const { t } = useTranslation()
  const isFree = useIsFree()
  const characters = useStory((story) => blockCharacters(story, block))
  if (state.kind === 'making') {
    return <span className={styles.making}>{formatBlockState(t, state)}</span>
  }
  if (state.kind !== 'notMade' && state.kind !== 'changed') return null
  const text = isFree ? formatBlockState(t, state) : t('units.estimate', { count: characters })
  return <span title={text}>{text}</span>
}

interface WaveProps {
  readonly block: Block
  readonly take: Take
  /** Whether the audio was made from other words or another voice than the block has now. */
  readonly isOld: boolean
  readonly number: number
}

/** A take's waveform as one path. While the block plays, the part still to come is paler. A press plays from there. */
function Wave({ block, take, isOld, number }: WaveProps) {
  const { t } = useTranslation()
  const session = useSession()
  const peaks = usePeaks(take.audioId)
  const clipId = useId()
  const progressMs = useProgress(block)
  const path = useMemo(
    () =>
      peaks === undefined
        ? ''
        : barPath(slicePeaks(peaks, take.startMs, take.endMs, barsIn(WIDTH_PX)), WIDTH_PX, HEIGHT_PX),
    [peaks, take.startMs, take.endMs],
  )
  if (peaks === undefined) return <span className={styles.skeleton} />
  const lengthMs = Math.max(1, take.endMs - take.startMs)
  const seek = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width)))
    session.player.seek(startOf(session, block) + share * lengthMs)
  }
  return (
    <svg
      role="img"
      aria-label={t('script.waveform', { number })}
      viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`}
      data-old={isOld || undefined}
      data-seekable={!isOld || undefined}
      onPointerDown={isOld ? undefined : seek}
    >
      {progressMs === null ? (
        <path d={path} />
      ) : (
        <>
          <clipPath id={clipId}>
            <rect width={(WIDTH_PX * progressMs) / lengthMs} height={HEIGHT_PX} />
          </clipPath>
          <path className={styles.unheard} d={path} />
          <path d={path} clipPath={`url(#${clipId})`} />
        </>
      )}
    </svg>
  )
}

interface PlayButtonProps {
  readonly block: Block
  readonly number: number
  readonly state: BlockState
  readonly tabIndex: 0 | -1
}

function PlayButton({ block, number, state, tabIndex }: PlayButtonProps) {
  const { t } = useTranslation()
  const session = useSession()
  const isFree = useIsFree()
  const isPlaying = usePlayback(
    (playback) =>
      playback.status === 'playing' && playback.blockId === block.id && playback.scope === 'block',
  )
  const characters = useStory((story) => blockCharacters(story, block))
  const name = t('script.play', { number })
  const isMissing = state.kind === 'notMade' || state.kind === 'changed'
  const isPaid = !isFree && isMissing
  const cost = isPaid ? ` · ${t('units.estimate', { count: characters })}` : ''
  return (
    <button
      type="button"
      className={styles.play}
      data-on={isPlaying || undefined}
      tabIndex={tabIndex}
      aria-label={name}
      title={isPlaying ? t('script.pause', { number }) : `${name}${cost}`}
      disabled={state.kind === 'empty' || state.kind === 'tooLong'}
      onPointerEnter={() => isMissing && session.player.prepareBlock(block.id)}
      onClick={() => {
        playBlock(session, block.id).catch(session.report)
      }}
    >
      {state.kind === 'making' && !isPlaying ? (
        <LoaderCircle size={14} className={styles.spin} />
      ) : isPlaying ? (
        <Pause size={13} fill="currentColor" />
      ) : (
        <Play size={13} fill="currentColor" />
      )}
    </button>
  )
}

// The playback progress of a block.

/** Where a block's speech starts in the story, in ms. */
export function startOf(session: Session, block: Block): number {
  const story = storyOf(session)
  const { spans } = layoutOf(story, session.audio.getState().takes)
  return spans[blockNumber(story, block.id) - 1]?.startMs ?? 0
}

/** How much of a block has been played, in ms, while it plays; otherwise null. */
function useProgress(block: Block): number | null {
  const session = useSession()
  const isHeard = usePlayback((state) => state.status === 'playing' && state.blockId === block.id)
  const [progressMs, setProgressMs] = useState<number | null>(null)
  useEffect(() => {
    if (!isHeard) return undefined
    const stop = session.player.onPosition((positionMs) => {
      setProgressMs(Math.max(0, positionMs - startOf(session, block)))
    })
    return () => {
      stop()
      setProgressMs(null)
    }
  }, [session, block, isHeard])
  return progressMs
}
