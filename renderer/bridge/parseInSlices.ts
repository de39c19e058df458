import * as z from 'zod'
import { nextTask } from './nextTask.ts'

/** So many elements are parsed before the page can do something else: a few milliseconds. */
const SLICE = 400

/**
 * Parses as a schema does, but the long lists of an object in slices, between which the page can draw and hear: the records of a novel would hold
 * it up. Throws what the schema throws.
 */
export async function parseInSlices(schema: z.ZodType, value: unknown): Promise<unknown> {
  const lists = longListsOf(schema, value)
  if (lists.length === 0) return schema.parse(value)
  const parsed: Record<string, unknown[]> = {}
  for (const { name, element, items } of lists) {
    const done: unknown[] = []
    for (let from = 0; from < items.length; from += SLICE) {
      if (from > 0) await nextTask()
      for (const item of items.slice(from, from + SLICE)) done.push(z.parse(element, item))
    }
    parsed[name] = done
  }
  const empty = Object.fromEntries(lists.map(({ name }) => [name, []]))
  return { ...Object(schema.parse({ ...Object(value), ...empty })), ...parsed }
}

/** The fields of an object that are long lists without a rule of their own, such as a greatest length. */
function longListsOf(schema: z.ZodType, value: unknown) {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, items]) => {
    const list: unknown = schema.shape[name]
    if (!(list instanceof z.ZodArray) || !Array.isArray(items) || items.length <= SLICE) return []
    return (list.def.checks ?? []).length > 0 ? [] : [{ name, element: list.element, items }]
  })
}
