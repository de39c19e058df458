import { X } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton, Button } from './Button.tsx'
import styles from './Dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the foot. */
  readonly actions?: ReactNode
  readonly size?: 'plain' | 'wide' | 'large'
}

interface DialogFrameProps {
  readonly onClose: () => void
  readonly children: ReactNode
  /** The accessible name of a dialog without a heading. */
  readonly label?: string
  /** `palette`: near the top of the window, with the story still visible. */
  readonly look: 'plain' | 'wide' | 'large' | 'palette'
}

/** Whether a dialog covers the story. */
export function hasDialog(): boolean {
  return Number(document.body.dataset['scrims'] ?? 0) > 0
}

/** Calls back when no dialog covers the story any more. Returns a function that ends this. */
export function onDialogsClosed(callBack: () => void): () => void {
  const observer = new MutationObserver(() => {
    if (!hasDialog()) callBack()
  })
  observer.observe(document.body, { attributeFilter: ['data-scrims'] })
  return () => observer.disconnect()
}

/** The frame of everything above the story; Escape or a press beside it closes it and restores the focus. */
export function DialogFrame({ onClose, children, label, look }: DialogFrameProps) {
  useEffect(() => {
    const { dataset } = document.body
    dataset['scrims'] = String(Number(dataset['scrims'] ?? 0) + 1)
    return () => {
      dataset['scrims'] = String(Number(dataset['scrims'] ?? 0) - 1)
    }
  }, [])
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay ?? ''}
      data-look={look}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog className={styles.dialog ?? ''} {...(label !== undefined && { 'aria-label': label })}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** A window above the story; Escape and the cross close it and restore the focus. */
export function Dialog({ title, closeLabel, onClose, children, actions, size = 'plain' }: DialogProps) {
  // If the focused control was removed, key events do not reach anything inside the dialog.
  useEffect(() => {
    const closeFromNowhere = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.activeElement === document.body) onClose()
    }
    window.addEventListener('keydown', closeFromNowhere)
    return () => {
      window.removeEventListener('keydown', closeFromNowhere)
    }
  }, [onClose])
  return (
    <DialogFrame look={size} onClose={onClose}>
      <div className={styles.head}>
        <Heading slot="title" className={styles.title ?? ''}>
          {title}
        </Heading>
        <IconButton label={closeLabel} onPress={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </DialogFrame>
  )
}

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
