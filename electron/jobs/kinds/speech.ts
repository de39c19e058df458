/** Requests to a service for a block or a whole story, and how their audio becomes takes. */
import {
  type JobPayload,
  type PayloadOf,
  type PlannedTake,
  planTake,
  storyPayload,
} from '../../../shared/jobs/payload.ts'
import type { Conversion } from '../../../shared/speech-api/responses.ts'
import type { Block } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockRequestOf, spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import { type StoryRender, type Take, blockKeys, servingKeys, storyKey } from '../../../shared/story/takes.ts'
import type { Project } from '../../project/project.ts'
import type { SubmissionRequest } from '../submissions.ts'
import {
  type LengthMismatch,
  type TakeSlice,
  slicesOf,
  slicesOfTakes,
  takeOf,
  wholeSlice,
} from './takeAudio.ts'

/** The audio of a job while it is being stored. */
export interface Arrival {
  readonly project: Project
  readonly audioId: string
  readonly durationMs: number
  readonly conversion: Conversion
  readonly newId: () => string
  readonly nowMs: number
}

export interface Stored {
  readonly takes: readonly Take[]
  /** The audio of the whole story, if it becomes the story's render. */
  readonly render: StoryRender | null
  /** Blocks whose audio does not have their target length: a service may round it, or ignore it. */
  readonly mismatches: readonly LengthMismatch[]
}

/** Adds the takes of a job's audio to the project. Called inside the transaction that stores the audio. */
export type StoreArrival<K extends JobPayload['kind']> = (payload: PayloadOf<K>, arrival: Arrival) => Stored

/** The request for a block's audio, without a target length. */
export function takeRequest(story: Story, block: Block): SubmissionRequest {
  const take = planTake(story, block, blockKeys(story, block).unfitted, null)
  return {
    ...blockRequestOf(story, block),
    payload: { kind: 'take', take },
    keys: new Set(servingKeys(story, block)),
  }
}

/** Adds the take: the speech inside the audio, if the service reports where that is. */
export const storeTake: StoreArrival<'take'> = (
  payload,
  { project, audioId, durationMs, conversion, newId, nowMs },
) => {
  const [slice = wholeSlice(durationMs)] = slicesOf(conversion.timings, 1, durationMs)
  const take = takeOf(payload.take, { id: newId(), audioId, nowMs }, slice)
  project.addTakes([take])
  return { takes: [take], mismatches: [], render: null }
}

/** A block is stretched if a service misses its target length by more than this. */
const LENGTH_TOLERANCE_MS = 50

/** The keys of takes that make a request for a block of a story unnecessary. */
export function servingKeysOfStory(story: Story): ReadonlySet<string> {
  return new Set(spokenBlocksOf(story).flatMap((block) => servingKeys(story, block)))
}

/** The request for the current story. `exactMs`: the service accepts lengths and silences in milliseconds. */
export function storyRequest(story: Story, options: { readonly exactMs: boolean }): SubmissionRequest {
  return {
    endpoint: 'story',
    body: JSON.stringify(storyMakerRequestOf(story, options)),
    payload: storyPayload(story),
    keys: servingKeysOfStory(story),
  }
}

/** Adds the render and its takes. A late render of an older state of the story does not replace a render of its current state. */
export const storeStory: StoreArrival<'story'> = (payload, arrival) => {
  const { project, audioId, durationMs, conversion, newId, nowMs } = arrival
  const slices = slicesOfTakes(conversion.timings, payload.takes, durationMs)
  const takes: Take[] = []
  const mismatches: LengthMismatch[] = []
  for (const [index, planned] of payload.takes.entries()) {
    const slice = slices[index]
    if (slice === undefined) continue
    const { silenceAfterMs, ...place } = slice
    if (isMismatch(planned, slice)) mismatches.push({ audioId, slice: place, silenceAfterMs, planned })
    else takes.push(takeOf(planned, { id: newId(), audioId, nowMs }, place))
  }
  const render: StoryRender = {
    id: newId(),
    audioId,
    storyKey: payload.storyKey,
    durationMs,
    credits: conversion.usedCredit ?? conversion.estimatedCredit,
    createdAtMs: nowMs,
  }
  const isReplaced = !isOutOfDate(project, payload)
  project.addTakes(takes, isReplaced ? render : undefined)
  return { takes, mismatches, render: isReplaced ? render : null }
}

function isOutOfDate(project: Project, payload: PayloadOf<'story'>): boolean {
  const current = storyKey(project.story())
  return project.render()?.storyKey === current && payload.storyKey !== current
}

function isMismatch({ durationMs }: PlannedTake, { startMs, endMs, silenceAfterMs }: TakeSlice): boolean {
  const missedMs = durationMs === null ? silenceAfterMs : Math.abs(endMs - startMs - durationMs)
  return missedMs > LENGTH_TOLERANCE_MS
}
