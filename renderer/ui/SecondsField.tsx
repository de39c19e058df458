import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import styles from './Field.module.css'

interface SecondsFieldProps {
  readonly label: string
  /** The unit, as it stands behind the number. */
  readonly unit: string
  /** Null is shown as empty, with the placeholder. */
  readonly valueMs: number | null
  readonly maxMs: number
  readonly placeholder?: string
  /** Drawn as a number in a line of text, with the label for screen readers only. */
  readonly isInline?: boolean
  readonly tabIndex?: 0 | -1
  /** Called while typing; null where the field is empty. */
  readonly onChange: (valueMs: number | null) => void
}

const STEP_MS = 100
/** Characters: more than any length of time has. */
const MAX_TYPED = 20

/**
 * A length of time: kept in ms, shown and typed in seconds with a decimal point or comma, stepped by a tenth. What is being
 * typed stays as it is until the field is left, so that "1." on the way to "1.5" is not corrected under the writer's hands.
 * The browser's own number field takes "1,5" for 15 where the language's decimal mark is the point.
 */
export function SecondsField(props: SecondsFieldProps) {
  const { label, unit, valueMs, maxMs, placeholder, isInline = false, tabIndex, onChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? (valueMs === null ? '' : String(valueMs / 1000))
  const isInvalid = draft !== null && parseSeconds(draft) === undefined
  const clamp = (ms: number) => Math.round(Math.min(maxMs, Math.max(0, ms)))
  const step = (event: Event | KeyboardEvent, direction: number) => {
    event.preventDefault()
    setDraft(null)
    onChange(clamp((valueMs ?? 0) + direction * STEP_MS))
  }
  const stepByKey = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    step(event, direction)
  }
  const stepByWheel = useEffectEvent((event: WheelEvent) => {
    if (document.activeElement === event.currentTarget && event.deltaY !== 0)
      step(event, -Math.sign(event.deltaY))
  })
  useEffect(() => {
    // React's own listener is passive, and the page would scroll.
    const stops = new AbortController()
    const onWheel = (event: WheelEvent) => stepByWheel(event)
    input.current?.addEventListener('wheel', onWheel, { passive: false, signal: stops.signal })
    return () => stops.abort()
  }, [])
  return (
    <div className={isInline ? styles.inline : styles.field}>
      <label className={isInline ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={isInline ? styles.inlineBox : styles.box}>
        <input
          ref={input}
          id={id}
          type="text"
          role="spinbutton"
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          maxLength={MAX_TYPED}
          aria-valuemin={0}
          aria-valuemax={maxMs / 1000}
          aria-valuenow={valueMs === null ? undefined : valueMs / 1000}
          aria-valuetext={valueMs === null ? placeholder : undefined}
          aria-invalid={isInvalid || undefined}
          placeholder={placeholder}
          value={shown}
          tabIndex={tabIndex}
          onKeyDown={stepByKey}
          onChange={(event) => {
            setDraft(event.target.value)
            const ms = parseSeconds(event.target.value)
            if (ms !== undefined) onChange(ms === null ? null : clamp(ms))
          }}
          onBlur={() => {
            setDraft(null)
          }}
        />
        {shown === '' ? null : (
          <span aria-hidden="true" className={styles.unit}>
            {unit}
          </span>
        )}
      </div>
    </div>
  )
}

/** Seconds as they are typed, in ms: with a point or a comma before the decimals. Null for none, undefined for no number. */
function parseSeconds(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^(?=.*\d)\d*[.,]?\d*$/.test(text) ? Number(text.replace(',', '.')) * 1000 : undefined
}
