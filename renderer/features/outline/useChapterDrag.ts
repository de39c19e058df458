import { useCallback, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import type { ChapterId } from '../../../shared/story/records.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { openStory, placeChapter } from '../../actions/editing.ts'
import { useWorld } from '../../hooks/world.ts'
import { trackDrag } from '../../ui/trackDrag.ts'

/** The height of a row, in px. */
export const ROW_PX = 30

/** A chapter that is being dragged, and where the line stands that shows its place: px below the top of the list. */
interface ChapterDrag {
  readonly id: ChapterId
  readonly lineY: number
}

/**
 * Dragging a chapter by its handle; the story is changed at the drop. The drag and drop of React Aria is not used here: each of
 * its rows queues a state update with every key and move of the pointer, which React keeps until the row is drawn again (1.22).
 */
export function useChapterDrag(list: RefObject<HTMLElement | null>) {
  const world = useWorld()
  const [drag, setDrag] = useState<ChapterDrag | null>(null)
  const start = useCallback(
    (event: PointerEvent, id: ChapterId) => {
      const element = list.current
      if (element === null || event.button !== 0) return
      event.stopPropagation() // a press of the row goes to the chapter
      /** Undefined until the pointer has moved. */
      let before: ChapterId | null | undefined
      trackDrag(event, element, {
        axis: 'y',
        onMove({ clientY }) {
          const story = openStory(world)
          if (story === null) return
          const sections = sectionsOf(story)
          const wanted = Math.round(
            (clientY - element.getBoundingClientRect().top + element.scrollTop) / ROW_PX,
          )
          const first = sections[0]?.chapter === null ? 1 : 0 // the opening stays first
          const index = Math.max(first, Math.min(sections.length, wanted))
          before = sections[index]?.chapter?.id ?? null
          setDrag({ id, lineY: index * ROW_PX - element.scrollTop })
        },
        onDrop() {
          setDrag(null)
          if (before !== undefined) placeChapter(world, id, before)
        },
        onCancel() {
          setDrag(null)
        },
      })
    },
    [list, world],
  )
  return { drag, start }
}
