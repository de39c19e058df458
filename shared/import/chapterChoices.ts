/** Edits of the chapters of an import. */
import type { ChapterChoice } from './options.ts'
import type { SectionHeads } from './coverage.ts'
import { titleCaseTitle } from '../story/nameCase.ts'

/** Joins a chapter with the one after it. The first title stays, or the second one if the first chapter has none. */
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

/** Splits a chapter into one chapter for each of its sections. */
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

/** Moves a chapter to before the one at index `before`, counted before the move; the number of chapters is the end. Does nothing for other indices. */
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
 * An example of a chapter title in capitals and the same title in title case; null if no title is in capitals. `isOn`: whether a chapter already
 * has its title in title case.
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

/** Converts titles in capitals to title case, or back to those in the file. A title that the writer typed stays. */
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
