import { exportFormat } from '../../../shared/export/exportFormats.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import type { Picture } from '../../../shared/story/records.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { TextField } from '../../ui/TextField.tsx'
import { CoverField, drawnCoverOf } from './CoverField.tsx'
import type { CoverFile } from './CoverField.tsx'
import styles from './Export.module.css'
import { FieldSection } from './FieldRow.tsx'
import type { SettingsProps } from './SoundFields.tsx'

interface TagFieldsProps extends SettingsProps {
  /** Of the story. */
  readonly title: string
  readonly author: string
  readonly picture: Picture | null
  readonly cover: CoverFile | null
  readonly onCover: (cover: CoverFile | null) => void
}

/** What players show of a file: title, author, reader, year and picture. */
export function TagFields({ settings, title, author, picture, cover, onChange, onCover }: TagFieldsProps) {
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
