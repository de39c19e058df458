import { Component, type RefObject } from 'react'
import { movedOffset } from '../../shared/story/mergeText.ts'

interface KeptCursorProps {
  readonly field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
  /** What the field shows. */
  readonly value: string
}

/** The field before its text changed, with its selection. */
type Before = Pick<HTMLInputElement, 'value' | 'selectionStart' | 'selectionEnd' | 'selectionDirection'>

/**
 * Keeps the cursor of a focused field behind the same words when its text changes other than by typing: by undo, or by
 * another page. React would leave it at the end of the text. Only a class component is notified of a change before it is drawn.
 */
export class KeptCursor extends Component<KeptCursorProps> {
  override getSnapshotBeforeUpdate(): Before | null {
    const { field, value } = this.props
    const { current } = field
    if (current === null || current !== document.activeElement || current.value === value) return null
    const { selectionStart, selectionEnd, selectionDirection } = current
    return { value: current.value, selectionStart, selectionEnd, selectionDirection }
  }

  override componentDidUpdate(_props: KeptCursorProps, _state: unknown, before: Before | null): void {
    const { current } = this.props.field
    if (before === null || current === null) return
    const { selectionStart, selectionEnd, selectionDirection } = before
    const moved = (offset: number | null) =>
      offset === null ? null : movedOffset(before.value, current.value, offset)
    current.setSelectionRange(moved(selectionStart), moved(selectionEnd), selectionDirection ?? 'none')
  }

  override render() {
    return null
  }
}
