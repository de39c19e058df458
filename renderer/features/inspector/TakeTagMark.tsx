import type { TakeTag } from '../../hooks/takeOrigins.ts'
import styles from './Takes.module.css'

/** Why a take does not fit its block, in lists and comparisons of takes. */
export function TakeTagMark({ tag }: { readonly tag: TakeTag | null }) {
  return tag === null ? null : (
    <span className={styles.older} title={`${tag.text}\n${tag.hint}`} dir="auto">
      {tag.text}
    </span>
  )
}
