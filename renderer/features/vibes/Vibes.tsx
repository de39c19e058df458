import { Ellipsis, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import { openDialog, openStoryDialog } from '../../actions/dialogs.ts'
import { closeDock } from '../../actions/panels.ts'
import { useEditor, useOfStory, useSession } from '../../hooks/session.ts'
import { errorText } from '../../i18n/errorText.ts'
import { showVibesOf } from '../../actions/vibeFiles.ts'
import { refreshVibes } from '../../actions/vibes.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import { useVibesState } from '../../hooks/vibeLibrary.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { inspectVibes, shownVibes } from '../../stores/editorStore.ts'
import type { VibesView } from '../../stores/editorStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { FileInput } from '../../ui/FileButton.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { NewVibe } from './VibeForm.tsx'
import { VibeList } from './VibeList.tsx'
import { useVibeSearch } from './useVibeSearch.ts'
import styles from './Vibes.module.css'

const CLOSED: VibesView = { openId: null, isAdding: false }

/** The library of vibes at the story's service, in the inspector's place: the writer's own to change, the platform's to use. */
export function Vibes() {
  const { t } = useTranslation()
  const session = useSession()
  const connectionId = useOfStory((story) => story.info.connectionId)
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
                session.vibes.setState({ lost: null })
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

/** Why a search did not come to anything; what was typed stays, and so does the list. */
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

/** Why the library is not to be had, what is safe, and the way to try again. */
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
