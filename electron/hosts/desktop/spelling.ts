/**
 * Spelling in the desktop's pages. macOS checks by itself. Elsewhere Electron would fetch dictionaries from the internet, and Fabula goes
 * there only when the writer asks it to: the preload asks main about the words instead, and main asks its own dictionaries.
 */
import type { IpcMain, Session, WebContents } from 'electron'
import * as z from 'zod'
import type { Settings } from '../../../shared/ipc/views.ts'
import { dictionaryFor, type DictionaryId } from '../../lib/spelling/dictionaries.ts'
import type { Speller } from '../../lib/spelling/speller.ts'
import { isOwnFrame } from './ipc.ts'
import { SPELLING_CHANNEL } from './privateChannels.ts'

/** Whether the system checks the spelling, in the languages that it finds. */
export function isCheckedBySystem(platform = process.platform): boolean {
  return platform === 'darwin'
}

type SpellingSettings = Pick<Settings, 'checksSpelling' | 'ownWords'>

export interface SpellingOptions {
  readonly speller: Speller
  readonly session: Pick<
    Session,
    'setSpellCheckerEnabled' | 'addWordToSpellCheckerDictionary' | 'removeWordFromSpellCheckerDictionary'
  >
  /** The languages that the system prefers, as BCP 47 tags, the best first. */
  readonly systemLanguages: readonly string[]
  readonly platform?: NodeJS.Platform
}

/** The forms of a word that are compared: the writer's own words are also correct at the start of a sentence. */
const formsOf = (word: string) => {
  const plain = word.normalize('NFC').replaceAll('’', "'")
  return [plain, plain.charAt(0).toLocaleLowerCase() + plain.slice(1)]
}

export type Spelling = ReturnType<typeof createSpelling>

/** Spelling by Fabula's dictionaries, or by the system if it has a checker. */
export function createSpelling(options: SpellingOptions) {
  const { speller, session, systemLanguages, platform = process.platform } = options
  const bySystem = isCheckedBySystem(platform)
  const dictionaries = new WeakMap<WebContents, readonly DictionaryId[]>()
  let isOn = false
  let own: ReadonlySet<string> = new Set()

  return {
    /** Follows the settings from now on: whether words are checked, and which are the writer's own. */
    follow({ checksSpelling, ownWords }: SpellingSettings): void {
      isOn = checksSpelling
      // Electron's checker is off elsewhere, because it would fetch its dictionaries.
      session.setSpellCheckerEnabled(bySystem && isOn)
      const words = new Set(ownWords.map((word) => formsOf(word)[0] ?? ''))
      if (bySystem) {
        for (const word of words) if (!own.has(word)) session.addWordToSpellCheckerDictionary(word)
        for (const word of own) if (!words.has(word)) session.removeWordFromSpellCheckerDictionary(word)
      }
      own = words
    },
    /** The languages of what a page shows, as BCP 47 tags. */
    setLanguages(page: WebContents, tags: readonly string[]): void {
      const known = tags.flatMap((tag) => dictionaryFor(tag, systemLanguages) ?? [])
      dictionaries.set(page, [...new Set(known)])
    },
    /** The words of a page that are neither correct in one of its languages nor the writer's own. */
    async check(page: WebContents, words: readonly string[]): Promise<readonly string[]> {
      if (!isOn || bySystem) return []
      const unknown = words.filter((word) => !formsOf(word).some((form) => own.has(form)))
      return speller.check(unknown, dictionaries.get(page) ?? [])
    },
    /** Suggestions for a word, the likeliest first. */
    async suggest(page: WebContents, word: string): Promise<readonly string[]> {
      return isOn && !bySystem ? speller.suggest(word, dictionaries.get(page) ?? []) : []
    },
  }
}

/** The most words of a request, more than any text has that is checked at once; a page that sends more gets no answer. */
const wordsSchema = z.array(z.string().max(10_000)).max(20_000)

/** Answers the preload, which asks about words of our page only. */
export function registerSpelling(ipcMain: Pick<IpcMain, 'handle'>, { check }: Pick<Spelling, 'check'>): void {
  ipcMain.handle(SPELLING_CHANNEL, (event, words: unknown) => {
    const parsed = wordsSchema.safeParse(words)
    if (!isOwnFrame(event) || !parsed.success) return []
    return check(event.sender, parsed.data)
  })
}
