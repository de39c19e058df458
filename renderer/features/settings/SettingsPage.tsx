/** The settings as a page over the editor: sections, a search over all rows, saved as changed. Escape goes back. */
import { AudioLines, Coins, Keyboard, Plug, SlidersHorizontal } from 'lucide-react'
import { useState, useEffect, type ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { extensionsFor, hasExtensionFor } from '../../../shared/files/fileTypes.ts'
import type { PackView } from '../../../shared/ipc/voicePacksContract.ts'
import { folded } from '../../../shared/lib/folded.ts'
import { hasSystemDialog } from '../../actions/exporting.ts'
import { addPack, addPackFolder, loadPacks } from '../../actions/voicePacks.ts'
import { useAppState, useCloseDialog, useApp } from '../../hooks/app.ts'
import { formatSize } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { languageName, languageWords } from '../../i18n/voiceText.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { NaturalVoiceRow, useSamplePlayback } from './NaturalVoiceRow.tsx'
import naturalVoicesStyles from './NaturalVoices.module.css'
import styles from './SettingsPage.module.css'
import { Shortcuts } from './Shortcuts.tsx'
import { ScriptSample } from './scriptLook.tsx'
import { SECTIONS, useSettingsRows, type SectionId, type SettingsRow } from './settingsRows.tsx'

const ICONS = {
  general: SlidersHorizontal,
  voices: AudioLines,
  connections: Plug,
  spending: Coins,
  shortcuts: Keyboard,
} as const satisfies Readonly<Record<SectionId, unknown>>

interface SettingsPageProps {
  readonly start: 'general' | 'voices' | 'shortcuts'
  /** The initial search; empty by default. */
  readonly search?: string | undefined
  /** The lists of connections and language models, which belong to another feature. */
  readonly serverLists?: ReactNode
}

/** The settings page, starting with a section. */
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

/** The natural voices: those on this computer, and those available, with their licences before the download. */
const FILTERS = ['all', 'english', 'here'] as const
type Filter = (typeof FILTERS)[number]

const FITS: Readonly<Record<Filter, (pack: PackView) => boolean>> = {
  all: () => true,
  english: ({ languages }) => languages.some((tag) => tag.startsWith('en')),
  here: ({ state }) => state.kind === 'here',
}

const COLUMNS = ['voice', 'speaks', 'licence', 'size', 'state'] as const
const COLUMN_STYLES: Readonly<Partial<Record<(typeof COLUMNS)[number], string | undefined>>> = {
  size: naturalVoicesStyles.number,
  state: naturalVoicesStyles.end,
}

function NaturalVoices() {
  const { t } = useTranslation()
  const app = useApp()
  const view = useAppState((state) => state.packs)
  const [filter, setFilter] = useState<Filter>('all')
  const [text, setText] = useState('')
  const sample = useSamplePlayback()
  useEffect(() => {
    loadPacks(app).catch(app.report)
  }, [app])
  if (view === null) return <p role="status">{t('packs.loading')}</p>
  const add = (files: readonly File[]) => {
    addPack(app, files).catch(app.report)
  }
  const searched = folded(text.trim())
  const shown = view.packs.filter((pack) => FITS[filter](pack) && wordsOf(pack).includes(searched))
  return (
    <section
      className={naturalVoicesStyles.section}
      aria-labelledby="natural-voices"
      onDrop={(event) => {
        const files = [...event.dataTransfer.files]
        if (files.length === 0 || !files.every(({ name }) => hasExtensionFor('voice', name))) return
        event.preventDefault()
        add(files)
      }}
    >
      <div className={naturalVoicesStyles.head}>
        <div>
          <h3 id="natural-voices">{t('packs.title')}</h3>
          <p>{t('packs.about')}</p>
        </div>
        <SearchBox
          className={naturalVoicesStyles.search}
          label={t('packs.search')}
          placeholder={t('packs.searchPlaceholder')}
          value={text}
          maxLength={100}
          onChange={setText}
        />
        <SegmentField
          label={t('packs.filter')}
          hidesLabel
          value={filter}
          options={FILTERS.map((id) => ({
            id,
            name: t(`packs.${id}`, { count: view.packs.filter(FITS[id]).length }),
          }))}
          onChange={setFilter}
        />
      </div>
      {view.unavailable === null ? null : <Warning text={t(`packs.unavailable.${view.unavailable}`)} />}
      {shown.length === 0 ? <p role="status">{t('packs.none')}</p> : null}
      <table className={naturalVoicesStyles.table} hidden={shown.length === 0}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={COLUMN_STYLES[column]}>
                {t(`packs.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((pack) => (
            <NaturalVoiceRow key={pack.id} pack={pack} sample={sample} />
          ))}
        </tbody>
      </table>
      <div className={naturalVoicesStyles.foot}>
        <span>
          {t('packs.room', {
            used: formatSize(t, view.usedBytes),
            free: view.freeBytes === null ? t('packs.notStated') : formatSize(t, view.freeBytes),
          })}
        </span>
        <FileButton
          size="small"
          label={t('packs.add')}
          extensions={extensionsFor('voice')}
          onChoose={(file) => add([file])}
          onChooseSeveral={add}
        />
        {hasSystemDialog(app) ? (
          <Button
            size="small"
            onPress={() => {
              addPackFolder(app).catch(app.report)
            }}
          >
            {t('packs.addFolder')}
          </Button>
        ) : null}
        <Button
          size="small"
          onPress={() => {
            app.note('packs.keptIn', { folder: view.folder })
            app.bridge.call('voicePacks:showFolder', {}).catch(app.report)
          }}
        >
          {t('packs.where')}
        </Button>
      </div>
    </section>
  )
}

/** The text that a search looks in: the pack, its speakers and its languages. */
function wordsOf({ name, author, languages, speakers }: PackView): string {
  const ofLanguages = languages.flatMap((tag) => [languageName(tag), languageWords(tag)])
  return folded([name, author, ...ofLanguages, ...speakers.map((speaker) => speaker.name)].join(' '))
}
