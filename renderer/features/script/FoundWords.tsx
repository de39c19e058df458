import { useMemo } from 'react'
import { matcherOf } from '../../../shared/story/findReplace.ts'
import type { Block } from '../../../shared/story/records.ts'
import { searchOf } from '../../actions/finding.ts'
import { useViewState } from '../../hooks/world.ts'
import { MarkedWords } from './MarkedWords.tsx'

/** The words of a block behind its text field, with the hits of the open search marked. */
export function FoundWords({ block, text }: { readonly block: Block; readonly text: string }) {
  const finding = useViewState((state) => (state.finding?.place === 'words' ? state.finding : null))
  const search = finding === null ? null : searchOf(finding)
  const hits = useMemo(
    () => (search === null ? [] : (matcherOf(search)?.(text) ?? [])),
    // A search is a new object each time; its fields tell whether it is another.
    // oxlint-disable-next-line react/exhaustive-deps
    [text, search?.source, search?.isPattern, search?.isCaseSensitive, search?.isWholeWord],
  )
  const isCurrent = (start: number) => finding?.current?.id === block.id && finding.current.start === start
  return (
    <MarkedWords
      text={text}
      places={hits.map(({ start, end }) => ({
        start,
        end,
        look: isCurrent(start) ? ('current' as const) : ('hit' as const),
      }))}
    />
  )
}
