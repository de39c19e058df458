import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Example } from '../../../shared/ipc/views.ts'
import type { StoryRecord } from '../../../shared/story/records.ts'
import { parsePortableStory, type PortableStory } from './portableStory.ts'

const EXTENSION = '.fabula.json'

/** The example stories for new users. An example's id is its file's name without the extension. */
export interface Examples {
  /** Sorted by file name. */
  list(): Promise<Example[]>
  /** Throws `example-gone` if there is no such example. */
  readRecords(id: string): Promise<{ title: string; records: StoryRecord[] }>
}

/** The examples in a folder of portable stories, whose path the host provides. */
export function createExamples(folder: string): Examples {
  async function listIds(): Promise<string[]> {
    const names = await readdir(folder)
    return names
      .filter((name) => name.endsWith(EXTENSION))
      .map((name) => basename(name, EXTENSION))
      .sort()
  }

  async function read(id: string): Promise<PortableStory> {
    return parsePortableStory(JSON.parse(await readFile(join(folder, `${id}${EXTENSION}`), 'utf8')))
  }

  return {
    async list() {
      const ids = await listIds()
      return Promise.all(
        ids.map(async (id) => {
          const { title, description } = await read(id)
          return { id, title, description }
        }),
      )
    },
    async readRecords(id) {
      // Only listed examples are opened: an id comes from outside and must not be used as a path.
      if (!(await listIds()).includes(id)) throw new UserFacingError('example-gone')
      const { title, records } = await read(id)
      return { title, records }
    },
  }
}
