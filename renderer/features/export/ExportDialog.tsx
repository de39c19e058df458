import { useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { AUDIO_FORMATS, type AudioFormat } from '../../../shared/files/fileTypes.ts'
import type { Chapter } from '../../../shared/story/records.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { exportStory } from '../../actions/projects.ts'
import { partOf } from '../../actions/rendering.ts'
import { formatClock } from '../../i18n/format.ts'
import { useAudioState, useDeferredStory, useRenderState, useWorld } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { layoutOf } from '../../stores/timing.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'

const FORMATS = AUDIO_FORMATS.map((format) => ({ id: format, name: format.toUpperCase() }))
const WHOLE = 'whole'

/** What of the story becomes a file, and of which kind. */
export function ExportDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const story = useDeferredStory()
  const audio = useAudioState(useShallow(({ takes, allTakes, render }) => ({ takes, allTakes, render })))
  const isRendering = useRenderState().phase === 'running'
  const [format, setFormat] = useState<AudioFormat>('mp3')
  const [chapter, setChapter] = useState<Chapter | null>(null)
  const { part, counts } = useMemo(() => partOf(story, audio, chapter?.id ?? null), [story, audio, chapter])
  const toRender = counts.changed + counts.notMade
  const sections = sectionsOf(story).flatMap(({ chapter: found, number }) =>
    found === null ? [] : [{ found, name: t('app.chapterN', { number, title: found.title }) }],
  )
  const close = () => {
    world.view.setState({ dialog: null })
  }
  return (
    <ActionDialog
      title={t('app.exportTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      cancelLabel={t('app.cancel')}
      action={{
        label: t(toRender > 0 ? 'app.renderAndExport' : 'app.exportNext'),
        isDisabled: toRender > 0 ? isRendering : counts.rendered === 0,
        onPress: () => {
          close()
          exportStory(world, format, chapter).catch(world.report)
        },
      }}
    >
      {sectionsOf(story).length < 2 ? null : (
        <ComboField
          label={t('app.exportPart')}
          value={chapter?.id ?? WHOLE}
          options={[
            { id: WHOLE, name: t('app.exportWhole') },
            ...sections.map(({ found, name }) => ({ id: found.id, name })),
          ]}
          emptyText={t('inspector.noMatch')}
          onChange={(id) => {
            setChapter(sections.find(({ found }) => found.id === id)?.found ?? null)
          }}
        />
      )}
      <SegmentField label={t('app.format')} value={format} options={FORMATS} onChange={setFormat} />
      <p>{t(`app.formatNote.${format}`)}</p>
      <p>
        {toRender > 0
          ? t(counts.notMade === 0 ? 'app.exportChanged' : 'app.exportNotMade', { count: toRender })
          : counts.rendered === 0
            ? t('app.exportEmpty')
            : t('app.exportLength', { length: formatClock(layoutOf(part, audio.takes).totalMs) })}
      </p>
    </ActionDialog>
  )
}
