/** How long find and replace takes in a long story, for the import benchmark. */
import { findHits, matcherOf, replaceHits, type Search } from '../../shared/story/findReplace.ts'
import { apply } from '../../shared/story/changes.ts'
import type { Story } from '../../shared/story/story.ts'

const ROUNDS = 5

/** The median of several rounds, in ms: finding all hits, and finding and replacing them all, by words and by a regular expression. */
export function benchFindReplace(story: Story): Readonly<Record<'plainMs' | 'patternMs', number>> {
  const asked = { place: 'words', isCaseSensitive: false, isWholeWord: true } as const
  return {
    plainMs: medianOf(story, { ...asked, source: 'the', isPattern: false }, 'a'),
    patternMs: medianOf(story, { ...asked, source: '(\\w+) and (\\w+)', isPattern: true }, '$2 and $1'),
  }
}

function medianOf(story: Story, search: Search, replacement: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = performance.now()
    const find = matcherOf(search)
    if (find === null) throw new Error('The search is not understood')
    const hits = findHits(story, find, search.place)
    if (hits === null || hits.length === 0) throw new Error('The story has no hits, so nothing is measured')
    apply(story, replaceHits(story, hits, search, replacement).change)
    return performance.now() - before
  })
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}
