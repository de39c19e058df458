import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useState } from 'react'
import type { RefObject } from 'react'
import type { ChapterSection } from '../../../shared/story/selectors.ts'
import { headingsPx } from './rows.ts'
import type { ScriptRow } from './rows.ts'

/** The index of the section whose blocks are at the top of the script: the last one whose heading has been scrolled past. */
export function useSectionInView(
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  rows: readonly ScriptRow[],
  sections: readonly ChapterSection[],
): number {
  const [top, setTop] = useState(0)
  const look = useEffectEvent(() => {
    const scrollTop = virtualizer.scrollOffset ?? 0 // the element's own would have the page laid out at once
    const item = virtualizer.getVirtualItemForOffset(scrollTop)
    const row = item === undefined ? undefined : rows[item.index]
    if (item === undefined || row === undefined) setTop(0)
    else if (scrollTop >= item.start + headingsPx(row)) setTop(row.number)
    else setTop(rows[item.index - 1]?.number ?? 0)
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const onScroll = () => {
      look()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller])
  useEffect(() => {
    look()
  }, [rows])
  let blocks = 0
  const index = sections.findIndex((section) => (blocks += section.blocks.length) >= top)
  return top === 0 ? 0 : Math.max(0, index)
}
