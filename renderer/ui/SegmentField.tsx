import { Label, Radio, RadioGroup } from 'react-aria-components'
import styles from './Field.module.css'
import { FieldHint, type Hint } from './FieldGroup.tsx'

interface SegmentOption<T extends string> {
  readonly id: T
  readonly name: string
  /** A short text that is shown on hover. */
  readonly tip?: string
  /** How many items have this value, if worth showing. */
  readonly count?: number | string | undefined
}

interface SegmentFieldProps<T extends string> {
  readonly label: string
  /** Whether the label is for screen readers only. */
  readonly hidesLabel?: boolean
  readonly hint?: Hint | undefined
  /** Null if no option is set. */
  readonly value: T | null
  readonly options: readonly SegmentOption<T>[]
  readonly onChange: (value: T) => void
}

/** A choice of one of a few visible options. */
export function SegmentField<T extends string>({
  label,
  hidesLabel = false,
  hint,
  value,
  options,
  onChange,
}: SegmentFieldProps<T>) {
  return (
    <RadioGroup
      className={styles.field ?? ''}
      orientation="horizontal"
      {...(hidesLabel && { 'aria-label': label })}
      value={value}
      onChange={(next) => {
        const option = options.find((candidate) => candidate.id === next)
        if (option !== undefined) onChange(option.id)
      }}
    >
      {hidesLabel ? null : (
        <div className={styles.label}>
          <Label>{label}</Label>
          <FieldHint hint={hint} />
        </div>
      )}
      <div className={styles.segments} data-bare={hidesLabel || undefined}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className={styles.segment ?? ''}>
            <span title={option.tip}>
              {option.name}
              {option.count === undefined ? null : <small aria-hidden="true"> {option.count}</small>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
