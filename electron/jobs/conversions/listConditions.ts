/** What a filter of the list means in SQL. */
import type { SQLInputValue } from 'node:sqlite'
import type { ConversionFilter } from '../../../shared/ipc/conversionsContract.ts'
import type { JobState } from '../../../shared/jobs/job.ts'
import { foldText } from './libraryDatabase.ts'

type Group = NonNullable<ConversionFilter['group']>

const STATES: Readonly<Record<Group, readonly JobState[]>> = {
  waiting: ['sending', 'accepted'],
  unknown: ['unknown'],
  completed: ['completed'],
  failed: ['failed', 'dismissed'],
}

export interface Condition {
  readonly sql: string
  readonly params: readonly SQLInputValue[]
}

/** A condition on rows of `conversions`, with the values of its placeholders. */
export function conditionOf({ text = '', group, connectionId }: ConversionFilter): Condition {
  const states = group === undefined ? [] : STATES[group]
  const sought = foldText(text.trim())
  const fields = `json_extract(json, '$.input') || char(10) || story_title || char(10) || coalesce(uuid, '')`
  const conditions = [
    ...(states.length === 0 ? [] : [`state IN (${states.map(() => '?').join(', ')})`]),
    ...(connectionId === undefined ? [] : ['connection_id = ?']),
    ...(sought === '' ? [] : [`has_text(${fields}, ?)`]),
  ]
  return {
    sql: conditions.length === 0 ? 'TRUE' : conditions.join(' AND '),
    params: [
      ...states,
      ...(connectionId === undefined ? [] : [connectionId]),
      ...(sought === '' ? [] : [sought]),
    ],
  }
}
