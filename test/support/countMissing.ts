import { layout } from '../../shared/story/layout.ts'
import { indexTakes, isCurrentRender } from '../../shared/story/takes.ts'
import type { MixdownMaterial } from '../../electron/mixdown/mixSource.ts'

/** How many blocks have no audio that fits. */
export function countMissing({ story, takes, render }: MixdownMaterial): number {
  const index = indexTakes(takes)
  if (isCurrentRender(story, render, index)) return 0
  return layout(story, index).spans.filter((span) => span.isEstimate).length
}
