import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './Question.module.css'

interface QuestionProps {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly no: string
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Something that needs a deliberate yes, asked where it came up, so that nothing that was entered is lost. */
export function Question({ title, text, yes, no, onYes, onNo }: QuestionProps) {
  const section = useRef<HTMLElement>(null)
  // The focus that its button takes does not scroll; a question that nobody sees is none.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} role="alertdialog" aria-label={title} className={styles.question}>
      <b>{title}</b>
      <p>{text}</p>
      <div className={styles.buttons}>
        <Button tone="danger" onPress={onYes}>
          {yes}
        </Button>
        <Button tone="primary" autoFocus onPress={onNo}>
          {no}
        </Button>
      </div>
    </section>
  )
}
