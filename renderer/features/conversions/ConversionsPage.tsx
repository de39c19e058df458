import { useState, useEffect } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import type { JobFilter, WebhookState } from '../../../shared/ipc/jobsContract.ts'
import type { Settings } from '../../../shared/ipc/views.ts'
import { saveSettings } from '../../actions/settings.ts'
import { NumberField } from '../../fields/NumberField.tsx'
import { useCloseDialog, useApp, useAppState } from '../../hooks/app.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatTime, formatWhen } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ConversionList } from './ConversionList.tsx'
import styles from './Conversions.module.css'
import { LedgerTab } from './Spending.tsx'

const TABS = ['list', 'ledger', 'events'] as const
type TabId = (typeof TABS)[number]

/** Every conversion of every story, their costs, and the events of services. */
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

/** Listening for the events of services: the address to expose, the latest event, and a test of the whole path. */
function EventsTab() {
  const { t } = useTranslation()
  const app = useApp()
  const settings = useAppState((state) => state.settings)
  const [state, setState] = useState<WebhookState | null>(null)
  /** Typed text does not wait for the host, whose answers arrive late. */
  const [publicUrl, setPublicUrl] = useState(settings.webhookPublicUrl)
  const [isTesting, setIsTesting] = useState(false)
  useEffect(() => {
    const stop = app.bridge.on('webhooks:changed', setState)
    app.bridge.call('webhooks:state', {}).then(setState, app.report)
    return stop
  }, [app])
  const update = (patch: Partial<Settings>) => {
    saveSettings(app, patch)
      .then(() => app.bridge.call('webhooks:state', {}))
      .then(setState)
      .catch(app.report)
  }
  const test = async () => {
    setIsTesting(true)
    try {
      app.note('conversions.events.testPassed', await app.bridge.call('webhooks:test', {}))
    } catch (error) {
      app.report(error)
    } finally {
      setIsTesting(false)
    }
  }
  if (state === null) return null
  const { lastEvent, localUrl, registeredUrl, error, verifiable } = state
  return (
    <>
      <p>{t('conversions.events.text')}</p>
      <section className={styles.set}>
        <SwitchField
          label={t('conversions.events.listen')}
          isAtEnd
          isOn={settings.isWebhookOn}
          onChange={(isWebhookOn) => update({ isWebhookOn })}
        />
        <div className={styles.pair}>
          <NumberField
            label={t('conversions.events.port')}
            value={settings.webhookPort}
            max={65_535}
            onChange={(webhookPort) => {
              update({ webhookPort: webhookPort ?? 0 })
            }}
          />
          <TextField
            label={t('conversions.events.publicUrl')}
            placeholder={t('conversions.addressPlaceholder')}
            value={publicUrl}
            maxLength={2000}
            onChange={(webhookPublicUrl) => {
              setPublicUrl(webhookPublicUrl)
              update({ webhookPublicUrl })
            }}
          />
        </div>
        {error === null ? null : <p className={styles.error}>{errorText(t, error)}</p>}
      </section>
      <section className={styles.set}>
        <dl className={styles.facts}>
          <dt>{t('conversions.events.localUrl')}</dt>
          <dd>{localUrl === null ? t('conversions.events.notListening') : <code>{localUrl}</code>}</dd>
          {registeredUrl === null ? null : (
            <>
              <dt>{t('conversions.events.registered')}</dt>
              <dd>
                <code>{registeredUrl}</code>
              </dd>
            </>
          )}
        </dl>
        <p>
          {verifiable === 0
            ? t('conversions.events.noKeys')
            : t('conversions.events.keys', { count: verifiable })}
        </p>
        <p role="status" title={lastEvent === null ? undefined : formatTime(lastEvent.atMs)}>
          {lastEvent === null
            ? t('conversions.events.noEvent')
            : t('conversions.events.lastEvent', {
                name: lastEvent.name,
                time: formatWhen(lastEvent.atMs),
                verdict: t(`conversions.events.verdicts.${lastEvent.verdict}`),
              })}
        </p>
        <div>
          <Button isDisabled={localUrl === null || isTesting} onPress={() => void test()}>
            {t('conversions.events.test')}
          </Button>
        </div>
      </section>
      <h3 className={styles.heading}>{t('conversions.events.hosts')}</h3>
      {settings.webhookHosts.length === 0 ? <p>{t('conversions.events.noHosts')}</p> : null}
      <ul className={styles.list}>
        {settings.webhookHosts.map((host) => (
          <li key={host} className={styles.line}>
            <code>{host}</code>
            <Button
              onPress={() => {
                update({ webhookHosts: settings.webhookHosts.filter((other) => other !== host) })
              }}
            >
              {t('conversions.events.removeHost', { host })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
