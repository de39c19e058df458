import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { IconButton } from './Button.tsx'
import styles from './Page.module.css'

interface PageProps {
  readonly title: string
  /** Its accessible name, if it differs from the title. */
  readonly label?: string
  readonly backLabel: string
  /** Shown at the end of its bar. */
  readonly tools?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A page over the window down to the status bar, with its title in a bar at the top. Escape and the arrow go back. */
export function Page({ title, label = title, backLabel, tools, onClose, children }: PageProps) {
  return (
    <ModalOverlay
      isOpen
      className={styles.overlay ?? ''}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.page ?? ''} aria-label={label}>
          <div className={styles.top}>
            <IconButton label={backLabel} onPress={onClose}>
              <ArrowLeft size={16} />
            </IconButton>
            <Heading slot="title" className={styles.name ?? ''}>
              {title}
            </Heading>
            {tools}
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
