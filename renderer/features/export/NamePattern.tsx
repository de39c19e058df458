import { Plus, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Input, TextField, Button, Label, Tag, TagGroup, TagList } from 'react-aria-components'
import {
  formatNamePattern,
  NAME_PARTS,
  parseNamePattern,
  type NamePart,
  type NameToken,
} from '../../../shared/export/fileNames.ts'
import { useApp } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import fieldStyles from '../../ui/Field.module.css'
import { MenuButton } from '../../ui/MenuButton.tsx'
import styles from './Export.module.css'

/** The default number of digits in a file number. */
const DIGITS = 2

interface NamePatternProps {
  readonly pattern: string
  /** The name of the first file. */
  readonly example: string | undefined
  readonly onChange: (pattern: string) => void
}

/**
 * The names of the files, as parts around a text field, at which the next part is inserted. While it is empty, the arrow keys move it
 * among the parts, and Backspace and Delete remove the part beside it. On a part, Delete removes it and Alt with an arrow moves it.
 */
export function NamePattern({ pattern, example, onChange }: NamePatternProps) {
  const { t } = useTranslation()
  const app = useApp()
  const nameOf = useTokenName()
  const [typed, setTyped] = useState('')
  /** How many characters of a pattern are after the text field; for any other pattern it is at the end. */
  const [place, setPlace] = useState({ pattern: '', behind: 0 })
  /** The cursor position in a text that was added when the field lost the focus, and its pattern. */
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
  /** Moves the text field behind `wanted` parts. */
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

interface NameTokensProps {
  /** The parts on both sides of the text field; only those on `side` are shown. */
  readonly before: readonly NameToken[]
  readonly after: readonly NameToken[]
  readonly side: 'before' | 'after'
  /** Shown before the text field. */
  readonly label: string
  /** Called with the parts before and after the text field. */
  readonly onChange: (before: readonly NameToken[], after: readonly NameToken[]) => void
}

/** The parts on one side of the text field: Delete removes a part, and Alt with an arrow moves it. */
function NameTokens({ before, after, side, label, onChange }: NameTokensProps) {
  const nameOf = useTokenName()
  const tokens = [...before, ...after]
  const field = before.length
  const [from, until] = side === 'before' ? [0, field] : [field, tokens.length]
  /** Parts after the text field are counted from the end, so that text inserted when one of them gets the focus does not change its id. */
  const idOf = (index: number) => String(side === 'before' ? index : index - tokens.length)
  const indexOf = (id: string | undefined) => Number(id ?? NaN) + (side === 'before' ? 0 : tokens.length)
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    const key = event.target instanceof HTMLElement ? event.target.dataset['key'] : undefined
    const index = indexOf(key)
    const [moved, other] = [tokens[index], tokens[index + step]]
    event.preventDefault()
    event.stopPropagation()
    if (moved === undefined || other === undefined) return
    const next = tokens.map((token, at) => (at === index ? other : at === index + step ? moved : token))
    onChange(next.slice(0, field), next.slice(field))
  }
  return (
    <TagGroup
      className={styles.tags ?? ''}
      {...(side === 'after' && { 'aria-label': label })}
      onRemove={(keys) => {
        const isLeft = (_: NameToken, index: number) => !keys.has(idOf(index))
        onChange(
          tokens.slice(0, field).filter(isLeft),
          tokens.slice(field).filter((token, index) => isLeft(token, field + index)),
        )
      }}
    >
      {side === 'before' && <Label className={fieldStyles.label ?? ''}>{label}</Label>}
      <div onKeyDownCapture={onKey}>
        <TagList className={styles.tagList ?? ''}>
          {tokens.slice(from, until).map((token, offset) => {
            const index = from + offset
            return (
              <Tag
                key={`${idOf(index)}:${formatNamePattern([token])}`}
                id={idOf(index)}
                textValue={nameOf(token)}
                className={styles.token ?? ''}
                data-text={token.kind === 'text' || undefined}
              >
                {nameOf(token)}
                <Button slot="remove" className={styles.removeToken ?? ''}>
                  <X size={12} />
                </Button>
              </Tag>
            )
          })}
        </TagList>
      </div>
    </TagGroup>
  )
}

/** Returns a function for the name of a part. */
function useTokenName(): (token: NameToken) => string {
  const { t } = useTranslation()
  return (token) => {
    if (token.kind === 'text') return `“${token.text}”`
    const digits = token.part === 'n' && token.digits > 1 ? ` ${'1'.padStart(token.digits, '0')}` : ''
    return `${t(`exports.nameParts.${token.part}`)}${digits}`
  }
}
