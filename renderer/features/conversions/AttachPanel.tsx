import { useState } from 'react'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Conversions.module.css'

/** Takes the audio of a conversion that waits: a file that is dropped or chosen, or an address that is pasted. */
export function AttachPanel({ id, onDone }: { id: string; onDone: () => void }) {
  const { t } = useTranslation()
  const app = useApp()
  const [url, setUrl] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const attach = async (from: Parameters<typeof send>[0]) => {
    setIsBusy(true)
    try {
      await send(from)
      app.note('conversions.attached')
      onDone()
    } catch (error) {
      app.report(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <section
      className={styles.subPanel}
      aria-label={t('conversions.attachTitle')}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setIsOver(true)
      }}
      onDragLeave={() => {
        setIsOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation() // the window would open it as a story
        setIsOver(false)
        const file = event.dataTransfer.files[0]
        if (file !== undefined) void attach(file)
      }}
    >
      <p>{t('conversions.attachText')}</p>
      <div className={styles.actions}>
        <FileButton
          isDisabled={isBusy}
          label={t('conversions.chooseFile')}
          extensions={extensionsFor('audio')}
          onChoose={(file) => void attach(file)}
        />
      </div>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void attach(url)
        }}
      >
        <TextField
          label={t('conversions.address')}
          placeholder={t('conversions.addressPlaceholder')}
          value={url}
          maxLength={4096}
          onChange={setUrl}
        />
        <Button type="submit" isDisabled={isBusy || url.trim() === ''}>
          {t('conversions.fetch')}
        </Button>
      </form>
    </section>
  )

  async function send(from: File | string): Promise<void> {
    await app.bridge.call('jobs:attach', {
      id,
      from:
        typeof from === 'string'
          ? { kind: 'address', url: from }
          : { kind: 'file', ref: await app.bridge.takeFile(from, 'audio') },
    })
  }
}
