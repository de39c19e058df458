import { Label, Slider } from 'react-aria-components'
import styles from './Field.module.css'
import { FieldHint, type Hint } from './FieldHint.tsx'
import { NumberBox } from './NumberBox.tsx'
import { SliderBar } from './SliderBar.tsx'

interface SliderFieldProps {
  readonly label: string
  readonly hint?: Hint | undefined
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  /** The unit, as shown after the number. */
  readonly unit: string
  /** Shown instead of the number if there is no single value. */
  readonly mixedText: string | undefined
  /** Shown if a number outside of the range was typed. */
  readonly rangeNote?: string
  /** Shown before the track if it does not start at zero. */
  readonly least?: string
  readonly onChange: (value: number) => void
}

/** A number that is set by a slider or typed. */
export function SliderField(props: SliderFieldProps) {
  const { label, hint, value, min, max, step, unit, mixedText, rangeNote, least, onChange } = props
  return (
    <Slider
      className={styles.field ?? ''}
      value={value}
      minValue={min}
      maxValue={max}
      step={step}
      onChange={onChange}
    >
      <div className={styles.label}>
        <Label>{label}</Label>
        <FieldHint hint={hint} />
      </div>
      <div className={styles.slide}>
        {least === undefined ? null : (
          <span className={styles.least} aria-hidden="true">
            {least}
          </span>
        )}
        <SliderBar isMixed={mixedText !== undefined} />
        <NumberBox
          label={label}
          unit={unit}
          value={mixedText === undefined ? value : null}
          least={min}
          most={max}
          step={step}
          placeholder={mixedText}
          rangeNote={rangeNote}
          onChange={(typed) => {
            if (typed !== null) onChange(typed)
          }}
        />
      </div>
    </Slider>
  )
}
