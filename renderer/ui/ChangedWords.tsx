import { useMemo } from 'react'
import { wordsOf } from '../../shared/story/compareStories.ts'
import styles from './ChangedWords.module.css'

interface ChangedWordsProps {
  readonly before: string
  readonly after: string
}

/** A text with removed words crossed out and added words underlined. */
export function ChangedWords({ before, after }: ChangedWordsProps) {
  const parts = useMemo(() => wordsOf({ before, after }), [before, after])
  return (
    <span className={styles.words} dir="auto">
      {parts.map(({ kind, tokens }, index) => {
        const words = tokens.join('')
        if (kind === 'added') return <ins key={index}>{words}</ins>
        return kind === 'removed' ? <del key={index}>{words}</del> : words
      })}
    </span>
  )
}
