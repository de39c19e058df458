import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { GridList, GridListItem } from 'react-aria-components'
import { DELETED_DRAFT_DAYS } from '../../../shared/ipc/views.ts'
import type { Recent, RecentId } from '../../../shared/ipc/views.ts'
import { openRecent } from '../../actions/projects.ts'
import { deleteDraft, removeFromList } from '../../actions/recents.ts'
import { DeleteQuestion } from '../../fields/DeleteQuestion.tsx'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { RecentCard } from './RecentCard.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import styles from './Recents.module.css'
import { titleOf } from './titleOf.ts'

/** What is open about a story: its menu, or a question. */
type Asked = { readonly what: 'menu' | 'rename' | 'delete'; readonly id: RecentId }

/** The stories that were open lately. Arrows move, Enter opens, F2 renames, Delete takes away, Shift+F10 opens the menu. */
export function Recents({ recents }: { readonly recents: readonly Recent[] }) {
  const { t } = useTranslation()
  const app = useApp()
  const [asked, setAsked] = useState<Asked | null>(null)
  const about = recents.find(({ id }) => id === asked?.id)
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
      <GridList
        className={styles.grid ?? ''}
        aria-label={t('app.recentHeading')}
        layout="grid"
        keyboardNavigationBehavior="tab"
        onAction={(key) => {
          const recent = recents.find(({ id }) => id === key)
          if (recent !== undefined) openRecent(app, recent.id).catch(app.report)
        }}
      >
        {recents.map((recent) => (
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
              onRename={() => {
                setAsked({ what: 'rename', id: recent.id })
              }}
              onMenu={(isOpen) => {
                // A menu that closes because an entry was chosen leaves what the entry has asked.
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
        <RenameDialog recent={about} onClose={close} />
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
