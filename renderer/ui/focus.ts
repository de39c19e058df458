import { useEffect, useRef, useLayoutEffect, type RefObject, type FocusEvent } from 'react'

/** A ref for the control that gets the focus when a dialog opens: the dialog itself takes the focus first. */
export function useFocusAtOpen<T extends HTMLElement>(): RefObject<T | null> {
  const control = useRef<T>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => control.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return control
}

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

/** Props of an element that keeps the focus while its controls come and go. */
interface KeptFocus<E extends HTMLElement> {
  readonly ref: RefObject<E | null>
  readonly onFocus: () => void
  readonly onBlur: (event: FocusEvent) => void
}

/** If a change of `state` removes the focused control, the first control in its place gets the focus. */
export function useKeptFocus<E extends HTMLElement>(state: string): KeptFocus<E> {
  const ref = useRef<E>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return
    ref.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
  }, [state])
  return {
    ref,
    onFocus() {
      hadFocus.current = true
    },
    onBlur(event) {
      // An element removed from the page loses the focus to nothing.
      if (event.relatedTarget !== null || event.target.isConnected) hadFocus.current = false
    },
  }
}
