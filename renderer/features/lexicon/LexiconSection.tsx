import { Plus } from 'lucide-react'
import { scopedEntries } from '../../../shared/story/lexiconCommands.ts'
import { addWord, showLexicon } from '../../actions/lexicon.ts'
import { StoppedWarning } from '../../fields/StoppedWarning.tsx'
import { useSection } from '../../hooks/panels.ts'
import { useDeferredStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './Lexicon.module.css'

/** As many entries as the section shows; the lexicon itself shows all. */
const MOST = 30

/** The lexicon as a section of the left panel: its first entries, the way to all of them, and below, open or not, which are switched off. */
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
        <div className={styles.section}>
          {entries.length === 0 ? <p className={styles.quiet}>{t('lexicon.empty')}</p> : null}
          <ul>
            {entries.slice(0, MOST).map((each) => (
              <li key={each.entry.id}>
                <button
                  type="button"
                  className={styles.sectionRow}
                  onClick={() => showLexicon(session, each)}
                >
                  <b dir="auto" title={each.entry.written}>
                    {each.entry.written}
                  </b>
                  <span dir="auto" title={each.entry.spoken}>
                    {each.entry.spoken}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <Button size="small" onPress={() => showLexicon(session)}>
            {t('lexicon.showAll')}
          </Button>
        </div>
      </Section>
      <div className={styles.stopped}>
        <StoppedWarning />
      </div>
    </>
  )
}
