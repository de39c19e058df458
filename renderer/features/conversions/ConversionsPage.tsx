import { useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import type { JobFilter } from '../../../shared/ipc/jobsContract.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Page } from '../../ui/Page.tsx'
import { ConversionList } from './ConversionList.tsx'
import styles from './Conversions.module.css'
import { EventsTab } from './EventsTab.tsx'
import { LedgerTab } from './LedgerTab.tsx'

const TABS = ['list', 'ledger', 'events'] as const
type TabId = (typeof TABS)[number]

/** Every conversion of every story, what they cost, and how services tell of them. */
export function ConversionsPage() {
  const { t } = useTranslation()
  const close = useCloseDialog()
  const [tab, setTab] = useState<TabId>('list')
  const [filter, setFilter] = useState<JobFilter>({})
  return (
    <Page title={t('conversions.title')} backLabel={t('settings.back')} onClose={close}>
      <Tabs
        className={styles.tabs ?? ''}
        selectedKey={tab}
        onSelectionChange={(key) => {
          setTab(TABS.find((id) => id === key) ?? 'list')
        }}
      >
        <TabList aria-label={t('conversions.tabsLabel')} className={styles.tabList ?? ''}>
          {TABS.map((id) => (
            <Tab key={id} id={id} className={styles.tab ?? ''}>
              {t(`conversions.tabs.${id}`)}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="list" className={styles.whole ?? ''}>
          <ConversionList filter={filter} onFilter={setFilter} />
        </TabPanel>
        <TabPanel id="ledger" className={styles.panel ?? ''}>
          <LedgerTab
            onDay={(day) => {
              setFilter({ day })
              setTab('list')
            }}
          />
        </TabPanel>
        <TabPanel id="events" className={styles.panel ?? ''}>
          <EventsTab />
        </TabPanel>
      </Tabs>
    </Page>
  )
}
