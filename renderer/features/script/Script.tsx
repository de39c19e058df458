import { Plus } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { BlockId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { addChapter } from '../../actions/editing.ts'
import { setFilter } from '../../actions/filtering.ts'
import { useJobsState } from '../../hooks/app.ts'
import { useAudioState, useEditor, useOrderedStory, useProjectId, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { NO_FILTER, shownBlocks } from '../../stores/blockFilter.ts'
import { blockStatesOf } from '../../stores/blockState.ts'
import { Button } from '../../ui/Button.tsx'
import { BlockList } from './BlockList.tsx'
import { BlockMenus } from './BlockMenus.tsx'
import { ChapterHeading } from './ChapterHeading.tsx'
import { FilterChips } from './FilterChips.tsx'
import { FindBar } from './FindBar.tsx'
import { Hints } from './Hints.tsx'
import { NewStory } from './NewStory.tsx'
import styles from './Script.module.css'
import { DropLine, ScriptDrag } from './ScriptDrag.tsx'
import { PrintedScript } from './PrintedScript.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SubBar } from './SubBar.tsx'
import { rowsOf } from './rows.ts'
import type { Heading } from './rows.ts'
import { newScriptScroll } from './scriptScroll.ts'
import { useClipboard } from './useClipboard.ts'

/** The story as text, with a bar above it. What scrolls is in components of its own, which are drawn again alone. */
export function Script() {
  const { t } = useTranslation()
  useClipboard()
  const story = useOrderedStory()
  const isSelecting = useEditor(({ selection }) => selection.length > 1)
  const [focusedId, setFocusedId] = useState<BlockId | null>(null)
  const shown = useShownBlocks(story, focusedId)
  const { rows, order, trailing } = useMemo(() => rowsOf(story, shown), [story, shown])
  const [scroll] = useState(newScriptScroll)
  const dragged = useRef<number | null>(null)
  return (
    <section className={styles.script} data-region="script" tabIndex={-1} aria-label={t('script.region')}>
      {isSelecting ? <SelectionBar rows={rows} scroll={scroll} /> : <SubBar rows={rows} scroll={scroll} />}
      <FilterChips shown={shown?.size ?? 0} />
      <FindBar />
      <ScriptDrag rows={rows} scroll={scroll} dragged={dragged}>
        <BlockList
          rows={rows}
          order={order}
          scroll={scroll}
          dragged={dragged}
          focusedId={focusedId}
          onFocusedId={setFocusedId}
        >
          <DropLine />
          <ScriptFoot trailing={trailing} isEmpty={rows.length === 0} isFiltered={shown !== null} />
        </BlockList>
      </ScriptDrag>
      <Hints />
      <BlockMenus />
      <PrintedScript />
    </section>
  )
}

interface ScriptFootProps {
  /** Headings of chapters without blocks at the end of the story. */
  readonly trailing: readonly Heading[]
  readonly isEmpty: boolean
  readonly isFiltered: boolean
}

/** What stands below the last block. */
const ScriptFoot = memo(function ScriptFoot({ trailing, isEmpty, isFiltered }: ScriptFootProps) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <div className={styles.foot}>
      <NewStory />
      {trailing.map((heading) => (
        <ChapterHeading key={heading.chapter.id} heading={heading} />
      ))}
      {isEmpty ? (
        <p className={styles.empty}>{t(isFiltered ? 'script.filter.none' : 'script.empty')}</p>
      ) : null}
      {isFiltered ? (
        <Button tone="quiet" onPress={() => setFilter(session, NO_FILTER)}>
          {t('script.filter.showAll')}
        </Button>
      ) : (
        <Button
          tone="quiet"
          icon={<Plus size={15} />}
          onPress={() => addChapter(session, t('script.newChapter'), 'end')}
        >
          {t('commands.addChapter')}
        </Button>
      )}
    </div>
  )
})

/** The blocks that the filter shows, or null for all; among them the one that has the focus, and the one that was revealed last. */
function useShownBlocks(story: Story, focusedId: BlockId | null): ReadonlySet<BlockId> | null {
  const filter = useEditor((state) => state.filter)
  const revealedId = useEditor((state) => state.reveal?.blockId ?? null)
  const projectId = useProjectId()
  const audio = useAudioState(
    useShallow(({ takes, allTakes, render, making }) => ({ takes, allTakes, render, making })),
  )
  const jobs = useJobsState((state) => state.jobs)
  return useMemo(() => {
    if (filter.length === 0) return null
    const states = blockStatesOf({ story, projectId, audio, jobs })
    const kept = new Set([focusedId, revealedId].filter((id) => id !== null))
    return shownBlocks(filter, { story, states }, kept)
  }, [filter, story, projectId, audio, jobs, focusedId, revealedId])
}
