import { Plus, FileDown, FolderOpen, Lightbulb } from 'lucide-react'
import { memo, useMemo, useRef, useState, useEffect } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useShallow } from 'zustand/react/shallow'
import { PLACE_KEYS } from '../../../shared/commands/commands.ts'
import { SCENE_BREAK, scriptOf } from '../../../shared/export/scriptLines.ts'
import { HINTS, type NewcomerHint } from '../../../shared/ipc/views.ts'
import { isBlank } from '../../../shared/story/newStory.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { takeCopy, takePasteOfBlocks } from '../../actions/clipboard.ts'
import { runCommand, shownKeys } from '../../actions/commands.ts'
import { addChapter } from '../../actions/editing.ts'
import { setFilter } from '../../actions/choosing.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useJobsState, useApp, useAppState, useViewState } from '../../hooks/app.ts'
import {
  useAudioState,
  useEditor,
  useOrderedStory,
  useProjectId,
  useSession,
  useStory,
} from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { NO_FILTER, shownBlocks } from '../../stores/blockFilter.ts'
import { blockStatesOf } from '../../stores/blockState.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd, showKeys } from '../../ui/Kbd.tsx'
import { BlockList } from './BlockList.tsx'
import { BlockMenus } from './BlockMenus.tsx'
import { ChapterHeading } from './ChapterHeading.tsx'
import { FindBar } from './FindBar.tsx'
import printedScriptStyles from './PrintedScript.module.css'
import styles from './Script.module.css'
import { DropLine, ScriptDrag } from './ScriptDrag.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { FilterChips, SubBar } from './SubBar.tsx'
import { rowsOf, newScriptScroll, type Heading } from './rows.ts'

/** The story as text, with a bar above it. Parts that depend on scrolling are separate components, which redraw alone. */
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

/** The content below the last block. */
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

/** The blocks that the filter shows, or null for all; always including the focused block and the last revealed one. */
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

/** Cut, copy and paste of the selected blocks, unless the focus is in a text field or a dialog, which have their own. */
function useClipboard(): void {
  const session = useSession()
  useEffect(() => {
    const isForBlocks = (event: ClipboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof Element &&
        target.closest('input, textarea, [contenteditable], [role=dialog]') !== null
      return !event.defaultPrevented && !isTyping && session.view.getState().dialog === null
    }
    const onCopy = (event: ClipboardEvent) => {
      // Text selected on the page is copied as text.
      if (isForBlocks(event) && (window.getSelection()?.isCollapsed ?? true)) takeCopy(session, event)
    }
    const onPaste = (event: ClipboardEvent) => {
      if (isForBlocks(event)) takePasteOfBlocks(session, event)
    }
    window.addEventListener('copy', onCopy)
    window.addEventListener('cut', onCopy)
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('copy', onCopy)
      window.removeEventListener('cut', onCopy)
      window.removeEventListener('paste', onPaste)
    }
  }, [session])
}

/** Shown below the block of a new story: a place to drop a text, and the first keys. It disappears with the first word. */
export function NewStory() {
  const { t } = useTranslation()
  const app = useApp()
  const blank = useStory(isBlank)
  if (!blank) return null
  const keys = [
    { id: 'newBlock', keys: showKeys(PLACE_KEYS.newBlock) },
    { id: 'lineBreak', keys: showKeys(PLACE_KEYS.lineBreak) },
    ...(['addChapter', 'palette'] as const).map((id) => ({ id, keys: shownKeys(app, id) })),
  ] as const
  return (
    <div className={styles.box}>
      <FileDown size={28} aria-hidden="true" />
      <h2>{t('script.new.title')}</h2>
      <p>{t('script.new.text')}</p>
      <Button
        icon={<FolderOpen size={15} />}
        onPress={() => {
          runCommand(app, 'openStory')
        }}
      >
        {t('app.upload')}
      </Button>
      <dl className={styles.keys}>
        {keys.map(({ id, keys: shown }) =>
          shown === undefined ? null : (
            <div key={id}>
              <dt>
                <Kbd>{shown}</Kbd>
              </dt>
              <dd>{t(`script.new.keys.${id}`)}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  )
}

/** A page or a dialog in front of the script, which is printed instead. A panel beside a page that stays usable does not count. */
const IN_FRONT = '[role=dialog]:not([data-beside]), [role=alertdialog]'

/** The whole script for paper, while the window is printed: the list on the screen holds only the visible rows. */
function PrintedScript() {
  const session = useSession()
  const [story, setStory] = useState<Story | null>(null)
  useEffect(() => {
    // The browser prints the page in its state after this event.
    const begin = () => {
      if (document.querySelector(IN_FRONT) === null) flushSync(() => setStory(storyOf(session)))
    }
    const end = () => setStory(null)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [session])
  return story === null ? null : createPortal(<Pages story={story} />, document.body)
}

function Pages({ story }: { readonly story: Story }) {
  const { t } = useTranslation()
  const { title, language, book } = story.info
  const chapters = scriptOf(story, { narrator: t('inspector.narrator') })
  return (
    <article className={printedScriptStyles.printed} data-script-print lang={language ?? undefined}>
      <h1 dir="auto">{title}</h1>
      {book.author === '' ? null : (
        <p className={printedScriptStyles.line} dir="auto">
          {book.author}
        </p>
      )}
      {chapters.map(({ title: heading, lines }, chapter) => (
        <section key={chapter}>
          {heading === null ? null : <h2 dir="auto">{heading}</h2>}
          {lines.map(({ speaker, manner, text, notes, isAfterScene }, line) => (
            <div key={line}>
              {isAfterScene ? <p className={printedScriptStyles.scene}>{SCENE_BREAK}</p> : null}
              <p className={printedScriptStyles.line} dir="auto">
                {speaker === null ? null : <b>{speaker}: </b>}
                {manner === '' ? null : <i>({manner}) </i>}
                {text}
              </p>
              {notes === '' ? null : (
                <p className={printedScriptStyles.note} dir="auto">
                  {notes}
                </p>
              )}
            </div>
          ))}
        </section>
      ))}
    </article>
  )
}

/** How long a hint stays, in ms. */
const READ_MS = 30_000

/** Whether a hint is useful for a story. A new story has its own introduction to the keys. */
const HELPS: Readonly<Record<NewcomerHint, (story: Story) => boolean>> = {
  newBlock: (story) => !isBlank(story),
  character: (story) => story.cast.length > 0,
  drag: (story) => blocksOf(story).length > 1,
  palette: (story) => !isBlank(story),
}

/** A hint below the script, one at a time. A hint that was read or dismissed appears again only when the hints are reset. */
export const Hints = memo(function Hints() {
  const { t } = useTranslation()
  const app = useApp()
  const dismissed = useAppState((state) => state.settings.dismissedHints)
  const isSmall = useViewState((state) => state.windowSize === 'small')
  const isKnown = useAppState((state) => state.info !== null)
  const hint = useStory((story) => HINTS.find((id) => !dismissed.includes(id) && HELPS[id](story)) ?? null)
  // After its time a hint disappears; the next one appears when a story is opened again.
  const [isOver, setOver] = useState(false)
  const isShown = hint !== null && !isSmall && isKnown && !isOver
  useEffect(() => {
    if (!isShown) return undefined
    const timer = setTimeout(() => {
      setOver(true)
      const { dismissedHints } = app.state.getState().settings
      changeSettings(app, { dismissedHints: [...new Set([...dismissedHints, hint])] })
    }, READ_MS)
    return () => clearTimeout(timer)
  }, [app, hint, isShown])
  if (!isShown) return null
  const dismiss = (gone: readonly NewcomerHint[]) => () => {
    changeSettings(app, { dismissedHints: [...new Set([...dismissed, ...gone])] })
  }
  return (
    <aside className={styles.hint} aria-label={t('script.hints.label')}>
      <Lightbulb size={15} aria-hidden="true" />
      <p role="status">
        {t(`script.hints.${hint}`, {
          keys: showKeys(PLACE_KEYS.newBlock),
          lineBreak: showKeys(PLACE_KEYS.lineBreak),
          palette: shownKeys(app, 'palette') ?? '',
        })}
      </p>
      <Button size="small" onPress={dismiss([hint])}>
        {t('script.hints.dismiss')}
      </Button>
      <Button size="small" tone="quiet" onPress={dismiss(HINTS)}>
        {t('script.hints.dismissAll')}
      </Button>
    </aside>
  )
})
