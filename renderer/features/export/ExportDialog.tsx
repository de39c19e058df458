import { useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { exportFilesOf } from '../../../shared/export/exportFiles.ts'
import { WHOLE_STORY } from '../../../shared/export/exportPart.ts'
import type { ExportPart } from '../../../shared/export/exportPart.ts'
import { EXPORT_FORMAT_NAMES } from '../../../shared/export/exportFormats.ts'
import { EXPORT_PRESETS, withFormat, writesFolder } from '../../../shared/export/exportSettings.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { TextFormat } from '../../../shared/export/textFormats.ts'
import type { Chapter } from '../../../shared/story/records.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { spokenBlocksOf } from '../../../shared/story/storyRequest.ts'
import { exportStory, exportText } from '../../actions/projects.ts'
import { partOf } from '../../actions/rendering.ts'
import { formatClock } from '../../i18n/format.ts'
import { useAudioState, useDeferredStory, useRenderState, useWorld } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { layoutOf } from '../../stores/timing.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { AudioExport } from './AudioExport.tsx'
import { CaptionChoice } from './CaptionChoice.tsx'
import { TextExport } from './TextExport.tsx'

const WHOLE = 'whole'
const TEXT = 'text'

interface ExportDialogProps {
  /** The format of text that is shown first; null for audio. */
  readonly first: TextFormat | null
}

/** What of the story becomes a file, and of which kind. */
export function ExportDialog({ first }: ExportDialogProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const story = useDeferredStory()
  const audio = useAudioState(useShallow(({ takes, allTakes, render }) => ({ takes, allTakes, render })))
  const isRendering = useRenderState().phase === 'running'
  const [settings, setSettings] = useState<ExportSettings>(EXPORT_PRESETS.none)
  const [textFormat, setTextFormat] = useState<TextFormat | null>(first)
  const [chapter, setChapter] = useState<Chapter | null>(null)
  const chosen = useMemo<ExportPart>(
    () => (chapter === null ? WHOLE_STORY : { kind: 'chapter', id: chapter.id }),
    [chapter],
  )
  const { part, counts } = useMemo(() => partOf(story, audio, chosen), [story, audio, chosen])
  const toRender = counts.changed + counts.notMade
  const sections = sectionsOf(story).flatMap(({ chapter: found, number }) =>
    found === null ? [] : [{ found, name: t('app.chapterN', { number, title: found.title }) }],
  )
  const filesText = () => {
    const { spans, totalMs } = layoutOf(part, audio.takes)
    if (!writesFolder(settings)) return t('exports.length', { length: formatClock(totalMs) })
    const files = exportFilesOf(part, spans, settings)
    const own = files.filter(({ stem }) => stem === null)
    const length = own.reduce((sum, { durationMs }) => sum + durationMs, 0)
    return t('exports.files', { count: files.length, length: formatClock(Math.round(length)) })
  }
  const close = () => {
    world.view.setState({ dialog: null })
  }
  return (
    <ActionDialog
      title={t('exports.title')}
      closeLabel={t('app.close')}
      onClose={close}
      cancelLabel={t('app.cancel')}
      action={{
        ...(textFormat === null
          ? {
              label: t(toRender > 0 ? 'exports.renderAndExport' : 'exports.next'),
              isDisabled: toRender > 0 ? isRendering : counts.rendered === 0,
            }
          : {
              label: t('exports.next'),
              isDisabled: textFormat !== 'json' && spokenBlocksOf(story).length === 0,
            }),
        onPress: () => {
          close()
          const exported =
            textFormat === null
              ? exportStory(world, settings, { part: chosen, cover: null, leavesOutMissing: false })
              : exportText(world, textFormat)
          exported.catch(world.report)
        },
      }}
    >
      <SegmentField
        label={t('app.format')}
        value={textFormat === null ? settings.format : TEXT}
        options={[
          ...EXPORT_FORMAT_NAMES.map((id) => ({ id, name: id.toUpperCase() })),
          { id: TEXT, name: t('exports.text') },
        ]}
        onChange={(chosen) => {
          if (chosen === TEXT) setTextFormat('md')
          else {
            setTextFormat(null)
            setSettings(withFormat(settings, chosen))
          }
        }}
      />
      {textFormat === null ? null : (
        <TextExport
          story={story}
          format={textFormat}
          hasAudio={audio.allTakes.length > 0}
          onChange={setTextFormat}
        />
      )}
      {textFormat !== null || sectionsOf(story).length < 2 ? null : (
        <ComboField
          label={t('exports.part')}
          value={chapter?.id ?? WHOLE}
          options={[
            { id: WHOLE, name: t('exports.whole') },
            ...sections.map(({ found, name }) => ({ id: found.id, name })),
          ]}
          emptyText={t('inspector.noMatch')}
          onChange={(id) => {
            setChapter(sections.find(({ found }) => found.id === id)?.found ?? null)
          }}
        />
      )}
      {textFormat !== null ? null : (
        <>
          <p>{t(`exports.formatNote.${settings.format}`)}</p>
          <AudioExport story={part} settings={settings} onChange={setSettings} />
          <CaptionChoice
            story={part}
            chosen={settings.captions}
            onChange={(captions) => {
              setSettings({ ...settings, captions })
            }}
          />
          <p>
            {toRender > 0
              ? t(counts.notMade === 0 ? 'exports.changed' : 'exports.notMade', { count: toRender })
              : counts.rendered === 0
                ? t('exports.empty')
                : filesText()}
          </p>
        </>
      )}
    </ActionDialog>
  )
}
