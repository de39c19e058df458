import { useEffect } from 'react'
import { useApp } from './app.ts'

/**
 * Restores the focus to the element that had it before the first of several consecutive dialogs: each restores it to the
 * previous dialog, which is gone by then.
 */
export function useFocusBefore(): void {
  const app = useApp()
  useEffect(() => {
    let opener: Element | null = null
    let frame = 0
    const giveBack = () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
    const stop = app.view.subscribe(({ dialog }, { dialog: before }) => {
      if (dialog !== null && before === null) {
        cancelAnimationFrame(frame)
        opener = document.activeElement
      }
      // A dialog restores the focus in the frame after it is removed.
      if (dialog === null && before !== null)
        frame = requestAnimationFrame(() => {
          frame = requestAnimationFrame(giveBack)
        })
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [app])
}
