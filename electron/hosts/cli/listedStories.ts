import { randomUUID } from 'node:crypto'
import { createLexiconStore } from '../../app/lexiconStore.ts'
import { systemClock } from '../../lib/clock.ts'
import { createOpenProjects } from '../../project/openProjects.ts'
import { createProjects } from '../../project/projects.ts'
import type { ListedStories } from '../../project/storiesUsing.ts'

/** The stories that the app over this folder lists. None of them is open. */
export function listedStories(dataDir: string): ListedStories {
  const openProjects = createOpenProjects(systemClock)
  const commonLexicon = createLexiconStore(dataDir).entries
  const options = { dataDir, now: Date.now, createId: randomUUID, openProjects, commonLexicon }
  return { openProjects, projects: createProjects(options) }
}
