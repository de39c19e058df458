/**
 * The states of a conversion. Services send integers (and the flat text-to-speech shape a word); an integer that is not
 * listed here is kept, named by its number, and treated as in progress.
 */
export const STATUS = {
  converting: 1,
  completed: 2,
  failed: 3,
  reworking: 11,
  joiningAudio: 12,
  mergingAudio: 13,
  downloadingAudio: 14,
  /** Used by the embedded service only: another engine is busy, or still loading. */
  waitingForEngine: 114,
} as const

type StatusName = keyof typeof STATUS

const NAMES: ReadonlyMap<number, StatusName> = new Map([
  [STATUS.converting, 'converting'],
  [STATUS.completed, 'completed'],
  [STATUS.failed, 'failed'],
  [STATUS.reworking, 'reworking'],
  [STATUS.joiningAudio, 'joiningAudio'],
  [STATUS.mergingAudio, 'mergingAudio'],
  [STATUS.downloadingAudio, 'downloadingAudio'],
  [STATUS.waitingForEngine, 'waitingForEngine'],
])

const PUBLISHED_LABELS: Readonly<Record<StatusName, string>> = {
  converting: 'Converting',
  completed: 'Completed',
  failed: 'Error',
  reworking: 'Reworking',
  joiningAudio: 'Joining Audio',
  mergingAudio: 'Merging Audio',
  downloadingAudio: 'Downloading Audio',
  waitingForEngine: 'Waiting for the Voice Server',
}

/** The name of a state, or null for an integer that the interface does not list. */
function statusName(status: number): StatusName | null {
  return NAMES.get(status) ?? null
}

/** The published English words for a state; an unknown one is "Status N". */
export function statusLabel(status: number): string {
  const name = statusName(status)
  return name === null ? `Status ${status}` : PUBLISHED_LABELS[name]
}

/** Whether a conversion in this state is final. Unknown states count as in progress. */
export function isTerminalStatus(status: number): boolean {
  return status === STATUS.completed || status === STATUS.failed
}

/** Reads a state as services send it: an integer, digits in a string, or the word of the flat shape. */
export function parseStatus(value: unknown): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null
  if (typeof value !== 'string') return null
  const word = value.trim().toLowerCase()
  if (/^\d{1,9}$/.test(word)) return Number(word)
  if (['completed', 'complete', 'success', 'succeeded', 'done'].includes(word)) return STATUS.completed
  if (['error', 'failed', 'failure'].includes(word)) return STATUS.failed
  return word === '' ? null : STATUS.converting
}

/**
 * Credits as Fabula counts them: whole, and never below 0. Returns null for any other number, from a service or from a file of an
 * older version: such a number is meaningless.
 */
export function readCredits(said: number | null | undefined): number | null {
  if (typeof said !== 'number' || !(said >= 0)) return null
  const whole = Math.round(said)
  return Number.isSafeInteger(whole) ? whole + 0 : null // -0 becomes 0
}
