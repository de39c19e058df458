/** The composition root of the renderer: the app without a story, and the wiring of its parts. */
import { createStore } from 'zustand/vanilla'
import {
  blockIdSchema,
  chapterIdSchema,
  characterIdSchema,
  lexiconEntryIdSchema,
  musicIdSchema,
} from '../../shared/story/records.ts'
import { reportConditions } from '../actions/commands.ts'
import { createPlayer } from '../audio/createPlayer.ts'
import type { Bridge } from '../bridge/bridge.ts'
import type { App, Session } from '../stores/app.ts'
import { createAppStore } from '../stores/appStore.ts'
import { createJobsStore } from '../stores/jobsStore.ts'
import { createStoryZooms } from '../stores/storyZooms.ts'
import { createThisPage, createUnsavedEdits } from '../stores/unsavedEdits.ts'
import { createVibesStore } from '../stores/vibesStore.ts'
import { createViewStore } from '../stores/viewStore.ts'
import { followHost } from './followHost.ts'
import { createMessages } from './messages.ts'

/** Builds the app over a bridge, with no story open. Ids are random; time is the clock's. */
export function createApp(bridge: Bridge): App {
  const view = createViewStore()
  const app: App = {
    bridge,
    state: createAppStore(),
    view,
    vibes: createVibesStore(),
    jobs: createJobsStore(),
    open: createStore<{ readonly session: Session | null }>(() => ({ session: null })),
    unsavedEdits: createUnsavedEdits(localStorage, navigator.locks, crypto.randomUUID()),
    page: createThisPage(navigator.locks, crypto.randomUUID()),
    zooms: createStoryZooms(localStorage),
    newBlockId: () => blockIdSchema.parse(crypto.randomUUID()),
    newChapterId: () => chapterIdSchema.parse(crypto.randomUUID()),
    newCharacterId: () => characterIdSchema.parse(crypto.randomUUID()),
    newEntryId: () => lexiconEntryIdSchema.parse(crypto.randomUUID()),
    newMusicId: () => musicIdSchema.parse(crypto.randomUUID()),
    now: () => Date.now(),
    createPlayer,
    ...createMessages(view),
  }
  followHost(app)
  reportConditions(app)
  return app
}
