/** The fields of a Word document: an instruction, and the result that Word last computed from it. */

export interface DocxFields {
  /** Takes a `w:fldChar` of a type. */
  mark(type: string | undefined): void
  /** Takes text of an instruction. */
  instruct(text: string): void
  /** Takes a `w:fldSimple`, whose content is its result. */
  openSimple(instruction: string): void
  closeSimple(): void
  endParagraph(): void
  /** Whether the current text is visible, and not part of an instruction. */
  isShown(): boolean
  /** Whether the current text is the result of a table of contents or an index. */
  isContents(): boolean
  /** Whether the current text is the number of a page, or of all pages. */
  isPageNumber(): boolean
  /** Whether the current text links to another place in the document. */
  isInnerLink(): boolean
  /** Leaves a table of contents whose end is not marked. */
  leaveContents(): void
}

interface Field {
  instruction: string
  isResult: boolean
}

/** The instructions of a field for a list of contents, and for the number of a page. */
export const CONTENTS = /^\s*(?:TOC|TOA|INDEX)\b/i
export const PAGE_NUMBER = /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i
const INNER_LINK = /^\s*HYPERLINK\s+\\l\b/i

export function createDocxFields(): DocxFields {
  let open: Field[] = []
  const has = (pattern: RegExp) =>
    open.some(({ instruction, isResult }) => isResult && pattern.test(instruction))
  return {
    mark(type) {
      const last = open.at(-1)
      if (type === 'begin') open.push({ instruction: '', isResult: false })
      else if (type === 'separate' && last !== undefined) last.isResult = true
      else if (type === 'end') open.pop()
    },
    instruct(text) {
      const last = open.at(-1)
      if (last !== undefined) last.instruction += text
    },
    openSimple: (instruction) => void open.push({ instruction, isResult: true }),
    closeSimple: () => void open.pop(),
    // Without this, an unterminated instruction would hide the rest of the document.
    endParagraph: () => {
      for (const field of open) field.isResult = true
    },
    isShown: () => open.every(({ isResult }) => isResult),
    isContents: () => has(CONTENTS),
    isPageNumber: () => has(PAGE_NUMBER),
    isInnerLink: () => has(INNER_LINK),
    leaveContents: () => {
      open = open.map((field) => (CONTENTS.test(field.instruction) ? { ...field, instruction: '' } : field))
    },
  }
}
