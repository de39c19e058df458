import { useState } from 'react'
import type { WireError } from '../../../shared/ipc/result.ts'
import type { FileRef } from '../../../shared/ipc/views.ts'
import { MAX_PASSWORD_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { reviewFile } from '../../actions/imports.ts'
import { useApp, useCloseDialog } from '../../hooks/app.ts'
import { errorText } from '../../i18n/errorText.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface ImportPasswordProps {
  readonly opened: FileRef
  /** The error of the last password. */
  readonly error: WireError | null
  /** Whether to add it to the open story. */
  readonly isAdded: boolean
  /** Whether to update the open story from it. */
  readonly updates?: boolean
}

/** Asks for the password of a document to be imported as a story. */
export function ImportPassword({ opened, error, isAdded, updates = false }: ImportPasswordProps) {
  const { t } = useTranslation()
  const app = useApp()
  const close = useCloseDialog()
  const [password, setPassword] = useState('')
  const read = () => {
    reviewFile(app, opened, { password, isAdded, updates }).catch(app.report)
  }
  return (
    <ActionDialog
      title={t('imports.passwordTitle')}
      closeLabel={t('app.close')}
      cancelLabel={t('app.cancel')}
      onClose={close}
      action={{ label: t('imports.read'), isDisabled: password === '', onPress: read }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (password !== '') read()
        }}
      >
        <TextField
          label={t('imports.password')}
          value={password}
          type="password"
          maxLength={MAX_PASSWORD_CHARACTERS}
          autoFocus
          onChange={setPassword}
        />
      </form>
      <p role={error === null ? undefined : 'alert'}>
        {error === null ? t('imports.passwordHint') : errorText(t, error)}
      </p>
    </ActionDialog>
  )
}
