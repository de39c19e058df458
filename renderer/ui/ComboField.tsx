import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button, ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components'
import styles from './Field.module.css'
import { FieldHint, type Hint } from './FieldGroup.tsx'

export interface ComboOption {
  readonly id: string
  readonly name: string
  /** A second, quieter word, such as a voice's language. */
  readonly detail?: string
}

/** Characters: more than any name in a list has. */
const MAX_TYPED = 200

interface ComboFieldProps {
  readonly label: string
  readonly hint?: Hint | undefined
  readonly value: string
  readonly options: readonly ComboOption[]
  readonly emptyText: string
  /** Whether a word that is not in the list may be typed. */
  readonly allowsCustom?: boolean
  readonly placeholder?: string
  readonly maxLength?: number
  readonly onChange: (value: string) => void
}

interface LastChoice {
  /** The last value passed to the field. */
  readonly given: string
  /** The value chosen in the field since then. */
  readonly picked: string | null
  /** How often the passed value differed from the chosen one. */
  readonly outside: number
}

const choiceOf = (value: string, name: string) => `${value}·${name}`

/** A choice from a list that can be narrowed by typing. Reports the chosen option's id, or the typed word. */
export function ComboField(props: ComboFieldProps) {
  const chosen = props.options.find((option) => option.id === props.value)
  const restingText = chosen?.name ?? props.value
  const given = choiceOf(props.value, restingText)
  const [last, setLast] = useState<LastChoice>({ given, picked: null, outside: 0 })
  if (last.given !== given)
    setLast({ given, picked: null, outside: last.outside + (last.picked === given ? 0 : 1) })
  /** Selects the name in the field, so that typing replaces it. What was typed is never selected. */
  const selectRestingText = (input: HTMLInputElement) => {
    if (input.value === restingText && input.selectionStart === input.selectionEnd) input.select()
  }
  return (
    <ComboBox
      // A new choice from outside (undo, another block) starts the field afresh with its name; a choice in the field itself keeps the focus.
      key={last.outside}
      className={styles.field ?? ''}
      defaultItems={props.options}
      defaultSelectedKey={chosen === undefined ? null : props.value}
      defaultInputValue={restingText}
      allowsCustomValue={props.allowsCustom ?? false}
      allowsEmptyCollection
      menuTrigger="focus"
      onSelectionChange={(key) => {
        if (key === null || key === props.value) return
        const id = String(key)
        const name = props.options.find((option) => option.id === id)?.name
        setLast({ ...last, picked: choiceOf(id, name ?? id) })
        props.onChange(id)
      }}
      onBlur={(event) => {
        if (props.allowsCustom !== true || !(event.target instanceof HTMLInputElement)) return
        const typed = event.target.value.trim()
        const known = props.options.find((option) => option.name.toLowerCase() === typed.toLowerCase())
        if ((known?.id ?? typed) !== props.value) props.onChange(known?.id ?? typed)
      }}
    >
      {/* The hint stays outside the label: while the list is open, hidden content of a label would be part of the name. */}
      <div className={styles.label}>
        <Label>{props.label}</Label>
        <FieldHint hint={props.hint} />
      </div>
      <div
        className={styles.box}
        onKeyDown={(event) => {
          // Escape must close only the list: otherwise it would also close the surrounding view.
          const isOpen =
            event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
          if (event.key === 'Escape' && isOpen) event.stopPropagation()
        }}
      >
        <Input
          className={styles.input ?? ''}
          placeholder={props.placeholder ?? ''}
          dir="auto"
          maxLength={props.maxLength ?? MAX_TYPED}
          onFocus={(event) => {
            // React Aria also sends this event while the field has the focus, each time that the list is narrowed.
            selectRestingText(event.currentTarget)
          }}
          onClick={(event) => {
            selectRestingText(event.currentTarget)
          }}
        />
        <Button className={styles.caret ?? ''}>
          <ChevronDown size={14} />
        </Button>
      </div>
      <Popover className={styles.popover ?? ''} offset={4}>
        <ListBox renderEmptyState={() => <div className={styles.empty}>{props.emptyText}</div>}>
          {(option: ComboOption) => (
            <ListBoxItem id={option.id} textValue={option.name} className={styles.option ?? ''}>
              {option.name}
              {option.detail === undefined ? null : <small>{option.detail}</small>}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
