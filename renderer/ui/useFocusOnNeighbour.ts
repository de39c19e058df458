import { useLayoutEffect, type RefObject } from 'react'

const FOCUSABLE = 'button:not(:disabled), a[href], input:not(:disabled), textarea, [tabindex="0"]'

/**
 * Keeps the focus near a focused element of a list row that is removed: another element of the row gets it, otherwise
 * the next row, the previous one, the element before the list, or the region's first field or control.
 */
export function useFocusOnNeighbour(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      const row = element?.closest('li')
      if (!row || !element?.contains(document.activeElement)) return
      const places = [
        row,
        row.nextElementSibling,
        row.previousElementSibling,
        row.parentElement?.previousElementSibling,
        row.closest('[data-region]'),
      ]
      // After React has removed the element.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        const place = places.find(
          (each) => each?.isConnected === true && each.querySelector(FOCUSABLE) !== null,
        )
        const field =
          place?.querySelector<HTMLElement>('[data-entry]') ?? place?.querySelector<HTMLElement>(FOCUSABLE)
        field?.focus()
      })
    }
  }, [ref])
}
