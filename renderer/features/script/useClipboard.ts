import { useEffect } from 'react'
import { takeCopy, takePasteOfBlocks } from '../../actions/clipboard.ts'
import { useSession } from '../../hooks/session.ts'

/** Cut, copy and paste of the selected blocks, wherever the focus is but in a text field or a dialog, which keep their own. */
export function useClipboard(): void {
  const session = useSession()
  useEffect(() => {
    const isForBlocks = (event: ClipboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof Element &&
        target.closest('input, textarea, [contenteditable], [role=dialog]') !== null
      return !event.defaultPrevented && !isTyping && session.view.getState().dialog === null
    }
    const onCopy = (event: ClipboardEvent) => {
      // Text that is selected on the page is copied as it is.
      if (isForBlocks(event) && (window.getSelection()?.isCollapsed ?? true)) takeCopy(session, event)
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isForBlocks(event)) takePasteOfBlocks(session, event)
    }
    window.addEventListener('copy', onCopy)
    window.addEventListener('cut', onCopy)
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('copy', onCopy)
      window.removeEventListener('cut', onCopy)
      window.removeEventListener('paste', onPaste)
    }
  }, [session])
}
