import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { KeyKeeping } from '../../../shared/ipc/connectionsContract.ts'
import {
  DEFAULT_ENGINE_CHARACTERS,
  MAX_ENGINE_CHARACTERS,
  MIN_ENGINE_CHARACTERS,
} from '../../../shared/ipc/enginesContract.ts'
import type { EngineView } from '../../../shared/ipc/enginesContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { saveEngine } from '../../actions/engines.ts'
import { useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Connections.module.css'
import { KeyFields, keyToSave, NO_TYPED_KEY } from './KeyFields.tsx'

interface EngineFormProps {
  /** Null adds one. */
  readonly engine: EngineView | null
  readonly keeping: KeyKeeping
  readonly onLeave: () => void
  readonly onSaved: (name: string) => void
}

const FORM_ID = 'engine-form'

/** Adds an engine or changes one. Its name stays as it is, because stories name its voices by it. */
export function EngineForm({ engine, keeping, onLeave, onSaved }: EngineFormProps) {
  const { t } = useTranslation()
  const world = useWorld()
  const [name, setName] = useState(engine?.name ?? '')
  const [baseUrl, setBaseUrl] = useState(engine?.baseUrl ?? '')
  const [model, setModel] = useState(engine?.model ?? '')
  const [voices, setVoices] = useState(engine?.voices.join('\n') ?? '')
  const [length, setLength] = useState(String(engine?.maxCharacters ?? DEFAULT_ENGINE_CHARACTERS))
  const [key, setKey] = useState(NO_TYPED_KEY)
  const [isSaving, setIsSaving] = useState(false)
  const [trouble, setTrouble] = useState<UserFacingError | null>(null)

  const save = async () => {
    setIsSaving(true)
    setTrouble(null)
    try {
      onSaved(
        await saveEngine(world, {
          isNew: engine === null,
          ...{ name, baseUrl, model },
          voices: parseVoices(voices),
          maxCharacters: parseLength(length),
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
      title={engine === null ? t('engines.addTitle') : t('engines.editTitle', { name: engine.name })}
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
        {engine === null ? (
          <>
            <TextField
              label={t('engines.name')}
              value={name}
              placeholder="kokoro"
              maxLength={32}
              autoFocus
              onChange={setName}
            />
            <p className={styles.note}>{t('engines.nameNote')}</p>
          </>
        ) : (
          <p className={styles.note}>{t('engines.changeNote')}</p>
        )}
        <TextField
          label={t('connections.baseUrl')}
          value={baseUrl}
          placeholder="http://localhost:8880"
          maxLength={2000}
          onChange={setBaseUrl}
        />
        <TextField
          label={t('engines.model')}
          value={model}
          placeholder="kokoro"
          maxLength={200}
          onChange={setModel}
        />
        <KeyFields
          baseUrl={baseUrl}
          keyBaseUrl={engine?.hasKey === true ? engine.baseUrl : null}
          keeping={keeping}
          value={key}
          placeholder={t('engines.keyPlaceholder')}
          onChange={setKey}
        />
        <TextAreaField
          label={t('engines.voices')}
          value={voices}
          rows={3}
          placeholder={t('engines.voicesPlaceholder')}
          onChange={setVoices}
        />
        <p className={styles.note}>{t('engines.voicesNote')}</p>
        <TextField label={t('engines.length')} value={length} maxLength={6} onChange={setLength} />
        <p className={styles.note}>{t('engines.lengthNote')}</p>
        <p className={styles.outcome} role="alert">
          {trouble === null ? null : t(`errors.${trouble.code}`, { ...trouble.params })}
        </p>
      </form>
    </Dialog>
  )
}

/** One a line, or with commas between them. */
function parseVoices(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((voice) => voice.trim())
    .filter((voice) => voice !== '')
}

/** Throws `engine-length-unusable`. */
function parseLength(text: string): number {
  const length = /^\s*\d+\s*$/.test(text) ? Number(text) : NaN
  if (length >= MIN_ENGINE_CHARACTERS && length <= MAX_ENGINE_CHARACTERS) return length
  throw new UserFacingError('engine-length-unusable', {
    min: MIN_ENGINE_CHARACTERS,
    max: MAX_ENGINE_CHARACTERS,
  })
}
