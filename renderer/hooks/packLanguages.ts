import { packLanguagesOf, type PackLanguages } from '../../shared/voices/languages.ts'
import { useAppState } from './app.ts'

/** The languages of the natural voices on this computer. */
export function usePackLanguages(): PackLanguages {
  return useAppState(({ voices }) => packLanguagesOf(voices))
}
