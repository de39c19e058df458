import { TriangleAlert } from 'lucide-react'
import type { UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import { useUnreadText } from '../hooks/unreadText.ts'
import styles from './UnreadMark.module.css'

/** Marks words that their voice does not read, or not in their language, with an explanation. */
export function UnreadMark({ unread }: { readonly unread: UnreadBlocks }) {
  const text = useUnreadText()({ ...unread, blocks: [] })
  return (
    <span role="img" aria-label={text} title={text} className={styles.mark}>
      <TriangleAlert size={13} />
    </span>
  )
}
