import { useMemo } from 'react'
import { lostParts } from '../../../shared/export/storyParts.ts'
import { TEXT_FORMATS } from '../../../shared/export/textFormats.ts'
import type { TextFormat } from '../../../shared/export/textFormats.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ComboField } from '../../ui/ComboField.tsx'
import styles from './TextExport.module.css'

interface TextExportProps {
  readonly story: Story
  readonly format: TextFormat
  /** Whether anything of the story was ever made. */
  readonly hasAudio: boolean
  readonly onChange: (format: TextFormat) => void
}

/** The kind of text that a story becomes, and what of the story is not in it. */
export function TextExport({ story, format, hasAudio, onChange }: TextExportProps) {
  const { t } = useTranslation()
  const lost = useMemo(() => lostParts(story, format, hasAudio), [story, format, hasAudio])
  return (
    <>
      <ComboField
        label={t('exports.textFormat')}
        value={format}
        options={TEXT_FORMATS.map((id) => ({ id, name: t(`exports.textFormats.${id}`) }))}
        emptyText={t('inspector.noMatch')}
        onChange={(id) => {
          const chosen = TEXT_FORMATS.find((each) => each === id)
          if (chosen !== undefined) onChange(chosen)
        }}
      />
      <p>{t(`exports.formatNote.${format}`)}</p>
      {lost.length === 0 ? (
        <p>{t('exports.lostNothing')}</p>
      ) : (
        <section aria-label={t('exports.lostParts')}>
          <p>{t('exports.lostParts')}</p>
          <ul className={styles.lost}>
            {lost.map((part) => (
              <li key={part}>{t(`storyParts.${part}`)}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
