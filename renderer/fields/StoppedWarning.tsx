import { useDeferredStory } from '../hooks/session.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { stoppedOf } from '../stores/timing.ts'
import { Warning } from '../ui/Warning.tsx'

/** The most entries to name, and the most letters of each. The lexicon marks them all. */
const MOST_NAMED = 5
const MOST_LETTERS = 40

/** A warning that names the entries of the lexicon that are switched off in the open story; nothing if none is. */
export function StoppedWarning() {
  const { t } = useTranslation()
  const stopped = stoppedOf(useDeferredStory())
  if (stopped.length === 0) return null
  const named = stopped.slice(0, MOST_NAMED).map(({ entry: { written }, blocks }) =>
    t('lexicon.stoppedEntry', {
      word: written.length > MOST_LETTERS ? `${written.slice(0, MOST_LETTERS)}…` : written,
      where: blocks === null ? t('lexicon.stoppedEverywhere') : t('units.blocks', { count: blocks }),
    }),
  )
  const more = stopped.length > MOST_NAMED ? [t('lexicon.more', { count: stopped.length - MOST_NAMED })] : []
  return (
    <Warning
      text={t('lexicon.stopped', { count: stopped.length, entries: [...named, ...more].join(', ') })}
    />
  )
}
