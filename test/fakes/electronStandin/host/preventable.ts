export interface PreventableEvent {
  defaultPrevented: boolean
  preventDefault: () => void
}

/** An event of Electron's: a listener may keep the default from happening. */
export function preventable(): PreventableEvent {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}
