/** Tells, before the built-in voices speak, which texts are in letters that their voices do not read. */
import { spokenBlocksOf } from '../../../shared/story/storyRequest.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { unreadScript, voicesReading } from '../../../shared/voices/scripts.ts'

/** A sentence for each voice and script that do not go together, in the order of the story. */
export function scriptWarnings(story: Story): string[] {
  const warnings = spokenBlocksOf(story).flatMap((block) => {
    const { voiceId } = settingsOf(story, block)
    const script = unreadScript(block.text, voiceId)
    if (script === null) return []
    const offered = voicesReading(script)
      .filter(({ id }) => id !== voiceId)
      .slice(0, 3)
      .map(({ id, name }) => `${id} (${name})`)
    return [
      `The voice ${voiceId} does not read ${script} letters and spells them one by one. Voices that read them: ${offered.join(', ')}.`,
    ]
  })
  return [...new Set(warnings)]
}
