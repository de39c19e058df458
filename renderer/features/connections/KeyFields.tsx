import { useTranslation } from 'react-i18next'
import type { KeyKeeping } from '../../../shared/ipc/connectionsContract.ts'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Connections.module.css'

/** A key as it is typed, and what is done with it where the system offers no protection. */
export interface TypedKey {
  readonly text: string
  readonly keep: 'session' | 'file'
}
export const NO_TYPED_KEY: TypedKey = { text: '', keep: 'session' }

interface KeyFieldsProps {
  /** The address that is in the form, and the one that the key there belongs to; null where there is no key. */
  readonly baseUrl: string
  readonly keyBaseUrl: string | null
  readonly keeping: KeyKeeping
  readonly value: TypedKey
  /** What the empty field says where there is no key yet. */
  readonly placeholder: string
  readonly onChange: (value: TypedKey) => void
}

/** A server's key: it can be entered and replaced here, and not seen. */
export function KeyFields({ baseUrl, keyBaseUrl, keeping, value, placeholder, onChange }: KeyFieldsProps) {
  const { t } = useTranslation()
  const losesKey = keyBaseUrl !== null && value.text === '' && originOf(baseUrl) !== originOf(keyBaseUrl)
  return (
    <>
      <TextField
        label={t('connections.key')}
        value={value.text}
        type="password"
        placeholder={keyBaseUrl === null ? placeholder : t('connections.keyPlaceholder.kept')}
        maxLength={4096}
        onChange={(text) => {
          onChange({ ...value, text })
        }}
      />
      {losesKey ? <p className={styles.outcome}>{t('connections.keyMoves')}</p> : null}
      <p className={styles.note}>{t(`connections.keepingNote.${keeping}`)}</p>
      {keeping === 'ask' ? (
        <SegmentField
          label={t('connections.keepKey')}
          value={value.keep}
          options={(['session', 'file'] as const).map((id) => ({
            id,
            name: t(`connections.keepChoices.${id}`),
          }))}
          onChange={(keep) => {
            onChange({ ...value, keep })
          }}
        />
      ) : null}
    </>
  )
}

/** A typed key as the host takes it; null, which leaves the key as it is, where nothing was typed. */
export function keyToSave({ text, keep }: TypedKey, keeping: KeyKeeping) {
  return text === '' ? null : { text, keep: keeping === 'ask' ? keep : ('safest' as const) }
}

function originOf(address: string): string | null {
  return URL.parse(address.trim())?.origin ?? null
}
