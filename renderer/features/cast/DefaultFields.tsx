import { patchDefaults } from '../../../shared/story/castCommands.ts'
import { openStory } from '../../actions/editing.ts'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { useOfStory, useWorld } from '../../hooks/world.ts'
import { UnreadOf } from './UnreadOf.tsx'

/** How blocks without a character are spoken. */
export function DefaultFields() {
  const world = useWorld()
  const defaults = useOfStory((story) => story.info.defaults)
  return (
    <SpeechSettingsFields
      settings={defaults}
      voiceFor={{ kind: 'story' }}
      voiceWarning={<UnreadOf id={null} />}
      onChange={(patch, { label, coalesceKey }) => {
        const story = openStory(world)
        if (story === null) return
        world.edit(label, patchDefaults(story, patch), coalesceKey && `${coalesceKey}:defaults`)
      }}
    />
  )
}
