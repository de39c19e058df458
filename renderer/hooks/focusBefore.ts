import { useEffect } from 'react'
import { useApp } from './app.ts'

/**
 * Gives the focus back to what had it before the first of several dialogs that follow one another: each gives it back to the
 * dialog before, which is gone by then.
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
      // A dialog gives the focus back in the frame after the one that takes it away.
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
