import { useState } from 'react'
import { MAX_PASSWORD_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Documents.module.css'
import { ErrorText } from './ErrorText.tsx'
import type { StoryOfDocument } from './useStoryOfDocument.ts'

interface DocumentPasswordProps {
  /** The document's. */
  readonly name: string
  readonly story: StoryOfDocument
}

/** Asks for the password of a document whose words are to be read; it is gone when this is. */
export function DocumentPassword({ name, story }: DocumentPasswordProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const error = story.asked?.error ?? null
  return (
    <form
      className={styles.password}
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '' && !story.isReading) story.read(password)
      }}
    >
      <TextField
        label={t('documents.toStoryPassword', { name })}
        value={password}
        type="password"
        maxLength={MAX_PASSWORD_CHARACTERS}
        autoFocus
        onChange={setPassword}
      />
      {error === null ? (
        <p className={styles.note}>{t('documents.toStoryPasswordHint')}</p>
      ) : (
        <div role="alert">
          <ErrorText error={error} />
        </div>
      )}
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" isDisabled={password === '' || story.isReading}>
          {t('documents.toStoryGo')}
        </Button>
        <Button onPress={story.cancel}>{t('app.cancel')}</Button>
      </div>
    </form>
  )
}
