import { useMemo } from 'react'
import { SPLITS, USUAL_NAMES } from '../../../shared/export/exportSettings.ts'
import { WHOLE_STORY } from '../../../shared/export/exportPart.ts'
import type { ExportPart } from '../../../shared/export/exportPart.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { useDeferredStory, useEditor } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import styles from './Export.module.css'
import { FieldSection } from './FieldRow.tsx'
import { NamePattern } from './NamePattern.tsx'
import type { SettingsProps } from './SoundFields.tsx'
import type { ExportPlan } from './usePlan.ts'

const WHOLE = 'whole'
const CHOSEN = 'chosen'

interface FileFieldsProps extends SettingsProps {
  readonly part: ExportPart
  readonly plan: ExportPlan
  readonly onPart: (part: ExportPart) => void
}

/** What of the story is exported, into which files, and how they are named. */
export function FileFields({ settings, part, plan, onChange, onPart }: FileFieldsProps) {
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
