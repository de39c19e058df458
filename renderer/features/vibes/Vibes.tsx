import { Ellipsis, Plus, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import type { VibeView } from '../../../shared/ipc/libraryContract.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import { openDialog, openStoryDialog } from '../../actions/dialogs.ts'
import { closeDock } from '../../actions/panels.ts'
import {
  ensureVibes,
  forgetLost,
  keepVibe,
  refreshVibes,
  showVibes,
  showVibesOf,
} from '../../actions/vibes.ts'
import { toWireError } from '../../actions/errors.ts'
import { useApp, useSection } from '../../hooks/app.ts'
import { useEditor, useSession, useStory } from '../../hooks/session.ts'
import { useVibesState } from '../../hooks/vibeLibrary.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { inspectVibes, shownVibes, type VibesView } from '../../stores/editorStore.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { FileInput } from '../../ui/FileButton.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Section, SectionList } from '../../ui/Section.tsx'
import { useFocusOnNeighbour } from '../../ui/focus.ts'
import { MasterVibe, NewVibe, OwnVibe } from './VibeForm.tsx'
import styles from './Vibes.module.css'

const CLOSED: VibesView = { openId: null, isAdding: false }

/** The library of vibes at the story's service, in the inspector's place: the writer's own, which can be changed, and the platform's. */
export function Vibes() {
  const { t } = useTranslation()
  const session = useSession()
  const connectionId = useStory((story) => story.info.connectionId)
  const phase = useVibesState((state) => state.phase)
  const hasLists = useVibesState((state) => state.custom !== null || state.master !== null)
  const hasOwn = useVibesState((state) => (state.custom ?? []).length > 0)
  const keepsOwn = useVibesState((state) => state.custom !== null)
  const hasChosen = useEditor((state) => state.selection.length > 0)
  const [text, setText] = useState('')
  const chooser = useRef<HTMLInputElement>(null)
  const lost = useVibesState((state) => state.lost)
  const search = useVibeSearch(text)
  // The library may have changed elsewhere since it was last seen.
  useEffect(() => {
    void refreshVibes(session)
  }, [session, connectionId])
  const { openId, isAdding } = useEditor(shownVibes) ?? CLOSED
  const show = (view: Partial<VibesView>) => inspectVibes(session.editor, view)
  return (
    <Dock
      title={t('vibes.tab')}
      about={t('vibes.about')}
      closeLabel={t('app.close')}
      onClose={() => closeDock(session)}
      onEscape={() => {
        if (isAdding) show({ isAdding: false })
        else closeDock(session)
      }}
      tools={
        <>
          <SearchBox
            className={styles.search}
            label={t('vibes.search')}
            placeholder={t('vibes.searchPlaceholder')}
            value={text}
            isEntry
            onChange={setText}
          />
          {hasChosen ? (
            <Button onPress={() => openStoryDialog(session, { kind: 'audition', vibes: [] })}>
              {t('vibes.audition')}
            </Button>
          ) : null}
          {keepsOwn ? (
            <Button icon={<Plus size={14} />} onPress={() => show({ isAdding: true })}>
              {t('vibes.add')}
            </Button>
          ) : null}
          <MenuButton
            label={t('vibes.more')}
            entries={[
              { id: 'reload', label: t('vibes.reload'), onAction: () => void refreshVibes(session) },
              {
                id: 'import',
                label: t('vibes.import'),
                startsGroup: true,
                isDisabled: !keepsOwn,
                onAction: () => chooser.current?.click(),
              },
              {
                id: 'share',
                label: t('vibes.share'),
                isDisabled: !hasOwn,
                onAction: () => openDialog(session, { kind: 'share-vibes' }),
              },
            ]}
          >
            <Ellipsis size={17} />
          </MenuButton>
          <FileInput
            ref={chooser}
            label={t('vibes.import')}
            extensions={extensionsFor('vibes')}
            onChoose={(file) => {
              showVibesOf(session, file).catch(session.report)
            }}
          />
        </>
      }
    >
      <LibraryError />
      {phase === 'loading' && !hasLists ? (
        <p role="status" className={styles.quiet}>
          {t('vibes.loading')}
        </p>
      ) : null}
      {hasLists ? (
        <>
          {isAdding || lost !== null ? (
            <NewVibe
              key={lost === null ? '' : `${lost.words.name}·${lost.words.prompt}`}
              lost={lost}
              onDone={() => {
                show({ isAdding: false })
                forgetLost(session)
              }}
            />
          ) : null}
          <h3 className={styles.heading}>{t('vibes.own')}</h3>
          {search.error === null ? null : <SearchError error={search.error} onRetry={search.retry} />}
          <VibeList kind="custom" text={text} found={search.found} openId={openId} />
          <h3 className={styles.heading}>{t('vibes.master')}</h3>
          <VibeList kind="master" text={text} found={null} openId={openId} />
        </>
      ) : null}
    </Dock>
  )
}

interface SearchErrorProps {
  readonly error: WireError
  readonly onRetry: () => void
}

/** Why a search failed; the typed text and the list stay. */
function SearchError({ error, onRetry }: SearchErrorProps) {
  const { t } = useTranslation()
  return (
    <div role="alert" className={styles.error}>
      <b>{t('vibes.searchFailed')}</b>
      <p>{errorText(t, error)}</p>
      <Button onPress={onRetry}>{t('vibes.searchRetry')}</Button>
    </div>
  )
}

/** Why the library is not available, what is safe, and a retry button. */
function LibraryError() {
  const { t } = useTranslation()
  const session = useSession()
  const error = useVibesState((state) => (state.phase === 'failed' ? state.error : null))
  const hasLists = useVibesState((state) => state.custom !== null || state.master !== null)
  if (error === null) return null
  return (
    <div role="alert" className={styles.error}>
      <b>{t(hasLists ? 'vibes.failedAgain' : 'vibes.failed')}</b>
      <p>{errorText(t, error)}</p>
      <Button onPress={() => void refreshVibes(session)}>{t('vibes.retry')}</Button>
    </div>
  )
}

/** The pause in typing after which the service is asked. */
const PAUSE_MS = 250

interface VibeSearch {
  /**
   * The writer's own vibes that the service finds; null without a search, or while there is no answer yet and all
   * are shown.
   */
  readonly found: readonly VibeView[] | null
  /** Why the service did not answer. */
  readonly error: WireError | null
  /** Asks for the same text again. */
  retry(): void
}

type SearchAnswer = { readonly text: string } & (
  { readonly vibes: readonly VibeView[] } | { readonly error: WireError }
)

/** Searches for a text at the service. The typed text stays, whatever the outcome. */
function useVibeSearch(text: string): VibeSearch {
  const app = useApp()
  const connectionId = useVibesState((state) => state.connectionId)
  const custom = useVibesState((state) => state.custom)
  const [answer, setAnswer] = useState<SearchAnswer | null>(null)
  const [tries, setTries] = useState(0)
  const wanted = text.trim()
  useEffect(() => {
    if (wanted === '' || connectionId === null || custom === null) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      app.bridge.call('vibes:search', { connectionId, text: wanted }).then(
        (vibes) => {
          if (!isCurrent) return
          setAnswer({ text: wanted, vibes })
          app.announce('vibes.found', { count: vibes.length })
        },
        (error: unknown) => {
          if (isCurrent) setAnswer({ text: wanted, error: toWireError(app, error) })
        },
      )
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
    // Asked again when the list changes: the service decides what matches.
  }, [app, connectionId, wanted, custom, tries])
  const current = answer?.text === wanted && wanted !== '' ? answer : null
  return {
    found: current !== null && 'vibes' in current ? current.vibes : null,
    error: current !== null && 'error' in current ? current.error : null,
    retry() {
      setAnswer(null)
      setTries((before) => before + 1)
    },
  }
}

interface VibeListProps {
  readonly kind: 'custom' | 'master'
  /** The search text. */
  readonly text: string
  /** The writer's own vibes that the service found; null if all are shown. */
  readonly found: readonly VibeView[] | null
  /** The id of the vibe that is open. */
  readonly openId: number | null
}

/** One of the library's two lists; a vibe opens in place. */
function VibeList({ kind, text, found, openId }: VibeListProps) {
  const { t } = useTranslation()
  const all = useVibesState((state) => state[kind])
  const removing = useVibesState((state) => state.removing)
  const session = useSession()
  if (all === null)
    return <p className={styles.quiet}>{t(kind === 'custom' ? 'vibes.noOwn' : 'vibes.noMaster')}</p>
  const wanted = text.trim()
  const shown = kind === 'custom' ? (found ?? all) : all.filter((vibe) => holds(vibe, wanted))
  if (shown.length === 0) {
    const isSearch = all.length > 0
    const empty = kind === 'custom' ? 'vibes.empty' : 'vibes.noMaster'
    const nothing = kind === 'custom' ? 'vibes.nothingFound' : 'vibes.nothingFoundMaster'
    return <p className={styles.quiet}>{isSearch ? t(nothing, { text: wanted }) : t(empty)}</p>
  }
  return (
    <ul className={styles.list} aria-label={t(kind === 'custom' ? 'vibes.own' : 'vibes.master')}>
      {shown.map((vibe) => (
        <li key={vibe.id}>
          {kind === 'custom' && removing.has(vibe.id) ? (
            <div className={styles.removed}>
              {t('vibes.removedRow', { name: vibe.name })}
              {removing.get(vibe.id)?.deleting === null ? <UndoButton vibe={vibe} /> : null}
            </div>
          ) : (
            <>
              <button
                type="button"
                className={styles.row}
                aria-expanded={openId === vibe.id}
                onClick={() => {
                  inspectVibes(session.editor, { openId: openId === vibe.id ? null : vibe.id })
                }}
              >
                <span className={styles.name} dir="auto">
                  {vibe.name}
                </span>
                <small dir="auto" title={vibe.prompt}>
                  {vibe.prompt}
                </small>
              </button>
              {openId === vibe.id ? (
                kind === 'master' ? (
                  <MasterVibe vibe={vibe} />
                ) : (
                  <OwnVibe vibe={vibe} key={`${vibe.name}·${vibe.prompt}`} />
                )
              ) : null}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The undo button of a vibe about to be deleted. */
function UndoButton({ vibe }: { readonly vibe: VibeView }) {
  const { t } = useTranslation()
  const session = useSession()
  const place = useRef<HTMLSpanElement>(null)
  useFocusOnNeighbour(place)
  return (
    <span ref={place}>
      <IconButton
        label={t('vibes.undoDelete', { name: vibe.name })}
        autoFocus
        onPress={() => {
          keepVibe(session, vibe).catch(session.report)
        }}
      >
        <Undo2 size={15} />
      </IconButton>
    </span>
  )
}

/** Master vibes cannot be searched at the service, so they are searched here. */
function holds({ name, prompt }: VibeView, text: string): boolean {
  const fold = (words: string) => words.normalize('NFKC').toLocaleLowerCase()
  return [name, prompt].some((words) => fold(words).includes(fold(text)))
}

/** The vibes as a section of the left panel: the writer's own, and a link to the library. */
export function VibesSection() {
  const { t } = useTranslation()
  const session = useSession()
  const section = useSection('vibes')
  const own = useVibesState(({ custom }) => custom)
  const keepsOwn = useVibesState(({ custom, phase }) => custom !== null || phase !== 'ready')
  const connectionId = useStory((story) => story.info.connectionId)
  const { isOpen } = section
  useEffect(() => {
    if (isOpen) ensureVibes(session)
  }, [session, connectionId, isOpen])
  return (
    <Section
      title={t('vibes.tab')}
      count={own?.length ?? 0}
      {...section}
      action={
        keepsOwn ? (
          <IconButton
            label={t('vibes.add')}
            size="small"
            onPress={() => showVibes(session, { isAdding: true })}
          >
            <Plus size={16} />
          </IconButton>
        ) : undefined
      }
    >
      <SectionList
        entries={(own ?? []).map(({ id, name, prompt }) => ({ id: String(id), name, words: prompt }))}
        emptyText={t('vibes.emptySection')}
        allLabel={t('vibes.showAll')}
        onOpen={(id) => showVibes(session, { openId: Number(id) })}
        onOpenAll={() => showVibes(session)}
      />
    </Section>
  )
}
