import { memo, useMemo, useRef, useState } from 'react'
import type { Version } from '../../../shared/ipc/views.ts'
import { compareStories } from '../../../shared/story/compareStories.ts'
import type { EntryDifference } from '../../../shared/story/compareStories.ts'
import type { CharacterId } from '../../../shared/story/records.ts'
import { blockNumber, findBlock, findCharacter } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { revealBlock } from '../../actions/editing.ts'
import { restoreFromVersion } from '../../actions/versions.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useSession, useStory } from '../../hooks/session.ts'
import { formatTime } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedWords } from '../../ui/ChangedWords.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { useFocusOnNeighbour } from '../../ui/useFocusOnNeighbour.ts'
import styles from './VersionComparison.module.css'

/** As many changes as are shown at first, and added at each press. */
const SHOWN = 200

/** A version beside the present story: what changed since, or the version as it was. Single blocks can be brought back. */
export function VersionComparison({ version, story }: { version: Version; story: Story }) {
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
      <p className={styles.facts}>
        {formatTime(version.createdAtMs)}
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
      {/* Scrolled by keyboard, too. */}
      <ol
        className={styles.entries}
        tabIndex={0}
        aria-label={t(shown === 'changes' ? 'app.versionChanges' : 'app.versionWhole')}
      >
        {shown === 'changes'
          ? changes
              .slice(0, most)
              .map((entry) => <Difference key={entry.id} entry={entry} version={version} story={story} />)
          : story.sequence.map((entry) => (
              <li key={entry.id} className={styles.entry}>
                <p className={entry.type === 'chapter' ? styles.heading : styles.words} dir="auto">
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
 * A block or heading that changed since the version: which, whose, what became of it, the words that came and went, and the ways to it
 * and back.
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
    <li className={styles.entry}>
      <div className={styles.head}>
        <span className={styles.which}>
          <b>{block === undefined ? t('app.versionHeading') : t('exports.blockN', { number })}</b>
          {block === undefined ? null : <span dir="auto">{speaker ?? t('inspector.narrator')}</span>}
          <span className={styles.facts}>{facts.join(' · ')}</span>
        </span>
        <span className={styles.buttons} ref={buttons}>
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
      <p className={entry.type === 'chapter' ? styles.heading : styles.words} dir="auto">
        <ChangedWords before={entry.before} after={entry.after} />
      </p>
    </li>
  )
})

function characterIn(present: Story, version: Story, id: CharacterId | null): string | undefined {
  return (findCharacter(present, id) ?? findCharacter(version, id))?.name
}
