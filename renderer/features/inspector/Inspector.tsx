import { useShallow } from 'zustand/react/shallow'
import { findMusic } from '../../../shared/story/musicCommands.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useEditor, useStoryState } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { chosenMusic } from '../../stores/editorStore.ts'
import { BlockFields } from './BlockFields.tsx'
import { BlockTakes } from './BlockTakes.tsx'
import { IfChanged } from './IfChanged.tsx'
import { InspectorHead } from './InspectorHead.tsx'
import styles from './Inspector.module.css'
import { MusicInspector } from './MusicInspector.tsx'
import { SilenceRulesFields } from './SilenceRulesFields.tsx'
import { SpokenTitles } from './SpokenTitles.tsx'
import { StoryLanguage } from './StoryLanguage.tsx'

/** How the chosen blocks are spoken, or how the chosen music sounds. */
export function Inspector() {
  const { t } = useTranslation()
  const music = useMusicShown()
  return (
    <aside
      className={styles.inspector}
      data-region="inspector"
      tabIndex={-1}
      role="region"
      aria-label={t('inspector.region')}
    >
      {music === undefined ? <BlockInspector /> : <MusicInspector key={music.id} music={music} />}
    </aside>
  )
}

function useMusicShown() {
  const chosen = useEditor(chosenMusic)
  return useStoryState(({ story }) => findMusic(story, chosen))
}

function BlockInspector() {
  const { t } = useTranslation()
  const chosen = useEditor((state) => state.selection.at(-1) ?? null)
  const isOne = useEditor((state) => state.selection.length === 1)
  const block = useStoryState(useShallow((state) => spokenAs(state.story, chosen)))
  return (
    <>
      <InspectorHead block={block} />
      <div className={styles.body}>
        {block === undefined ? (
          <>
            <p className={styles.empty}>{t('inspector.empty')}</p>
            <SilenceRulesFields />
            <StoryLanguage />
            <SpokenTitles />
          </>
        ) : (
          <>
            <BlockFields block={block} />
            {isOne ? <BlockTakes key={block.id} blockId={block.id} /> : <IfChanged />}
          </>
        )}
      </div>
    </>
  )
}

/** A block without its words and its place: how it is spoken does not change while its text is written. */
function spokenAs(story: Story, id: BlockId | null): Block | undefined {
  const block = findBlock(story, id)
  return block && { ...block, text: '', rank: '' }
}
