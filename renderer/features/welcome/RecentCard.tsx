import { Ellipsis } from 'lucide-react'
import type { Recent, StorySummary } from '../../../shared/ipc/views.ts'
import { openRecent } from '../../actions/projects.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { openWindow } from '../../actions/windows.ts'
import { formatClock, formatTime, formatWhen } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { coverColor } from '../../ui/titleCover.ts'
import styles from './Recents.module.css'
import { titleOf } from './titleOf.ts'

interface RecentCardProps {
  readonly recent: Recent
  readonly isMenuOpen: boolean
  readonly onMenu: (isOpen: boolean) => void
  readonly onRename: () => void
  /** Deletes a draft, after a question, or removes a story with a file of its own from the list. */
  readonly onTakeAway: () => void
}

/** A story that was open lately: its cover, its first words, how long it is, and what there is to make. */
export function RecentCard({ recent, isMenuOpen, onMenu, onRename, onTakeAway }: RecentCardProps) {
  const { t } = useTranslation()
  const app = useApp()
  const hasFileManager = useAppState((state) => state.info?.filePicker === 'system')
  const title = titleOf(recent, t)
  const { id, summary, exists, isDraft, location, openedAtMs } = recent
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
      onAction: onRename,
    },
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
        <p className={styles.first} dir="auto">
          {summary?.firstWords}
        </p>
        {summary === null ? null : <Extent summary={summary} />}
        <p className={styles.extent}>
          <time dateTime={new Date(openedAtMs).toISOString()} title={formatTime(openedAtMs)}>
            {formatWhen(openedAtMs)}
          </time>
          {exists && !isDraft ? null : (
            <span title={t('app.draftHint')}>{t(exists ? 'app.draft' : 'app.fileGone')}</span>
          )}
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

/** How long a story is. */
function Extent({ summary: { lengthMs, chapters, blocks } }: { readonly summary: StorySummary }) {
  const { t } = useTranslation()
  const parts = [
    formatClock(lengthMs),
    ...(chapters === 0 ? [] : [t('units.chapters', { count: chapters })]),
    t('units.blocks', { count: blocks }),
  ]
  return <p className={styles.extent}>{parts.join(' · ')}</p>
}

/** What of a story there is to make. */
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
