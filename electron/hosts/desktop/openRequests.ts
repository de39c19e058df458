/** Files and links that macOS asks the app to open, some of them before there is anything to open them. */
import type { App, Event } from 'electron'

export interface OpenRequests {
  /** Opens what was asked for so far, and what the command line named; from now on, all at once. */
  deliverTo(open: (pathOrLink: string) => void, named: readonly string[]): void
}

/** Listens from the app's first moment: macOS asks before the app is ready. */
export function followOpenRequests(app: Pick<App, 'on'>): OpenRequests {
  const early: string[] = []
  let open: (pathOrLink: string) => void = (pathOrLink) => void early.push(pathOrLink)
  const onRequest = (event: Event, pathOrLink: string) => {
    event.preventDefault()
    open(pathOrLink)
  }
  app.on('open-file', onRequest)
  app.on('open-url', onRequest)
  return {
    deliverTo(to, named) {
      open = to
      for (const pathOrLink of [...early.splice(0), ...named]) to(pathOrLink)
    },
  }
}
