/** The natural voices: those on this computer, and those that can be got, with their licences before the download. */
import { useEffect, useState } from 'react'
import { folded } from '../../../shared/lib/folded.ts'
import type { PackView } from '../../../shared/ipc/voicePacksContract.ts'
import { extensionsFor, hasExtensionFor } from '../../../shared/files/fileTypes.ts'
import { hasSystemDialog } from '../../actions/places.ts'
import { addPack, addPackFolder, loadPacks } from '../../actions/voicePacks.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { formatSize } from '../../i18n/formatSize.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { languageName, languageWords } from '../../i18n/voiceText.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { Warning } from '../../ui/Warning.tsx'
import { NaturalVoiceRow } from './NaturalVoiceRow.tsx'
import styles from './NaturalVoices.module.css'

const FILTERS = ['all', 'english', 'here'] as const
type Filter = (typeof FILTERS)[number]

const FITS: Readonly<Record<Filter, (pack: PackView) => boolean>> = {
  all: () => true,
  english: ({ languages }) => languages.some((tag) => tag.startsWith('en')),
  here: ({ state }) => state.kind === 'here',
}

const COLUMNS = ['voice', 'speaks', 'licence', 'size', 'state'] as const
const COLUMN_STYLES: Readonly<Partial<Record<(typeof COLUMNS)[number], string | undefined>>> = {
  size: styles.number,
  state: styles.end,
}

export function NaturalVoices() {
  const { t } = useTranslation()
  const app = useApp()
  const view = useAppState((state) => state.packs)
  const [filter, setFilter] = useState<Filter>('all')
  const [text, setText] = useState('')
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
      className={styles.section}
      aria-labelledby="natural-voices"
      onDrop={(event) => {
        const files = [...event.dataTransfer.files]
        if (files.length === 0 || !files.every(({ name }) => hasExtensionFor('voice', name))) return
        event.preventDefault()
        add(files)
      }}
    >
      <div className={styles.head}>
        <div>
          <h3 id="natural-voices">{t('packs.title')}</h3>
          <p>{t('packs.about')}</p>
        </div>
        <SearchBox
          className={styles.search}
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
      <table className={styles.table} hidden={shown.length === 0}>
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
            <NaturalVoiceRow key={pack.id} pack={pack} />
          ))}
        </tbody>
      </table>
      <div className={styles.foot}>
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

/** What a search looks in: the pack, its speakers and its languages. */
function wordsOf({ name, author, languages, speakers }: PackView): string {
  const ofLanguages = languages.flatMap((tag) => [languageName(tag), languageWords(tag)])
  return folded([name, author, ...ofLanguages, ...speakers.map((speaker) => speaker.name)].join(' '))
}
