import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'

/** What an element is given that keeps the focus while its controls come and go. */
interface KeptFocus<E extends HTMLElement> {
  readonly ref: RefObject<E | null>
  readonly onFocus: () => void
  readonly onBlur: (event: FocusEvent) => void
}

/** Where the control that had the focus goes away with a change of `state`, the first control in its place gets it. */
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
      // What is taken out of the page loses the focus to nothing.
      if (event.relatedTarget !== null || event.target.isConnected) hadFocus.current = false
    },
  }
}
