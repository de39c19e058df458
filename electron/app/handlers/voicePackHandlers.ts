import type { Handlers } from '../../../shared/ipc/contract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { packVoiceId } from '../../../shared/voices/voicePacks.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'
import type { Report } from '../../lib/report.ts'
import type { OpenProjects } from '../../project/openProjects.ts'
import type { Projects } from '../../project/projects.ts'
import { readStoryFile } from '../../project/readStoryFile.ts'
import type { VoicePacks } from '../../speech/packs/voicePacks.ts'

export interface VoicePackHandlersOptions {
  readonly packs: VoicePacks
  readonly files: Pick<HostFiles, 'pathOf' | 'done' | 'showFile'>
  readonly projects: Pick<Projects, 'recents' | 'pathOf'>
  readonly openProjects: Pick<OpenProjects, 'at'>
  readonly report: Report
}

type VoicePackChannel = Extract<keyof Handlers, `voicePacks:${string}`>

export function createVoicePackHandlers(options: VoicePackHandlersOptions): Pick<Handlers, VoicePackChannel> {
  const { packs, files, projects, openProjects, report } = options

  /** The story in a file of the list; null where it cannot be read now. */
  function storyAt(path: string): Story | null {
    try {
      return openProjects.at(path)?.project.story() ?? readStoryFile(path)
    } catch {
      return null
    }
  }

  async function speakersOf(packId: string): Promise<ReadonlySet<string>> {
    const pack = (await packs.view()).packs.find(({ id }) => id === packId)
    if (pack === undefined) throw new UserFacingError('voice-unknown', { name: packId })
    return new Set(pack.speakers.map(({ id }) => packVoiceId(packId, id)))
  }

  return {
    'voicePacks:list': () => packs.view(),
    async 'voicePacks:get'({ packId }) {
      // What stops it is part of the pack's state, which the page is told.
      packs.get(packId).catch((error: unknown) => {
        if (!(error instanceof UserFacingError)) report('voice packs', error)
      })
      return {}
    },
    async 'voicePacks:stop'({ packId }) {
      packs.stop(packId)
      return {}
    },
    async 'voicePacks:add'({ ref }) {
      try {
        return { packId: (await packs.add(await files.pathOf(ref, 'voice'))).id }
      } finally {
        await files.done(ref)
      }
    },
    async 'voicePacks:stories'({ packId }) {
      const voices = await speakersOf(packId)
      return projects
        .recents()
        .filter(({ id, exists }) => {
          const story = exists ? storyAt(projects.pathOf(id)) : null
          return story !== null && usesVoice(story, voices)
        })
        .map(({ title }) => title)
    },
    async 'voicePacks:remove'({ packId }) {
      await packs.remove(packId)
      return {}
    },
    async 'voicePacks:showFolder'() {
      files.showFile((await packs.view()).folder)
      return {}
    },
  }
}

/** Whether a block of the story, or a character of its cast, speaks with one of the voices. */
function usesVoice(story: Story, voices: ReadonlySet<string>): boolean {
  return (
    story.cast.some(({ settings }) => voices.has(settings.voiceId)) ||
    story.sequence.some((entry) => entry.type === 'block' && voices.has(settingsOf(story, entry).voiceId))
  )
}
