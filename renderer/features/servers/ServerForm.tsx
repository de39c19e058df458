import { type SubmitEvent, useState } from 'react'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { KeyKeeping, ServerDraft, ServerView } from '../../../shared/servers/contract.ts'
import {
  fieldsOf,
  MAX_KEY_LENGTH,
  SERVER_KINDS,
  type ServerField,
  type ServerKind,
  type TypedKey,
} from '../../../shared/servers/kinds.ts'
import { saveServer } from '../../actions/servers.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { errorText, optionalText } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { TextAreaField, TextField } from '../../ui/TextField.tsx'
import styles from './Servers.module.css'

interface ServerFormProps {
  readonly kind: ServerKind
  /** Null for a new server. */
  readonly server: ServerView | null
  readonly onLeave: () => void
  readonly onSaved: (id: string) => void
}

const FORM_ID = 'server-form'

/**
 * Adds a server or changes it. A name that is the server's id cannot be changed, because stories name voices by it. The key
 * cannot be seen, only replaced.
 */
export function ServerForm({ kind, server, onLeave, onSaved }: ServerFormProps) {
  const { t } = useTranslation()
  const app = useApp()
  const keeping = useAppState((state) => state.servers.keeping)
  const isNameFixed = SERVER_KINDS[kind].identity === 'name' && server !== null
  const [texts, setTexts] = useState(() => textsOf(kind, server))
  const [keep, setKeep] = useState<'session' | 'file'>('session')
  const [isSaving, setIsSaving] = useState(false)
  const [error, setError] = useState<UserFacingError | null>(null)
  const textOf = (id: string) => texts[id] ?? ''
  const fields = fieldsOf(kind).filter(([id]) => !(isNameFixed && id === 'name'))
  const keyParts = {
    hasKey: server?.hasKey === true,
    hasMoved: server !== null && originOf(textOf('baseUrl')) !== originOf(server.baseUrl),
    keeping,
    keep,
    setKeep,
  }

  const save = async () => {
    setIsSaving(true)
    setError(null)
    try {
      const keyKept = keeping === 'ask' ? keep : 'safest'
      const values = fieldsOf(kind).map(([id, field]) => [id, valueOf(field, textOf(id), keyKept)])
      const draft = { ...Object.fromEntries(values), kind, id: server?.id ?? null } as ServerDraft // a value for each field
      const id = await saveServer(app, draft)
      dropFocus()
      onSaved(id)
    } catch (caught) {
      if (!(caught instanceof UserFacingError)) throw caught
      setError(caught)
    } finally {
      setIsSaving(false)
    }
  }

  const leave = () => {
    dropFocus()
    onLeave()
  }

  return (
    <Dialog
      title={server === null ? t(`servers.${kind}.addTitle`) : t('servers.editTitle', { name: server.name })}
      closeLabel={t('app.close')}
      onClose={leave}
      actions={
        <>
          <Button onPress={leave}>{t('app.cancel')}</Button>
          <Button tone="primary" type="submit" form={FORM_ID} isDisabled={isSaving}>
            {t('servers.saveAndTest')}
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
          save().catch(app.report)
        }}
      >
        {isNameFixed && kind === 'engine' ? (
          <p className={styles.note}>{t('servers.engine.changeNote')}</p>
        ) : null}
        {fields.map(([id, field], index) => {
          const parts = {
            field,
            value: textOf(id),
            label: optionalText(t, `servers.${kind}.fields.${id}.label`),
            placeholder: optionalText(t, `servers.${kind}.fields.${id}.placeholder`),
            onChange: (text: string) => {
              setTexts((known) => ({ ...known, [id]: text }))
            },
          }
          if (field.type === 'key') return <KeyInput key={id} {...parts} {...keyParts} />
          const help = optionalText(t, `servers.${kind}.fields.${id}.help`)
          return <FieldInput key={id} {...parts} help={help} isFirst={index === 0} />
        })}
        <p className={styles.outcome} role="alert">
          {error === null ? null : errorText(t, error)}
        </p>
      </form>
    </Dialog>
  )
}

interface FieldProps {
  readonly field: ServerField
  readonly value: string
  readonly label: string
  readonly placeholder: string
  readonly onChange: (text: string) => void
}

interface FieldInputProps extends FieldProps {
  /** A sentence below the field, or ''. */
  readonly help: string
  /** Takes the focus when the form opens. */
  readonly isFirst: boolean
}

function FieldInput({ field, help, isFirst, ...parts }: FieldInputProps) {
  const limit = limitOf(field)
  return (
    <>
      {field.type === 'list' || field.type === 'longText' ? (
        <TextAreaField {...parts} {...limit} rows={3} />
      ) : (
        <TextField {...parts} {...limit} autoFocus={isFirst} />
      )}
      {help === '' ? null : <p className={styles.note}>{help}</p>}
    </>
  )
}

interface KeyInputProps extends FieldProps {
  readonly hasKey: boolean
  /** Whether the address in the form is no longer the address that the key was entered for. */
  readonly hasMoved: boolean
  readonly keeping: KeyKeeping
  /** How the key is kept if the system offers no protection. */
  readonly keep: 'session' | 'file'
  readonly setKeep: (keep: 'session' | 'file') => void
}

function KeyInput({ field, hasKey, hasMoved, keeping, keep, setKeep, ...parts }: KeyInputProps) {
  const { t } = useTranslation()
  const placeholder = hasKey ? t('servers.keyKept') : parts.placeholder
  return (
    <>
      <TextField {...parts} {...limitOf(field)} type="password" placeholder={placeholder} />
      {hasKey && hasMoved && parts.value === '' ? (
        <p className={styles.outcome}>{t('servers.keyMoves')}</p>
      ) : null}
      <p className={styles.note}>{t(`servers.keepingNote.${keeping}`)}</p>
      {keeping === 'ask' ? (
        <SegmentField
          label={t('servers.keepKey')}
          value={keep}
          options={(['session', 'file'] as const).map((choice) => ({
            id: choice,
            name: t(`servers.keepChoices.${choice}`),
          }))}
          onChange={setKeep}
        />
      ) : null}
    </>
  )
}

/** The texts of the form's fields by id, before anything is typed. */
function textsOf(kind: ServerKind, server: ServerView | null): Readonly<Record<string, string>> {
  const values: Readonly<Record<string, string | number | boolean | null | readonly string[]>> = server ?? {}
  return Object.fromEntries(
    fieldsOf(kind).map(([id, field]) => {
      const value = values[id] ?? (field.type === 'number' ? field.initial : '')
      return [id, Array.isArray(value) ? value.join('\n') : String(value)]
    }),
  )
}

/** The value of a field as the host expects it. Throws the error of a number that is not usable. */
function valueOf(field: ServerField, text: string, keep: NonNullable<TypedKey>['keep']): unknown {
  switch (field.type) {
    case 'text':
    case 'longText':
      return text
    case 'list':
      return text
        .split(/[\n,]/)
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '')
    case 'number': {
      const number = field.schema.safeParse(/^\s*\d+\s*$/.test(text) ? Number(text) : NaN)
      if (number.success) return number.data
      throw new UserFacingError(field.unusable, limitsOf(field.schema))
    }
    case 'key':
      return text === '' ? null : { text, keep }
  }
}

function limitsOf({ minValue, maxValue }: Extract<ServerField, { type: 'number' }>['schema']) {
  return { min: minValue ?? 0, max: maxValue ?? Number.MAX_SAFE_INTEGER }
}

function limitOf(field: ServerField): { readonly maxLength?: number } {
  if (field.type === 'key') return { maxLength: MAX_KEY_LENGTH }
  const maxLength = field.type === 'text' || field.type === 'longText' ? field.schema.maxLength : null
  return maxLength === null ? {} : { maxLength }
}

/** React retains an unmounted focused input, and the key in it, until another element gets the focus: blur it first. */
function dropFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

function originOf(address: string): string | null {
  return URL.parse(address.trim())?.origin ?? null
}
