import { useMemo } from 'react'
import { matcherOf } from '../../../shared/story/findReplace.ts'
import type { Block } from '../../../shared/story/records.ts'
import { searchOf } from '../../actions/finding.ts'
import { useViewState } from '../../hooks/world.ts'
import styles from './BlockRow.module.css'

/** The words of a block behind its text field, with the hits of the open search marked. */
export function FoundWords({ block, text }: { readonly block: Block; readonly text: string }) {
  const finding = useViewState((state) => (state.finding?.place === 'words' ? state.finding : null))
  const search = finding === null ? null : searchOf(finding)
  const hits = useMemo(
    () => (search === null ? [] : (matcherOf(search)?.(text) ?? [])),
    // A search is a new object each time; its fields tell whether it is another.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [text, search?.source, search?.isPattern, search?.isCaseSensitive, search?.isWholeWord],
  )
  if (hits.length === 0) return null
  const isCurrent = (start: number) => finding?.current?.id === block.id && finding.current.start === start
  return (
    <div className={`${styles.said} ${styles.found}`} dir="auto" aria-hidden="true">
      {hits.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(hits[index - 1]?.end ?? 0, start)}
          <mark data-current={isCurrent(start) || undefined}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(hits.at(-1)?.end ?? 0)}
    </div>
  )
}
