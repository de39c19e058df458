import type { FileRef } from '../../../shared/ipc/views.ts'
import { stopReading } from '../../actions/imports.ts'
import { useWorld } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './Import.module.css'

interface ImportReadingProps {
  readonly opened: FileRef
  /** Null where it is not known. */
  readonly name: string | null
  /** Whether it is to be added to the open story. */
  readonly isAdded: boolean
}

/** The review of a file that is still read: its button waits, and the reading can be cancelled. */
export function ImportReading({ opened, name, isAdded }: ImportReadingProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const stop = () => {
    stopReading(world, opened).catch(world.report)
  }
  return (
    <Page
      title={t('imports.title')}
      backLabel={t('imports.back')}
      onClose={stop}
      tools={
        <>
          <span className={styles.file} dir="auto" title={name ?? undefined}>
            {name}
          </span>
          <Button autoFocus onPress={stop}>
            {t('app.cancel')}
          </Button>
          <Button tone="primary" isDisabled>
            {t(isAdded ? 'imports.addToStory' : 'imports.makeStory')}
          </Button>
        </>
      }
    >
      <div className={styles.reading}>
        <p role="status">{t('imports.reading')}</p>
        <progress aria-label={t('imports.reading')} />
      </div>
    </Page>
  )
}
