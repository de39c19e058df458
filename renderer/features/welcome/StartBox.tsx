import { FileDown, FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import { runCommand } from '../../actions/commands.ts'
import { takeDropped } from '../../actions/dropped.ts'
import { createFromText, takePasted } from '../../actions/pasted.ts'
import { useApp, useViewState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { pressedKeys } from '../../ui/keys.ts'
import styles from './StartBox.module.css'

/** Everything that can be dropped can also be chosen. */
const ACCEPTED = [...extensionsFor('open'), ...extensionsFor('document')]

/** Starts a story: from typed or pasted words, a file, or nothing. */
export function StartBox() {
  const { t } = useTranslation()
  const app = useApp()
  const [text, setText] = useState('')
  const hasDialog = useViewState((state) => state.dialog !== null)
  const isWritten = text.trim() !== ''
  useEffect(() => {
    if (hasDialog) return undefined
    const onPaste = (event: ClipboardEvent) => {
      takePasted(app, event, () => !isWritten) // text pasted into existing words belongs to them
    }
    window.addEventListener('paste', onPaste)
    return () => {
      window.removeEventListener('paste', onPaste)
    }
  }, [app, isWritten, hasDialog])
  const start = () => {
    if (isWritten) createFromText(app, text).catch(app.report)
    else runCommand(app, 'newStory')
  }
  return (
    <div className={styles.box}>
      <textarea
        className={styles.text}
        dir="auto"
        aria-label={t('app.startText')}
        placeholder={t('app.startPlaceholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
        }}
        onKeyDown={(event) => {
          if (pressedKeys(event) !== 'Mod+Enter') return
          event.preventDefault()
          start()
        }}
      />
      <div className={styles.foot}>
        <span className={styles.drop}>
          <FileDown size={16} aria-hidden="true" />
          {t('app.startDrop')}
        </span>
        <FileButton
          icon={<FolderOpen size={15} />}
          label={t('app.upload')}
          extensions={ACCEPTED}
          onChoose={(file) => {
            takeDropped(app, file).catch(app.report)
          }}
        />
        <Button tone="primary" onPress={start}>
          {t('commands.newStory')}
        </Button>
      </div>
    </div>
  )
}
