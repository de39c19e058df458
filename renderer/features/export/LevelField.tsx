import { useId } from 'react'
import { NumberBox } from '../../ui/NumberBox.tsx'
import fieldStyles from '../../ui/Field.module.css'

interface LevelFieldProps {
  readonly label: string
  readonly unit: string
  readonly value: number | null
  readonly least: number
  readonly most: number
  readonly step: number
  readonly placeholder?: string
  readonly onChange: (value: number | null) => void
}

/** A number with its unit under a label. */
export function LevelField({ label, ...box }: LevelFieldProps) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <NumberBox id={id} {...box} />
    </div>
  )
}
