import { Label, Radio, RadioGroup } from 'react-aria-components'
import { CHARACTER_COLORS } from '../../../shared/story/records.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { characterColor } from '../../ui/characterColor.ts'
import fieldStyles from '../../ui/Field.module.css'
import styles from './ColorField.module.css'

const COLORS = Array.from({ length: CHARACTER_COLORS }, (_, index) => index + 1)

/** A character's colour, one of the palette's. */
export function ColorField({
  value,
  onChange,
}: {
  readonly value: number
  readonly onChange: (color: number) => void
}) {
  const { t } = useTranslation()
  return (
    <RadioGroup
      className={fieldStyles.field ?? ''}
      orientation="horizontal"
      value={String(value)}
      onChange={(color) => {
        onChange(Number(color))
      }}
    >
      <Label className={fieldStyles.label ?? ''}>{t('inspector.color')}</Label>
      <div className={styles.colors}>
        {COLORS.map((color) => (
          <Radio
            key={color}
            value={String(color)}
            className={styles.color ?? ''}
            style={characterColor(color)}
            aria-label={t('inspector.colorN', { number: color })}
          />
        ))}
      </div>
    </RadioGroup>
  )
}
