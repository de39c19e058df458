import { useEffect, useState, memo, useMemo, useRef } from 'react'
import type { Version } from '../../../shared/ipc/views.ts'
import { compareStories, type EntryDifference } from '../../../shared/story/compareStories.ts'
import type { CharacterId } from '../../../shared/story/records.ts'
import { blockNumber, findBlock, findCharacter } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { revealBlock } from '../../actions/editing.ts'
import {
  readVersion,
  restoreVersion,
  versionLabel,
  restoreFromVersion,
  saveVersion,
} from '../../actions/history.ts'
import { When } from '../../fields/When.tsx'
import { useCloseDialog } from '../../hooks/app.ts'
import { useProjectId, useSession, useStory } from '../../hooks/session.ts'
import { formatSize } from '../../i18n/format.ts'
import { isTextKey } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedWords } from '../../ui/ChangedWords.tsx'
import { Dialog, ActionDialog } from '../../ui/Dialog.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useFocusOnNeighbour } from '../../ui/focus.ts'
import styles from './Lists.module.css'
import versionComparisonStyles from './VersionComparison.module.css'

/** The versions of the story: to view, compare with the current story, and restore. Restoring is an edit that can be undone. */
export function VersionsDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const projectId = useProjectId()
  const [versions, setVersions] = useState<readonly Version[] | null>(null)
  const [shown, setShown] = useState<{ readonly version: Version; readonly story: Story } | null>(null)
  useEffect(() => {
    session.bridge.call('project:versions', { projectId }).then(setVersions, session.report)
  }, [session, projectId])
  const close = useCloseDialog()
  const restore = (version: Version) => {
    restoreVersion(session, version).then(close, session.report)
  }
  const view = async (version: Version) => {
    const story = await readVersion(session, version)
    setShown({ version, story })
  }
  if (shown !== null) {
    const { version, story } = shown
    return (
      <Dialog
        title={t('app.versionTitle', { name: versionLabel(version) })}
        closeLabel={t('app.close')}
        onClose={close}
        size="wide"
        actions={
          <>
            <Button
              onPress={() => {
                setShown(null)
              }}
            >
              {t('app.backToVersions')}
            </Button>
            <Button
              tone="primary"
              onPress={() => {
                restore(version)
              }}
            >
              {t('app.restoreVersion')}
            </Button>
          </>
        }
      >
        <VersionComparison version={version} story={story} />
      </Dialog>
    )
  }
  const groups = (['saved', 'kept'] as const).map((kind) => ({
    kind,
    members: (versions ?? []).filter(({ reason }) => (reason === 'saved') === (kind === 'saved')),
  }))
  return (
    <Dialog title={t('app.versionsTitle')} closeLabel={t('app.close')} onClose={close} size="wide">
      {versions?.length === 0 ? <p className={styles.total}>{t('app.noVersions')}</p> : null}
      {versions !== null && groups.every(({ members }) => members.length > 0) ? (
        <p className={styles.total}>{totalOf(versions)}</p>
      ) : null}
      {groups.map(({ kind, members }) =>
        members.length === 0 ? null : (
          <section key={kind} aria-label={t(`app.versionGroups.${kind}`)}>
            <div className={styles.head}>
              <h3>{t(`app.versionGroups.${kind}`)}</h3>
              <span>{totalOf(members)}</span>
            </div>
            {kind === 'kept' ? <p className={styles.hint}>{t('app.keptVersionsHint')}</p> : null}
            <ul className={styles.list}>
              {members.map((version) => (
                <li key={version.id} className={styles.row}>
                  <span className={styles.what}>
                    <b dir="auto" title={nameOf(version)}>
                      {nameOf(version)}
                    </b>
                    <small>
                      <When atMs={version.createdAtMs} />
                      {' · '}
                      <span>{t('units.blocks', { count: version.blocks })}</span>
                    </small>
                  </span>
                  <span className={styles.size}>{formatSize(t, version.bytes)}</span>
                  <Button
                    size="small"
                    onPress={() => {
                      view(version).catch(session.report)
                    }}
                  >
                    {t('app.viewVersion')}
                  </Button>
                  <Button
                    size="small"
                    onPress={() => {
                      restore(version)
                    }}
                  >
                    {t('app.restore')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </Dialog>
  )

  function totalOf(some: readonly Version[]): string {
    const bytes = some.reduce((sum, version) => sum + version.bytes, 0)
    return t('app.versionTotal', { count: some.length, size: formatSize(t, bytes) })
  }

  /** The text of a version in the list: its name, or why it was kept. */
  function nameOf({ reason, name }: Version): string {
    if (reason === 'saved') return name === '' ? t('app.versionUnnamed') : name
    const named = `app.versionReasonOf.${reason}`
    return name !== '' && isTextKey(named) ? t(named, { name }) : t(`app.versionReason.${reason}`)
  }
}

/** The number of changes shown at first, and added with each press. */
const SHOWN = 200

/** A version compared with the current story: the changes since, or the version itself. Single blocks can be restored. */
function VersionComparison({ version, story }: { version: Version; story: Story }) {
  const { t } = useTranslation()
  const present = useStory()
  const [shown, setShown] = useState<'changes' | 'whole'>('changes')
  const [most, setMost] = useState(SHOWN)
  const { entries, isCastChanged, isMusicChanged } = useMemo(
    () => compareStories(story, present),
    [story, present],
  )
  const changes = entries.filter(({ kind }) => kind !== 'same')
  return (
    <>
      <p className={versionComparisonStyles.facts}>
        <When atMs={version.createdAtMs} />
        {' · '}
        {t('units.blocks', { count: version.blocks })}
      </p>
      <SegmentField
        label={t('app.versionShow')}
        value={shown}
        options={[
          { id: 'changes', name: t('app.versionChanges') },
          { id: 'whole', name: t('app.versionWhole') },
        ]}
        onChange={setShown}
      />
      {shown === 'changes' && changes.length === 0 && !(isMusicChanged && !isCastChanged) ? (
        <p>{t(isCastChanged ? 'app.versionSameBlocks' : 'app.versionSame')}</p>
      ) : null}
      {shown === 'changes' && changes.length > 0 && isCastChanged ? (
        <p>{t('app.versionCastChanged')}</p>
      ) : null}
      {shown === 'changes' && isMusicChanged ? <p>{t('app.versionMusicChanged')}</p> : null}
      {/* Can be scrolled by keyboard. */}
      <ol
        className={versionComparisonStyles.entries}
        tabIndex={0}
        aria-label={t(shown === 'changes' ? 'app.versionChanges' : 'app.versionWhole')}
      >
        {shown === 'changes'
          ? changes
              .slice(0, most)
              .map((entry) => <Difference key={entry.id} entry={entry} version={version} story={story} />)
          : story.sequence.map((entry) => (
              <li key={entry.id} className={versionComparisonStyles.entry}>
                <p
                  className={
                    entry.type === 'chapter' ? versionComparisonStyles.heading : versionComparisonStyles.words
                  }
                  dir="auto"
                >
                  {entry.type === 'chapter' ? entry.title : entry.text}
                </p>
              </li>
            ))}
      </ol>
      {shown === 'changes' && changes.length > most ? (
        <Button tone="quiet" size="small" onPress={() => setMost(most + SHOWN)}>
          {t('render.showMore', { count: Math.min(SHOWN, changes.length - most) })}
        </Button>
      ) : null}
    </>
  )
}

/**
 * A block or heading that changed since the version: its number, character and kind of change, added and removed words, and buttons to show
 * and restore it.
 */
const Difference = memo(function Difference({
  entry,
  version,
  story,
}: {
  entry: EntryDifference
  version: Version
  story: Story
}) {
  const { t } = useTranslation()
  const session = useSession()
  const close = useCloseDialog()
  const present = useStory()
  const buttons = useRef<HTMLSpanElement>(null)
  useFocusOnNeighbour(buttons)
  const now = findBlock(present, entry.id)
  const block = now ?? findBlock(story, entry.id)
  const number = block === undefined ? 0 : blockNumber(now === undefined ? story : present, block.id)
  const speaker = characterIn(present, story, block?.characterId ?? null)
  const facts = [
    entry.kind === 'added' || entry.kind === 'removed' ? t(`app.versionEntry.${entry.kind}`) : null,
    entry.isMoved ? t('app.versionEntry.moved') : null,
    entry.isSetOtherwise ? t('app.versionEntry.settings') : null,
    entry.kind === 'changed' && entry.before !== entry.after ? t('app.versionEntry.words') : null,
  ].filter((fact) => fact !== null)
  return (
    <li className={versionComparisonStyles.entry}>
      <div className={versionComparisonStyles.head}>
        <span className={versionComparisonStyles.which}>
          <b>{block === undefined ? t('app.versionHeading') : t('exports.blockN', { number })}</b>
          {block === undefined ? null : <span dir="auto">{speaker ?? t('inspector.narrator')}</span>}
          <span className={versionComparisonStyles.facts}>{facts.join(' · ')}</span>
        </span>
        <span className={versionComparisonStyles.buttons} ref={buttons}>
          {now === undefined ? null : (
            <Button
              tone="quiet"
              size="small"
              aria-label={t('app.showBlockInScript', { number })}
              onPress={() => {
                close()
                revealBlock(session, now.id)
              }}
            >
              {t('app.showInScript')}
            </Button>
          )}
          {entry.kind === 'added' ? null : (
            <Button
              size="small"
              aria-label={
                block === undefined
                  ? t('app.restoreHeading', { title: entry.before })
                  : t('app.restoreBlock', { number })
              }
              onPress={() => {
                restoreFromVersion(session, version, story, entry.id)
              }}
            >
              {t('app.restore')}
            </Button>
          )}
        </span>
      </div>
      <p
        className={entry.type === 'chapter' ? versionComparisonStyles.heading : versionComparisonStyles.words}
        dir="auto"
      >
        <ChangedWords before={entry.before} after={entry.after} />
      </p>
    </li>
  )
})

function characterIn(present: Story, version: Story, id: CharacterId | null): string | undefined {
  return (findCharacter(present, id) ?? findCharacter(version, id))?.name
}

/** Every edit is already on disk; Save keeps a named version that can be restored. */
export function SaveVersionDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const [name, setName] = useState('')
  const close = useCloseDialog()
  const save = async () => {
    const version = await saveVersion(session, name.trim())
    close()
    session.note('app.versionSaved', { name: versionLabel(version) })
  }
  return (
    <ActionDialog
      title={t('app.saveVersionTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      cancelLabel={t('app.cancel')}
      action={{
        label: t('app.saveVersion'),
        onPress: () => {
          save().catch(session.report)
        },
      }}
    >
      <p>{t('app.saveVersionText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save().catch(session.report)
        }}
      >
        <TextField
          label={t('app.versionName')}
          value={name}
          placeholder={t('app.versionPlaceholder')}
          autoFocus
          onChange={setName}
        />
      </form>
    </ActionDialog>
  )
}
