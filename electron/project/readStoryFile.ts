import type { Story } from '../../shared/story/story.ts'
import { openConnection } from './connection.ts'
import { readProject } from './readProject.ts'

/** The story in a project file of any format version that is not open here. The file is not changed. Throws the errors of `openConnection`. */
export function readStoryFile(path: string): Story {
  const { connection, content } = openConnection(path, readProject)
  connection.close()
  return content.story
}
