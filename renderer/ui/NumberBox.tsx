import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import { useLocale } from 'react-aria-components'
import styles from './Field.module.css'
import { FieldHint, type Hint } from './FieldGroup.tsx'

interface NumberBoxProps {
  readonly id?: string
  /** The accessible name, if no label names it. */
  readonly label?: string
  /** The unit, as shown after the number. */
  readonly unit: string
  /** Null is shown as empty, with the placeholder. */
  readonly value: number | null
  readonly least: number
  readonly most: number
  /** The step of an arrow key. */
  readonly step: number
  readonly placeholder?: string | undefined
  /** Shown below the box, beside the range, if a number outside of it was typed. */
  readonly rangeNote?: string | undefined
  /** Whether it is part of a line of text, as wide as its number. */
  readonly isInline?: boolean
  readonly tabIndex?: number | undefined
  /** Called while typing; null if the box is empty. */
  readonly onChange: (value: number | null) => void
}

/** Characters: more than any of these numbers has. */
const MAX_TYPED = 20

/**
 * A number that is typed with a decimal point or comma, and stepped by the arrow keys. The typed text stays unchanged until
 * the box is left, so that "1." on the way to "1.5" is not corrected while typing.
 * The browser's own number field reads "1,5" as 15 if the language's decimal mark is the point.
 */
export function NumberBox(props: NumberBoxProps) {
  const {
    id,
    label,
    unit,
    value,
    least,
    most,
    step,
    placeholder,
    rangeNote,
    isInline = false,
    tabIndex,
    onChange,
  } = props
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string | null>(null)
  const { locale } = useLocale()
  const shown = draft ?? (value === null ? '' : written(value, locale, isInline ? 1 : 0))
  const [isOutside, setOutside] = useState(false)
  const rangeId = useId()
  const isInvalid = draft !== null && parseNumber(draft) === undefined
  const clamp = (number: number) => Math.min(most, Math.max(least, number))
  const stepBy = (event: Event | KeyboardEvent, direction: number) => {
    event.preventDefault()
    setDraft(null)
    setOutside(false)
    // Sums of tenths are not exact: 0.1 + 0.2.
    onChange(clamp(Math.round(((value ?? 0) + direction * step) * 1000) / 1000))
  }
  const stepByKey = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    stepBy(event, direction)
  }
  const stepByWheel = useEffectEvent((event: WheelEvent) => {
    if (document.activeElement === event.currentTarget && event.deltaY !== 0)
      stepBy(event, -Math.sign(event.deltaY))
  })
  useEffect(() => {
    // React's own listener is passive, and the page would scroll.
    const stops = new AbortController()
    const onWheel = (event: WheelEvent) => stepByWheel(event)
    input.current?.addEventListener('wheel', onWheel, { passive: false, signal: stops.signal })
    return () => stops.abort()
  }, [])
  const box = (
    <div className={isInline ? styles.inlineBox : styles.box}>
      <input
        ref={input}
        tabIndex={tabIndex}
        id={id}
        type="text"
        role="spinbutton"
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        maxLength={MAX_TYPED}
        aria-label={label}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={value ?? undefined}
        aria-valuetext={value === null ? placeholder : undefined}
        aria-invalid={isInvalid || isOutside || undefined}
        aria-describedby={isOutside ? rangeId : undefined}
        placeholder={placeholder}
        value={shown}
        onKeyDown={stepByKey}
        onPointerDown={(event) => {
          if (!isInline || value === null) return
          dragNumber(event, (steps) => {
            onChange(clamp(Math.round((value + steps * step) * 1000) / 1000))
          })
        }}
        onChange={(event) => {
          setDraft(event.target.value)
          const number = parseNumber(event.target.value)
          if (number === undefined) return
          setOutside(number !== null && clamp(number) !== number)
          onChange(number === null ? null : clamp(number))
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
  )
  if (!isOutside || isInline) return box
  // Without words it needs no translation.
  const range = `${written(least, locale, 0)} – ${written(most, locale, 0)} ${unit}`
  return (
    <>
      {box}
      <p id={rangeId} role="alert" className={styles.range}>
        {[range.trim(), rangeNote].filter(Boolean).join(': ')}
      </p>
    </>
  )
}

/** By locale and decimals: creating a formatter takes longer than drawing the box. */
const formatters = new Map<string, Intl.NumberFormat>()

/** A number as the locale writes it while it is typed: with its decimal mark, a minimum of decimals, and no grouping. */
function written(value: number, locale: string, leastDecimals: number): string {
  const name = `${locale} ${leastDecimals}`
  const formatter =
    formatters.get(name) ??
    new Intl.NumberFormat(locale, {
      useGrouping: false,
      minimumFractionDigits: leastDecimals,
      maximumFractionDigits: 3,
    })
  formatters.set(name, formatter)
  return formatter.format(value).replace('-', '−')
}

/** Parses a typed number, with a point or a comma before the decimals. Null if empty, undefined if not a number. */
function parseNumber(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^[-−]?(?=.*\d)\d*[.,]?\d*$/.test(text)
    ? Number(text.replace(',', '.').replace('−', '-'))
    : undefined
}

/** A press that moves less than this is a click. */
const LEAST_DRAG_PX = 3
/** The distance of the pointer for one step. */
const STEP_PX = 4

/**
 * Follows a press on a number: dragged sideways, `onSteps` is called with the steps from the start; a press released where
 * it began puts the cursor into the field. A focused field keeps the press for selecting its text.
 */
function dragNumber(event: PointerEvent<HTMLInputElement>, onSteps: (steps: number) => void): void {
  const input = event.currentTarget
  if (event.button !== 0 || document.activeElement === input) return
  event.preventDefault()
  const startX = event.clientX
  let isDragged = false
  const stops = new AbortController()
  const { signal } = stops
  window.addEventListener(
    'pointermove',
    ({ clientX, pointerId }) => {
      if (pointerId !== event.pointerId) return
      isDragged ||= Math.abs(clientX - startX) >= LEAST_DRAG_PX
      if (isDragged) onSteps(Math.round((clientX - startX) / STEP_PX))
    },
    { signal },
  )
  const end = ({ type, pointerId }: globalThis.PointerEvent) => {
    if (pointerId !== event.pointerId) return
    stops.abort()
    if (type === 'pointercancel' || isDragged) return
    input.focus()
    input.select()
  }
  window.addEventListener('pointerup', end, { signal })
  window.addEventListener('pointercancel', end, { signal })
}

interface CountFieldProps {
  readonly label: string
  /** Null is shown as empty, with the placeholder. */
  readonly value: number | null
  readonly least: number
  readonly most: number
  readonly placeholder?: string
  /** Called with whole numbers only. */
  readonly onChange: (value: number) => void
}

/** A whole number, typed or stepped by one. */
export function CountField({ label, value, least, most, placeholder, onChange }: CountFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
      </div>
      <NumberBox
        id={id}
        unit=""
        value={value}
        least={least}
        most={most}
        step={1}
        placeholder={placeholder}
        onChange={(typed) => {
          if (typed !== null && Number.isInteger(typed)) onChange(typed)
        }}
      />
    </div>
  )
}

interface SecondsFieldProps {
  readonly label: string
  /** The unit, as shown after the number. */
  readonly unit: string
  /** Null is shown as empty, with the placeholder. */
  readonly valueMs: number | null
  readonly maxMs: number
  readonly placeholder?: string
  readonly hint?: Hint | undefined
  /** Whether it is drawn as a number in a line of text, with the label for screen readers only. */
  readonly isInline?: boolean
  readonly tabIndex?: 0 | -1
  /** Called while typing; null if the field is empty. */
  readonly onChange: (valueMs: number | null) => void
}

const STEP_SECONDS = 0.1

/** A length of time: stored in ms, shown and typed in seconds, stepped by a tenth. */
export function SecondsField(props: SecondsFieldProps) {
  const { label, unit, valueMs, maxMs, placeholder, hint, isInline = false, tabIndex, onChange } = props
  const id = useId()
  return (
    <div className={isInline ? styles.inline : styles.field}>
      <div className={isInline ? 'visually-hidden' : styles.label}>
        <label htmlFor={id}>{label}</label>
        <FieldHint hint={hint} />
      </div>
      <NumberBox
        id={id}
        unit={unit}
        value={valueMs === null ? null : valueMs / 1000}
        least={0}
        most={maxMs / 1000}
        step={STEP_SECONDS}
        placeholder={placeholder}
        isInline={isInline}
        tabIndex={tabIndex}
        onChange={(seconds) => {
          onChange(seconds === null ? null : Math.round(seconds * 1000))
        }}
      />
    </div>
  )
}
