import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './LaneHeads.module.css'
import type { Lane } from './lanes.ts'

interface LaneHeadsProps {
  readonly lanes: readonly Lane[]
  readonly isByCharacter: boolean
  readonly hasMusic: boolean
  readonly hasToMake: boolean
  readonly scroller: RefObject<HTMLElement | null>
}

/** The names of the rows, at their left. The names of lanes follow when the lanes scroll. */
export function LaneHeads({ lanes, isByCharacter, hasMusic, hasToMake, scroller }: LaneHeadsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const follow = () => {
      if (list.current !== null) list.current.style.transform = `translateY(${-element.scrollTop}px)`
    }
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller])
  return (
    <div
      className={styles.heads}
      aria-hidden
      onWheel={(event) => scroller.current?.scrollBy({ top: event.deltaY })}
    >
      <div className={styles.head} />
      <div className={styles.head}>{t('timeline.chapters')}</div>
      <div className={styles.lanes}>
        <div ref={list} className={styles.list}>
          {lanes.map(({ character }) => {
            const name = character?.name ?? t(isByCharacter ? 'timeline.noCharacter' : 'timeline.voices')
            return (
              <div
                key={character?.id ?? ''}
                className={`${styles.head} ${styles.lane}`}
                style={characterColor(character?.color)}
              >
                {isByCharacter && <span className={styles.dot} />}
                <span className={styles.name} dir="auto" title={name}>
                  {name}
                </span>
              </div>
            )
          })}
        </div>
      </div>
      {hasMusic && <div className={`${styles.head} ${styles.music}`}>{t('music.lane')}</div>}
      {hasToMake && <div className={styles.head}>{t('timeline.toMake')}</div>}
    </div>
  )
}
