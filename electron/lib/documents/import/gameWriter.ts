/** Builds a source from the script of a game: lines that are spoken, and code, tags and notes that are left out. */
import { readEngineWords, type Engine, type Place } from '../../../../shared/import/engineText.ts'
import type { ImportSource, Piece } from '../../../../shared/import/source.ts'
import { createSourceWriter } from '../../../../shared/import/sourceWriter.ts'
import { MAX_LABEL } from '../../../../shared/story/limits.ts'

interface GameLine {
  /** '' if nobody is named. */
  readonly speaker?: string
  /** The id of the line; '' if it has none. */
  readonly name?: string
  /** Ranges that are left out. */
  readonly places?: readonly Place[]
  /** Whether the game decides which of its words are shown. */
  readonly isVariable?: boolean
}

export interface GameWriter {
  heading(title: string): void
  /** Adds words of the game; `number` is that of their line in the file, from 1. */
  line(words: string, number: number, told?: GameLine): void
  /** Adds code, which is left out; neighbouring lines of code become one paragraph. */
  code(text: string): void
  /** Adds a comment of the writers, which is left out. */
  note(text: string): void
  /** Returns the source. `namesSpeakers`: whether the format itself states who speaks; by default, whether a line does. */
  finish(title: string, namesSpeakers?: boolean): ImportSource
}

export function createGameWriter(engine: Engine): GameWriter {
  const writer = createSourceWriter()
  let open: { readonly piece: Piece; readonly lines: string[] } | null = null
  let hasSpeakers = false

  function flush(): void {
    if (open !== null) writer.paragraph(open.lines.join('\n'), { piece: open.piece })
    open = null
  }

  function leaveOut(text: string, piece: Piece): void {
    if (text.trim() === '') return
    if (open?.piece !== piece) flush()
    open ??= { piece, lines: [] }
    open.lines.push(text.trim())
  }

  return {
    heading(title) {
      flush()
      writer.heading(title)
    },
    line(words, number, { speaker = '', name = '', places = [], isVariable = false } = {}) {
      const read = readEngineWords(words, places, engine)
      if (!/[\p{L}\p{N}]/u.test(wordsOutside(read.text, read.marks))) {
        leaveOut(words, read.marks.every(({ piece }) => piece === 'scriptNote') ? 'scriptNote' : 'markup')
        return
      }
      flush()
      hasSpeakers ||= speaker !== ''
      writer.line(speaker, read.text, { marks: [...read.marks], name: name.slice(0, MAX_LABEL) })
      if (isVariable || read.hasVariables) writer.problem({ line: number, problem: 'variable' })
    },
    code: (text) => leaveOut(text, 'markup'),
    note: (text) => leaveOut(text, 'scriptNote'),
    finish(title, namesSpeakers = hasSpeakers) {
      flush()
      return writer.finish(title, { namesSpeakers })
    },
  }
}

/** Returns the characters of a text that are in none of the ranges, which are in order. */
export function wordsOutside(text: string, places: readonly Place[]): string {
  let from = 0
  const kept = places.map(({ start, end }) => {
    const before = text.slice(from, start)
    from = end
    return before
  })
  return kept.join('') + text.slice(from)
}
