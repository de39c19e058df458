import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import type { ImportOptions } from '../../../shared/import/options.ts'
import {
  AS_FOUND,
  MOST_ROWS,
  packOptions,
  unpackOptions,
  type PlanView,
  type PreviewRow,
  type ReviewChoices,
  type RowsView,
  type Shown,
  type SourceView,
  type TableMapping,
} from '../../../shared/import/reviewView.ts'
import { derive } from '../../../shared/lib/derive.ts'
import type { SpeakerTally } from '../../../shared/import/speakers/speakers.ts'
import type { OpenReview, ReviewId } from '../../../shared/ipc/importContract.ts'
import { useApp } from '../../hooks/app.ts'

/** The number of rows requested around the visible ones. */
const ROWS_AROUND = 100

/** The rows of the preview, as far as they are loaded. */
export interface PreviewRows {
  readonly total: number
  readonly blocks: number
  at(index: number): PreviewRow | undefined
}

export interface ImportReview {
  readonly id: ReviewId
  readonly source: SourceView
  /** How the columns of a table are read. */
  readonly mapping: TableMapping
  /** Who speaks in the source. */
  readonly tally: SpeakerTally
  readonly options: ImportOptions
  /** The plan for the current options: it follows them a moment later, as do the rows. */
  readonly plan: PlanView
  readonly rows: PreviewRows
  /** The colour of each speaker in the preview. */
  readonly colors: ReadonlyMap<string | null, number>
  /** The chosen chapter. */
  readonly current: number
  /** What the preview shows instead of the chapter. */
  readonly filter: PreviewFilter | null
  /** What the rows belong to. */
  readonly shown: {
    readonly chapter: number
    readonly title: string | null
    readonly isIncluded: boolean
    readonly lengthMs: number
    readonly filter: PreviewFilter | null
  }
  decide(change: Partial<ImportOptions> | Decision): void
  /** All decisions. */
  choices(): ReviewChoices
  mapTable(mapping: TableMapping): void
  showChapter(chapter: number): void
  showOnly(filter: PreviewFilter | null): void
  /** Called with rows that become visible. */
  needRows(from: number, to: number): void
}

/** A decision that depends on the latest ones. */
export type Decision = (options: ImportOptions) => Partial<ImportOptions>

export type PreviewFilter = Exclude<Shown, { readonly kind: 'chapter' }>

/** The writer's decisions, with their source. */
interface Decided {
  readonly mapping: TableMapping
  readonly source: SourceView
  readonly options: ImportOptions
  readonly current: number | null
  readonly filter: PreviewFilter | null
}

/** An answer of the host, and its decisions. */
interface Answered {
  readonly decided: Decided
  readonly plan: PlanView
  readonly loaded: ReadonlyMap<number, PreviewRow>
  readonly rows: Pick<RowsView, 'total' | 'blocks'>
}

/** The review of a reading, following the writer's decisions. Each is planned where the file was read, the latest one first. */
export function useImport(opened: OpenReview, choices?: ReviewChoices): ImportReview {
  const app = useApp()
  const { review } = opened
  const [decided, setDecided] = useState(() => decidedOf(opened.source, choices?.mapping ?? AS_FOUND))
  const [answered, setAnswered] = useState<Answered>(() => answeredBy(decided, opened.plan))
  const latest = useRef({
    decided,
    answered,
    isAsking: false,
    isOver: false,
    /** Decisions whose rows could not be loaded: they are not requested again until the decisions change. */
    failed: null as Answered | null,
    maps: 0,
    view: { from: 0, to: 0 },
  })
  const set = (next: Decided) => {
    latest.current.decided = next
    setDecided(next)
    ask().catch(app.report)
  }
  const answer = (next: Answered) => {
    latest.current.answered = next
    // Drawing the preview of a novel takes a while: input meanwhile takes precedence.
    startTransition(() => {
      setAnswered(next)
    })
  }
  useEffect(() => {
    const state = latest.current
    state.isOver = false
    return () => {
      state.isOver = true
    }
  }, [])

  /** Requests plans for the latest decisions until they no longer change meanwhile. */
  async function ask(): Promise<void> {
    const state = latest.current
    if (state.isAsking) return
    state.isAsking = true
    try {
      while (state.decided !== state.answered.decided && !state.isOver) {
        const asked = state.decided
        const { decided: before, plan } = state.answered
        const shown = shownOf(asked, plan)
        const isSameView = JSON.stringify(shown) === JSON.stringify(shownOf(before, plan))
        const from = isSameView ? Math.max(0, state.view.from - ROWS_AROUND) : 0
        const count = isSameView ? Math.min(MOST_ROWS, state.view.to + ROWS_AROUND - from) : ROWS_AROUND
        const question = { review, choices: choicesOf(asked), window: { shown, from, count } }
        const isPlanned = asked.options === before.options && asked.source === before.source
        const planned = isPlanned
          ? { ...plan, rows: await app.bridge.call('import:rows', question) }
          : await app.bridge.call('import:plan', question)
        // The table was remapped meanwhile, and already has a new plan.
        if (asked.source === state.decided.source) answer(answeredBy(asked, planned))
      }
    } finally {
      state.isAsking = false
    }
  }

  async function load(from: number): Promise<void> {
    const state = latest.current
    state.isAsking = true
    const about = state.answered
    try {
      const window = { shown: shownOf(about.decided, about.plan), from, count: 2 * ROWS_AROUND }
      const { rows } = await app.bridge.call('import:rows', {
        review,
        choices: choicesOf(about.decided),
        window,
      })
      if (state.answered === about)
        answer({ ...about, loaded: new Map([...about.loaded, ...numbered(from, rows)]) })
    } catch (error) {
      state.failed = about
      throw error
    } finally {
      state.isAsking = false
    }
    await ask()
    needRows(state.view.from, state.view.to)
  }

  function needRows(from: number, to: number): void {
    const state = latest.current
    state.view = { from, to }
    if (state.isAsking || state.isOver || state.failed === state.answered) return
    const { loaded, rows } = state.answered
    for (let index = from; index < Math.min(to, rows.total); index++)
      if (!loaded.has(index)) {
        load(Math.max(0, index - ROWS_AROUND / 2)).catch(app.report)
        return
      }
  }

  async function map(mapping: TableMapping): Promise<void> {
    const state = latest.current
    const number = ++state.maps
    const { source, plan } = await app.bridge.call('import:map', { review, mapping })
    if (number !== state.maps) return
    const next = decidedOf(source, mapping)
    answer(answeredBy(next, plan))
    set(next)
  }

  // The same functions for as long as the file is reviewed: what does not show a change is not drawn again.
  const functions = useRef({
    decide(change: Partial<ImportOptions> | Decision) {
      const { decided: last } = latest.current
      const changed = typeof change === 'function' ? change(last.options) : change
      set({ ...last, options: { ...last.options, ...changed } })
    },
    choices: () => choicesOf(latest.current.decided),
    mapTable(mapping: TableMapping) {
      map(mapping).catch(app.report)
    },
    showChapter(current: number) {
      set({ ...latest.current.decided, current, filter: null })
    },
    showOnly(shown: PreviewFilter | null) {
      set({ ...latest.current.decided, filter: shown })
    },
    needRows,
  }).current
  return useMemo(() => {
    const { source, options, filter } = decided
    const { plan, rows, loaded } = answered
    const chapter = chapterOf(answered.decided, plan)
    const choice = answered.decided.options.chapters[chapter]
    return {
      ...functions,
      id: review,
      source,
      mapping: decided.mapping,
      tally: tallyOf(source),
      options,
      plan,
      rows: { ...rows, at: (index) => loaded.get(index) },
      colors: colorsOf(plan),
      current: chapterOf(decided, plan),
      filter,
      shown: {
        chapter,
        title: choice?.title ?? null,
        isIncluded: choice?.isIncluded ?? true,
        lengthMs: plan.chapters[chapter]?.lengthMs ?? 0,
        filter: answered.decided.filter,
      },
    }
  }, [functions, review, decided, answered])
}

const tallyOf = derive(({ names, counts }: SourceView): SpeakerTally => ({
  names: new Map(names),
  counts: new Map(counts),
}))

const colorsOf = derive(({ colors }: PlanView): ReadonlyMap<string | null, number> => new Map(colors))

function decidedOf(source: SourceView, mapping: TableMapping): Decided {
  return { mapping, source, options: unpackOptions(source.usual), current: null, filter: null }
}

function answeredBy(decided: Decided, plan: PlanView): Answered {
  const { from, rows, total, blocks } = plan.rows
  return { decided, plan, loaded: new Map(numbered(from, rows)), rows: { total, blocks } }
}

function numbered(from: number, rows: readonly PreviewRow[]): (readonly [number, PreviewRow])[] {
  return rows.map((row, index) => [from + index, row] as const)
}

function choicesOf({ mapping, options }: Decided): ReviewChoices {
  return { mapping, options: packOptions(options) }
}

/** The chapter to show: the chosen one, or the first that is read. */
function chapterOf({ current, options: { chapters } }: Decided, plan: PlanView): number {
  const words = new Map(plan.chapters.map((chapter) => [chapter.first, chapter.words]))
  const first = chapters.findIndex(
    ({ isIncluded, sections }) => isIncluded && (words.get(sections[0] ?? null) ?? 0) > 0,
  )
  return Math.max(0, Math.min(current ?? Math.max(0, first), chapters.length - 1))
}

function shownOf(decided: Decided, plan: PlanView): Shown {
  return decided.filter ?? { kind: 'chapter', chapter: chapterOf(decided, plan) }
}
