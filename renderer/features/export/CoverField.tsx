import { ImagePlus } from 'lucide-react'
import { useEffect } from 'react'
import { exportFormat } from '../../../shared/export/exportFormats.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import type { Picture } from '../../../shared/story/records.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { coverColor, type DrawnCover } from '../../ui/titleCover.ts'
import styles from './Export.module.css'

/** A picture for the front of the story, and the URL at which the page shows it. */
export interface CoverFile {
  readonly file: File
  readonly url: string
}

/** The cover drawn if no picture is chosen: the title, except files of single blocks and formats without tags. */
export function drawnCoverOf({ tags, split, format }: ExportSettings, title: string): DrawnCover | null {
  if (split === 'block' || !exportFormat(format).hasTags) return null
  return { title, words: tags.title.trim() || title }
}

interface CoverFieldProps {
  /** The words of the drawn cover, used if none is chosen; null if there is none. */
  readonly drawn: DrawnCover | null
  /** The story's own picture, if it has one: used unless another is chosen. */
  readonly picture: Picture | null
  readonly cover: CoverFile | null
  readonly onChange: (cover: CoverFile | null) => void
}

/** The cover of the files: chosen from the disk, or the story's own, or its title on a coloured background. */
export function CoverField({ drawn, picture, cover, onChange }: CoverFieldProps) {
  const { t } = useTranslation()
  const url = cover?.url
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    },
    [url],
  )
  return (
    <div className={styles.cover}>
      {cover !== null ? (
        <img src={cover.url} alt={cover.file.name} />
      ) : picture !== null ? (
        <img src={`data:${picture.mimeType};base64,${picture.base64}`} alt={t('exports.ownPicture')} />
      ) : drawn !== null ? (
        <span className={styles.drawnCover} style={coverColor(drawn.title)} aria-hidden="true">
          <span dir="auto">{drawn.words}</span>
        </span>
      ) : null}
      <div className={styles.coverTools}>
        <FileButton
          icon={<ImagePlus size={14} aria-hidden="true" />}
          label={t('exports.choosePicture')}
          extensions={extensionsFor('cover')}
          onChoose={(file) => {
            onChange({ file, url: URL.createObjectURL(file) })
          }}
        />
        {cover === null ? (
          <small className={styles.note}>
            {picture === null ? t('exports.noPicture') : t('exports.ownPicture')}
          </small>
        ) : (
          <Button
            onPress={() => {
              onChange(null)
            }}
          >
            {t('exports.removePicture')}
          </Button>
        )}
      </div>
    </div>
  )
}
