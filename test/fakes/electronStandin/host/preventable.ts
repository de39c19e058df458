export interface PreventableEvent {
  defaultPrevented: boolean
  preventDefault: () => void
}

/** Electron's event: a listener may prevent the default. */
export function preventable(): PreventableEvent {
  const event = {
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    },
  }
  return event
}
