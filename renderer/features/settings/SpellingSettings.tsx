import { X } from 'lucide-react'
import { changeSettings } from '../../actions/settings.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import styles from './SpellingSettings.module.css'

/** Whether the desktop app checks the spelling. */
export function SpellingChoice() {
  const { t } = useTranslation()
  const app = useApp()
  const isOn = useAppState((state) => state.settings.checksSpelling)
  return (
    <div>
      <SwitchField
        label={t('settings.spelling')}
        hint={t('settings.spellingHint')}
        isAtEnd
        isOn={isOn}
        onChange={(checksSpelling) => {
          changeSettings(app, { checksSpelling })
        }}
      />
    </div>
  )
}

/** The words that the writer has added, each of which can be removed. */
export function OwnWords() {
  const { t } = useTranslation()
  const app = useApp()
  const words = useAppState((state) => state.settings.ownWords)
  const remove = (word: string) => {
    const { ownWords } = app.state.getState().settings
    changeSettings(app, { ownWords: ownWords.filter((other) => other !== word) })
  }
  return (
    <div>
      <span>
        <b>{t('settings.ownWords')}</b>
        <small>{words.length === 0 ? t('settings.noOwnWords') : t('settings.ownWordsHint')}</small>
      </span>
      {words.length === 0 ? null : <WordList words={words} onRemove={remove} />}
    </div>
  )
}

interface WordListProps {
  readonly words: readonly string[]
  readonly onRemove: (word: string) => void
}

function WordList({ words, onRemove: remove }: WordListProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.words} aria-label={t('settings.ownWords')}>
      {words
        .toSorted((a, b) => a.localeCompare(b))
        .map((word) => (
          <li key={word}>
            <bdi>{word}</bdi>
            <IconButton size="small" label={t('settings.removeWord', { word })} onPress={() => remove(word)}>
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
    </ul>
  )
}
