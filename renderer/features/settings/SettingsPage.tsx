/** The settings as a page over the editor: sections, a search over all rows, saved as changed. Escape goes back. */
import { AudioLines, Coins, Keyboard, Plug, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { useAppState, useCloseDialog } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Page } from '../../ui/Page.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import styles from './SettingsPage.module.css'
import { ScriptSample } from './scriptLook.tsx'
import { SECTIONS, useSettingsRows } from './settingsRows.tsx'
import type { SectionId, SettingsRow } from './settingsRows.tsx'
import { NaturalVoices } from './NaturalVoices.tsx'
import { Shortcuts } from './Shortcuts.tsx'

const ICONS = {
  general: SlidersHorizontal,
  voices: AudioLines,
  connections: Plug,
  spending: Coins,
  shortcuts: Keyboard,
} as const satisfies Readonly<Record<SectionId, unknown>>

interface SettingsPageProps {
  readonly start: 'general' | 'voices' | 'shortcuts'
  /** What is searched at first; nothing by default. */
  readonly search?: string | undefined
  /** The lists of connections and language models, which belong to another feature. */
  readonly serverLists?: ReactNode
}

/** The settings, which begin with one of these sections. */
export function SettingsPage({ start, search = '', serverLists }: SettingsPageProps) {
  const { t } = useTranslation()
  const info = useAppState((state) => state.info)
  const rows = useSettingsRows()
  const [section, setSection] = useState<SectionId>(start)
  const [text, setText] = useState(search)
  const searched = text.trim().toLowerCase()
  const found = rows.filter(({ words }) => words.toLowerCase().includes(searched))
  const close = useCloseDialog()
  return (
    <Page
      title={t('commands.settings')}
      label={t(start === 'shortcuts' ? 'commands.shortcuts' : 'commands.settings')}
      backLabel={t('settings.back')}
      onClose={close}
    >
      <Tabs
        className={styles.tabs ?? ''}
        orientation="vertical"
        selectedKey={section}
        onSelectionChange={(key) => {
          setSection(SECTIONS.find((id) => id === key) ?? 'general')
          setText('')
        }}
      >
        <div className={styles.side}>
          <SearchBox label={t('settings.search')} value={text} maxLength={100} onChange={setText} />
          <TabList className={styles.list ?? ''} aria-label={t('settings.sections')}>
            {SECTIONS.map((id) => {
              const Icon = ICONS[id]
              return (
                <Tab key={id} id={id} className={styles.tab ?? ''}>
                  <Icon size={15} aria-hidden="true" />
                  {t(`settings.section.${id}`)}
                </Tab>
              )
            })}
          </TabList>
          <p className={styles.about}>
            {t('app.about', {
              version: info?.version ?? '',
              host: t(`app.hosts.${info?.host ?? 'browser'}`),
            })}
          </p>
        </div>
        <TabPanel key={searched === '' ? section : 'found'} id={section} className={styles.panel ?? ''}>
          {searched === '' ? (
            <>
              {section === 'shortcuts' ? null : <h2>{t(`settings.section.${section}`)}</h2>}
              {section === 'shortcuts' ? (
                <Shortcuts />
              ) : (
                <>
                  {section === 'voices' ? <NaturalVoices /> : null}
                  <div className={styles.beside}>
                    <div className={styles.rows}>
                      {section === 'connections' ? serverLists : null}
                      <Rows
                        rows={rows.filter((row) => row.section === section && !(row.isListed === true))}
                      />
                    </div>
                    {section === 'general' ? <ScriptSample /> : null}
                  </div>
                </>
              )}
              {section === 'spending' ? (
                <p className={styles.note}>{t('conversions.ledger.capsNote')}</p>
              ) : null}
            </>
          ) : (
            <>
              <h2>{t('settings.found')}</h2>
              <Rows rows={found} />
              <Shortcuts search={searched} isAlone={found.length === 0} />
            </>
          )}
        </TabPanel>
      </Tabs>
    </Page>
  )
}

function Rows({ rows }: { readonly rows: readonly SettingsRow[] }) {
  return rows.map(({ id, control }) => (
    <div key={id} className={styles.row}>
      {control}
    </div>
  ))
}
