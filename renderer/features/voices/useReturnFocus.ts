import { useEffect, useRef } from 'react'

/** Gives the focus back to where it was before, where it is still in the picker when that closes. */
export function useReturnFocus(): void {
  const before = useRef<Element | null>(null)
  before.current ??= document.activeElement
  useEffect(
    () => () => {
      const { activeElement } = document
      const isLost =
        activeElement === null ||
        activeElement === document.body ||
        activeElement.closest('[data-beside]') !== null
      if (isLost && before.current instanceof HTMLElement) before.current.focus()
    },
    [],
  )
}
