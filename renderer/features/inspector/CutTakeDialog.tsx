import { AudioLines, Pause, Play, Scissors, Undo2, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { Slider } from 'react-aria-components'
import type { BlockId } from '../../../shared/story/records.ts'
import {
  cutsOf,
  heardTime,
  keptRanges,
  lengthOfRanges,
  type MsRange,
  tidyCuts,
  uncutTime,
  withoutCuts,
} from '../../../shared/story/takeCuts.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { gainOfTake, saveCuts } from '../../actions/takes.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { hasSamples, useHeardClip, usePeaks, useTakeSamples } from '../../hooks/peaks.ts'
import { useSession, useStory } from '../../hooks/session.ts'
import { formatSeconds } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ActionDialog } from '../../ui/Dialog.tsx'
import { Button, IconButton, IconToggle } from '../../ui/Button.tsx'
import type { SoundMark } from '../../ui/drawSound.ts'
import { SecondsField } from '../../ui/NumberBox.tsx'
import { SliderBar } from '../../ui/SliderField.tsx'
import { SoundWave } from '../../ui/SoundWave.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { useFocusOnNeighbour } from '../../ui/focus.ts'
import styles from './CutTake.module.css'

interface CutTakeDialogProps {
  readonly blockId: BlockId
  /** Uncut. */
  readonly take: Take
  readonly name: string
}

const PART = 'part'
const MOST_ZOOM = 32
const NO_CUTS: readonly MsRange[] = []

/**
 * Trims a take and cuts parts out of it, without touching its audio: the cuts are a list, whose entries can be changed or
 * removed. Playback uses the cuts, and all changes are kept as one edit.
 */
export function CutTakeDialog({ blockId, take, name }: CutTakeDialogProps) {
  const { t } = useTranslation()
  const session = useSession()
  const close = useCloseDialog()
  const peaks = usePeaks(take.audioId)
  const lengthMs = take.endMs - take.startMs
  const block = useStory((story) => findBlock(story, blockId))
  const before = useMemo(() => (block === undefined ? null : cutsOf(block, take)), [block, take])
  /** As typed and dragged; they are normalised before they are kept. */
  const [draft, setDraft] = useState<readonly MsRange[]>(before ?? [])
  const [part, setPart] = useState<MsRange | null>(null)
  const [restingMs, setRestingMs] = useState(0)
  const [zoom, setZoom] = useState(0)
  const tidy = useMemo(() => tidyCuts(draft, lengthMs), [draft, lengthMs])
  const cuts = tidy ?? NO_CUTS
  const kept = useMemo(() => keptRanges(cuts, lengthMs), [cuts, lengthMs])
  const heard = useMemo(() => withoutCuts(take, cuts), [take, cuts])
  const canDrawSpectrum = hasSamples(take)
  const [hasSpectrum, setSpectrum] = useState(false)
  const samples = useTakeSamples(take, hasSpectrum)
  const gainDb = gainOfTake(session, take)
  const clip = useHeardClip()
  const heardMs = clip?.audioId === heard.audioId ? clip.atMs - heard.startMs : null
  const positionMs = heardMs === null ? restingMs : Math.round(uncutTime(kept, heardMs))
  const time = (ms: number) => t('units.seconds', { value: formatSeconds(ms, 2) })
  const marks = useMemo(
    (): readonly SoundMark[] => [
      ...draft.map((cut, index) => ({ id: String(index), ...cut, color: '--bad', canChange: true })),
      ...(part === null ? [] : [{ id: PART, ...part, color: '--pick', canChange: true }]),
    ],
    [draft, part],
  )

  const stop = () => {
    setRestingMs(positionMs)
    session.player.pause()
  }
  const playFrom = (fromMs: number) =>
    session.player.playAudio(heard.audioId, heard.startMs, heard.endMs, { fromMs, gainDb })
  const play = () => {
    const fromMs = heardTime(kept, restingMs)
    if (heardMs !== null) stop()
    else playFrom(fromMs < lengthOfRanges(kept) - 1 ? fromMs : 0)
  }
  const seek = (ms: number) => {
    setRestingMs(ms)
    if (heardMs !== null) playFrom(heardTime(kept, ms))
  }
  const change = (next: readonly MsRange[]) => {
    stop()
    setDraft(next)
  }
  const tell = (message: 'sound.saidOut' | 'sound.saidBack', next: readonly MsRange[]) => {
    const left = tidyCuts(next, lengthMs)
    if (left === null) session.announce('sound.nothingLeft')
    else session.announce(message, { left: time(lengthOfRanges(keptRanges(left, lengthMs))) })
  }
  const leaveOut = (range: MsRange) => {
    const next = inOrder([...draft, range], lengthMs)
    change(next)
    tell('sound.saidOut', next)
  }
  const leaveOutPart = () => {
    if (part === null) return
    setPart(null)
    leaveOut(part)
  }
  const bringBack = (index: number) => {
    const next = draft.filter((_, at) => at !== index)
    change(next)
    tell('sound.saidBack', next)
  }
  const markFrom = () =>
    setPart({ startMs: positionMs, endMs: Math.max(part?.endMs ?? lengthMs, positionMs) })
  const markTo = () => setPart({ startMs: Math.min(part?.startMs ?? 0, positionMs), endMs: positionMs })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const runs = { i: markFrom, o: markTo, delete: leaveOutPart, backspace: leaveOutPart, ' ': play }
    const run = new Map(Object.entries(runs)).get(event.key.toLowerCase())
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const end = () => {
    session.player.pause()
    close()
  }
  if (before === null) return null
  return (
    <ActionDialog
      title={t('sound.title', { name })}
      closeLabel={t('app.close')}
      cancelLabel={t('app.cancel')}
      size="wide"
      action={{
        label: t('sound.keep'),
        isDisabled: tidy === null,
        onPress: () => {
          saveCuts(session, blockId, take, cuts, name)
          end()
        },
      }}
      onClose={end}
    >
      <SoundWave
        label={t('sound.wave', { name })}
        peaks={peaks}
        range={take}
        samples={samples}
        positionMs={positionMs}
        timeText={(ms) =>
          t(isWithin(cuts, ms) ? 'sound.timeLeftOut' : 'sound.time', {
            time: time(ms),
            length: time(lengthMs),
          })
        }
        heightPx={128}
        zoom={2 ** zoom}
        marks={marks}
        onSeek={seek}
        onMark={(startMs, endMs) => setPart({ startMs, endMs })}
        onChange={(id, startMs, endMs) => {
          if (id === PART) setPart({ startMs, endMs })
          else change(draft.with(Number(id), { startMs, endMs }))
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.row}>
        <IconButton look="accent" label={t(heardMs === null ? 'sound.play' : 'sound.stop')} onPress={play}>
          {heardMs === null ? (
            <Play size={14} fill="currentColor" />
          ) : (
            <Pause size={14} fill="currentColor" />
          )}
        </IconButton>
        <span className={styles.time}>
          {t('sound.time', { time: time(positionMs), length: time(lengthMs) })}
        </span>
        <Button onPress={() => leaveOut({ startMs: 0, endMs: positionMs })}>{t('sound.trimStart')}</Button>
        <Button onPress={() => leaveOut({ startMs: positionMs, endMs: lengthMs })}>
          {t('sound.trimEnd')}
        </Button>
        <IconToggle
          label={t('sound.spectrum')}
          tip={t(canDrawSpectrum ? 'sound.spectrum' : 'sound.tooLong')}
          isOn={hasSpectrum}
          isDisabled={!canDrawSpectrum}
          onChange={setSpectrum}
        >
          <AudioLines size={15} />
        </IconToggle>
        <span className={styles.zoom}>
          <ZoomOut size={15} aria-hidden="true" />
          <Slider
            aria-label={t('timeline.zoom')}
            value={zoom}
            minValue={0}
            maxValue={Math.log2(MOST_ZOOM)}
            step={0.5}
            onChange={setZoom}
          >
            <SliderBar />
          </Slider>
          <ZoomIn size={15} aria-hidden="true" />
        </span>
      </div>
      <p className={styles.hint}>{t('sound.hint')}</p>
      {part === null ? null : (
        <RangeRow name={t('sound.part')} range={part} lengthMs={lengthMs} onChange={setPart}>
          <Button
            icon={<Play size={13} fill="currentColor" />}
            onPress={() =>
              session.player.playAudio(take.audioId, take.startMs + part.startMs, take.startMs + part.endMs, {
                gainDb,
              })
            }
          >
            {t('sound.hearPart')}
          </Button>
          <Button icon={<Scissors size={14} />} onPress={leaveOutPart}>
            {t('sound.leaveOut')}
          </Button>
        </RangeRow>
      )}
      {tidy === null ? <Warning text={t('sound.nothingLeft')} /> : null}
      {draft.length === 0 ? null : (
        <section className={styles.cuts}>
          <h3 className={styles.heading}>
            {t('sound.cuts')} <small>{t('sound.left', { left: time(lengthOfRanges(kept)) })}</small>
          </h3>
          <ul aria-label={t('sound.cuts')}>
            {draft.map((cut, index) => (
              <li key={index}>
                <RangeRow
                  name={nameOf(cut)}
                  range={cut}
                  lengthMs={lengthMs}
                  onChange={(next) => change(draft.with(index, next))}
                >
                  <BringBack onPress={() => bringBack(index)} />
                </RangeRow>
              </li>
            ))}
          </ul>
        </section>
      )}
    </ActionDialog>
  )

  function nameOf({ startMs, endMs }: MsRange): string {
    if (startMs === 0) return t('sound.cutStart')
    return t(endMs === lengthMs ? 'sound.cutEnd' : 'sound.cut')
  }
}

interface RangeRowProps {
  readonly name: string
  readonly range: MsRange
  readonly lengthMs: number
  readonly onChange: (range: MsRange) => void
  readonly children: ReactNode
}

/** The times of a part, to type or step. */
function RangeRow({ name, range, lengthMs, onChange, children }: RangeRowProps) {
  const { t } = useTranslation()
  const { startMs, endMs } = range
  const unit = t('inspector.secondsUnit')
  return (
    <div className={styles.row} role="group" aria-label={name}>
      <span className={styles.name}>{name}</span>
      <SecondsField
        isInline
        label={t('sound.from')}
        unit={unit}
        valueMs={startMs}
        maxMs={endMs}
        onChange={(ms) => onChange({ startMs: ms ?? startMs, endMs })}
      />
      <span aria-hidden="true">–</span>
      <SecondsField
        isInline
        label={t('sound.to')}
        unit={unit}
        valueMs={endMs}
        maxMs={lengthMs}
        onChange={(ms) => onChange({ startMs, endMs: Math.max(startMs, ms ?? endMs) })}
      />
      {children}
    </div>
  )
}

/** Restores a part. The focus stays near. */
function BringBack({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation()
  const place = useRef<HTMLSpanElement>(null)
  useFocusOnNeighbour(place)
  return (
    <span ref={place}>
      <Button icon={<Undo2 size={14} />} onPress={onPress}>
        {t('sound.bringBack')}
      </Button>
    </span>
  )
}

/** Cuts in order, merged if they touch; unchanged if nothing would be left. */
function inOrder(ranges: readonly MsRange[], lengthMs: number): readonly MsRange[] {
  return tidyCuts(ranges, lengthMs) ?? ranges.toSorted((a, b) => a.startMs - b.startMs)
}

function isWithin(cuts: readonly MsRange[], ms: number): boolean {
  return cuts.some(({ startMs, endMs }) => startMs <= ms && ms < endMs)
}
