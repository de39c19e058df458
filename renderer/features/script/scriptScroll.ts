import type { Virtualizer } from '@tanstack/react-virtual'
import { createRef, useCallback, useSyncExternalStore, type RefObject } from 'react'
import type { ChapterSection } from '../../../shared/story/selectors.ts'
import { headingsPx, type ScriptRow } from './rows.ts'

type ListVirtualizer = Virtualizer<HTMLDivElement, Element>

/** The element that scrolls the script, and the virtualizer of its list; null until they are in the page. */
export interface ScriptScroll {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly virtualizer: RefObject<ListVirtualizer | null>
}

/** The scroll of a script that is not in the page yet. */
export function newScriptScroll(): ScriptScroll {
  return { scroller: createRef(), virtualizer: createRef() }
}

/** A number derived from the scroll position of the script: 0 at first. The component redraws only when the number changes. */
export function useScrolled(
  { scroller, virtualizer }: ScriptScroll,
  read: (list: ListVirtualizer) => number,
): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const element = scroller.current
      element?.addEventListener('scroll', listener, { passive: true })
      return () => element?.removeEventListener('scroll', listener)
    },
    [scroller],
  )
  return useSyncExternalStore(subscribe, () => (virtualizer.current === null ? 0 : read(virtualizer.current)))
}

/** The index of the section whose blocks are at the top of the script: the last one whose heading has been scrolled past. */
export function sectionInView(
  list: ListVirtualizer,
  rows: readonly ScriptRow[],
  sections: readonly ChapterSection[],
): number {
  const scrollTop = list.scrollOffset ?? 0 // reading the element's own would force a layout
  const item = list.getVirtualItemForOffset(scrollTop)
  const row = item === undefined ? undefined : rows[item.index]
  if (item === undefined || row === undefined) return 0
  const top = scrollTop >= item.start + headingsPx(row) ? row.number : (rows[item.index - 1]?.number ?? 0)
  let blocks = 0
  const index = sections.findIndex((section) => (blocks += section.blocks.length) >= top)
  return top === 0 ? 0 : Math.max(0, index)
}
