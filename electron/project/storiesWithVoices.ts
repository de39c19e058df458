/** Which stories of the list speak with given voices. */
import { settingsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { OpenProjects } from './openProjects.ts'
import type { Projects } from './projects.ts'
import { readStoryFile } from './readStoryFile.ts'

/** Where stories are looked for. */
export interface ListedStories {
  readonly projects: Pick<Projects, 'recents' | 'pathOf'>
  readonly openProjects: Pick<OpenProjects, 'at'>
}

/** The titles of the stories in the list that use one of the voices, by the voices' ids. A story that cannot be read now is left out. */
export function storiesWithVoices(
  voices: ReadonlySet<string>,
  { projects, openProjects }: ListedStories,
): string[] {
  /** Null where it cannot be read now. */
  function storyAt(path: string): Story | null {
    try {
      return openProjects.at(path)?.project.story() ?? readStoryFile(path)
    } catch {
      return null
    }
  }
  return projects
    .recents()
    .filter(({ id, exists }) => {
      const story = exists ? storyAt(projects.pathOf(id)) : null
      return story !== null && usesVoice(story, voices)
    })
    .map(({ title }) => title)
}

/** Whether a block of the story, or a character of its cast, speaks with one of the voices. */
function usesVoice(story: Story, voices: ReadonlySet<string>): boolean {
  return (
    story.cast.some(({ settings }) => voices.has(settings.voiceId)) ||
    story.sequence.some((entry) => entry.type === 'block' && voices.has(settingsOf(story, entry).voiceId))
  )
}
