import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useWorld } from '../../hooks/world.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ConversionList } from './ConversionList.tsx'
import styles from './Conversions.module.css'
import { EventsTab } from './EventsTab.tsx'
import { LedgerTab } from './LedgerTab.tsx'

/** Every conversion of every story, what they cost, and how services tell of them. */
export function ConversionsDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  return (
    <Dialog
      title={t('conversions.title')}
      closeLabel={t('app.close')}
      size="wide"
      onClose={() => {
        world.view.setState({ dialog: null })
      }}
    >
      <Tabs className={styles.tabs ?? ''}>
        <TabList aria-label={t('conversions.tabsLabel')} className={styles.tabList ?? ''}>
          {(['list', 'ledger', 'events'] as const).map((id) => (
            <Tab key={id} id={id} className={styles.tab ?? ''}>
              {t(`conversions.tabs.${id}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="list" className={styles.panel ?? ''}>
          <ConversionList />
        </TabPanel>
        <TabPanel id="ledger" className={styles.panel ?? ''}>
          <LedgerTab />
        </TabPanel>
        <TabPanel id="events" className={styles.panel ?? ''}>
          <EventsTab />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
