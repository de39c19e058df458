import type { DragEvent } from 'react'
import { useRef } from 'react'
import { blockIdSchema, characterIdSchema } from '../../../shared/story/records.ts'
import { CHARACTER_DRAG, giveTo } from '../../actions/speaking.ts'
import { useSession } from '../../hooks/session.ts'

/** What a list of rows does with a character of the cast that is dragged over it: dropped on a row, it speaks the block, or all that are selected with it. */
export function useCharacterDrop() {
  const session = useSession()
  const marked = useRef<Element | null>(null)
  const mark = (row: Element | null) => {
    if (row === marked.current) return
    marked.current?.removeAttribute('data-drop')
    row?.setAttribute('data-drop', '')
    marked.current = row
  }
  const rowUnder = ({ target, dataTransfer }: DragEvent) =>
    target instanceof Element && dataTransfer.types.includes(CHARACTER_DRAG)
      ? target.closest<HTMLElement>('[data-row]')
      : null
  return {
    onDragOver(event: DragEvent) {
      const row = rowUnder(event)
      mark(row)
      if (row === null) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) mark(null)
    },
    onDrop(event: DragEvent) {
      mark(null)
      const id = blockIdSchema.safeParse(rowUnder(event)?.dataset.row).data
      const characterId = characterIdSchema.safeParse(event.dataTransfer.getData(CHARACTER_DRAG)).data
      if (id === undefined || characterId === undefined) return
      event.preventDefault()
      const { selection } = session.editor.getState()
      giveTo(session, selection.includes(id) ? selection : [id], characterId)
    },
  }
}
