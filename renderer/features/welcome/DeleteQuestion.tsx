import { useTranslation } from 'react-i18next'
import { useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Welcome.module.css'

interface DeleteQuestionProps {
  readonly question: string
  /** The words of the button that deletes. */
  readonly go: string
  readonly onDelete: () => Promise<void>
  readonly onKeep: () => void
}

/** The question before a draft is deleted, in the place of its row. */
export function DeleteQuestion({ question, go, onDelete, onKeep }: DeleteQuestionProps) {
  const { t } = useTranslation()
  const world = useWorld()
  return (
    <li className={styles.question}>
      <p>{question}</p>
      <Button
        tone="danger"
        onPress={() => {
          onDelete().catch((error: unknown) => {
            onKeep()
            world.report(error)
          })
        }}
      >
        {go}
      </Button>
      <Button autoFocus onPress={onKeep}>
        {t('app.keepIt')}
      </Button>
    </li>
  )
}
