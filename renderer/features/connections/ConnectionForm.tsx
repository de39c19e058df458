import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionView, KeyKeeping } from '../../../shared/ipc/connectionsContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { saveConnection } from '../../actions/connections.ts'
import { useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Connections.module.css'
import { KeyFields, keyToSave, NO_TYPED_KEY } from './KeyFields.tsx'

interface ConnectionFormProps {
  /** Null adds one. */
  readonly connection: ConnectionView | null
  readonly keeping: KeyKeeping
  readonly onLeave: () => void
  readonly onSaved: (id: string) => void
}

const FORM_ID = 'connection-form'

/** Adds a connection or changes one. The key that there is cannot be seen here, only replaced. */
export function ConnectionForm({ connection, keeping, onLeave, onSaved }: ConnectionFormProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const [name, setName] = useState(connection?.name ?? '')
  const [baseUrl, setBaseUrl] = useState(connection?.baseUrl ?? '')
  const [key, setKey] = useState(NO_TYPED_KEY)
  const [webhookPublicKey, setWebhookPublicKey] = useState(connection?.webhookPublicKey ?? '')
  const [isSaving, setIsSaving] = useState(false)
  const [trouble, setTrouble] = useState<UserFacingError | null>(null)

  const save = async () => {
    setIsSaving(true)
    setTrouble(null)
    try {
      onSaved(
        await saveConnection(world, {
          id: connection?.id ?? null,
          name,
          baseUrl,
          webhookPublicKey,
          key: keyToSave(key, keeping),
        }),
      )
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error
      setTrouble(error)
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      title={
        connection === null
          ? t('connections.addTitle')
          : t('connections.editTitle', { name: connection.name })
      }
      closeLabel={t('app.close')}
      onClose={onLeave}
      actions={
        <>
          <Button onPress={onLeave}>{t('app.cancel')}</Button>
          <Button tone="primary" type="submit" form={FORM_ID} isDisabled={isSaving}>
            {t('connections.saveAndTest')}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        className={styles.form}
        autoComplete="off"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          save().catch(world.report)
        }}
      >
        <TextField
          label={t('connections.name')}
          value={name}
          placeholder={t('connections.namePlaceholder')}
          maxLength={200}
          autoFocus
          onChange={setName}
        />
        <TextField
          label={t('connections.baseUrl')}
          value={baseUrl}
          placeholder={t('connections.baseUrlPlaceholder')}
          maxLength={2000}
          onChange={setBaseUrl}
        />
        <KeyFields
          baseUrl={baseUrl}
          keyBaseUrl={connection?.hasKey === true ? connection.baseUrl : null}
          keeping={keeping}
          value={key}
          placeholder={t('connections.keyPlaceholder.new')}
          onChange={setKey}
        />
        <TextAreaField
          label={t('connections.webhookKey')}
          value={webhookPublicKey}
          rows={3}
          maxLength={20_000}
          onChange={setWebhookPublicKey}
        />
        <p className={styles.note}>{t('connections.webhookKeyNote')}</p>
        <p className={styles.outcome} role="alert">
          {trouble === null ? null : t(`errors.${trouble.code}`, { ...trouble.params })}
        </p>
      </form>
    </Dialog>
  )
}
