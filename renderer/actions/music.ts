/** Music and effects of the open story: adding them from files, changing, moving and deleting them. */
import i18next from 'i18next'
import { extensionsFor } from '../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { spanIndexAt } from '../../shared/story/layout.ts'
import type { Layout } from '../../shared/story/layout.ts'
import { addMusic, findMusic, patchMusic, removeMusic } from '../../shared/story/musicCommands.ts'
import type { MusicPatch } from '../../shared/story/musicCommands.ts'
import { isEmptyChange } from '../../shared/story/changes.ts'
import type { Change } from '../../shared/story/changes.ts'
import type { Music, MusicId, MusicPlace } from '../../shared/story/records.ts'
import { blockNumber, sectionsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { layoutOf } from '../stores/timing.ts'
import type { World } from '../stores/world.ts'
import { openStory, storyStays } from './editing.ts'
import { showPanel } from './panels.ts'

/** Under what music is put: a bed under a chapter or blocks, or an effect; by default by the chosen blocks and the playhead. */
export interface WantedPlace {
  readonly kind: 'bed' | 'effect'
  /** A time of the story; the chosen blocks, or the playhead, where it is not given. */
  readonly atMs?: number
}

/** Lets the writer choose an audio file, which becomes music of the story. */
export function chooseMusic(world: World, kind: WantedPlace['kind']): void {
  const stays = storyStays(world)
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = extensionsFor('music').join(',')
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file !== undefined && stays()) addMusicFile(world, file, { kind }).catch(world.report)
  })
  input.click()
}

/** Copies an audio file into the story and puts it at a place. Throws `music-unreadable`, `music-too-long` and `music-too-much`. */
export async function addMusicFile(world: World, file: File, wanted: WantedPlace): Promise<void> {
  const projectId = world.story.getState().open?.project.projectId
  if (projectId === undefined) return
  const stays = storyStays(world)
  const ref = await world.bridge.takeFile(file, 'music')
  const stored = await world.bridge.call('music:store', { projectId, ref })
  const story = openStory(world)
  if (story === null || !stays()) return
  const place = placeFor(world, story, wanted)
  const name = file.name.replace(/\.[^.]*$/, '')
  const id = world.newMusicId()
  const change = addMusic(story, { id, name, place, ...stored })
  if (isEmptyChange(change)) throw new UserFacingError('music-too-much')
  world.edit('edits.addMusic', change)
  chooseMusicClip(world, id)
  world.note('music.added', { name, place: placeText(openStory(world) ?? story, place) })
}

/** Shows music in the inspector. */
export function chooseMusicClip(world: World, id: MusicId): void {
  world.view.setState({ chosenMusic: id, lexicon: null })
}

/** As `chooseMusicClip`, with the inspector open. */
export function showMusic(world: World, id: MusicId): void {
  chooseMusicClip(world, id)
  showPanel(world, 'inspector')
}

/** Sets fields of music. Values of one field that follow one another are one edit. */
export function changeMusic(world: World, id: MusicId, patch: MusicPatch): void {
  const story = openStory(world)
  if (story === null) return
  world.edit('edits.music', patchMusic(story, id, patch), `music:${id}:${Object.keys(patch).join()}`)
}

/** Moves or trims music by a command of musicCommands.ts; steps by keys that follow one another are one edit. */
export function placeMusic(
  world: World,
  id: MusicId,
  make: (story: Story, layout: Layout) => Change,
  isByKey: boolean,
): void {
  const story = openStory(world)
  if (story === null) return
  const change = make(story, layoutOf(story, world.audio.getState().takes))
  world.edit('edits.moveMusic', change, isByKey ? `place:${id}` : undefined)
}

/** Deletes music; a note offers to bring it back. */
export function deleteMusic(world: World, id: MusicId): void {
  const story = openStory(world)
  const music = story === null ? undefined : findMusic(story, id)
  if (story === null || music === undefined) return
  world.edit('edits.deleteMusic', removeMusic(story, id))
  world.view.setState({ chosenMusic: null })
  world.note(
    'music.deleted',
    { name: music.name },
    { label: 'app.undoDelete', run: async () => bringBack(world, music) },
  )
}

function bringBack(world: World, music: Music): void {
  const story = openStory(world)
  if (story !== null && findMusic(story, music.id) === undefined)
    world.edit('edits.addMusic', { put: [music], remove: [] })
}

/** What music is tied to, in words. */
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

/** A place of another kind for music, near to where it is. */
export function placeOfKind(
  world: World,
  story: Story,
  kind: MusicPlace['kind'],
  atMs: number,
): MusicPlace | null {
  const layout = layoutOf(story, world.audio.getState().takes)
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
      const { selection } = world.view.getState()
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

function placeFor(world: World, story: Story, { kind, atMs }: WantedPlace): MusicPlace {
  const layout = layoutOf(story, world.audio.getState().takes)
  const { selection } = world.view.getState()
  const chosen =
    layout.spans[blockNumber(story, selection.at(-1) ?? layout.spans[0]?.id ?? ('' as never)) - 1]
  const timeMs = atMs ?? (kind === 'effect' ? world.player.positionMs() : (chosen?.startMs ?? 0))
  const wish = kind === 'effect' ? 'block' : atMs === undefined && selection.length > 1 ? 'range' : 'chapter'
  return placeOfKind(world, story, wish, timeMs) ?? { kind: 'story', startMs: 0, endMs: 0 }
}
