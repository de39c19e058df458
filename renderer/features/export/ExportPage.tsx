/** The export as a page: presets, the settings of the files, and exactly what will be written; or the sound check. */
import { ListChecks } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { creditsOf, type ExportPart, WHOLE_STORY } from '../../../shared/export/exportPart.ts'
import { exportFormat } from '../../../shared/export/exportFormats.ts'
import {
  EXPORT_PRESETS,
  type ExportSettings,
  MAX_WORDING,
  SPLITS,
  storyExportOf,
  USUAL_NAMES,
  withExportSettings,
  withoutSamplePlace,
} from '../../../shared/export/exportSettings.ts'
import { creditWordings } from '../../../shared/story/credits.ts'
import type { Picture } from '../../../shared/story/records.ts'
import { coverOf, sectionsOf } from '../../../shared/story/selectors.ts'
import { checkExport } from '../../actions/exporting.ts'
import { exportStory } from '../../actions/projects.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import {
  useDeferredStory,
  useEditor,
  useRenderState,
  useSession,
  useStory,
  useStoryState,
} from '../../hooks/session.ts'
import { formatClock, formatSize } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { ExportPartId } from '../../stores/viewStore.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { Page } from '../../ui/Page.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { drawCover } from '../../ui/titleCover.ts'
import { CheckReport } from './CheckReport.tsx'
import { CoverField, type CoverFile, drawnCoverOf, ExtraFields } from './ExtraFields.tsx'
import styles from './Export.module.css'
import { ExportPresets } from './ExportPresets.tsx'
import { FieldSection, type SettingsProps, SoundFields } from './SoundFields.tsx'
import { NamePattern } from './NamePattern.tsx'
import { TextExportDialog } from './TextExportDialog.tsx'
import { WhatYouGet } from './WhatYouGet.tsx'
import { type ExportPlan, useIsChecked, usePlan } from './usePlan.ts'

/** The settings without the parts that belong to one story. */
const withoutTitle = (settings: ExportSettings): ExportSettings => ({
  ...withoutSamplePlace(settings),
  tags: { ...settings.tags, title: '' },
})

interface ExportPageProps {
  /** The part of the form that gets the focus; null for the export button. */
  readonly start: ExportPartId | null
}

/** The export page. */
export function ExportPage({ start: startPart }: ExportPageProps) {
  const { t } = useTranslation()
  const session = useSession()
  const isRendering = useRenderState().phase === 'running'
  const recentId = useStoryState((state) => state.project.recentId)
  const [settings, setSettings] = useState<ExportSettings>(
    () =>
      storyExportOf(session.state.getState().settings.storyExports, recentId)?.settings ??
      EXPORT_PRESETS.none,
  )
  const [part, setPart] = useState<ExportPart>(WHOLE_STORY)
  const [cover, setCover] = useState<CoverFile | null>(null)
  const [leavesOut, setLeavesOut] = useState(false)
  const [isReport, setIsReport] = useState(false)
  const [isText, setIsText] = useState(false)
  const isChecked = useIsChecked(settings, part)
  const plan = usePlan(settings, part, leavesOut)
  const { counts, files, toRender, rendersFirst } = plan
  const close = useCloseDialog()
  const panels = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (startPart === null) return
    const section = panels.current?.querySelector(`[data-part="${startPart}"]`)
    section?.scrollIntoView({ block: 'start' })
    section?.querySelector<HTMLElement>('input:checked, input, button')?.focus({ preventScroll: true })
  }, [startPart])
  const title = plan.story.info.title || t('app.untitled')
  const ownPicture = coverOf(plan.story)
  /** The story's own picture is already in its records. */
  const drawn = async () => {
    const shown = ownPicture === null ? drawnCoverOf(settings, title) : null
    const jpeg = shown === null ? null : await drawCover(shown)
    return jpeg === null ? null : { jpeg }
  }
  const start = async () => {
    const { storyExports } = session.state.getState().settings
    changeSettings(session, {
      lastExport: withoutTitle(settings),
      storyExports: withExportSettings(storyExports, recentId, settings),
    })
    const picture = cover === null ? await drawn() : await session.bridge.takeFile(cover.file, 'cover')
    if (session.isClosed()) return
    const choice = { part, cover: picture, leavesOutMissing: !rendersFirst && toRender > 0 }
    await exportStory(session, settings, choice, close)
  }
  const check = (checked: ExportSettings = settings) => {
    setSettings(checked)
    setIsReport(true)
    checkExport(session, checked, part).catch(session.report)
  }
  const sum = t('exports.sum', {
    files: t('exports.fileCount', { count: files.length }),
    length: formatClock(Math.round(plan.durationMs)),
    size: t('exports.about', { size: formatSize(t, plan.bytes) }),
  })
  return (
    <Page
      title={t('exports.pageTitle')}
      label={t('exports.title')}
      backLabel={t('settings.back')}
      onClose={close}
      tools={
        <>
          <span className={styles.story} dir="auto">
            {plan.story.info.title}
          </span>
          {plan.isEmpty ? null : <span className={styles.sum}>{sum}</span>}
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button
            icon={<ListChecks size={14} aria-hidden="true" />}
            isDisabled={counts.rendered === 0 || plan.isUntimed}
            onPress={() => {
              if (isChecked && !isReport) setIsReport(true)
              else check()
            }}
          >
            {t('exports.check')}
          </Button>
          <Button
            tone="primary"
            autoFocus={startPart === null}
            isDisabled={rendersFirst ? isRendering : counts.rendered === 0}
            onPress={() => {
              start().catch(session.report)
            }}
          >
            {rendersFirst
              ? t('exports.renderAndExport')
              : files.length > 1
                ? t('exports.exportFiles', { count: files.length })
                : t('exports.next')}
          </Button>
        </>
      }
    >
      <div className={styles.panels} ref={panels} data-report={isReport || undefined}>
        <ExportPresets
          settings={settings}
          isUntimed={plan.isUntimed}
          onChange={setSettings}
          onText={() => setIsText(true)}
        />
        {isReport ? (
          <CheckReport
            settings={settings}
            part={part}
            missing={plan.missing}
            onCheck={check}
            onBack={() => {
              setIsReport(false)
            }}
          />
        ) : (
          <>
            <div className={styles.middle}>
              <SoundFields settings={settings} onChange={setSettings} />
              <FileFields
                settings={settings}
                part={part}
                plan={plan}
                onChange={setSettings}
                onPart={(chosen) => {
                  setPart(chosen)
                  setLeavesOut(false)
                }}
              />
              <TagFields
                settings={settings}
                cover={cover}
                title={title}
                author={plan.story.info.book.author}
                picture={ownPicture}
                onChange={setSettings}
                onCover={setCover}
              />
              {part.kind !== 'story' || plan.isUntimed ? null : (
                <CreditFields settings={settings} onChange={setSettings} />
              )}
              <ExtraFields settings={settings} isUntimed={plan.isUntimed} onChange={setSettings} />
            </div>
            <WhatYouGet
              settings={settings}
              part={part}
              plan={plan}
              leavesOut={leavesOut}
              onLeaveOut={setLeavesOut}
            />
          </>
        )}
      </div>
      {isText ? <TextExportDialog first="md" onCancel={() => setIsText(false)} /> : null}
    </Page>
  )
}

const USUAL = { opening: null, closing: null } as const

/** Whether credits are spoken before and after the story, and their wording. */
function CreditFields({ settings, onChange }: SettingsProps) {
  const { t } = useTranslation()
  const info = useStory((story) => story.info)
  const { credits } = settings
  const usual = creditWordings(info.language)
  const said = creditsOf({ info }, settings)
  const words = [said?.opening, said?.closing].filter((each) => each).join(' … ')
  return (
    <FieldSection part="credits" title={t('exports.creditsHeading')}>
      <SwitchField
        label={t('exports.speakCredits')}
        isOn={credits !== null}
        onChange={(isOn) => {
          onChange({ ...settings, credits: isOn ? USUAL : null })
        }}
      />
      {credits === null ? null : (
        <>
          {(['opening', 'closing'] as const).map((place) => (
            <TextField
              key={place}
              label={t(`exports.${place}Credits`)}
              value={credits[place] ?? usual[place]}
              maxLength={MAX_WORDING}
              onChange={(typed) => {
                const wording = typed === usual[place] ? null : typed
                onChange({ ...settings, credits: { ...credits, [place]: wording } })
              }}
            />
          ))}
          <p className={styles.note}>{t('exports.creditsHint')}</p>
          <p className={styles.note} dir="auto" role="status">
            {words}
          </p>
        </>
      )}
    </FieldSection>
  )
}

interface TagFieldsProps extends SettingsProps {
  /** The story's title. */
  readonly title: string
  readonly author: string
  readonly picture: Picture | null
  readonly cover: CoverFile | null
  readonly onCover: (cover: CoverFile | null) => void
}

/** The metadata that players show: title, author, reader, year and picture. */
function TagFields({ settings, title, author, picture, cover, onChange, onCover }: TagFieldsProps) {
  const { t } = useTranslation()
  const { tags, format } = settings
  const set = (changed: Partial<ExportSettings['tags']>) => {
    onChange({ ...settings, tags: { ...tags, ...changed } })
  }
  if (!exportFormat(format).hasTags) return null
  return (
    <FieldSection part="tags" title={t('exports.tagsHeading')}>
      <div className={styles.tagsGrid}>
        <CoverField
          drawn={drawnCoverOf(settings, title)}
          picture={picture}
          cover={cover}
          onChange={onCover}
        />
        <div className={styles.two}>
          <TextField
            label={t('exports.storyTitle')}
            placeholder={title}
            value={tags.title}
            onChange={(typed) => {
              set({ title: typed })
            }}
          />
          <TextField
            label={t('exports.author')}
            placeholder={author}
            value={tags.author}
            onChange={(typed) => {
              set({ author: typed })
            }}
          />
          <TextField
            label={t('exports.readBy')}
            value={tags.readBy}
            onChange={(readBy) => {
              set({ readBy })
            }}
          />
          <TextField
            label={t('exports.year')}
            value={tags.year}
            maxLength={4}
            onChange={(year) => {
              set({ year: year.replace(/\D/g, '') })
            }}
          />
        </div>
      </div>
    </FieldSection>
  )
}

const WHOLE = 'whole'
const CHOSEN = 'chosen'

interface FileFieldsProps extends SettingsProps {
  readonly part: ExportPart
  readonly plan: ExportPlan
  readonly onPart: (part: ExportPart) => void
}

/** Which part of the story is exported, into which files, and their names. */
function FileFields({ settings, part, plan, onChange, onPart }: FileFieldsProps) {
  const { t } = useTranslation()
  const story = useDeferredStory()
  const selection = useEditor((state) => state.selection)
  const chapters = useMemo(
    () =>
      sectionsOf(story).flatMap(({ chapter, number }) =>
        chapter === null
          ? []
          : [{ id: chapter.id, name: t('app.chapterN', { number, title: chapter.title }) }],
      ),
    [story, t],
  )
  const isOfSome = selection.length > 1 || part.kind === 'blocks'
  const count = part.kind === 'blocks' ? part.ids.length : selection.length
  return (
    <FieldSection part="files" title={t('exports.filesHeading')}>
      {chapters.length === 0 && !isOfSome ? null : (
        <ComboField
          label={t('exports.part')}
          value={part.kind === 'story' ? WHOLE : part.kind === 'blocks' ? CHOSEN : part.id}
          options={[
            { id: WHOLE, name: t('exports.whole') },
            ...(isOfSome ? [{ id: CHOSEN, name: t('exports.chosenBlocks', { count }) }] : []),
            ...chapters,
          ]}
          emptyText={t('inspector.noMatch')}
          onChange={(id) => {
            const chapter = chapters.find((each) => each.id === id)
            if (chapter !== undefined) onPart({ kind: 'chapter', id: chapter.id })
            else onPart(id === CHOSEN ? { kind: 'blocks', ids: [...selection] } : WHOLE_STORY)
          }}
        />
      )}
      {plan.isUntimed ? (
        <p className={styles.note}>{t('exports.noTimes')}</p>
      ) : (
        <SegmentField
          label={t('exports.split')}
          value={settings.split}
          options={SPLITS.map((id) => ({ id, name: t(`exports.splits.${id}`) }))}
          onChange={(split) => {
            onChange({ ...settings, split, names: USUAL_NAMES[split], manifest: split === 'block' })
          }}
        />
      )}
      <NamePattern
        pattern={settings.names}
        example={plan.files[0]?.name}
        onChange={(names) => {
          onChange({ ...settings, names })
        }}
      />
    </FieldSection>
  )
}
