import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components'
import styles from './Button.module.css'
import { Tip } from './Button.tsx'

interface IconToggleProps {
  /** Its accessible name. */
  readonly label: string
  /** What it switches, shown as a tip. */
  readonly tip: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ReactNode
}

/** A button with an icon that is on or off. */
export function IconToggle({ label, tip, isOn, isDisabled = false, onChange, children }: IconToggleProps) {
  return (
    <Tip text={tip}>
      <ToggleButton
        aria-label={label}
        isSelected={isOn}
        isDisabled={isDisabled}
        onChange={onChange}
        className={`${styles.icon} ${styles.toggle}`}
      >
        {children}
      </ToggleButton>
    </Tip>
  )
}
