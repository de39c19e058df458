import { patchDefaults } from '../../../shared/story/castCommands.ts'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { useOfStory, useSession } from '../../hooks/session.ts'
import { storyOf } from '../../stores/app.ts'
import { UnreadOf } from './UnreadOf.tsx'

/** How blocks without a character are spoken. */
export function DefaultFields() {
  const session = useSession()
  const defaults = useOfStory((story) => story.info.defaults)
  return (
    <SpeechSettingsFields
      settings={defaults}
      voiceFor={{ kind: 'story' }}
      voiceWarning={<UnreadOf id={null} />}
      onChange={(patch, { label, coalesceKey }) => {
        const story = storyOf(session)
        session.edit(label, patchDefaults(story, patch), coalesceKey && `${coalesceKey}:defaults`)
      }}
    />
  )
}
