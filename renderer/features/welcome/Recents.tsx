import type { TFunction } from 'i18next'
import { Ellipsis, List } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { GridList, GridListItem } from 'react-aria-components'
import {
  DELETED_DRAFT_DAYS,
  type Recent,
  type RecentId,
  RECENTS_ORDERS,
  type StorySummary,
} from '../../../shared/ipc/views.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { openRecent } from '../../actions/projects.ts'
import { deleteDraft, openWindow, removeFromList, renameRecent, tagRecent } from '../../actions/recents.ts'
import { changeSettings } from '../../actions/settings.ts'
import { DeleteQuestion } from '../../fields/DeleteQuestion.tsx'
import { When } from '../../fields/When.tsx'
import { useApp, useAppState } from '../../hooks/app.ts'
import { formatClock, localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconToggle } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { ActionDialog } from '../../ui/Dialog.tsx'
import { MenuButton, type MenuEntry } from '../../ui/MenuButton.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { SelectBox } from '../../ui/SelectBox.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { coverColor } from '../../ui/titleCover.ts'
import styles from './Recents.module.css'

/** The open menu or dialog of a story. */
type Asked = { readonly what: 'menu' | 'rename' | 'tags' | 'delete'; readonly id: RecentId }

/** The recent stories. Arrows move, Enter opens, F2 renames, Delete removes, Shift+F10 opens the menu. */
export function Recents({ recents }: { readonly recents: readonly Recent[] }) {
  const { t } = useTranslation()
  const app = useApp()
  const [asked, setAsked] = useState<Asked | null>(null)
  const about = recents.find(({ id }) => id === asked?.id)
  const [search, setSearch] = useState('')
  const view = useAppState(({ settings }) => settings.recentsView)
  const order = useAppState(({ settings }) => settings.recentsOrder)
  const tags = useMemo(() => tagsOf(recents), [recents])
  const [wantedTag, setWantedTag] = useState('')
  const tag = tags.includes(wantedTag) ? wantedTag : ''
  const hasTools = recents.length >= MANY || tags.length > 0
  const shown = useMemo(
    () => (hasTools ? sortRecents(findRecents(recents, search, tag), order) : recents),
    [recents, search, tag, order, hasTools],
  )
  const close = () => {
    setAsked(null)
  }
  const takeAway = (recent: Recent) => {
    if (recent.isDraft) setAsked({ what: 'delete', id: recent.id })
    else removeFromList(app, recent, titleOf(recent, t)).catch(app.report)
  }
  const onKey = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement && event.target.role === 'row' ? event.target : null
    const recent = recents.find(({ id }) => id === row?.dataset['key'])
    if (recent === undefined) return
    if (event.key === 'F2') setAsked({ what: 'rename', id: recent.id })
    else if (event.key === 'Delete') takeAway(recent)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
      setAsked({ what: 'menu', id: recent.id })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div onKeyDownCapture={onKey}>
      {hasTools ? (
        <div className={styles.tools}>
          <SearchBox
            label={t('app.recents.search')}
            placeholder={t('app.recents.searchIn')}
            className={styles.search}
            value={search}
            onChange={setSearch}
          />
          {tags.length === 0 ? null : (
            <SelectBox
              aria-label={t('app.tags')}
              value={tag}
              onChange={({ target }) => setWantedTag(target.value)}
            >
              <option value="">{t('app.allTags')}</option>
              {tags.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </SelectBox>
          )}
          <SelectBox
            aria-label={t('app.recents.order')}
            value={order}
            onChange={({ target }) =>
              changeSettings(app, {
                recentsOrder: RECENTS_ORDERS.find((each) => each === target.value) ?? 'opened',
              })
            }
          >
            {RECENTS_ORDERS.map((each) => (
              <option key={each} value={each}>
                {t(`app.recents.orders.${each}`)}
              </option>
            ))}
          </SelectBox>
          <IconToggle
            label={t('app.recents.asList')}
            tip={t('app.recents.asList')}
            isOn={view === 'list'}
            onChange={(isOn) => changeSettings(app, { recentsView: isOn ? 'list' : 'cards' })}
          >
            <List size={16} />
          </IconToggle>
        </div>
      ) : null}
      <p role="status" className={shown.length === 0 ? styles.none : 'visually-hidden'}>
        {!hasTools || search + tag === '' ? '' : t('app.recents.found', { count: shown.length })}
      </p>
      <GridList
        className={styles.grid ?? ''}
        data-view={hasTools ? view : 'cards'}
        aria-label={t('app.recentHeading')}
        layout={hasTools && view === 'list' ? 'stack' : 'grid'}
        keyboardNavigationBehavior="tab"
        onAction={(key) => {
          const recent = recents.find(({ id }) => id === key)
          if (recent !== undefined) openRecent(app, recent.id).catch(app.report)
        }}
      >
        {shown.map((recent) => (
          <GridListItem
            key={recent.id}
            id={recent.id}
            textValue={titleOf(recent, t)}
            className={styles.item ?? ''}
            onContextMenu={(event) => {
              event.preventDefault()
              setAsked({ what: 'menu', id: recent.id })
            }}
          >
            <RecentCard
              recent={recent}
              isMenuOpen={asked?.what === 'menu' && asked.id === recent.id}
              onAsk={(what) => {
                setAsked({ what, id: recent.id })
              }}
              onMenu={(isOpen) => {
                // If the menu closes because an entry was chosen, the entry's dialog stays open.
                if (isOpen) setAsked({ what: 'menu', id: recent.id })
                else setAsked((before) => (before?.what === 'menu' ? null : before))
              }}
              onTakeAway={() => {
                takeAway(recent)
              }}
            />
          </GridListItem>
        ))}
      </GridList>
      {about !== undefined && asked?.what === 'rename' ? (
        <TextDialog
          title={t('app.renameTitle')}
          label={t('app.storyTitle')}
          go={t('app.renameGo')}
          value={about.title}
          isNeeded
          onDone={(title) => renameRecent(app, about, title)}
          onClose={close}
        />
      ) : null}
      {about !== undefined && asked?.what === 'tags' ? (
        <TextDialog
          title={t('app.tagTitle')}
          label={t('app.tags')}
          placeholder={t('app.tagsHint')}
          go={t('app.tagGo')}
          value={about.tags.join(', ')}
          onDone={(typed) => tagRecent(app, about, typed)}
          onClose={close}
        />
      ) : null}
      {about !== undefined && asked?.what === 'delete' ? (
        <DeleteQuestion
          question={t('app.deleteDraftSure', { title: titleOf(about, t), days: DELETED_DRAFT_DAYS })}
          go={t('app.deleteDraftGo')}
          onDelete={() => deleteDraft(app, about, titleOf(about, t))}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

/** From this many stories on, they can be searched and sorted. */
const MANY = 7

/** The stories with a tag, and with these words in their title, first words, place or tags. */
function findRecents(recents: readonly Recent[], search: string, tag: string): readonly Recent[] {
  const words = search.toLowerCase().split(/\s+/)
  return recents.filter(({ title, summary, location, tags }) => {
    const text = [title, summary?.firstWords, location, ...tags].join('\n').toLowerCase()
    return (tag === '' || tags.includes(tag)) && words.every((word) => text.includes(word))
  })
}

/** All tags, sorted. */
function tagsOf(recents: readonly Recent[]): readonly string[] {
  return [...new Set(recents.flatMap(({ tags }) => tags))].sort(localeFormats().names.compare)
}

/** The stories in an order: as the host lists them, which is the last opened first, by title, or the longest first. */
function sortRecents(recents: readonly Recent[], order: (typeof RECENTS_ORDERS)[number]): readonly Recent[] {
  if (order === 'opened') return recents
  const lengthOf = ({ summary }: Recent) => summary?.lengthMs ?? 0
  return order === 'title'
    ? recents.toSorted((a, b) => localeFormats().names.compare(a.title, b.title))
    : recents.toSorted((a, b) => lengthOf(b) - lengthOf(a))
}

interface TextDialogProps {
  readonly title: string
  readonly label: string
  readonly placeholder?: string
  /** What the button does. */
  readonly go: string
  readonly value: string
  /** Whether the text may not be empty. */
  readonly isNeeded?: boolean
  readonly onDone: (text: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for a line of text about a story that is not open. */
function TextDialog(props: TextDialogProps) {
  const { title, label, placeholder = '', go, value, isNeeded = false, onDone, onClose } = props
  const { t } = useTranslation()
  const app = useApp()
  const [text, setText] = useState(value)
  const isMissing = isNeeded && text.trim() === ''
  const finish = () => {
    if (isMissing) return
    onClose()
    onDone(text.trim()).catch(app.report)
  }
  return (
    <ActionDialog
      title={title}
      closeLabel={t('app.close')}
      cancelLabel={t('app.cancel')}
      onClose={onClose}
      action={{ label: go, isDisabled: isMissing, onPress: finish }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          finish()
        }}
      >
        <TextField
          label={label}
          placeholder={placeholder}
          value={text}
          maxLength={MAX_LABEL}
          autoFocus
          onChange={setText}
        />
      </form>
    </ActionDialog>
  )
}

interface RecentCardProps {
  readonly recent: Recent
  readonly isMenuOpen: boolean
  readonly onMenu: (isOpen: boolean) => void
  readonly onAsk: (what: 'rename' | 'tags') => void
  /** Deletes a draft, after confirmation, or removes a story with its own file from the list. */
  readonly onTakeAway: () => void
}

/** A recent story: its cover, first words, length, and what needs rendering. */
function RecentCard({ recent, isMenuOpen, onMenu, onAsk, onTakeAway }: RecentCardProps) {
  const { t } = useTranslation()
  const app = useApp()
  const hasFileManager = useAppState((state) => state.info?.filePicker === 'system')
  const title = titleOf(recent, t)
  const { id, summary, exists, isDraft, location, openedAtMs, tags } = recent
  const entries: readonly MenuEntry[] = [
    {
      id: 'open',
      label: t('app.open'),
      onAction: () => {
        openRecent(app, id).catch(app.report)
      },
    },
    {
      id: 'window',
      label: t('app.openInWindow'),
      isDisabled: !exists,
      onAction: () => openWindow(id),
    },
    {
      id: 'rename',
      label: t('app.renameRecent'),
      shortcut: 'F2',
      isDisabled: !exists,
      onAction: () => onAsk('rename'),
    },
    { id: 'tags', label: t('app.tagRecent'), onAction: () => onAsk('tags') },
    ...(hasFileManager
      ? [
          {
            id: 'show',
            label: t('app.showFile'),
            isDisabled: !exists,
            onAction: () => {
              app.bridge.call('recents:showFile', { recentId: id }).catch(app.report)
            },
          },
        ]
      : []),
    {
      id: 'away',
      label: t(isDraft ? 'app.deleteRecent' : 'app.removeRecent'),
      startsGroup: true,
      onAction: onTakeAway,
    },
  ]
  return (
    <>
      <span className={styles.cover} style={coverColor(title)} aria-hidden="true">
        <span dir="auto">{title}</span>
      </span>
      <div className={styles.words}>
        <b dir="auto" title={location === null ? title : `${title}\n${location}`}>
          {title}
        </b>
        <p className={styles.first} dir="auto" title={summary?.firstWords}>
          {summary?.firstWords}
        </p>
        {tags.length === 0 ? null : (
          <span className={styles.tags} role="group" aria-label={t('app.tags')}>
            {tags.map((tag) => (
              <Chip key={tag} size="small">
                {tag}
              </Chip>
            ))}
          </span>
        )}
        <p className={styles.extent}>
          {summary === null ? null : <span>{extentText(t, summary)}</span>}
          {exists && !isDraft ? null : (
            <span className={styles.kind} title={t('app.draftHint')}>
              {t(exists ? 'app.draft' : 'app.fileGone')}
            </span>
          )}
        </p>
        <p className={styles.extent}>
          <When atMs={openedAtMs} />
          {summary === null || summary.lengthMs === 0 ? null : <ToMake summary={summary} />}
        </p>
      </div>
      <MenuButton
        label={t('app.recentMenu', { title })}
        entries={entries}
        isOpen={isMenuOpen}
        onOpenChange={onMenu}
      >
        <Ellipsis size={16} />
      </MenuButton>
    </>
  )
}

/** The length of a story. */
function extentText(t: TFunction, { lengthMs, chapters, blocks }: StorySummary): string {
  return [
    formatClock(lengthMs),
    ...(chapters === 0 ? [] : [t('units.chapters', { count: chapters })]),
    t('units.blocks', { count: blocks }),
  ].join(' · ')
}

/** The blocks of a story that need rendering. */
function ToMake({ summary: { changed, notMade } }: { readonly summary: StorySummary }) {
  const { t } = useTranslation()
  const count = changed + notMade
  return (
    <StateMark
      state={count === 0 ? 'ready' : changed > 0 ? 'changed' : 'notMade'}
      word={count === 0 ? t('app.allMade') : t('app.toMake', { count })}
      showsWord
    />
  )
}

/** The title of a recent story, as shown. */
function titleOf({ title }: Pick<Recent, 'title'>, t: TFunction): string {
  return title === '' ? t('app.untitled') : title
}
