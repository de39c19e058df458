import type { ReactElement } from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components'
import styles from './Tip.module.css'

/** A short text beside what it explains, on hover and on focus. */
export function Tip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <TooltipTrigger delay={600} closeDelay={80}>
      {children}
      <Tooltip className={styles.tip ?? ''} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  )
}
