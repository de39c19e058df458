import type { BlockId } from '../../shared/story/records.ts'
import type { Bridge } from '../bridge/bridge.ts'
import { withAudio } from '../stores/audioStore.ts'
import type { AudioStore } from '../stores/audioStore.ts'
import type { Saver } from '../stores/saver.ts'
import type { StoryStore } from '../stores/storyStore.ts'

/**
 * Gives a function that makes the audio of a block, despite jobs that have asked for its words, and adds it to the story's takes. The
 * function rejects with the host's error; while a block is being made, further calls for it give the same promise.
 */
export function createTakeMaker(options: {
  bridge: Pick<Bridge, 'call'>
  story: StoryStore
  audio: AudioStore
  saver: Pick<Saver, 'flush'>
  signal: AbortSignal
}): (blockId: BlockId, despite: readonly string[] | undefined) => Promise<void> {
  const { bridge, story, audio, saver, signal } = options
  const isLeft = () => signal.aborted
  const underWay = new Map<BlockId, Promise<void>>()

  async function make(blockId: BlockId, despite: readonly string[] | undefined): Promise<void> {
    await saver.flush() // the host reads the text from the disk
    if (isLeft()) return
    const { projectId } = story.getState().project
    const take = await bridge.call('takes:make', { projectId, blockId, despite })
    if (isLeft()) return
    audio.setState((state) => withAudio(state, { takes: [take], render: null }))
  }

  function mark(blockId: BlockId, isUnderWay: boolean): void {
    audio.setState((state) => {
      const making = new Set(state.making)
      if (isUnderWay) making.add(blockId)
      else making.delete(blockId)
      return { making }
    })
  }

  return (blockId, despite) => {
    const known = underWay.get(blockId)
    if (known !== undefined) return known
    mark(blockId, true)
    const made = make(blockId, despite).finally(() => {
      underWay.delete(blockId)
      mark(blockId, false)
    })
    underWay.set(blockId, made)
    return made
  }
}
