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
}): (blockId: BlockId, despite: readonly string[] | undefined) => Promise<void> {
  const { bridge, story, audio, saver } = options
  /** By block. A copy of a story has blocks of the same ids. */
  const underWay = new Map<BlockId, { readonly session: AbortController; readonly made: Promise<void> }>()

  async function make(
    session: AbortController,
    blockId: BlockId,
    despite: readonly string[] | undefined,
  ): Promise<void> {
    await saver.flush() // the host reads the text from the disk
    const { open } = story.getState()
    if (open?.session !== session) return
    const { projectId } = open.project
    const take = await bridge.call('takes:make', { projectId, blockId, despite })
    if (session.signal.aborted) return
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
    const session = story.getState().open?.session
    if (session === undefined) return Promise.resolve()
    const known = underWay.get(blockId)
    if (known?.session === session) return known.made
    mark(blockId, true)
    const made = make(session, blockId, despite).finally(() => {
      if (underWay.get(blockId)?.session !== session) return
      underWay.delete(blockId)
      mark(blockId, false)
    })
    underWay.set(blockId, { session, made })
    return made
  }
}
