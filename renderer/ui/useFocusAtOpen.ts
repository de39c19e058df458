import { useEffect, useRef, type RefObject } from 'react'

/** A ref for the control that gets the focus when a dialog opens: the dialog itself takes the focus first. */
export function useFocusAtOpen<T extends HTMLElement>(): RefObject<T | null> {
  const control = useRef<T>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => control.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return control
}
