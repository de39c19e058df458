import { memo, useMemo, useState } from 'react'
import type { Version } from '../../../shared/ipc/views.ts'
import { compareStories } from '../../../shared/story/compareStories.ts'
import type { EntryDifference } from '../../../shared/story/compareStories.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useStory } from '../../hooks/session.ts'
import { formatTime } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ChangedWords } from '../../ui/ChangedWords.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import styles from './VersionComparison.module.css'

/** A version beside the present story: what changed since, or the version as it was. Nothing in it can be edited. */
export function VersionComparison({ version, story }: { version: Version; story: Story }) {
  const { t } = useTranslation()
  const present = useStory()
  const [shown, setShown] = useState<'changes' | 'whole'>('changes')
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
          ? changes.map((entry) => <Difference key={entry.id} entry={entry} />)
          : story.sequence.map((entry) => (
              <li key={entry.id} className={styles.entry}>
                <p className={entry.type === 'chapter' ? styles.heading : styles.words} dir="auto">
                  {entry.type === 'chapter' ? entry.title : entry.text}
                </p>
              </li>
            ))}
      </ol>
    </>
  )
}

/** A block or heading that changed since the version, with the words that came and went. */
const Difference = memo(function Difference({ entry }: { entry: EntryDifference }) {
  const { t } = useTranslation()
  const facts = [
    entry.kind === 'added' || entry.kind === 'removed' ? t(`app.versionEntry.${entry.kind}`) : null,
    entry.isMoved ? t('app.versionEntry.moved') : null,
    entry.isSetOtherwise ? t('app.versionEntry.settings') : null,
    entry.kind === 'changed' && entry.before !== entry.after ? t('app.versionEntry.words') : null,
  ].filter((fact) => fact !== null)
  return (
    <li className={styles.entry}>
      <small className={styles.facts}>{facts.join(' · ')}</small>
      <p className={entry.type === 'chapter' ? styles.heading : styles.words} dir="auto">
        <ChangedWords before={entry.before} after={entry.after} />
      </p>
    </li>
  )
})
