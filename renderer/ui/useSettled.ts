import { useEffect, useState } from 'react'

/** A debounced value, for drawings that need not follow every keystroke. */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (settled === value) return undefined
    const timer = setTimeout(() => {
      setSettled(value)
    }, restMs)
    return () => {
      clearTimeout(timer)
    }
  }, [settled, value, restMs])
  return settled
}
