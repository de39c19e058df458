import { Switch } from 'react-aria-components'
import styles from './SwitchField.module.css'

interface SwitchFieldProps {
  readonly label: string
  /** A short explanation. */
  readonly hint?: string
  /** Whether the switch is at the end of its row, like other controls of the settings. */
  readonly isAtEnd?: boolean
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A switch that takes effect at once. */
export function SwitchField({ label, hint, isAtEnd = false, isOn, onChange }: SwitchFieldProps) {
  return (
    <Switch
      className={styles.switch ?? ''}
      isSelected={isOn}
      data-at-end={isAtEnd || undefined}
      onChange={onChange}
    >
      <span className={styles.track} aria-hidden="true" />
      <span>
        {label}
        {hint === undefined ? null : (
          <>
            {' '}
            <small>{hint}</small>
          </>
        )}
      </span>
    </Switch>
  )
}
