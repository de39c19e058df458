import type { ReactElement, ReactNode, Ref } from 'react'
import {
  Button as AriaButton,
  Tooltip,
  TooltipTrigger,
  ToggleButton,
  type ButtonProps as AriaButtonProps,
} from 'react-aria-components'
import styles from './Button.module.css'
import tipStyles from './Tip.module.css'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  readonly tone?: 'plain' | 'primary' | 'quiet' | 'danger'
  readonly size?: 'small'
  readonly icon?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
  readonly children: ReactNode
}

/** A button with a text. */
export function Button({ tone = 'plain', size, icon, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={classes(styles.button, styles[tone], size && styles.small)}>
      {icon}
      {children}
    </AriaButton>
  )
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  /** Its accessible name, shown as a tip. */
  readonly label: string
  /** A longer text for the tip, such as the name with its shortcut. */
  readonly tip?: string
  readonly size?: 'small'
  readonly look?: 'bare' | 'chosen' | 'round' | 'accent'
  readonly children: ReactNode
}

/** A button that shows an icon only. */
export function IconButton({ label, tip, look = 'bare', size, children, ...props }: IconButtonProps) {
  return (
    <Tip text={tip ?? label}>
      <AriaButton
        {...props}
        aria-label={label}
        className={classes(styles.icon, styles[look], size && styles.small)}
      >
        {children}
      </AriaButton>
    </Tip>
  )
}

/** A short text beside the element it explains, on hover and on focus. */
export function Tip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <TooltipTrigger delay={600} closeDelay={80}>
      {children}
      <Tooltip className={tipStyles.tip ?? ''} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  )
}

function classes(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined).join(' ')
}

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
