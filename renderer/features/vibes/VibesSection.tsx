import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { ensureVibes, showVibes } from '../../actions/vibes.ts'
import { useSection } from '../../hooks/panels.ts'
import { useOfStory, useSession } from '../../hooks/session.ts'
import { useVibesState } from '../../hooks/vibeLibrary.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { SectionList } from '../../ui/SectionList.tsx'

/** The vibes as a section of the left panel: the writer's own, and a link to the library. */
export function VibesSection() {
  const { t } = useTranslation()
  const session = useSession()
  const section = useSection('vibes')
  const own = useVibesState(({ custom }) => custom)
  const keepsOwn = useVibesState(({ custom, phase }) => custom !== null || phase !== 'ready')
  const connectionId = useOfStory((story) => story.info.connectionId)
  const { isOpen } = section
  useEffect(() => {
    if (isOpen) ensureVibes(session)
  }, [session, connectionId, isOpen])
  return (
    <Section
      title={t('vibes.tab')}
      count={own?.length ?? 0}
      {...section}
      action={
        keepsOwn ? (
          <IconButton
            label={t('vibes.add')}
            size="small"
            onPress={() => showVibes(session, { isAdding: true })}
          >
            <Plus size={16} />
          </IconButton>
        ) : undefined
      }
    >
      <SectionList
        entries={(own ?? []).map(({ id, name, prompt }) => ({ id: String(id), name, words: prompt }))}
        emptyText={t('vibes.emptySection')}
        allLabel={t('vibes.showAll')}
        onOpen={(id) => showVibes(session, { openId: Number(id) })}
        onOpenAll={() => showVibes(session)}
      />
    </Section>
  )
}
