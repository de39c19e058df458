import { Music4, Plus } from 'lucide-react'
import { runCommand } from '../../actions/commands.ts'
import { placeText, showMusic } from '../../actions/music.ts'
import { useSection } from '../../hooks/app.ts'
import { useDeferredStory, useEditor, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { chosenMusic } from '../../stores/editorStore.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { Section } from '../../ui/Section.tsx'
import styles from './MusicSection.module.css'

/** The music and effects of the story as a section of the left panel, including those whose anchor is gone. */
export function MusicSection() {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const chosen = useEditor(chosenMusic)
  const add = (['addMusic', 'addEffect'] as const).map((id) => ({
    id,
    label: t(`commands.${id}`),
    onAction: () => runCommand(session, id),
  }))
  return (
    <Section
      title={t('music.title')}
      count={story.music.length}
      {...useSection('music')}
      action={
        <MenuButton label={t('music.add')} entries={add}>
          <Plus size={16} />
        </MenuButton>
      }
    >
      {story.music.length === 0 ? <p className={styles.empty}>{t('music.empty')}</p> : null}
      <ul>
        {story.music.map(({ id, name, place }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.row}
              aria-pressed={id === chosen}
              onClick={() => showMusic(session, id)}
            >
              <Music4 size={14} aria-hidden="true" />
              <span>
                <b dir="auto">{name}</b> <small dir="auto">{placeText(story, place)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
