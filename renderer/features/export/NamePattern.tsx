import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Input, TextField } from 'react-aria-components'
import { formatNamePattern, NAME_PARTS, parseNamePattern } from '../../../shared/export/fileNames.ts'
import type { NamePart, NameToken } from '../../../shared/export/fileNames.ts'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import fieldStyles from '../../ui/Field.module.css'
import { MenuButton } from '../../ui/MenuButton.tsx'
import styles from './Export.module.css'
import { NameTokens } from './NameTokens.tsx'
import { useTokenName } from './useTokenName.ts'

/** As many digits as a number of files gets where nothing else is said. */
const DIGITS = 2

interface NamePatternProps {
  readonly pattern: string
  /** The name of the first file. */
  readonly example: string | undefined
  readonly onChange: (pattern: string) => void
}

/**
 * The names of the files, in pieces around a text field, which is where the next piece comes. While it is empty, the arrow keys move it
 * among them, and Backspace and Delete take the piece beside it away. On a piece, Delete takes it away and Alt with an arrow moves it.
 */
export function NamePattern({ pattern, example, onChange }: NamePatternProps) {
  const { t } = useTranslation()
  const app = useApp()
  const nameOf = useTokenName()
  const [typed, setTyped] = useState('')
  /** How many characters of a pattern are after the text field; it is at the end of any other pattern. */
  const [place, setPlace] = useState({ pattern: '', behind: 0 })
  /** Where the cursor was in a text that was added when the focus left it, in a pattern. */
  const cursor = useRef({ pattern: '', before: '' })
  const whole = formatNamePattern(parseNamePattern(pattern))
  const at = whole.length - (place.pattern === whole ? place.behind : 0)
  const [before, after] = [parseNamePattern(whole.slice(0, at)), parseNamePattern(whole.slice(at))]
  const put = (head: string, tail: string) => {
    setPlace({ pattern: head + tail, behind: tail.length })
    if (head + tail !== whole) onChange(head + tail)
  }
  const set = (head: readonly NameToken[], tail: readonly NameToken[]) =>
    put(formatNamePattern(head), formatNamePattern(tail))
  const addTyped = (beforeCursor: string) => {
    if (typed === '') return
    const [head, tail] = [whole.slice(0, at), whole.slice(at)]
    cursor.current = { pattern: head + typed + tail, before: head + beforeCursor }
    put(head + typed, tail)
    setTyped('')
  }
  const addPart = (part: NamePart) => {
    const head = cursor.current.pattern === whole ? cursor.current.before : whole.slice(0, at)
    put(head + formatNamePattern([{ kind: 'part', part, digits: DIGITS }]), whole.slice(head.length))
  }
  /** Moves the text field to after so many pieces. */
  const moveTo = (wanted: number) => {
    const tokens = [...before, ...after]
    const count = Math.max(0, Math.min(tokens.length, wanted))
    if (count === before.length) return
    set(tokens.slice(0, count), tokens.slice(count))
    const left = tokens[count - 1]
    if (left === undefined) app.announce('exports.caretFirst')
    else app.announce('exports.caretAfter', { name: nameOf(left) })
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.key === 'Enter') addTyped(value)
    if (value !== '') return
    if (event.key === 'Backspace') set(before.slice(0, -1), after)
    else if (event.key === 'Delete') set(before, after.slice(1))
    else if (event.key === 'ArrowLeft') moveTo(before.length - 1)
    else if (event.key === 'ArrowRight') moveTo(before.length + 1)
    else if (event.key === 'Home') moveTo(0)
    else if (event.key === 'End') moveTo(Infinity)
    else return
    event.preventDefault()
  }
  const pieces = { before, after, onChange: set }
  return (
    <div className={fieldStyles.field}>
      <div className={styles.pattern}>
        <NameTokens {...pieces} side="before" label={t('exports.names')} />
        <TextField
          className={styles.typed ?? ''}
          aria-label={t('exports.addText')}
          value={typed}
          maxLength={100}
          onChange={setTyped}
          onBlur={({ target }) => {
            addTyped(typed.slice(0, target.selectionStart ?? typed.length))
          }}
        >
          <Input placeholder={t('exports.addText')} dir="auto" onKeyDown={onKey} />
        </TextField>
        {after.length === 0 ? null : <NameTokens {...pieces} side="after" label={t('exports.namesAfter')} />}
        <MenuButton
          label={t('exports.addPart')}
          className={styles.addPart}
          entries={NAME_PARTS.map((part) => ({
            id: part,
            label: t(`exports.nameParts.${part}`),
            onAction: () => addPart(part),
          }))}
        >
          <Plus size={14} aria-hidden="true" />
          {t('exports.addPart')}
        </MenuButton>
      </div>
      {example === undefined ? null : (
        <small className={styles.note} dir="auto">
          {example}
        </small>
      )}
      <small className={`${styles.note} ${styles.namesHint}`}>{t('exports.namesHint')}</small>
    </div>
  )
}
