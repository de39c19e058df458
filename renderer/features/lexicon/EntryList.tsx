import { useMemo } from 'react'
import type { KeyboardEvent } from 'react'
import { GridList, GridListItem, ListLayout, Virtualizer } from 'react-aria-components'
import { entryUses, storyWithEntry } from '../../../shared/story/lexiconCommands.ts'
import type { ScopedEntry } from '../../../shared/story/lexiconCommands.ts'
import type { LexiconEntryId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { changeLexicon } from '../../actions/lexicon.ts'
import { useSession } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { stoppedOf } from '../../stores/timing.ts'
import { HearLine } from './HearLine.tsx'
import styles from './Lexicon.module.css'
import { entryLine } from './entryLine.ts'
import type { LineHearing } from '../../hooks/hearing.ts'

const ROW_PX = 36

interface EntryListProps {
  readonly story: Story
  readonly entries: readonly ScopedEntry[]
  readonly chosenId: LexiconEntryId | null
  readonly hear: LineHearing
}

/** The entries with how often they are used. Only rows in view are in the page. Arrows move, Enter opens an entry to write. */
export function EntryList({ story, entries, chosenId, hear }: EntryListProps) {
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
