/** Tells, before the voices of this computer speak, which texts are in letters that their voices do not read. */
import { scripts } from '../../../shared/messages/scripts.ts'
import type { Story } from '../../../shared/story/story.ts'
import { unreadBlocksOf } from '../../../shared/story/unreadBlocks.ts'
import type { PackLanguages } from '../../../shared/voices/packLanguages.ts'
import { voicesReading } from '../../../shared/voices/scripts.ts'

/** A sentence for each voice and script that do not go together, in the order of the story. */
export function scriptWarnings(story: Story, packs: PackLanguages): string[] {
  return unreadBlocksOf(story, packs).map(({ voiceId, script }) => {
    if (script === 'Kanji')
      return `The voice ${voiceId} reads kana only, and reads kanji wrong. Write them in kana.`
    const offered = voicesReading(script)
      .slice(0, 3)
      .map(({ id, name }) => `${id} (${name})`)
    const voices =
      offered.length === 0 ? 'No local voice reads them.' : `Voices that read them: ${offered.join(', ')}.`
    return `The voice ${voiceId} does not read ${scripts[script]} and spells them one by one. ${voices}`
  })
}
