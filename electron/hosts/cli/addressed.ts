import { chooseConnection } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { Project } from '../../project/project.ts'

/** A project as it is for one run, in which a connection speaks its story. The choice is not stored. */
export function addressedTo(project: Project, connectionId: string): Project {
  const addressed = new WeakMap<Story, Story>()
  return {
    ...project,
    get path() {
      return project.path
    },
    story() {
      const story = project.story()
      if (story.info.connectionId === connectionId) return story
      const known = addressed.get(story) ?? apply(story, chooseConnection(story, connectionId))
      addressed.set(story, known)
      return known
    },
  }
}
