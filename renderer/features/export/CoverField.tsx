import { ImagePlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
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
  const input = useRef<HTMLInputElement>(null)
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
        <Button icon={<ImagePlus size={14} aria-hidden="true" />} onPress={() => input.current?.click()}>
          {t('exports.choosePicture')}
        </Button>
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
        <input
          ref={input}
          type="file"
          hidden
          accept={extensionsFor('cover').join(',')}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = '' // the same file can be chosen again
            if (file !== undefined) onChange({ file, url: URL.createObjectURL(file) })
          }}
        />
      </div>
    </div>
  )
}
