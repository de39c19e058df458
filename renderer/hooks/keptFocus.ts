import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'

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
