import { useEffect, useState } from 'react'
import type { Ledger } from '../../shared/ipc/jobsContract.ts'
import { useApp } from './app.ts'

/** Delay, because many conversions may change at once. */
const REST_MS = 300

/** The costs of speech, kept up to date while shown; null until the host has answered. */
export function useLedger(): Ledger | null {
  const app = useApp()
  const [ledger, setLedger] = useState<Ledger | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () => {
      app.bridge.call('ledger:get', {}).then(setLedger, app.report)
    }
    load()
    const stop = app.bridge.on('jobs:changed', () => {
      clearTimeout(timer)
      timer = setTimeout(load, REST_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [app])
  return ledger
}
