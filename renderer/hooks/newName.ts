import { useEffect, useRef, type RefObject } from 'react'
import type { ChapterId, CharacterId } from '../../shared/story/records.ts'
import { useSession } from './session.ts'

/** A ref for the name field of a chapter or character. The name of a newly added one gets the focus and is selected. */
export function useNewName(id: ChapterId | CharacterId): RefObject<HTMLInputElement | null> {
  const { editor } = useSession()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (editor.getState().namingId !== id) return
    editor.setState({ namingId: null })
    field.current?.focus()
    field.current?.select()
  }, [editor, id])
  return field
}
