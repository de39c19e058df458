/** What a writer does to the chapters of an import. */
import type { ChapterChoice } from './options.ts'
import type { ImportSource } from './source.ts'

/** Joins a chapter with the one after it; the first one's title stays, or the second one's where it has none. */
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
  source: ImportSource,
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

/** Moves a chapter by one place up (-1) or down (1); at the ends it stays. */
export function moveChapter(
  chapters: readonly ChapterChoice[],
  index: number,
  by: -1 | 1,
): readonly ChapterChoice[] {
  const [chapter, other] = [chapters[index], chapters[index + by]]
  if (chapter === undefined || other === undefined) return chapters
  return chapters.with(index, other).with(index + by, chapter)
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
