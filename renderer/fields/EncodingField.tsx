import { isTextEncoding, TEXT_ENCODINGS, type TextEncoding } from '../../shared/files/textEncodings.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import type { EncodingSample } from '../stores/viewStore.ts'
import { ComboField } from '../ui/ComboField.tsx'
import styles from './EncodingField.module.css'

interface EncodingFieldProps {
  readonly value: TextEncoding
  /** The text decoded in each encoding, the most likely first. */
  readonly samples: readonly EncodingSample[]
  readonly onChange: (encoding: TextEncoding) => void
}

/** A choice of the encoding of a text, with a sample in each. */
export function EncodingField({ value, samples, onChange }: EncodingFieldProps) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('app.encodingNote')}</p>
      <ComboField
        label={t('app.encodingField')}
        value={value}
        options={samples.map(({ encoding }) => ({ id: encoding, name: TEXT_ENCODINGS[encoding] }))}
        emptyText={t('app.encodingUnknown')}
        onChange={(chosen) => {
          if (isTextEncoding(chosen)) onChange(chosen)
        }}
      />
      <blockquote className={styles.sample} dir="auto" aria-label={t('app.encodingSample')}>
        {samples.find(({ encoding }) => encoding === value)?.sample}
      </blockquote>
    </>
  )
}
