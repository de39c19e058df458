/** The writer's own recordings, from the microphone or from a file: trimmed, stored as a take, and used for their block. */
import i18next from 'i18next'
import { MAX_RECORDING_MS, RECORDING_RATE } from '../../shared/ipc/takesContract.ts'
import { speechSpan } from '../../shared/lib/speechSpan.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { withAudio } from '../stores/audioStore.ts'
import type { World } from '../stores/world.ts'
import { openStory, storyStays } from './editing.ts'
import { noteLocked } from './locks.ts'
import { showBlockInspector } from './panels.ts'
import { decodeRecording } from './recorder.ts'
import { takeForBlock } from './takes.ts'

/** The bytes of text that one call of `String.fromCharCode` can take. */
const PIECE_BYTES = 0x8000

/** Opens the recorder for a block in the inspector. */
export function openRecording(world: World, blockId: BlockId): void {
  if (!canRecord(world, blockId)) return
  world.player.pause()
  showBlockInspector(world)
  world.view.setState({ recording: blockId })
}

/** Closes the recorder of a block. */
export function closeRecording(world: World, blockId: BlockId): void {
  world.view.setState(({ recording }) => (recording === blockId ? { recording: null } : {}))
}

/** Lets the writer choose an audio file, which becomes a take of a block. */
export function chooseRecording(world: World, blockId: BlockId): void {
  if (!canRecord(world, blockId)) return
  const stays = storyStays(world)
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'audio/*'
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file !== undefined && stays()) addRecording(world, blockId, file).catch(world.report)
  })
  input.click()
}

/**
 * Adds a recording to the takes of a block, without the silence at its ends, and uses it. Throws `recording-unreadable`,
 * `recording-silent` and `recording-too-long`.
 */
export async function addRecording(world: World, blockId: BlockId, file: Blob): Promise<void> {
  const projectId = world.story.getState().open?.project.projectId
  if (projectId === undefined) return
  const stays = storyStays(world)
  const all = await decodeRecording(file)
  const span = speechSpan(all, RECORDING_RATE)
  if (span === null) throw new UserFacingError('recording-silent')
  const speech = all.subarray(span.start, span.end)
  if (speech.length > (RECORDING_RATE * MAX_RECORDING_MS) / 1000)
    throw new UserFacingError('recording-too-long', { count: MAX_RECORDING_MS / 60_000 })
  await world.saver.flush() // the host reads the words from the disk
  if (!stays()) return
  const samples = toBase64(speech)
  const take = await world.bridge.call('takes:record', { projectId, blockId, samples })
  if (!stays()) return
  world.audio.setState((state) => withAudio(state, { takes: [take], render: null }))
  takeForBlock(world, blockId, take, i18next.t('takes.recording'))
}

function canRecord(world: World, blockId: BlockId): boolean {
  const story = openStory(world)
  const block = story === null ? undefined : findBlock(story, blockId)
  if (block !== undefined && isLocked(block)) noteLocked(world, [blockId])
  return block !== undefined && !isLocked(block)
}

/** Samples as 16-bit numbers, the low byte first, in base64. */
function toBase64(samples: Float32Array): string {
  const bytes = new Uint8Array(2 * samples.length)
  const view = new DataView(bytes.buffer)
  for (const [at, sample] of samples.entries())
    view.setInt16(2 * at, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true)
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))
  return btoa(text)
}
