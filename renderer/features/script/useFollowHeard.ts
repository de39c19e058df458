import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { BlockId } from '../../../shared/story/records.ts'
import { usePlayback } from '../../hooks/session.ts'
import type { ScriptRow } from './rows.ts'

/**
 * While the story plays, the script goes along with it. A writer who has scrolled to another place, or writes, is left alone,
 * until what is heard is in view again.
 */
export function useFollowHeard(
  rows: readonly ScriptRow[],
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): void {
  const isStopped = usePlayback((state) => state.status === 'stopped')
  const heard = usePlayback((state) =>
    state.status === 'playing' && state.scope === 'story' ? state.blockId : null,
  )
  /** The block that was heard before; null where play has just begun. */
  const before = useRef<BlockId | null>(null)
  useEffect(() => {
    if (isStopped) before.current = null
  }, [isStopped])
  useEffect(() => {
    const indexOf = (id: BlockId | null) => rows.findIndex(({ block }) => block.id === id)
    const index = indexOf(heard)
    if (index < 0) return
    const last = indexOf(before.current)
    before.current = heard
    const isWriting = virtualizer.scrollElement?.contains(textFieldWithFocus()) === true
    if (!isWriting && (last < 0 || isInView(virtualizer, last)))
      virtualizer.scrollToIndex(index, { align: 'auto' })
    // Only another block scrolls; the rows change with every keystroke.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [heard])
}

function textFieldWithFocus(): Element | null {
  return document.activeElement instanceof HTMLTextAreaElement ? document.activeElement : null
}

function isInView({ range }: Virtualizer<HTMLDivElement, Element>, index: number): boolean {
  return range === null || (index >= range.startIndex && index <= range.endIndex)
}
