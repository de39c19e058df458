import { Pause, Play, Repeat } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { BlockTake } from '../../../shared/story/blockTakes.ts'
import type { Take } from '../../../shared/story/takes.ts'
import type { TakeTag } from '../../hooks/takeOrigins.ts'
import { gainOfTake } from '../../actions/takes.ts'
import { usePlayback, useSession } from '../../hooks/session.ts'
import { formatBlockLength } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconToggle } from '../../ui/IconToggle.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import styles from './Takes.module.css'
import { TakeTagMark } from './TakeTagMark.tsx'
import { TakeWave } from './TakeWave.tsx'
import { useTakeName } from './useTakeName.ts'

const LETTERS = ['A', 'B'] as const
type Letter = (typeof LETTERS)[number]

interface CompareTakesProps {
  readonly pair: readonly [BlockTake, BlockTake]
  /** Why a take does not fit the block; null if it does. */
  readonly tagOf: (take: Take) => TakeTag | null
  readonly onEnd: () => void
}

/** Two takes that are heard in turn: switching goes on at the same share of the other's length. */
export function CompareTakes({ pair, tagOf, onEnd }: CompareTakesProps) {
  const { t } = useTranslation()
  const session = useSession()
  const [letter, setLetter] = useState<Letter>('A')
  const [isLooped, setLooped] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const names = { A: useTakeName(pair[0]), B: useTakeName(pair[1]) }
  const takes = { A: pair[0].take, B: pair[1].take }
  const heard = usePlayback(({ clip }) =>
    LETTERS.find((each) => takes[each].audioId === clip?.audioId && takes[each].startMs === clip.startMs),
  )
  const lengthOf = (each: Letter) => Math.max(1, takes[each].endMs - takes[each].startMs)
  const play = (next: Letter, share: number, loops = isLooped) => {
    const { audioId, startMs, endMs } = takes[next]
    const gainDb = gainOfTake(session, takes[next])
    session.player.playAudio(audioId, startMs, endMs, {
      fromMs: share * lengthOf(next),
      isLooped: loops,
      gainDb,
    })
  }
  const shareNow = () => (heard === undefined ? 0 : (session.player.clipMs() ?? 0) / lengthOf(heard))
  const switchTo = (next: Letter) => {
    if (heard !== undefined) play(next, Math.min(0.999, shareNow()))
    setLetter(next)
    session.announce('takes.nowHeard', { letter: next, name: names[next] })
  }
  const end = () => {
    if (heard !== undefined) session.player.pause()
    onEnd()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && !event.shiftKey) switchTo(letter === 'A' ? 'B' : 'A')
    else if (event.key === 'Escape') end()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={box}
      className={styles.compare}
      role="group"
      aria-label={t('takes.comparing')}
      onKeyDown={onKeyDown}
    >
      {LETTERS.map((each, index) => (
        <div key={each} className={styles.side} data-heard={each === letter || undefined}>
          <span className={styles.letter} aria-hidden="true">
            {each}
          </span>
          <span className={styles.name} dir="auto" title={names[each]}>
            {names[each]}
          </span>
          <TakeTagMark tag={tagOf(takes[each])} />
          <span className={styles.length}>{formatBlockLength(t, lengthOf(each), false)}</span>
          <TakeWave take={pair[index === 0 ? 0 : 1].take} widthPx={340} heightPx={26} />
        </div>
      ))}
      <div className={styles.hearing}>
        <button
          type="button"
          autoFocus
          className={styles.play}
          data-on={heard !== undefined || undefined}
          aria-label={t(heard === undefined ? 'takes.playBoth' : 'takes.stopBoth')}
          onClick={() => (heard === undefined ? play(letter, 0) : session.player.pause())}
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
        <span className={styles.hint}>{t('takes.tabHint')}</span>
        <IconToggle
          label={t('takes.loop')}
          tip={t('takes.loop')}
          isOn={isLooped}
          onChange={(isOn) => {
            setLooped(isOn)
            if (heard !== undefined) play(heard, shareNow(), isOn)
          }}
        >
          <Repeat size={15} />
        </IconToggle>
      </div>
    </div>
  )
}
