import { LoaderCircle, Pause, Play } from 'lucide-react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { blockNumber } from '../../../shared/story/selectors.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import type { Block } from '../../../shared/story/records.ts'
import { findTake, hasSpeech } from '../../../shared/story/takes.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { formatSeconds } from '../../i18n/format.ts'
import { layoutOf } from '../../stores/timing.ts'
import {
  useAudioState,
  useIsFree,
  useIsHeardWhole,
  usePlayback,
  useStoryState,
  useWasMade,
  useWorld,
} from '../../hooks/world.ts'
import type { World } from '../../stores/world.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Dot } from '../../ui/Chip.tsx'
import { playBlock } from '../../actions/playing.ts'
import { Waveform } from '../../ui/Waveform.tsx'
import styles from './BlockCard.module.css'

const BARS = 32

interface BlockAudioProps {
  readonly block: Block
  readonly number: number
  readonly color: number
}

/** A block's sound: its waveform, its play button, and whether it still fits the words. */
export function BlockAudio({ block, number, color }: BlockAudioProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const takes = useAudioState((state) => state.takes)
  const take = useStoryState((state) => state.open && findTake(state.open.story, block, takes))
  const isMaking = useAudioState((state) => state.making.has(block.id))
  const isPlaying = usePlayback(
    (state) => state.status === 'playing' && state.blockId === block.id && state.scope === 'block',
  )
  const heights = useHeights(take)
  const progressMs = useProgress(block)
  return (
    <>
      <div className={styles.sound}>
        {take && heights ? (
          <span className={styles.wave}>
            <Waveform
              heights={heights}
              durationMs={take.endMs - take.startMs}
              color={`var(--c${color})`}
              {...(progressMs === null ? {} : { progressMs })}
              onSeek={(offsetMs) => {
                world.player.seek(startOf(world, block) + offsetMs)
              }}
              label={t('script.waveform', { number })}
            />
          </span>
        ) : null}
        <IconButton
          label={t('script.play', { number })}
          tip={isPlaying ? t('script.pause', { number }) : t('script.play', { number })}
          look="round"
          isDisabled={!hasSpeech(block)}
          onPress={() => {
            playBlock(world, block.id).catch(world.report)
          }}
        >
          {isMaking ? (
            <LoaderCircle size={14} className={styles.spin} />
          ) : isPlaying ? (
            <Pause size={13} fill="currentColor" />
          ) : (
            <Play size={13} fill="currentColor" />
          )}
        </IconButton>
      </div>
      <span className={styles.state}>{stateText()}</span>
    </>
  )

  function stateText() {
    if (!hasSpeech(block)) return t('script.stateEmpty')
    if (isMaking) return t('script.stateMaking')
    if (take) {
      return (
        <>
          <Dot color="--ok" />
          {t('script.stateRendered', { seconds: formatSeconds(take.endMs - take.startMs) })}
        </>
      )
    }
    return <StateWithoutTake block={block} />
  }
}

/** The state of a block without audio of its own: heard in the story's audio, changed since it was made, or never made. */
function StateWithoutTake({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const isSpoken = useIsHeardWhole()
  const wasMade = useWasMade(block.id)
  const isFree = useIsFree()
  if (isSpoken) {
    return (
      <>
        <Dot color="--ok" />
        {t('script.stateInStory')}
      </>
    )
  }
  const state = t(wasMade ? 'script.stateChanged' : 'script.stateNotMade')
  return (
    <>
      <Dot color={wasMade ? '--warn' : '--ink-3'} isHollow={!wasMade} />
      {isFree ? state : `${state} · ${t('units.estimate', { count: blockCharacters(block) })}`}
    </>
  )
}

/** Where a block's speech starts in the story, in ms. */
function startOf(world: World, block: Block): number {
  const story = world.story.getState().open?.story
  if (story === undefined) return 0
  const { spans } = layoutOf(story, world.audio.getState().takes)
  return spans[blockNumber(story, block.id) - 1]?.startMs ?? 0
}

/** How much of the block has been heard, in ms, while it is heard; else null. */
function useProgress(block: Block): number | null {
  const world = useWorld()
  const isHeard = usePlayback((state) => state.status === 'playing' && state.blockId === block.id)
  const [progressMs, setProgressMs] = useState<number | null>(null)
  useEffect(() => {
    if (!isHeard) return undefined
    const stop = world.player.onPosition((positionMs) => {
      setProgressMs(Math.max(0, positionMs - startOf(world, block)))
    })
    return () => {
      stop()
      setProgressMs(null)
    }
  }, [world, block, isHeard])
  return progressMs
}

/** The heights of a take's waveform, once its peaks are here. */
function useHeights(take: Take | null | undefined): number[] | null {
  const world = useWorld()
  const projectId = useStoryState((state) => state.open?.project.projectId)
  const peaks = useSyncExternalStore(
    (listener) => world.peaks.onChange(listener),
    () => (take && projectId !== undefined ? world.peaks.get(projectId, take.audioId) : undefined),
  )
  return useMemo(
    () => (take && peaks ? slicePeaks(peaks, take.startMs, take.endMs, BARS) : null),
    [take, peaks],
  )
}
