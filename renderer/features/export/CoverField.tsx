import { ImagePlus } from 'lucide-react'
import { useEffect } from 'react'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import styles from './Export.module.css'

/** A picture for the front of the story, and an address under which the page shows it. */
export interface CoverFile {
  readonly file: File
  readonly url: string
}

interface CoverFieldProps {
  readonly title: string
  readonly cover: CoverFile | null
  readonly onChange: (cover: CoverFile | null) => void
}

/** The picture that the files carry, chosen from the disk. */
export function CoverField({ title, cover, onChange }: CoverFieldProps) {
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
      {cover === null ? (
        <span className={styles.noCover} aria-hidden="true" dir="auto">
          {title}
        </span>
      ) : (
        <img src={cover.url} alt={cover.file.name} />
      )}
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
          <small className={styles.note}>{t('exports.noPicture')}</small>
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
