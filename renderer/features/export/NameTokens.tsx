import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button, Label, Tag, TagGroup, TagList } from 'react-aria-components'
import { formatNamePattern } from '../../../shared/export/fileNames.ts'
import type { NameToken } from '../../../shared/export/fileNames.ts'
import fieldStyles from '../../ui/Field.module.css'
import styles from './Export.module.css'
import { useTokenName } from './useTokenName.ts'

interface NameTokensProps {
  /** The pieces on both sides of the text field, of which those on one are shown. */
  readonly before: readonly NameToken[]
  readonly after: readonly NameToken[]
  readonly side: 'before' | 'after'
  /** Seen before the text field. */
  readonly label: string
  /** The pieces before the text field, and those after it. */
  readonly onChange: (before: readonly NameToken[], after: readonly NameToken[]) => void
}

/** Pieces of the names on one side of the text field: Delete takes a piece away, and Alt with an arrow moves it. */
export function NameTokens({ before, after, side, label, onChange }: NameTokensProps) {
  const nameOf = useTokenName()
  const tokens = [...before, ...after]
  const field = before.length
  const [from, until] = side === 'before' ? [0, field] : [field, tokens.length]
  /** Pieces after the text field are counted from the end: text that is added as the focus comes to one of them leaves it as it is. */
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
