/** The lexicon in the inspector's place: entries can be heard before anything is changed. */
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import {
  entryUses,
  type LexiconTable,
  scopedEntries,
  type ScopedEntry,
  storyWithEntry,
} from '../../../shared/story/lexiconCommands.ts'
import type { LexiconEntryId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { addWord, changeLexicon, exportLexicon, importLexicon, showLexicon } from '../../actions/lexicon.ts'
import { closeDock } from '../../actions/panels.ts'
import { StoppedWarning } from '../../fields/StoppedWarning.tsx'
import { type LineHearing, useLineHearing } from '../../hooks/hearing.ts'
import { useSection } from '../../hooks/app.ts'
import { useDeferredStory, useEditor, useSession } from '../../hooks/session.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatCount, localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { type LexiconView, shownLexicon } from '../../stores/editorStore.ts'
import { stoppedOf } from '../../stores/timing.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Section, SectionList } from '../../ui/Section.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { EntryEditor, entryLine, HearLine } from './EntryEditor.tsx'
import styles from './Lexicon.module.css'

const LISTS = ['story', 'common'] as const

/** The open lexicon. */
export function Lexicon() {
  const lexicon = useEditor(shownLexicon)
  return lexicon === null ? null : <OpenLexicon {...lexicon} />
}

function OpenLexicon({ listed, search, draft }: LexiconView) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const hear = useLineHearing(story)
  const [problems, setProblems] = useState<LexiconTable['problems']>([])
  const entries = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    const { locale } = localeFormats()
    const isFound = ({ entry }: ScopedEntry) =>
      entry.written.toLowerCase().includes(wanted) || entry.spoken.toLowerCase().includes(wanted)
    return scopedEntries(story)
      .filter((each) => each.isCommon === (listed === 'common') && isFound(each))
      .sort((a, b) => a.entry.written.localeCompare(b.entry.written, locale))
  }, [story, listed, search])
  const add = () => addWord(session, search.trim(), listed === 'common')
  return (
    <Dock
      title={t('lexicon.title')}
      about={t('lexicon.about')}
      closeLabel={t('app.close')}
      onClose={() => closeDock(session)}
      onEscape={() => (draft === null ? closeDock(session) : changeLexicon(session, { draft: null }))}
      choice={
        <SegmentField
          label={t('lexicon.listed')}
          hidesLabel
          value={listed}
          options={LISTS.map((id) => ({
            id,
            name: t(id === 'story' ? 'lexicon.thisStory' : 'lexicon.allStories'),
          }))}
          onChange={(next) => changeLexicon(session, { listed: next })}
        />
      }
      tools={
        <>
          <SearchBox
            className={styles.search}
            label={t('lexicon.search')}
            placeholder={t('lexicon.searchPlaceholder')}
            value={search}
            isEntry
            onChange={(text) => changeLexicon(session, { search: text })}
            onSubmit={() => {
              if (entries.length === 0) add()
            }}
          />
          <FileButton
            label={t('lexicon.import')}
            extensions={extensionsFor('export-csv')}
            onChoose={(file) => {
              importLexicon(session, file)
                .then((table) => setProblems(table.problems))
                .catch(session.report)
            }}
          />
          <Button
            isDisabled={entries.length === 0}
            onPress={() => {
              exportLexicon(session, entries).catch(session.report)
            }}
          >
            {t('lexicon.export')}
          </Button>
          <Button icon={<Plus size={14} />} onPress={add}>
            {t('lexicon.add')}
          </Button>
        </>
      }
    >
      <Problems problems={problems} onClose={() => setProblems([])} />
      <div className={styles.stopped}>
        <StoppedWarning />
      </div>
      {entries.length === 0 ? (
        <p className={styles.empty}>
          {search.trim() === '' ? t('lexicon.empty') : t('lexicon.noneFound', { word: search.trim() })}
        </p>
      ) : (
        <EntryList story={story} entries={entries} chosenId={draft?.entry.id ?? null} hear={hear} />
      )}
      {hear.error === null ? null : (
        <p role="alert" className={styles.problem}>
          {errorText(t, hear.error)}
        </p>
      )}
      {draft === null ? null : <EntryEditor key={draft.entry.id} story={story} draft={draft} hear={hear} />}
      <p className={styles.quiet}>{t('lexicon.note')}</p>
    </Dock>
  )
}

interface ProblemsProps {
  readonly problems: LexiconTable['problems']
  readonly onClose: () => void
}

/** The most faulty rows to list; the rest are counted. */
const MOST_PROBLEMS = 20

/** The rows of an imported file that were left out. */
function Problems({ problems, onClose }: ProblemsProps) {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  return (
    <div role="alert" className={styles.problems}>
      <div className={styles.problemsHead}>
        <b>{t('lexicon.leftOut', { count: problems.length })}</b>
        <IconButton label={t('app.close')} size="small" onPress={onClose}>
          <X size={14} />
        </IconButton>
      </div>
      <ul>
        {problems.slice(0, MOST_PROBLEMS).map(({ line, problem }) => (
          <li key={line}>{t('lexicon.line', { line, problem: t(`lexicon.rowProblems.${problem}`) })}</li>
        ))}
      </ul>
      {problems.length > MOST_PROBLEMS ? (
        <p>{t('lexicon.more', { count: problems.length - MOST_PROBLEMS })}</p>
      ) : null}
    </div>
  )
}

const ROW_PX = 36

interface EntryListProps {
  readonly story: Story
  readonly entries: readonly ScopedEntry[]
  readonly chosenId: LexiconEntryId | null
  readonly hear: LineHearing
}

/** The entries with how often they are used. Only visible rows are in the page. Arrows move, Enter opens an entry for editing. */
function EntryList({ story, entries, chosenId, hear }: EntryListProps) {
  const { t } = useTranslation()
  const session = useSession()
  const uses = entryUses(story)
  const stopped = new Set(stoppedOf(story).map(({ entry }) => entry.id))
  const open = (key: string) => {
    const draft = entries.find(({ entry }) => entry.id === key)
    if (draft !== undefined) changeLexicon(session, { draft })
  }
  const onKey = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row' || event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    open(event.target.dataset.key ?? '')
  }
  return (
    <div className={styles.table}>
      <div className={styles.head} aria-hidden="true">
        <span>{t('lexicon.word')}</span>
        <span>{t('lexicon.sayItAs')}</span>
        <span className={styles.number}>{t('lexicon.hits')}</span>
        <span>{t('lexicon.hearIt')}</span>
      </div>
      <div className={styles.listBox} onKeyDownCapture={onKey}>
        <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: ROW_PX }}>
          <GridList
            className={styles.list ?? ''}
            aria-label={t('lexicon.list')}
            selectionMode="single"
            selectionBehavior="replace"
            keyboardNavigationBehavior="tab"
            escapeKeyBehavior="none"
            disallowTypeAhead
            selectedKeys={chosenId === null ? [] : [chosenId]}
            onSelectionChange={(keys) => {
              const [key] = keys === 'all' ? [] : keys
              if (key !== undefined) open(String(key))
            }}
          >
            {entries.map(({ entry }) => (
              <GridListItem
                key={entry.id}
                id={entry.id}
                textValue={t('lexicon.row', { word: entry.written, spoken: entry.spoken })}
                className={styles.row ?? ''}
              >
                <span className={styles.written} dir="auto" title={entry.written}>
                  {entry.written}
                </span>
                <span className={styles.spoken} dir="auto" title={entry.spoken}>
                  {entry.spoken === '' ? <em>{t('lexicon.silent')}</em> : entry.spoken}
                </span>
                <span className={styles.number}>
                  {stopped.has(entry.id) && !uses.has(entry.id) ? (
                    <em>{t('lexicon.off')}</em>
                  ) : (
                    formatCount(uses.get(entry.id)?.count ?? 0)
                  )}
                </span>
                <span className={styles.buttons}>
                  <HearButtons story={story} id={entry.id} word={entry.written} hear={hear} />
                </span>
              </GridListItem>
            ))}
          </GridList>
        </Virtualizer>
      </div>
    </div>
  )
}

interface HearButtonsProps {
  readonly story: Story
  readonly id: LexiconEntryId
  readonly word: string
  readonly hear: LineHearing
}

function HearButtons({ story, id, word, hear }: HearButtonsProps) {
  const { t } = useTranslation()
  const [without, kept] = useMemo(
    () => [entryLine(story, storyWithEntry(story, id, null), id, word), entryLine(story, story, id, word)],
    [story, id, word],
  )
  return (
    <>
      <HearLine
        label={t('lexicon.hearAsIs', { word })}
        text={t('lexicon.asIs')}
        line={without ?? null}
        hear={hear}
      />
      <HearLine label={t('lexicon.hearKept', { word })} line={kept ?? null} hear={hear} />
    </>
  )
}

/** The lexicon as a section of the left panel: its first entries, a link to all of them, and below, even if folded, those that are switched off. */
export function LexiconSection() {
  const { t } = useTranslation()
  const session = useSession()
  const section = useSection('lexicon')
  const entries = scopedEntries(useDeferredStory())
  return (
    <>
      <Section
        title={t('lexicon.title')}
        count={entries.length}
        {...section}
        action={
          <IconButton label={t('lexicon.addWord')} size="small" onPress={() => addWord(session, '')}>
            <Plus size={16} />
          </IconButton>
        }
      >
        <SectionList
          entries={entries.map(({ entry }) => ({ id: entry.id, name: entry.written, words: entry.spoken }))}
          emptyText={t('lexicon.empty')}
          allLabel={t('lexicon.showAll')}
          onOpen={(id) =>
            showLexicon(
              session,
              entries.find(({ entry }) => entry.id === id),
            )
          }
          onOpenAll={() => showLexicon(session)}
        />
      </Section>
      <div className={styles.stopped}>
        <StoppedWarning />
      </div>
    </>
  )
}
