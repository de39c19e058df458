import { Label, Slider, SliderOutput } from 'react-aria-components'
import styles from './Field.module.css'
import { SliderBar } from './SliderBar.tsx'

interface SliderFieldProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly format: (value: number) => string
  /** Stands in the place of the value, where there is no single value. */
  readonly valueText?: string | undefined
  readonly onChange: (value: number) => void
}

/** A number that is set by sliding, shown as it is. */
export function SliderField({ label, value, min, max, step, format, valueText, onChange }: SliderFieldProps) {
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
        <SliderOutput>{valueText ?? format(value)}</SliderOutput>
      </div>
      <SliderBar />
      {/* Without them, a value at the lower end looks like zero. */}
      <div aria-hidden="true" className={styles.ends}>
        <span>{format(min)}</span>
        <span>{format(max)}</span>
      </div>
    </Slider>
  )
}
