/** The answer of the reader of files. */
import * as z from 'zod'
import { importSourceSchema } from '../import/source.ts'
import { importTableSchema } from '../import/table.ts'
import { encodingSamplesSchema, textEncodingSchema } from './views.ts'

/** A file that was read, before anything is made of it. */
export const importReadingSchema = z.strictObject({
  name: z.string(),
  sizeBytes: z.int().min(0),
  source: importSourceSchema,
  /** Set for a table, whose columns can be mapped in another way; `source` is by their names. */
  table: importTableSchema.nullable(),
  /** Set for a text. */
  encoding: z
    .strictObject({ name: textEncodingSchema, isSure: z.boolean(), samples: encodingSamplesSchema })
    .nullable(),
})
export type ImportReading = z.infer<typeof importReadingSchema>
