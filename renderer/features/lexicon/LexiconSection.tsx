import { Plus } from 'lucide-react'
import { scopedEntries } from '../../../shared/story/lexiconCommands.ts'
import { addWord, showLexicon } from '../../actions/lexicon.ts'
import { StoppedWarning } from '../../fields/StoppedWarning.tsx'
import { useSection } from '../../hooks/panels.ts'
import { useDeferredStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { SectionList } from '../../ui/SectionList.tsx'
import styles from './Lexicon.module.css'

/** The lexicon as a section of the left panel: its first entries, a link to all of them, and below, even if folded, those that are switched off. */
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
        <SectionList
          entries={entries.map(({ entry }) => ({ id: entry.id, name: entry.written, words: entry.spoken }))}
          emptyText={t('lexicon.empty')}
          allLabel={t('lexicon.showAll')}
          onOpen={(id) =>
            showLexicon(
              session,
              entries.find(({ entry }) => entry.id === id),
            )
          }
          onOpenAll={() => showLexicon(session)}
        />
      </Section>
      <div className={styles.stopped}>
        <StoppedWarning />
      </div>
    </>
  )
}
