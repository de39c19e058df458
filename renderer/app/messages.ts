/** Messages to the writer: notices on screen, and announcements to a screen reader. */
import i18next from 'i18next'
import { type MessageParams, UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isAlreadyPaid, isOverCap } from '../actions/errors.ts'
import { isTextKey, type TextKey } from '../i18n/textKeys.ts'
import { type Notice, type NoticeAction, openQuestion, type ViewStore } from '../stores/viewStore.ts'
import type { App } from '../stores/app.ts'

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
