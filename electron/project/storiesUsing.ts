/** Which stories of the list use voices or a vibe. */
import type { Recent } from '../../shared/ipc/views.ts'
import { settingsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { isVibeUsed, usesOfVibe } from '../../shared/story/vibes.ts'
import type { OpenProjects } from './openProjects.ts'
import type { Projects } from './projects.ts'
import { readStoryFile } from './readProject.ts'

/** The stories to search. */
export interface ListedStories {
  readonly projects: Pick<Projects, 'recents' | 'pathOf'>
  readonly openProjects: Pick<OpenProjects, 'at'>
}

/** The titles of the stories in the list that use one of the voices, by the voices' ids. Unreadable stories are left out. */
export function storiesWithVoices(voices: ReadonlySet<string>, listed: ListedStories): string[] {
  return storiesThat((story) => usesVoice(story, voices), listed).map(({ title }) => title)
}

/** The stories in the list that use a vibe of a connection's library. Unreadable stories are left out. */
export function storiesWithVibe(connectionId: string, vibeId: number, listed: ListedStories): Recent[] {
  return storiesThat(
    (story) => story.info.connectionId === connectionId && isVibeUsed(usesOfVibe(story, vibeId)),
    listed,
  )
}

function storiesThat(use: (story: Story) => boolean, { projects, openProjects }: ListedStories): Recent[] {
  /** Null if it cannot be read. */
  function storyAt(path: string): Story | null {
    try {
      return openProjects.at(path)?.project.story() ?? readStoryFile(path)
    } catch {
      return null
    }
  }
  return projects.recents().filter(({ id, exists }) => {
    const story = exists ? storyAt(projects.pathOf(id)) : null
    return story !== null && use(story)
  })
}

/** Whether a block of the story, or a character of its cast, speaks with one of the voices. */
function usesVoice(story: Story, voices: ReadonlySet<string>): boolean {
  return (
    story.cast.some(({ settings }) => voices.has(settings.voiceId)) ||
    story.sequence.some((entry) => entry.type === 'block' && voices.has(settingsOf(story, entry).voiceId))
  )
}
