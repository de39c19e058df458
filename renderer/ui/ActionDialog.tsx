import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ActionDialogProps {
  readonly title: string
  readonly closeLabel: string
  readonly cancelLabel: string
  /** The action of the dialog. */
  readonly action: {
    readonly label: string
    readonly isDisabled?: boolean
    readonly onPress: () => void
  }
  readonly onClose: () => void
  readonly size?: 'plain' | 'wide' | 'large'
  readonly children: ReactNode
}

/** A dialog with one action at its foot, which can be confirmed or cancelled. */
export function ActionDialog({ cancelLabel, action, children, ...dialog }: ActionDialogProps) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onPress={dialog.onClose}>{cancelLabel}</Button>
          <Button tone="primary" isDisabled={action.isDisabled ?? false} onPress={action.onPress}>
            {action.label}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
