import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button, Label, Tag, TagGroup, TagList } from 'react-aria-components'
import { formatNamePattern } from '../../../shared/export/fileNames.ts'
import type { NameToken } from '../../../shared/export/fileNames.ts'
import fieldStyles from '../../ui/Field.module.css'
import styles from './Export.module.css'
import { useTokenName } from './useTokenName.ts'

interface NameTokensProps {
  /** All pieces of the names, of which those on one side of the text field are shown. */
  readonly tokens: readonly NameToken[]
  /** Where the text field stands among them. */
  readonly field: number
  readonly side: 'before' | 'after'
  /** Seen before the text field. */
  readonly label: string
  /** The pieces before the text field, and those after it. */
  readonly onChange: (before: readonly NameToken[], after: readonly NameToken[]) => void
}

/** Pieces of the names on one side of the text field: Delete takes a piece away, and Alt with an arrow moves it. */
export function NameTokens({ tokens, field, side, label, onChange }: NameTokensProps) {
  const nameOf = useTokenName()
  const [from, until] = side === 'before' ? [0, field] : [field, tokens.length]
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    const key = event.target instanceof HTMLElement ? event.target.dataset['key'] : undefined
    const index = Number(key ?? NaN)
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
        const isLeft = (_: NameToken, index: number) => !keys.has(String(index))
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
                key={`${String(index)}:${formatNamePattern([token])}`}
                id={String(index)}
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
