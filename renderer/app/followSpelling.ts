/** Tells a desktop host the languages that the page shows, for its spelling: that of the app, and that of the open story. */
import i18next from 'i18next'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { joinedWords, languageWordsOf, otherLanguage } from '../../shared/voices/textLanguage.ts'
import type { World } from '../stores/world.ts'

/** The language of a story is told from so many of its blocks, which lie all over it. */
const MOST_BLOCKS = 60
/** After a change the language is looked at again, this late: it rarely is another. */
const PAUSE_MS = 3_000

/** Tells the host from now on. */
export function followSpelling(world: World): void {
  let told = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    clearTimeout(timer)
    timer = undefined
    if (world.app.getState().info?.host !== 'desktop') return
    const story = world.story.getState().open?.story
    const language = i18next.language
    const other = story === undefined ? null : otherLanguageOf(story, language)
    const languages = other === null ? [language] : [language, other]
    if (languages.join() === told) return
    told = languages.join()
    world.bridge.call('spelling:setLanguages', { languages }).catch(world.report)
  }

  world.story.subscribe(({ open }, before) => {
    if (open?.session !== before.open?.session) tell()
    else if (open?.story !== before.open?.story) timer ??= setTimeout(tell, PAUSE_MS)
  })
  i18next.on('languageChanged', tell)
  tell()
}

/** The language of a story if it is surely another than the app's. */
function otherLanguageOf(story: Story, language: string): string | null {
  const blocks = blocksOf(story)
  const step = Math.max(1, Math.ceil(blocks.length / MOST_BLOCKS))
  const words = blocks.filter((_, at) => at % step === 0).map(({ text }) => languageWordsOf(text))
  return otherLanguage(joinedWords(words), language)
}
