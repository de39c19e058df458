import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { describeIssues } from '../../../shared/speech-api/errors.ts'
import { storyMakerRequestSchema, type ParsedStoryBlock } from '../../../shared/speech-api/requests.ts'
import { ranksBefore } from '../../../shared/story/ordering.ts'
import {
  BLANK_BLOCK,
  blockIdSchema,
  BUILT_IN_CONNECTION,
  NO_BOOK,
  NO_SILENCES,
  storyIdSchema,
  type Block,
  type StoryInfo,
  type StoryRecord,
} from '../../../shared/story/records.ts'
import {
  DEFAULT_SETTINGS,
  overridesBetween,
  settingsFromRequest,
  type SpeechSettings,
} from '../../../shared/story/speechSettings.ts'

/**
 * The records of a story from the body of a story-maker request. The first block's settings become the story's own; the other blocks
 * override the settings that differ, so that exporting produces the same body. Throws `request-invalid` naming the field.
 */
export function storyFromRequest(
  json: unknown,
  newId: () => string,
): { title: string; records: StoryRecord[] } {
  const parsed = storyMakerRequestSchema.safeParse(json)
  if (!parsed.success) {
    const [first] = describeIssues(parsed.error)
    throw new UserFacingError('request-invalid', {
      field: first?.field ?? 'body',
      message: first?.message ?? '',
    })
  }
  const { name, blocks } = parsed.data
  const [first] = blocks
  const defaults = first === undefined ? DEFAULT_SETTINGS : settingsFromRequest(first)
  const ranks = ranksBefore([], null, blocks.length)
  const info: StoryInfo = {
    type: 'story',
    id: storyIdSchema.parse(newId()),
    title: name,
    connectionId: BUILT_IN_CONNECTION,
    defaults,
    silenceRules: NO_SILENCES,
    renderWay: null,
    book: NO_BOOK,
    language: null,
    speaksTitles: false,
  }
  const records = [
    info,
    ...blocks.map((block, index) =>
      toBlock(block, defaults, blockIdSchema.parse(newId()), ranks[index] ?? ''),
    ),
  ]
  return { title: name, records }
}

function toBlock(block: ParsedStoryBlock, defaults: SpeechSettings, id: Block['id'], rank: string): Block {
  const durationMs = block.duration_ms ?? block.duration * 1000
  const silenceBeforeMs = block.silence_before_ms ?? block.silence_before * 1000
  return {
    ...BLANK_BLOCK,
    type: 'block',
    id,
    rank,
    name: block.name,
    text: block.input,
    ...overridesBetween(settingsFromRequest(block), defaults),
    silenceBeforeMs: silenceBeforeMs === 0 ? null : silenceBeforeMs,
    durationMs: durationMs === 0 ? null : durationMs,
  }
}
