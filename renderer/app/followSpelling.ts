/** Reports the languages for the spelling checker to a desktop host: that of the app, and that of the open story. */
import i18next from 'i18next'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { joinedWords, languageWordsOf, otherLanguage } from '../../shared/voices/textLanguage.ts'
import { currentSession, followSessions, storyOf, type App } from '../stores/app.ts'

/** The number of blocks, from throughout a story, by which its language is determined. */
const MOST_BLOCKS = 60
/** How long after a change the language is determined again: it rarely changes. */
const PAUSE_MS = 3_000

/** Reports to the host from now on. */
export function followSpelling(app: App): void {
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    clearTimeout(timer)
    timer = undefined
    if (app.state.getState().info?.host !== 'desktop') return
    const session = currentSession(app)
    const language = i18next.language
    const other = session === null ? null : otherLanguageOf(storyOf(session), language)
    const languages = other === null ? [language] : [language, other]
    if (languages.join() === told) return
    told = languages.join()
    app.bridge.call('spelling:setLanguages', { languages }).catch(app.report)
  }

  followSessions(app, ({ story }) => {
    tell()
    const stop = story.subscribe((now, before) => {
      if (now.story !== before.story) timer ??= setTimeout(tell, PAUSE_MS)
    })
    return () => {
      stop()
      tell()
    }
  })
  i18next.on('languageChanged', tell)
  tell()
}

/** The language of a story as set, or determined from its words if it is certainly not the app's. */
function otherLanguageOf(story: Story, language: string): string | null {
  if (story.info.language !== null) return story.info.language === language ? null : story.info.language
  const blocks = blocksOf(story)
  const step = Math.max(1, Math.ceil(blocks.length / MOST_BLOCKS))
  const words = blocks.filter((_, at) => at % step === 0).map(({ text }) => languageWordsOf(text))
  return otherLanguage(joinedWords(words), language)
}
