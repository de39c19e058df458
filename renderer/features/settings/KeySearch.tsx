import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Input, SearchField } from 'react-aria-components'
import { isKeys, isLetter } from '../../../shared/commands/keyBindings.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { pressedKeys, showKeys } from '../../ui/keys.ts'
import styles from './Shortcuts.module.css'

/** What is searched for: commands by their names, or those that have these keys. */
export type KeyQuery = { readonly text: string } | { readonly keys: string }

/** Keys that move the cursor, or leave the field. */
const OF_THE_FIELD = /^(?:Tab|Escape|Enter|Space|Backspace|Delete|Home|End|Arrow\w+)$/

interface KeySearchProps {
  readonly query: KeyQuery
  readonly onChange: (query: KeyQuery) => void
}

/** A field that finds commands by their names, or by pressing their keys. */
export function KeySearch({ query, onChange }: KeySearchProps) {
  const { t } = useTranslation()
  const shown = 'keys' in query ? showKeys(query.keys) : query.text
  const onKey = (event: KeyboardEvent) => {
    const pressed = pressedKeys(event)
    const isWritten = isLetter(pressed) || event.nativeEvent.isComposing
    if (isWritten || OF_THE_FIELD.test(pressed) || !isKeys(pressed)) return
    event.preventDefault()
    event.stopPropagation()
    onChange({ keys: pressed })
  }
  return (
    <SearchField
      className={styles.search ?? ''}
      aria-label={t('settings.searchKeys')}
      value={shown}
      onChange={(value) => {
        // What is typed after keys begins a name.
        onChange({ text: 'keys' in query && value.startsWith(shown) ? value.slice(shown.length) : value })
      }}
    >
      <Search size={14} aria-hidden="true" />
      <Input placeholder={t('settings.searchKeys')} maxLength={100} dir="auto" onKeyDownCapture={onKey} />
    </SearchField>
  )
}
