import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components'
import styles from './Field.module.css'
import { FieldHint, type Hint } from './FieldGroup.tsx'
import { NumberBox } from './NumberBox.tsx'

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

/** The track and thumb of a React Aria slider with one value. `isMixed` draws no value, if there is no single one. */
export function SliderBar({ isMixed = false }: { readonly isMixed?: boolean }) {
  return (
    <SliderTrack className={styles.track ?? ''} data-mixed={isMixed || undefined}>
      {({ state }) => (
        <>
          <div className={styles.rail} />
          <div className={styles.fill} style={{ width: `calc(8px + ${state.getThumbPercent(0) * 100}%)` }} />
          <SliderThumb className={styles.thumb ?? ''} />
        </>
      )}
    </SliderTrack>
  )
}
