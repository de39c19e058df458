import { useEffect } from 'react'
import { takeCopy, takePasteOfBlocks } from '../../actions/clipboard.ts'
import { useWorld } from '../../hooks/world.ts'

/** Cut, copy and paste of the selected blocks, wherever the focus is but in a text field or a dialog, which keep their own. */
export function useClipboard(): void {
  const world = useWorld()
  useEffect(() => {
    const isForBlocks = (event: ClipboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof Element &&
        target.closest('input, textarea, [contenteditable], [role=dialog]') !== null
      return !event.defaultPrevented && !isTyping && world.view.getState().dialog === null
    }
    const onCopy = (event: ClipboardEvent) => {
      // Text that is selected on the page is copied as it is.
      if (isForBlocks(event) && (window.getSelection()?.isCollapsed ?? true)) takeCopy(world, event)
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isForBlocks(event)) takePasteOfBlocks(world, event)
    }
    window.addEventListener('copy', onCopy)
    window.addEventListener('cut', onCopy)
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('copy', onCopy)
      window.removeEventListener('cut', onCopy)
      window.removeEventListener('paste', onPaste)
    }
  }, [world])
}
