/**
 * Plays a list of cues in turn: silences by the clock, audio by two decks that take turns, so that the next audio stands
 * ready before the last has ended. Ends of cues are kept by timers, since frames stop coming in a hidden window.
 */
import { cueIndexAt, toFileMs, toStoryMs } from './cues.ts'
import type { AudioCue, Cue } from './cues.ts'
import { createDeck } from './deck.ts'

/** A deck this close to where it should be is left alone: seeking would be heard, this is not. */
const NEAR_MS = 45
/** Audio that has this little left is taken as ended: less than a timer can be trusted with. */
const ENDED_WITHIN_MS = 3

export interface Stage {
  /** Plays cues from a story time on; audio that is already sounding at that place is not interrupted. */
  play(cues: readonly Cue[], positionMs: number): void
  stop(): void
  positionMs(): number
  /** The cue that runs and its place in the list, or null. */
  current(): { readonly cue: Cue; readonly index: number } | null
  /** Stops and lets go of the media elements. */
  close(): void
}

export function createStage(options: {
  urlOf: (audioId: string) => string
  openElement: () => HTMLAudioElement
  /** A cue has begun, or begun again. */
  onCue: () => void
  onEnd: () => void
  onError: (cause: unknown) => void
}): Stage {
  let cues: readonly Cue[] = []
  let index = -1
  let live = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When a silence would have begun at its very start; where missing audio is waited for, where it stands. */
  let silenceBeganAt = 0
  let heldAtMs = 0

  const decks = [0, 1].map((number) =>
    createDeck({
      openElement: options.openElement,
      onEnded: () => {
        if (number === live && cues[index]?.kind === 'audio') enterNext()
      },
      onError: (cause) => {
        // The deck that only stands ready tries again, and is heard of, when its turn comes.
        if (number === live && cues[index]?.kind === 'audio') options.onError(cause)
      },
    }),
  )
  const deck = (number: number) => {
    const found = decks[number]
    if (found === undefined) throw new Error('There are two decks')
    return found
  }

  function enter(next: number, positionMs: number): void {
    clearTimeout(timer)
    const cue = cues[next]
    if (cue?.kind !== 'audio') deck(live).pause()
    if (cue === undefined) {
      index = -1
      options.onEnd()
      return
    }
    index = next
    if (cue.kind === 'audio') playAudio(cue, positionMs)
    else if (cue.kind === 'silence') {
      silenceBeganAt = performance.now() - (positionMs - cue.startMs)
      timer = setTimeout(enterNext, cue.endMs - positionMs)
    } else heldAtMs = positionMs
    prepareAfter(next)
    options.onCue()
  }

  function enterNext(): void {
    enter(index + 1, cues[index + 1]?.startMs ?? 0)
  }

  function playAudio(cue: AudioCue, positionMs: number): void {
    const [url, fileMs] = [options.urlOf(cue.audioId), toFileMs(cue, positionMs)]
    if (!deck(live).isNear(url, fileMs, NEAR_MS)) {
      deck(live).pause()
      if (deck(1 - live).isNear(url, fileMs, NEAR_MS)) live = 1 - live
      else deck(live).cue(url, fileMs)
    }
    deck(live).play()
    const check = () => {
      const leftMs = cue.fileEndMs - deck(live).positionMs()
      if (leftMs <= ENDED_WITHIN_MS) enterNext()
      else timer = setTimeout(check, leftMs)
    }
    timer = setTimeout(check, Math.max(0, cue.fileEndMs - fileMs))
  }

  /** Brings the idle deck to the next audio, unless the one that sounds just plays on into it. */
  function prepareAfter(from: number): void {
    const current = cues[from]
    const upcoming = cues.slice(from + 1, from + 3).find((cue) => cue.kind !== 'silence')
    if (upcoming?.kind !== 'audio') return
    const playsOn =
      current?.kind === 'audio' &&
      current.audioId === upcoming.audioId &&
      Math.abs(current.fileEndMs - upcoming.fileStartMs) <= NEAR_MS
    const url = options.urlOf(upcoming.audioId)
    const idle = deck(1 - live)
    if (!playsOn && !idle.isNear(url, upcoming.fileStartMs, 1)) idle.cue(url, upcoming.fileStartMs)
  }

  function stop(): void {
    clearTimeout(timer)
    index = -1
    for (const each of decks) each.pause()
  }

  return {
    play(nextCues, positionMs) {
      cues = nextCues
      enter(cueIndexAt(cues, positionMs), positionMs)
    },
    stop,
    positionMs() {
      const cue = cues[index]
      if (cue === undefined) return cues.at(-1)?.endMs ?? 0
      if (cue.kind === 'audio') return toStoryMs(cue, deck(live).positionMs())
      if (cue.kind === 'missing') return heldAtMs
      return Math.min(cue.endMs, cue.startMs + performance.now() - silenceBeganAt)
    },
    current() {
      const cue = cues[index]
      return cue === undefined ? null : { cue, index }
    },
    close() {
      stop()
      cues = []
      for (const each of decks) each.close()
    },
  }
}
