import { basename } from 'node:path'
import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { VibeView } from '../../../shared/ipc/libraryContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Vibe } from '../../../shared/speech-api/vibes.ts'
import { formatVibeFile, type VibeWords } from '../../../shared/story/vibes.ts'
import { writeExport } from '../../lib/files/writeExport.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { Projects } from '../../project/projects.ts'
import { storiesWithVibe } from '../../project/storiesUsing.ts'
import type { Connections } from '../../speech/connections.ts'
import type { Clock } from '../../lib/clock.ts'
import { createVibesClient, type VibesClient } from '../../speech/vibesClient.ts'
import type { Takes } from '../../jobs/takes.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'

export interface VibesHandlersOptions {
  readonly connections: Connections
  readonly projects: Pick<Projects, 'recents' | 'pathOf'>
  readonly openProjects: Pick<OpenProjects, 'get' | 'at'>
  readonly takes: Pick<Takes, 'audition'>
  readonly files: Pick<HostFiles, 'pathOf' | 'downloadLink'>
  readonly clock: Clock
}

type VibesChannel = Extract<keyof Handlers, `vibes:${string}`>

/** The library of vibes, which is stored only by the story's service. */
export function createVibesHandlers(options: VibesHandlersOptions): Pick<Handlers, VibesChannel> {
  const { connections, projects, openProjects, takes, files, clock } = options

  async function libraryOf(connectionId: string): Promise<VibesClient> {
    const { baseUrl, key } = await connections.get(connectionId)
    return createVibesClient({ baseUrl, key, clock })
  }

  return {
    async 'vibes:list'({ connectionId }) {
      const { baseUrl } = await connections.get(connectionId)
      const library = await libraryOf(connectionId)
      const [custom, master] = await Promise.all([library.listCustom(), library.listMaster()])
      if (custom === null && master === null)
        throw new UserFacingError('vibes-not-offered', { host: new URL(baseUrl).host })
      return { custom: custom?.map(toView) ?? null, master: master?.map(toView) ?? null }
    },
    async 'vibes:search'({ connectionId, text }) {
      const library = await libraryOf(connectionId)
      return (await library.search(text)).map(toView)
    },
    async 'vibes:create'({ connectionId, vibe }) {
      const library = await libraryOf(connectionId)
      return toView(await library.create(toRequest(vibe)))
    },
    async 'vibes:update'({ connectionId, id, vibe }) {
      const library = await libraryOf(connectionId)
      return toView(await library.update(id, toRequest(vibe)))
    },
    async 'vibes:usedIn'({ connectionId, id, recentId }) {
      const stories = storiesWithVibe(connectionId, id, { projects, openProjects })
      return { titles: stories.filter((story) => story.id !== recentId).map(({ title }) => title) }
    },
    async 'vibes:remove'({ connectionId, id }) {
      const library = await libraryOf(connectionId)
      return { wasThere: await library.remove(id) }
    },
    async 'vibes:writeFile'({ ref, vibes }) {
      const path = await files.pathOf(ref, 'export-vibes')
      writeExport(path, formatVibeFile(vibes))
      return { fileName: basename(path), download: files.downloadLink(path) }
    },
    'vibes:audition': async ({ projectId, blockId, despite, ...line }) =>
      takes.audition(openProjects.get(projectId), blockId, line, despite),
  }
}

function toView({ id, name, prompt, isMaster }: Vibe): VibeView {
  return { id, name, prompt, isMaster }
}

function toRequest({ name, prompt }: VibeWords) {
  return { vibe: name, prompt }
}
