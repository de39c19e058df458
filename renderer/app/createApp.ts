/** The composition root of the renderer: the app without a story, the wiring of its parts, and its messages to the writer. */
import { createStore } from 'zustand/vanilla'
import i18next from 'i18next'
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
import {
  createViewStore,
  type Notice,
  type NoticeAction,
  openQuestion,
  type ViewStore,
} from '../stores/viewStore.ts'
import { followHost } from './followHost.ts'
import { type MessageParams, UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isAlreadyPaid, isOverCap } from '../actions/errors.ts'
import { isTextKey, type TextKey } from '../i18n/textKeys.ts'

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

/** The most notices on screen. */
const MAX_NOTICES = 4

/** The app's functions for messages, over the store that holds the notices. */
export function createMessages(view: ViewStore): Pick<App, 'report' | 'note' | 'warn' | 'announce'> {
  let noticeCount = 0

  function show(tone: Notice['tone'], message: TextKey, params: MessageParams, action?: NoticeAction): void {
    noticeCount += 1
    const notice: Notice = { id: noticeCount, tone, message, params, ...(action && { action }) }
    // Messages with an action are always distinct, and so are warnings with different values.
    const isSame = (other: Notice) =>
      other.message === message &&
      other.tone === tone &&
      other.action === undefined &&
      (tone !== 'warning' || JSON.stringify(other.params) === JSON.stringify(params))
    view.setState((state) => ({
      notices: [...state.notices.filter((other) => !isSame(other)), notice].slice(-MAX_NOTICES),
    }))
  }

  return {
    report(error) {
      if (isOverCap(error)) openQuestion(view, { overCap: { error, again: null } })
      else if (isAlreadyPaid(error)) openQuestion(view, { paidWords: { error, again: null } })
      else if (error instanceof UserFacingError) show('error', `errors.${error.code}`, error.params)
      else {
        show('error', 'errors.unexpected', {})
        reportError(error)
      }
    },
    note: (message, params = {}, action) => show('note', message, params, action),
    warn: (message, params = {}) => show('warning', message, params),
    announce: (message, params = {}) => announceToScreenReader(i18next.t(message, translateParams(params))),
  }
}

/** Translates params that are themselves i18n keys: the names of edits. */
function translateParams(params: MessageParams): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('edits.') && isTextKey(value) ? i18next.t(value) : value,
    ]),
  )
}

/** Speaks a sentence through the page's live region; a repeated sentence is spoken again. */
function announceToScreenReader(text: string): void {
  const region = document.getElementById('announcements')
  if (region === null) return
  region.textContent = region.textContent === text ? `${text}\u00a0` : text
}
