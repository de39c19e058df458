/**
 * A story as one JSON file that people can read, compare and share: `{"fabula": 2, "description"?, "records": […]}`. The number is the
 * FORMAT_VERSION of project files, and the records are those of shared/story/records.ts. It contains no audio, and therefore no music.
 */
import * as z from 'zod'
import { formatFieldPath } from '../../../shared/speech-api/errors.ts'
import {
  LAST_UNRELEASED_VERSION,
  OLDEST_FORMAT_VERSION,
  upgradeStored,
} from '../../../shared/project-file/format.ts'
import { type StoryRecord, storyRecordSchema } from '../../../shared/story/records.ts'
import { MAX_STORY_PARAGRAPHS } from '../../../shared/story/limits.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

const portableStorySchema = z.strictObject({
  fabula: z.int().min(OLDEST_FORMAT_VERSION),
  /** One sentence for users who choose among stories. */
  description: z.string().max(1000).default(''),
  records: z.array(storyRecordSchema),
})

const versionedSchema = z.looseObject({
  fabula: z.int().min(OLDEST_FORMAT_VERSION).max(LAST_UNRELEASED_VERSION),
  records: z.array(z.unknown()),
})

export interface PortableStory {
  readonly title: string
  readonly description: string
  readonly records: StoryRecord[]
}

/** Whether parsed JSON is meant to be a portable story. */
export function isPortableStory(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'fabula' in json
}

/**
 * Reads a portable story. Throws `story-file-newer` for a format that this version does not know, `document-too-many-paragraphs`, and
 * `story-file-invalid` naming the field if it is invalid.
 */
export function parsePortableStory(json: unknown): PortableStory {
  const version = z.object({ fabula: z.int().min(LAST_UNRELEASED_VERSION + 1) }).safeParse(json)
  if (version.success) throw new UserFacingError('story-file-newer')
  const parsed = portableStorySchema.safeParse(toCurrentFormat(json))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalid(formatFieldPath(issue?.path ?? []), issue?.message ?? '')
  }
  const { description, records } = parsed.data
  const [info, ...others] = records.filter((record) => record.type === 'story')
  if (info === undefined || others.length > 0) throw invalid('records', 'must hold exactly one story record')
  const ids = new Set<string>()
  for (const [index, { id }] of records.entries()) {
    if (ids.has(id)) throw invalid(`records[${index}].id`, `“${id}” is there twice`)
    ids.add(id)
  }
  return { title: info.title, description, records: records.filter(({ type }) => type !== 'music') }
}

/**
 * A portable story with all fields of this version's records: one written before the first release, or by hand, may omit those that have
 * defaults. JSON of another shape is returned unchanged, and refused later.
 */
function toCurrentFormat(json: unknown): unknown {
  const known = versionedSchema.safeParse(json)
  if (!known.success) return json
  const { records } = known.data
  if (records.length > MAX_STORY_PARAGRAPHS)
    throw new UserFacingError('document-too-many-paragraphs', { limit: MAX_STORY_PARAGRAPHS })
  return {
    ...known.data,
    records: records.map((value) => upgradeStored('records', value, OLDEST_FORMAT_VERSION)),
  }
}

function invalid(field: string, message: string): UserFacingError {
  return new UserFacingError('story-file-invalid', { field, message })
}
