import { useEffect } from 'react'
import { findBlock } from '../../../shared/story/selectors.ts'
import { movedOffset } from '../../../shared/story/mergeText.ts'
import { blockIdSchema } from '../../../shared/story/records.ts'
import { useWorld } from '../../hooks/world.ts'

/**
 * Keeps the cursor behind the same words when the text of the focused field changes by anything but typing into it: by undo, or
 * by another page. React, which draws later, would put the cursor at the end; it leaves a field alone that has its text already.
 */
export function useKeptCursor(): void {
  const world = useWorld()
  useEffect(
    () =>
      world.story.subscribe(({ open }) => {
        const field = document.activeElement
        if (open === null || !(field instanceof HTMLTextAreaElement)) return
        const id = blockIdSchema.safeParse(field.dataset['block'])
        const text = id.success ? findBlock(open.story, id.data)?.text : undefined
        if (text === undefined || text === field.value) return
        const { value, selectionStart, selectionEnd, selectionDirection } = field
        field.value = text
        field.setSelectionRange(
          movedOffset(value, text, selectionStart),
          movedOffset(value, text, selectionEnd),
          selectionDirection,
        )
      }),
    [world],
  )
}
