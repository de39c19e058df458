import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { BlockSpan } from '../../../shared/story/layout.ts'
import type { Block, Character } from '../../../shared/story/records.ts'
import { formatBlockState, formatClock, formatGain, formatSeconds } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { BlockState } from '../../stores/blockState.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './ClipCard.module.css'

export const CARD_ID = 'timeline-clip-card'
/** More of a text than the card has lines for. */
const MOST_TEXT = 120
const MARGIN_PX = 8

interface ClipCardProps {
  readonly span: BlockSpan
  readonly block: Block
  readonly number: number
  readonly character: Character | undefined
  readonly state: BlockState
  /** How much louder than its take it is heard. */
  readonly gainDb: number
}

/** What a narrow clip has no room to say, beside it: name, time, state and first words. */
export function ClipCard({ span, block, number, character, state, gainDb }: ClipCardProps) {
  const { t } = useTranslation()
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const clip = document.querySelector(`[data-clip="${CSS.escape(span.id)}"]`)?.getBoundingClientRect()
      if (card.current === null || clip === undefined) return
      const { width, height } = card.current.getBoundingClientRect()
      const left = Math.max(MARGIN_PX, Math.min(clip.left - 30, window.innerWidth - width - MARGIN_PX))
      const above = clip.top - height - MARGIN_PX
      card.current.style.transform = `translate(${left}px, ${above > 0 ? above : clip.bottom + MARGIN_PX}px)`
    }
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', place, { capture: true })
  }, [span])
  const time = `${formatClock(span.startMs)}, ${t('timeline.seconds', { value: formatSeconds(span.endMs - span.startMs) })}`
  return createPortal(
    <div ref={card} id={CARD_ID} className={styles.card}>
      <div className={styles.head} style={characterColor(character?.color)}>
        <b dir="auto">{character?.name ?? t('timeline.blockShort', { number })}</b>
        <span className={styles.time}>{gainDb === 0 ? time : `${time}, ${formatGain(t, gainDb)}`}</span>
        {state.kind !== 'empty' && (
          <StateMark state={state.kind} percentage={state.percentage} word={formatBlockState(t, state)} />
        )}
      </div>
      <div className={styles.words} dir="auto">
        {block.text.trim() === '' ? t('timeline.noWords') : block.text.slice(0, MOST_TEXT)}
      </div>
    </div>,
    document.body,
  )
}
