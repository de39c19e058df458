/** Music and effects of the open story: adding them from files or along with copied blocks, changing, moving and deleting them. */
import i18next from 'i18next'
import { extensionsFor } from '../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { type Layout, spanIndexAt } from '../../shared/story/layout.ts'
import {
  addMusic,
  findMusic,
  musicOfChange,
  type MusicPatch,
  patchMusic,
  removeMusic,
  withStoredMusic,
} from '../../shared/story/musicCommands.ts'
import { type Change, isEmptyChange } from '../../shared/story/changes.ts'
import type { Music, MusicId, MusicPlace } from '../../shared/story/records.ts'
import { blockNumber, sectionsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { layoutOf } from '../stores/timing.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { inspectMusic, leaveMusic } from '../stores/editorStore.ts'
import { showPanel } from './panels.ts'
import type { Input } from '../../shared/ipc/contract.ts'

/** Where music is put: a bed under a chapter or blocks, or an effect; by default at the selected blocks or the playhead. */
export interface WantedPlace {
  readonly kind: 'bed' | 'effect'
  /** A time of the story; by default the selected blocks or the playhead. */
  readonly atMs?: number
}

/** Lets the writer choose an audio file, which becomes music of the story. */
export function chooseMusic(session: Session, kind: WantedPlace['kind']): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = extensionsFor('music').join(',')
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file !== undefined && !session.isClosed()) addMusicFile(session, file, { kind }).catch(session.report)
  })
  input.click()
}

/** Copies an audio file into the story and puts it at a place. Throws `music-unreadable`, `music-too-long` and `music-too-much`. */
export async function addMusicFile(session: Session, file: File, wanted: WantedPlace): Promise<void> {
  const projectId = session.story.getState().project.projectId
  const ref = await session.bridge.takeFile(file, 'music')
  const stored = await session.bridge.call('music:store', { projectId, ref })
  const story = storyOf(session)
  if (session.isClosed()) return
  const place = placeFor(session, story, wanted)
  const name = file.name.replace(/\.[^.]*$/, '')
  const id = session.newMusicId()
  const change = addMusic(story, { id, name, place, ...stored })
  if (isEmptyChange(change)) throw new UserFacingError('music-too-much')
  session.edit('edits.addMusic', change)
  chooseMusicClip(session, id)
  session.note('music.added', { name, place: placeText(storyOf(session), place) })
}

/** Shows music in the inspector. */
export function chooseMusicClip(session: Session, id: MusicId): void {
  inspectMusic(session.editor, id)
}

/** Like `chooseMusicClip`, with the inspector open. */
export function showMusic(session: Session, id: MusicId): void {
  chooseMusicClip(session, id)
  showPanel(session, 'inspector')
}

/** Sets fields of music. Consecutive values of one field are one edit. */
export function changeMusic(session: Session, id: MusicId, patch: MusicPatch): void {
  const story = storyOf(session)
  session.edit('edits.music', patchMusic(story, id, patch), `music:${id}:${Object.keys(patch).join()}`)
}

/** Moves or trims music with a command of musicCommands.ts; consecutive key steps are one edit. */
export function placeMusic(
  session: Session,
  id: MusicId,
  make: (story: Story, layout: Layout) => Change,
  isByKey: boolean,
): void {
  const story = storyOf(session)
  const change = make(story, layoutOf(story, session.audio.getState().takes))
  session.edit('edits.moveMusic', change, isByKey ? `place:${id}` : undefined)
}

/** Deletes music; a note offers to restore it. */
export function deleteMusic(session: Session, id: MusicId): void {
  const story = storyOf(session)
  const music = findMusic(story, id)
  if (music === undefined) return
  session.edit('edits.deleteMusic', removeMusic(story, id))
  leaveMusic(session.editor)
  session.note(
    'music.deleted',
    { name: music.name },
    { label: 'app.undoDelete', run: async () => bringBack(session, music) },
  )
}

function bringBack(session: Session, music: Music): void {
  const story = storyOf(session)
  if (findMusic(story, music.id) === undefined) session.edit('edits.addMusic', { put: [music], remove: [] })
}

/** The anchor of music, in words. */
export function placeText(story: Story, place: MusicPlace): string {
  switch (place.kind) {
    case 'story':
      return i18next.t('music.under.story')
    case 'chapter': {
      const section = sectionsOf(story).find(({ chapter }) => chapter?.id === place.chapterId)
      if (section === undefined) return i18next.t('music.gone')
      const { number, chapter } = section
      return i18next.t('music.under.chapter', { number, title: chapter?.title ?? '' })
    }
    case 'range': {
      const [from, to] = [blockNumber(story, place.fromId), blockNumber(story, place.toId)]
      if (from === 0 || to === 0) return i18next.t('music.gone')
      return i18next.t('music.under.range', { from: Math.min(from, to), to: Math.max(from, to) })
    }
    case 'block': {
      const number = blockNumber(story, place.blockId)
      return number === 0 ? i18next.t('music.gone') : i18next.t('music.under.block', { number })
    }
  }
}

/** A place of another kind for music, near its current one. */
export function placeOfKind(
  session: Session,
  story: Story,
  kind: MusicPlace['kind'],
  atMs: number,
): MusicPlace | null {
  const layout = layoutOf(story, session.audio.getState().takes)
  const span = layout.spans[spanIndexAt(layout.spans, atMs)]
  const noOffsets = { startMs: 0, endMs: 0 }
  switch (kind) {
    case 'story':
      return { kind, ...noOffsets }
    case 'chapter': {
      const chapters = layout.chapters.filter(({ id }) => id !== null)
      const chapterId = (chapters.findLast(({ silenceStartMs }) => silenceStartMs <= atMs) ?? chapters[0])?.id
      return chapterId === undefined || chapterId === null ? null : { kind, chapterId, ...noOffsets }
    }
    case 'range': {
      const { selection } = session.editor.getState()
      const chosen = selection.map((id) => blockNumber(story, id)).filter((number) => number > 0)
      const [first, last] = [layout.spans[Math.min(...chosen) - 1], layout.spans[Math.max(...chosen) - 1]]
      const [from, to] = chosen.length > 1 ? [first, last] : [span, span]
      return from === undefined || to === undefined
        ? null
        : { kind, fromId: from.id, toId: to.id, ...noOffsets }
    }
    case 'block':
      return span === undefined
        ? null
        : { kind, blockId: span.id, startMs: Math.round(atMs) - span.startMs, lengthMs: null }
  }
}

function placeFor(session: Session, story: Story, { kind, atMs }: WantedPlace): MusicPlace {
  const layout = layoutOf(story, session.audio.getState().takes)
  const { selection } = session.editor.getState()
  const chosen =
    layout.spans[blockNumber(story, selection.at(-1) ?? layout.spans[0]?.id ?? ('' as never)) - 1]
  const timeMs = atMs ?? (kind === 'effect' ? session.player.positionMs() : (chosen?.startMs ?? 0))
  const wish = kind === 'effect' ? 'block' : atMs === undefined && selection.length > 1 ? 'range' : 'chapter'
  return placeOfKind(session, story, wish, timeMs) ?? { kind: 'story', startMs: 0, endMs: 0 }
}

/** The source of music's audio; null if it is not known. */
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
