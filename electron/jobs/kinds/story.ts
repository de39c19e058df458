/** A whole story by one story-maker request: the story's render, and a take for every block whose position the service reports. */
import { storyPayload, type PayloadOf, type PlannedTake } from '../../../shared/jobs/payload.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'
import type { Story } from '../../../shared/story/story.ts'
import { servingKeys, storyKey, type StoryRender, type Take } from '../../../shared/story/takes.ts'
import type { Project } from '../../project/project.ts'
import type { SubmissionRequest } from '../submissions.ts'
import { takeOf, type LengthMismatch } from './fitTake.ts'
import type { StoreArrival } from './jobKind.ts'
import { slicesOfTakes, type TakeSlice } from './slices.ts'

/** How far a service may miss a requested length before the block is fitted. */
const LENGTH_TOLERANCE_MS = 50

/** The keys of takes that make a request for a block of a story unnecessary. */
export function servingKeysOfStory(story: Story): ReadonlySet<string> {
  return new Set(spokenBlocksOf(story).flatMap((block) => servingKeys(story, block)))
}

/** The request for a story in its current state. `exactMs`: the service takes lengths and silences in milliseconds. */
export function storyRequest(story: Story, options: { readonly exactMs: boolean }): SubmissionRequest {
  return {
    endpoint: 'story',
    body: JSON.stringify(storyMakerRequestOf(story, options)),
    payload: storyPayload(story),
    keys: servingKeysOfStory(story),
  }
}

/** Adds the render and its takes. A late render of an earlier state does not replace a render of the current story. */
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
