/**
 * Pauses inside a block, written into its text as markers such as `[pause 0.8 s]`. A block with pauses consists of parts: its words
 * between the markers. A marker is never sent to a service.
 */
import { createBlockMemo } from './blockMemo.ts'
import { MAX_SILENCE_MS } from './limits.ts'
import type { Block } from './records.ts'

/** A stretch of a text, from `start` to before `end`. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** A part of a block. */
export interface BlockPart {
  /** The block with only the words of the part, without a target length. */
  readonly block: Block
  readonly silenceBeforeMs: number
  /** The stretches of the block's text that make up its words: usually one. */
  readonly stretches: readonly TextRange[]
}

export interface PausedBlock {
  /** In order; empty if the block has no words. */
  readonly parts: readonly BlockPart[]
  readonly silenceAfterMs: number
}

/** A marker in a text. */
export interface PauseMarker extends TextRange {
  /** Null for a marker whose length cannot be read. */
  readonly silenceMs: number | null
}

/** Everything that looks like a marker, closed or not. */
const MARKER = /\[\s*pause\b[^\]\n]*\]?/giu
const WELL_FORMED = /^\[\s*pause\s+(\d{1,6}(?:[.,]\d{1,6})?)\s*(ms|s)\s*\]$/iu

/** The pause markers of a text, in their order. */
export function pauseMarkersOf(text: string): readonly PauseMarker[] {
  if (!text.includes('[')) return NO_MARKERS
  return Array.from(text.matchAll(MARKER), ({ index, 0: marker }) => ({
    start: index,
    end: index + marker.length,
    silenceMs: readPause(marker),
  }))
}

const NO_MARKERS: readonly PauseMarker[] = []

function readPause(marker: string): number | null {
  const [, number, unit] = WELL_FORMED.exec(marker) ?? []
  if (number === undefined) return null
  const silenceMs = Math.round(Number(number.replace(',', '.')) * (unit?.toLowerCase() === 's' ? 1000 : 1))
  return silenceMs <= MAX_SILENCE_MS ? silenceMs : null
}

/** The marker of a pause, as the program writes it. */
export function writePause(silenceMs: number): string {
  return `[pause ${silenceMs / 1000} s]`
}

/** The first marker of a block whose length cannot be read; null if there is none. Such a block is not sent. */
export function badPauseOf({ text }: Pick<Block, 'text'>): string | null {
  const bad = pauseMarkersOf(text).find(({ silenceMs }) => silenceMs === null)
  return bad === undefined ? null : text.slice(bad.start, bad.end)
}

const pausedBlocks = createBlockMemo<PausedBlock | null>()

/** The parts of a block with pauses; null for a block without. */
export function pausedBlockOf(block: Block): PausedBlock | null {
  if (!block.text.includes('[')) return null // nearly every block
  const known = pausedBlocks.get(block)
  if (known !== undefined) return known
  const made = splitAtPauses(block)
  pausedBlocks.set(block, made)
  return made
}

/** The parts of a block, or the block itself if it has no pauses. */
export function partsOf(block: Block): readonly Block[] {
  return pausedBlockOf(block)?.parts.map((part) => part.block) ?? [block]
}

/** Divides a time in ms by weights into whole ms that add up to it. */
export function shareOut(totalMs: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let weighed = 0
  let sharedMs = 0
  return weights.map((weight) => {
    weighed += weight
    const ms = Math.round((totalMs * weighed) / Math.max(1, sum)) - sharedMs
    sharedMs += ms
    return ms
  })
}

/** The time left for the words if a block with pauses must have a given length: at least a tenth of it. */
export function speechMsWithin(durationMs: number, block: Block): number {
  return Math.max(Math.ceil(durationMs / 10), durationMs - pauseMsOf(block))
}

/** The total silence within a block, in ms. */
export function pauseMsOf(block: Block): number {
  const paused = pausedBlockOf(block)
  if (paused === null) return 0
  return paused.parts.reduce((sum, { silenceBeforeMs }) => sum + silenceBeforeMs, paused.silenceAfterMs)
}

function splitAtPauses(block: Block): PausedBlock | null {
  const markers = pauseMarkersOf(block.text)
  if (markers.length === 0) return null
  const parts: { text: string; silenceBeforeMs: number; stretches: TextRange[] }[] = []
  let silenceMs = 0
  for (const [index, stretch] of stretchesBetween(block.text, markers).entries()) {
    const words = block.text.slice(stretch.start, stretch.end)
    if (index > 0) silenceMs += markers[index - 1]?.silenceMs ?? 0
    const last = parts.at(-1)
    if (words === '') continue
    // Punctuation alone, such as the full stop after a marker, cannot be spoken: it belongs to the words before.
    if (last !== undefined && !/[\p{L}\p{N}]/u.test(words)) {
      last.text += words
      last.stretches.push(stretch)
    } else {
      parts.push({ text: words, silenceBeforeMs: silenceMs, stretches: [stretch] })
      silenceMs = 0
    }
  }
  return {
    parts: parts.map(({ text, ...part }) => ({
      ...part,
      block: { ...block, text, silenceBeforeMs: null, durationMs: null, lockedKey: null },
    })),
    silenceAfterMs: silenceMs,
  }
}

/** The text before, between and after the markers, without white space around it. */
function stretchesBetween(text: string, markers: readonly PauseMarker[]): TextRange[] {
  const ends = [...markers.map(({ start }) => start), text.length]
  return ends.map((markerStart, index) => {
    const markerEnd = markers[index - 1]?.end ?? 0
    const between = text.slice(markerEnd, markerStart)
    const end = markerEnd + between.trimEnd().length
    return { start: Math.min(end, markerStart - between.trimStart().length), end }
  })
}
