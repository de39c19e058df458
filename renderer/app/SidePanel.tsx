import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { Cast, CastSummary } from '../features/cast/Cast.tsx'
import { Outline } from '../features/outline/Outline.tsx'
import { Vibes } from '../features/vibes/Vibes.tsx'
import { useViewState, useWorld } from '../hooks/world.ts'
import styles from './SidePanel.module.css'

/** Chapters, cast and vibes, at the left. */
export function SidePanel() {
  const { t } = useTranslation()
  const world = useWorld()
  const tab = useViewState((state) => state.sideTab)
  return (
    <aside
      className={styles.side}
      data-region="outline"
      tabIndex={-1}
      aria-label={t('app.outline')}
      role="region"
    >
      <Tabs
        selectedKey={tab}
        onSelectionChange={(key) => {
          world.view.setState({ sideTab: key === 'cast' || key === 'vibes' ? key : 'outline' })
        }}
        className={styles.tabs ?? ''}
      >
        <TabList aria-label={t('app.sidePanel')} className={styles.list ?? ''}>
          <Tab id="outline" className={styles.tab ?? ''}>
            {t('app.outline')}
          </Tab>
          <Tab id="cast" className={styles.tab ?? ''}>
            {t('app.cast')}
          </Tab>
          <Tab id="vibes" className={styles.tab ?? ''}>
            {t('vibes.tab')}
          </Tab>
        </TabList>
        <TabPanel id="outline" className={styles.panel ?? ''}>
          <Outline />
          <CastSummary />
        </TabPanel>
        <TabPanel id="cast" className={styles.panel ?? ''}>
          <Cast />
        </TabPanel>
        <TabPanel id="vibes" className={styles.panel ?? ''}>
          <Vibes />
        </TabPanel>
      </Tabs>
    </aside>
  )
}
