import { Label, Radio, RadioGroup } from 'react-aria-components'
import styles from './Field.module.css'

interface SegmentOption<T extends string> {
  readonly id: T
  readonly name: string
  /** A short text that is shown while the pointer rests on the option. */
  readonly tip?: string
}

interface SegmentFieldProps<T extends string> {
  readonly label: string
  readonly hint?: string
  /** Null where no option is set. */
  readonly value: T | null
  readonly options: readonly SegmentOption<T>[]
  readonly onChange: (value: T) => void
}

/** One of a few, all of them in view. */
export function SegmentField<T extends string>({
  label,
  hint,
  value,
  options,
  onChange,
}: SegmentFieldProps<T>) {
  return (
    <RadioGroup
      className={styles.field ?? ''}
      orientation="horizontal"
      value={value}
      onChange={(next) => {
        const option = options.find((candidate) => candidate.id === next)
        if (option !== undefined) onChange(option.id)
      }}
    >
      <Label className={styles.label ?? ''}>
        {label}
        {hint === undefined ? null : (
          <span aria-hidden="true" className={styles.hint}>
            {hint}
          </span>
        )}
      </Label>
      <div className={styles.segments}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className={styles.segment ?? ''}>
            <span title={option.tip}>{option.name}</span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
