/** Music copied along with blocks, of this or another story: first its audio, then the edit. */
import type { Input } from '../../shared/ipc/contract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { musicOfChange, withStoredMusic } from '../../shared/story/copiedMusic.ts'
import type { Change } from '../../shared/story/changes.ts'
import type { Story } from '../../shared/story/story.ts'
import { storyOf, type Session } from '../stores/app.ts'

/** Where the audio of music is; null if it is not known. */
export type MusicSource = Input<'music:copy'>['from'] | null

/**
 * Calls `edit` with the change that `make` returns for the open story, with the music whose audio is in its file or could be copied there. The
 * audio is copied before the edit, so that this is one step to undo; without music the edit is immediate. Does nothing if
 * another story was opened meanwhile. Music that could not be copied is reported.
 */
export async function editWithMusic(
  session: Session,
  from: MusicSource,
  make: (story: Story) => Change,
  edit: (change: Change) => void,
): Promise<void> {
  const { story, project } = session.story.getState()
  const { projectId } = project
  const first = make(story)
  const wanted = musicOfChange(first)
  if (wanted.length === 0) {
    edit(first)
    return
  }
  const stored = new Map<string, number>()
  let failure: unknown = null
  try {
    const audioIds = [...new Set(wanted.map(({ audioId }) => audioId))]
    const copied =
      from === null ? [] : (await session.bridge.call('music:copy', { projectId, from, audioIds })).audio
    for (const { audioId, audioMs } of copied) stored.set(audioId, audioMs)
  } catch (error) {
    failure = error
  }
  if (session.isClosed()) return
  const change = withStoredMusic(make(storyOf(session)), stored)
  edit(change)
  const count = musicOfChange(change).length
  if (count > 0) session.announce('music.copied', { count })
  const left = wanted.length - count
  const isGone = failure instanceof UserFacingError && failure.code === 'recent-not-found'
  if (left > 0) session.note('music.notCopied', { count: left })
  if (failure !== null && !isGone) session.report(failure)
}
