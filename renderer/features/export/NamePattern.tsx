import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Button, Input, Label, Tag, TagGroup, TagList, TextField } from 'react-aria-components'
import { formatNamePattern, NAME_PARTS, parseNamePattern } from '../../../shared/export/fileNames.ts'
import type { NameToken } from '../../../shared/export/fileNames.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import fieldStyles from '../../ui/Field.module.css'
import { MenuButton } from '../../ui/MenuButton.tsx'
import styles from './Export.module.css'

/** As many digits as a number of files gets where nothing else is said. */
const DIGITS = 2

interface NamePatternProps {
  readonly pattern: string
  /** The name of the first file. */
  readonly example: string | undefined
  readonly onChange: (pattern: string) => void
}

/** The names of the files, in pieces: Delete takes a piece away, Alt with an arrow moves it, and what is typed is added. */
export function NamePattern({ pattern, example, onChange }: NamePatternProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const tokens = parseNamePattern(pattern)
  const set = (next: readonly NameToken[]) => {
    onChange(formatNamePattern(next))
  }
  const nameOf = (token: NameToken) =>
    token.kind === 'text'
      ? `“${token.text}”`
      : `${t(`exports.nameParts.${token.part}`)}${token.part === 'n' && token.digits > 1 ? ` ${'1'.padStart(token.digits, '0')}` : ''}`
  const addTyped = () => {
    if (typed !== '') onChange(pattern + typed)
    setTyped('')
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    const key = event.target instanceof HTMLElement ? event.target.dataset['key'] : undefined
    const from = Number(key ?? NaN)
    const [moved, other] = [tokens[from], tokens[from + step]]
    event.preventDefault()
    event.stopPropagation()
    if (moved === undefined || other === undefined) return
    set(tokens.map((token, index) => (index === from ? other : index === from + step ? moved : token)))
  }
  return (
    <div className={fieldStyles.field}>
      <div className={styles.pattern}>
        <TagGroup
          className={styles.tags ?? ''}
          onRemove={(keys) => {
            set(tokens.filter((_, index) => !keys.has(String(index))))
          }}
        >
          <Label className={fieldStyles.label ?? ''}>{t('exports.names')}</Label>
          <div onKeyDownCapture={onKey}>
            <TagList className={styles.tagList ?? ''}>
              {tokens.map((token, index) => (
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
              ))}
            </TagList>
          </div>
        </TagGroup>
        <TextField
          className={styles.typed ?? ''}
          aria-label={t('exports.addText')}
          value={typed}
          maxLength={100}
          onChange={setTyped}
          onBlur={addTyped}
        >
          <Input
            placeholder={t('exports.addText')}
            dir="auto"
            onKeyDown={(event) => {
              if (event.key === 'Enter') addTyped()
              else if (event.key === 'Backspace' && typed === '') set(tokens.slice(0, -1))
            }}
          />
        </TextField>
        <MenuButton
          label={t('exports.addPart')}
          className={styles.addPart}
          entries={NAME_PARTS.map((part) => ({
            id: part,
            label: t(`exports.nameParts.${part}`),
            onAction: () => {
              set([...tokens, { kind: 'part', part, digits: DIGITS }])
            },
          }))}
        >
          <Plus size={14} aria-hidden="true" />
          {t('exports.addPart')}
        </MenuButton>
      </div>
      <small className={styles.note}>
        {example === undefined ? null : <span dir="auto">{example} · </span>}
        {t('exports.namesHint')}
      </small>
    </div>
  )
}
