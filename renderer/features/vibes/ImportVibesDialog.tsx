import { useState } from 'react'
import { useApp, useCloseDialog } from '../../hooks/app.ts'
import { useStoryIfOpen } from '../../hooks/session.ts'
import { errorText } from '../../i18n/errorText.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import { withoutKnown, type VibeWords } from '../../../shared/story/vibeFile.ts'
import { createVibe } from '../../actions/vibes.ts'
import { toWireError } from '../../actions/wireError.ts'
import { useVibesState } from '../../hooks/vibeLibrary.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { VibeChecklist, type VibeEntry } from './VibeChecklist.tsx'
import styles from './Vibes.module.css'

interface ImportVibesDialogProps {
  readonly fileName: string
  readonly vibes: readonly VibeWords[]
}

/** Shows what a file of vibes would add to the library. */
export function ImportVibesDialog({ fileName, vibes }: ImportVibesDialogProps) {
  const { t } = useTranslation()
  const app = useApp()
  const ofStory = useStoryIfOpen(({ story }) => story.info.connectionId)
  const ofLibrary = useVibesState((state) => state.connectionId)
  const custom = useVibesState((state) => state.custom) ?? []
  const missing = new Set(withoutKnown(vibes, custom))
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, setIsAdding] = useState(false)
  const [error, setError] = useState<WireError | null>(null)
  const entries = vibes.map((vibe, index): VibeEntry & { readonly isNew: boolean } => {
    const isNew = missing.has(vibe)
    const hasNamesake = isNew && custom.some(({ name }) => name === vibe.name)
    const note = isNew ? (hasNamesake ? t('vibes.importNamesake') : undefined) : t('vibes.importKnown')
    return { ...vibe, key: String(index), isNew, isFixed: !isNew, ...(note !== undefined && { note }) }
  })
  const wanted = entries.filter(({ isNew, key }) => isNew && !refused.has(key))
  const known = vibes.length - missing.size
  const close = useCloseDialog()
  const add = async () => {
    const connectionId = ofStory ?? ofLibrary
    if (connectionId === null) return
    setIsAdding(true)
    setError(null)
    try {
      // Each one is in the library's list as soon as it is created, so that a retry after a failure requests only the others.
      for (const { name, prompt } of wanted) await createVibe(app, { name, prompt }, connectionId)
      close()
      app.note('vibes.imported', { count: wanted.length })
    } catch (caught) {
      setError(toWireError(app, caught))
    } finally {
      setIsAdding(false)
    }
  }
  return (
    <Dialog
      title={t('vibes.importTitle', { name: fileName })}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t(missing.size === 0 ? 'app.close' : 'app.cancel')}</Button>
          {missing.size === 0 ? null : (
            <Button
              tone="primary"
              isDisabled={wanted.length === 0 || isAdding}
              onPress={() => {
                void add()
              }}
            >
              {isAdding ? t('vibes.importing') : t('vibes.importGo', { count: wanted.length })}
            </Button>
          )}
        </>
      }
    >
      <p role="status">
        {missing.size === 0
          ? t('vibes.importNothing', { count: known })
          : t('vibes.importText', { count: missing.size, known })}
      </p>
      {error === null ? null : (
        <p role="alert" className={styles.bad}>
          {errorText(t, error)}
        </p>
      )}
      <VibeChecklist
        label={t('vibes.importList')}
        entries={entries}
        chosen={new Set(wanted.map(({ key }) => key))}
        isDisabled={isAdding}
        onChange={(chosen) => {
          setRefused(
            new Set(entries.filter(({ key, isNew }) => isNew && !chosen.has(key)).map(({ key }) => key)),
          )
        }}
      />
    </Dialog>
  )
}
