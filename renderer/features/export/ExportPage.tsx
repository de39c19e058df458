/** The export as a page: presets, how the files are made, and exactly what will be written; or the check of the sound. */
import { ListChecks } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { EXPORT_PRESETS, withoutSamplePlace } from '../../../shared/export/exportSettings.ts'
import { WHOLE_STORY } from '../../../shared/export/exportPart.ts'
import type { ExportPart } from '../../../shared/export/exportPart.ts'
import { storyExportOf, withExportSettings } from '../../../shared/export/storyExports.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import { coverOf } from '../../../shared/story/selectors.ts'
import { checkExport } from '../../actions/exporting.ts'
import { exportStory } from '../../actions/projects.ts'
import { changeSettings } from '../../actions/settings.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useRenderState, useSession, useStoryState } from '../../hooks/session.ts'
import { formatClock } from '../../i18n/format.ts'
import { formatSize } from '../../i18n/formatSize.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { ExportPartId } from '../../stores/openDialog.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { drawCover } from '../../ui/titleCover.ts'
import { CheckReport } from './CheckReport.tsx'
import { CreditFields } from './CreditFields.tsx'
import { drawnCoverOf } from './CoverField.tsx'
import type { CoverFile } from './CoverField.tsx'
import styles from './Export.module.css'
import { ExportPresets } from './ExportPresets.tsx'
import { ExtraFields } from './ExtraFields.tsx'
import { FileFields } from './FileFields.tsx'
import { SoundFields } from './SoundFields.tsx'
import { TagFields } from './TagFields.tsx'
import { TextExportDialog } from './TextExportDialog.tsx'
import { useIsChecked } from './useIsChecked.ts'
import { usePlan } from './usePlan.ts'
import { WhatYouGet } from './WhatYouGet.tsx'

/** The settings without what belongs to one story. */
const withoutTitle = (settings: ExportSettings): ExportSettings => ({
  ...withoutSamplePlace(settings),
  tags: { ...settings.tags, title: '' },
})

interface ExportPageProps {
  /** The part of the form that gets the focus; null for the button that exports. */
  readonly start: ExportPartId | null
}

/** The whole page. */
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
  /** The story's own picture stands in its records already. */
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
