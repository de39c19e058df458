/** What a writer does to the chapters of an import. */
import type { ChapterChoice } from './options.ts'
import type { SectionHeads } from './coverage.ts'
import { titleCaseTitle } from '../story/nameCase.ts'

/** Joins a chapter with the one after it; the first one's title stays, or the second one's if it has none. */
export function mergeWithNext(chapters: readonly ChapterChoice[], index: number): readonly ChapterChoice[] {
  const [first, second] = chapters.slice(index, index + 2)
  if (first === undefined || second === undefined) return chapters
  const merged = {
    sections: [...first.sections, ...second.sections],
    title: first.title ?? second.title,
    isIncluded: first.isIncluded,
  }
  return chapters.toSpliced(index, 2, merged)
}

/** Makes a chapter of each section of a chapter again. */
export function splitAtHeadings(
  chapters: readonly ChapterChoice[],
  index: number,
  source: SectionHeads,
): readonly ChapterChoice[] {
  const chapter = chapters[index]
  if (chapter === undefined) return chapters
  const sections = chapter.sections.map((section, at) => ({
    sections: [section],
    title: at === 0 ? chapter.title : (source.sections[section]?.title ?? null),
    isIncluded: chapter.isIncluded,
  }))
  return chapters.toSpliced(index, 1, ...sections)
}

/** Moves a chapter to before the one at `before`, counted while it is still in its own place, or to the end by the number of chapters. It stays if there is no such place. */
export function placeChapter(
  chapters: readonly ChapterChoice[],
  index: number,
  before: number,
): readonly ChapterChoice[] {
  const chapter = chapters[index]
  const stays = before === index || before === index + 1 || before < 0 || before > chapters.length
  if (chapter === undefined || stays) return chapters
  return chapters.toSpliced(index, 1).toSpliced(before > index ? before - 1 : before, 0, chapter)
}

/**
 * What a chapter in capitals would be called with small letters, as an example; null if none is in capitals. `isOn` tells whether the chapters
 * are called so.
 */
export function titleCaseOffer(
  chapters: readonly ChapterChoice[],
  { sections }: SectionHeads,
): { readonly from: string; readonly to: string; readonly isOn: boolean } | null {
  let offer: { readonly from: string; readonly to: string; readonly isOn: boolean } | null = null
  for (const chapter of chapters) {
    const from = titleInFile(chapter, sections)
    const to = titleCaseTitle(from)
    if (to === from || (chapter.title !== from && chapter.title !== to)) continue
    if (chapter.title === to) return { from, to, isOn: true }
    offer ??= { from, to, isOn: false }
  }
  return offer
}

/** Writes titles in capitals with small letters, or as they are in the file again. A title that the writer has typed stays. */
export function withTitleCase(
  chapters: readonly ChapterChoice[],
  { sections }: SectionHeads,
  isOn: boolean,
): readonly ChapterChoice[] {
  return chapters.map((chapter) => {
    const from = titleInFile(chapter, sections)
    const to = titleCaseTitle(from)
    return chapter.title === (isOn ? from : to) ? { ...chapter, title: isOn ? to : from } : chapter
  })
}

/** The first title of its sections; '' if none has one. */
function titleInFile({ sections }: ChapterChoice, heads: SectionHeads['sections']): string {
  return sections.map((section) => heads[section]?.title ?? '').find((title) => title !== '') ?? ''
}

/** Changes a chapter. */
export function changeChapter(
  chapters: readonly ChapterChoice[],
  index: number,
  change: Partial<ChapterChoice>,
): readonly ChapterChoice[] {
  const chapter = chapters[index]
  return chapter === undefined ? chapters : chapters.with(index, { ...chapter, ...change })
}
