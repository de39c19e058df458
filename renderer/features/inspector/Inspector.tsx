import { useTranslation } from 'react-i18next'
import { findBlock } from '../../../shared/story/selectors.ts'
import { useStoryState, useViewState } from '../../stores/world.ts'
import { BlockFields } from './BlockFields.tsx'
import { BlockTakes } from './BlockTakes.tsx'
import styles from './Inspector.module.css'

/** How the chosen blocks are spoken. */
export function Inspector() {
  const { t } = useTranslation()
  const chosen = useViewState((state) => state.selection.at(-1) ?? null)
  const block = useStoryState((state) => (state.open ? findBlock(state.open.story, chosen) : undefined))
  return (
    <aside className={styles.inspector} role="region" aria-label={t('inspector.region')}>
      {block === undefined ? (
        <p className={styles.empty}>{t('inspector.empty')}</p>
      ) : (
        <>
          <BlockFields block={block} />
          <BlockTakes block={block} />
        </>
      )}
    </aside>
  )
}
