import { useShallow } from 'zustand/react/shallow'
import { findMusic } from '../../../shared/story/musicCommands.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useStoryState, useViewState } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { BlockFields } from './BlockFields.tsx'
import { BlockTakes } from './BlockTakes.tsx'
import { IfChanged } from './IfChanged.tsx'
import { InspectorHead } from './InspectorHead.tsx'
import styles from './Inspector.module.css'
import { MusicInspector } from './MusicInspector.tsx'
import { SilenceRulesFields } from './SilenceRulesFields.tsx'
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
  const chosen = useViewState((state) => state.chosenMusic)
  return useStoryState(({ open }) => (open === null ? undefined : findMusic(open.story, chosen)))
}

function BlockInspector() {
  const { t } = useTranslation()
  const chosen = useViewState((state) => state.selection.at(-1) ?? null)
  const isOne = useViewState((state) => state.selection.length === 1)
  const block = useStoryState(useShallow((state) => spokenAs(state.open?.story, chosen)))
  const hasStory = useStoryState((state) => state.open !== null)
  return (
    <>
      <InspectorHead block={block} />
      <div className={styles.body}>
        {block === undefined ? (
          <>
            <p className={styles.empty}>{t('inspector.empty')}</p>
            {hasStory ? (
              <>
                <SilenceRulesFields />
                <StoryLanguage />
              </>
            ) : null}
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
function spokenAs(story: Story | undefined, id: BlockId | null): Block | undefined {
  const block = story === undefined ? undefined : findBlock(story, id)
  return block && { ...block, text: '', rank: '' }
}
