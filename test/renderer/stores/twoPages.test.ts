/** Two pages on one story: no word is lost, and both end with the host's story. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { redoLast, undoLast } from '../../../renderer/actions/history.ts'
import { KEPT_CHANGES } from '../../../electron/project/openProject.ts'
import { editText, patchBlocks, removeEntries } from '../../../shared/story/blockCommands.ts'
import { patchCharacter, addCharacter } from '../../../shared/story/castCommands.ts'
import { movedOffset } from '../../../shared/story/mergeText.ts'
import { blocksOf, findCharacter } from '../../../shared/story/selectors.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import {
  blockId,
  characterId,
  freshNumbers,
  intent,
  storyOfBlocks,
} from '../../shared/story/randomStories.ts'
import { apply } from '../../../shared/story/changes.ts'
import { settlePromises, startHost, type TestHost, type TestPage } from './pages.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const first = blockId(0)

function twoPages(start = storyOfBlocks(3)) {
  const host = startHost(start)
  const [a, b] = [host.openPage(), host.openPage()]
  return { host, a, b }
}

function write(page: TestPage, text: string, id = first) {
  page.world.edit('edits.typing', editText(page.story(), id, text), `text:${id}`)
}

function expectEqual(host: TestHost, ...pages: readonly TestPage[]) {
  for (const page of pages) {
    expect(new Map(page.story().records)).toEqual(new Map(host.story().records))
    expect(page.story().sequence).toEqual(storyFromRecords(host.story().records.values()).sequence)
    expect(page.world.story.getState().saving).toBe('saved')
  }
}

describe('two pages on one story', () => {
  test('keep a paragraph that one saved and the other’s addition to it', async () => {
    const { host, a, b } = twoPages()
    write(a, 'A paragraph.')
    await host.settle()
    write(b, `${b.textOf(first)} B.`)
    await host.settle()
    expect(a.textOf(first)).toBe('A paragraph. B.')
    expectEqual(host, a, b)
  })

  test("keep the words of both if both typed before receiving each other's changes", async () => {
    const { host, a, b } = twoPages()
    write(a, 'Text of A.')
    write(b, 'Text of B.')
    await host.settle()
    expectEqual(host, a, b)
    for (const word of ['A', 'B']) expect(a.textOf(first)).toContain(word)
  })

  test('show each other’s changes without an edit of their own, and keep their undo lists', async () => {
    const { host, a, b } = twoPages()
    write(b, 'Mine.', blockId(1))
    write(a, 'Theirs.')
    await host.settle()
    expect(b.textOf(first)).toBe('Theirs.')
    expect(b.world.story.getState().history.past).toHaveLength(1)
    undoLast(b.world)
    await host.settle()
    expect(a.textOf(first)).toBe('Theirs.')
    expect(a.textOf(blockId(1))).not.toBe('Mine.')
    expectEqual(host, a, b)
  })

  test('undo their own words only, even if they continued typing after words of the other page arrived', async () => {
    const { host, a, b } = twoPages(storyOfBlocks(1, { text: 'Once' }))
    write(a, 'Once upon')
    await host.settle()
    write(b, `Oh! ${b.textOf(first)}`)
    await host.settle()
    write(a, `${a.textOf(first)} a time`)
    await host.settle()
    undoLast(a.world)
    undoLast(a.world)
    await host.settle()
    expect(a.textOf(first)).toBe('Oh! Once')
    redoLast(a.world)
    redoLast(a.world)
    await host.settle()
    expect(b.textOf(first)).toBe('Oh! Once upon a time')
    expectEqual(host, a, b)
  })

  test('keep a block that one deletes while the other writes in it, and report it', async () => {
    const { host, a, b } = twoPages()
    write(b, 'I am writing here.')
    a.world.edit('edits.delete', removeEntries(a.story(), [first]))
    await host.settle()
    expect(a.textOf(first)).toBe('I am writing here.')
    expectEqual(host, a, b)
    const notices = [a, b].flatMap(({ world }) => world.view.getState().notices.map(({ message }) => message))
    expect(notices).toEqual(['app.mergedBlock'])
  })

  test.each([
    ['before one word', 'Start', 'zStart', 'qStart'],
    ['after the last word', 'Start.', 'Start. One', 'Start. Two'],
    ['into one word', 'Start', 'Stzart', 'Startq'],
    ['into an empty block', '', 'z', 'q'],
  ])('warn the page that merges words that both typed %s', async (_where, text, ofA, ofB) => {
    const { host, a, b } = twoPages(storyOfBlocks(1, { text }))
    write(a, ofA)
    write(b, ofB)
    await host.settle()
    expectEqual(host, a, b)
    const warnings = [a, b].flatMap(({ world }) => world.view.getState().notices)
    expect(warnings).toMatchObject([{ tone: 'warning', message: 'app.mergedBlock', params: { number: 1 } }])
  })

  test('warn of each block that both typed into', async () => {
    const { host, a, b } = twoPages(storyOfBlocks(2, { text: 'Start' }))
    for (const id of [first, blockId(1)]) {
      write(a, 'zStart', id)
      write(b, 'qStart', id)
    }
    await host.settle()
    const warnings = [a, b].flatMap(({ world }) => world.view.getState().notices)
    expect(warnings.map(({ params }) => params)).toEqual([{ number: 1 }, { number: 2 }])
  })

  test('select another block if the selected block was deleted by the other page', async () => {
    const { host, a, b } = twoPages()
    expect(b.world.editor.getState().selection).toEqual([first])
    a.world.edit('edits.delete', removeEntries(a.story(), [first]))
    await host.settle()
    expect(b.world.editor.getState().selection).toEqual([blockId(1)])
  })

  test('merge the settings of blocks and characters field by field', async () => {
    const fox = characterId('fox')
    const start = storyOfBlocks(2)
    const { host, a, b } = twoPages(apply(start, addCharacter(start, { id: fox, name: 'Fox' })))
    a.world.edit('edits.voiceId', patchBlocks(a.story(), [first], { voiceId: 'OA002' }))
    b.world.edit('edits.speed', patchBlocks(b.story(), [first], { speed: 2 }))
    a.world.edit('edits.rename', patchCharacter(a.story(), fox, { name: 'Vixen' }))
    b.world.edit('edits.model', patchCharacter(b.story(), fox, { settings: { speed: 1.5 } }))
    await host.settle()
    expect(blocksOf(a.story())[0]).toMatchObject({ voiceId: 'OA002', speed: 2 })
    expect(findCharacter(a.story(), fox)).toMatchObject({ name: 'Vixen', settings: { speed: 1.5 } })
    expectEqual(host, a, b)
  })

  test('load the story again after a sleep with more changes than are kept, and keep unsaved words', async () => {
    const { host, a, b } = twoPages()
    write(b, 'Not sent yet.')
    for (let count = 0; count < KEPT_CHANGES + 10; count += 1) {
      write(a, `Text ${String(count)}.`, blockId(1))
      void a.world.saver.flush()
      await settlePromises()
      while (a.deliver('request')) a.deliver('answer')
      await settlePromises()
    }
    b.loseEvents()
    b.reconnect()
    await host.settle()
    expect(b.textOf(blockId(1))).toBe(`Text ${String(KEPT_CHANGES + 9)}.`)
    expect(b.textOf(first)).toBe('Not sent yet.')
    expectEqual(host, a, b)
  })

  test('miss no change between the host’s answer with the story and its arrival', async () => {
    const { host, a, b } = twoPages()
    host.restart()
    const pump = async (page: TestPage, what: 'request' | 'answer' | 'event') => {
      page.deliver(what)
      await settlePromises()
    }
    await pump(b, 'event')
    for (const what of ['request', 'answer', 'request'] as const) await pump(b, what)
    write(a, 'Written meanwhile.')
    void a.world.saver.flush()
    await settlePromises()
    for (let turn = 0; turn < 6; turn += 1)
      for (const what of ['request', 'answer'] as const) await pump(a, what)
    expect(host.story().sequence[0]).toMatchObject({ text: 'Written meanwhile.' })
    await pump(b, 'event')
    await host.settle()
    expectEqual(host, a, b)
  })

  test('request missed changes again if the first request was lost', async () => {
    const { host, a, b } = twoPages()
    write(b, 'Written before.')
    host.restart()
    a.deliver('event')
    await settlePromises()
    a.breakConnection()
    await host.settle()
    expect(a.textOf(first)).toBe('Written before.')
    expectEqual(host, a, b)
  })

  test.each([
    ['before its answer', ['event', 'answer']],
    ['after its answer', ['answer', 'event']],
  ] as const)('request nothing after a change of their own that is announced %s', async (_when, order) => {
    const { host, a, b } = twoPages()
    await host.settle()
    write(a, 'Mine.')
    void a.world.saver.flush()
    await settlePromises()
    a.deliver('request')
    for (const what of order) {
      a.deliver(what)
      await settlePromises()
    }
    expect(a.world.story.getState().saving).toBe('saved')
    expect(a.deliver('request')).toBe(false)
    await host.settle()
    expectEqual(host, a, b)
  })

  test('send a change once if its answer was lost', async () => {
    const { host, a, b } = twoPages(storyOfBlocks(1, { text: 'Once' }))
    write(a, 'Once upon')
    void a.world.saver.flush().catch(() => undefined)
    await settlePromises()
    a.deliver('request')
    write(a, 'Once upon a time')
    a.breakConnection()
    a.loseEvents()
    await settlePromises()
    expect(a.world.story.getState().saving).toBe('error')
    await host.settle()
    expect(host.story().sequence[0]).toMatchObject({ text: 'Once upon a time' })
    expectEqual(host, a, b)
  })

  test('recognize their own change if its answer was lost and the other page wrote next to it', async () => {
    const { host, a, b } = twoPages(storyOfBlocks(1, { text: 'Once' }))
    write(a, 'Once upon')
    void a.world.saver.flush().catch(() => undefined)
    await settlePromises()
    a.deliver('request')
    a.breakConnection()
    a.loseEvents()
    for (const what of ['event', 'request', 'answer'] as const) {
      b.deliver(what)
      await settlePromises()
    }
    write(b, `${b.textOf(first)} a time`)
    await host.settle()
    expect(a.textOf(first)).toBe('Once upon a time')
    expectEqual(host, a, b)
  })
})

type Step = { readonly at: number; readonly page: number; readonly what: (typeof MOVES)[number] }
const MOVES = [
  'request',
  'answer',
  'event',
  'flush',
  'type',
  'type',
  'type',
  'goToEnd',
  'breakConnection',
  'sleep',
  'restart',
] as const

const steps = fc.array(fc.record({ at: fc.nat(1e6), page: fc.nat(1), what: fc.constantFrom(...MOVES) }), {
  maxLength: 120,
  size: 'max',
})

/** One delivery of a page's messages. */
async function move(host: TestHost, page: TestPage, { what }: Step): Promise<void> {
  if (what === 'flush') void page.world.saver.flush().catch(() => undefined)
  else if (what === 'breakConnection') page.breakConnection()
  else if (what === 'restart') host.restart()
  else if (what === 'sleep') {
    page.loseEvents()
    page.reconnect()
  } else if (what === 'request' || what === 'answer' || what === 'event') page.deliver(what)
  await settlePromises()
}

describe('with any order and any loss of requests, answers and events', () => {
  test('two pages that type into one block end equal, with every word', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (moves) => {
        const { host, a, b } = twoPages(storyOfBlocks(1, { text: 'Start.' }))
        const typists = [createTypist(a, 'a'), createTypist(b, 'b')]
        for (const step of moves) {
          const typist = typists[step.page] ?? typists[0]
          if (step.what === 'type') typist?.type()
          else if (step.what === 'goToEnd') typist?.goToEnd()
          else await move(host, step.page === 0 ? a : b, step)
        }
        for (const typist of typists) typist.finishWord()
        await host.settle()
        expectEqual(host, a, b)
        const words = a.textOf(first).split(/[ .]+/)
        for (const typist of typists) expect(words).toEqual(expect.arrayContaining(typist.words))
        // A host that starts again has forgotten whose changes it committed: then a word may be there twice.
        if (moves.every(({ what }) => what !== 'restart')) expect(words).toEqual([...new Set(words)])
      }),
    )
  })

  test('two pages that type letters at one place end equal, with every letter once', async () => {
    const places = fc.constantFrom(
      { text: 'Start', at: 0 },
      { text: 'Start', at: 2 },
      { text: 'Start', at: 5 },
      { text: 'Start.', at: 6 },
      { text: 'On Start', at: 3 },
      { text: '', at: 0 },
    )
    await fc.assert(
      fc.asyncProperty(places, steps, async ({ text, at }, moves) => {
        const { host, a, b } = twoPages(storyOfBlocks(1, { text }))
        const typists = [createTypist(a, 'a', at), createTypist(b, 'b', at)]
        const counts = [0, 0]
        for (const step of moves) {
          if (step.what === 'type') {
            typists[step.page]?.insert('zq'.charAt(step.page))
            counts[step.page] = (counts[step.page] ?? 0) + 1
          } else if (step.what !== 'goToEnd') await move(host, step.page === 0 ? a : b, step)
        }
        await host.settle()
        expectEqual(host, a, b)
        const shown = a.textOf(first)
        const typed = ['z', 'q'].map((letter) => shown.split(letter).length - 1)
        // A host that starts again has forgotten whose changes it committed: then a letter may be there twice.
        if (moves.some(({ what }) => what === 'restart')) {
          for (const [page, count] of counts.entries()) expect(typed[page]).toBeGreaterThanOrEqual(count)
        } else {
          expect(typed).toEqual(counts)
          expect(shown.replaceAll(/[zq]/g, '').trim().replaceAll(/ +/g, ' ')).toBe(text)
        }
      }),
    )
  })

  test('two pages with random edits, undo and redo end equal', async () => {
    const edits = fc.array(
      fc.tuple(
        intent,
        fc.nat(9),
        fc.array(fc.record({ at: fc.nat(1e6), page: fc.nat(1), what: fc.constantFrom(...MOVES) }), {
          maxLength: 4,
        }),
      ),
      { maxLength: 30, size: 'max' },
    )
    await fc.assert(
      fc.asyncProperty(edits, async (script) => {
        const { host, a, b } = twoPages()
        const fresh = freshNumbers()
        for (const [intend, place, moves] of script) {
          const { world, story } = place % 2 === 0 ? a : b
          if (place === 8) undoLast(world)
          else if (place === 9) redoLast(world)
          else world.edit('edits.typing', intend(story(), fresh))
          for (const step of moves) await move(host, step.page === 0 ? a : b, step)
        }
        await host.settle()
        expectEqual(host, a, b)
      }),
    )
  })
})

/** A typist with distinct words, letter by letter, at a cursor that stays after the same words when others write. */
function createTypist(page: TestPage, name: string, at?: number) {
  const words: string[] = []
  let shown = page.textOf(first)
  let cursor = at ?? shown.length
  let letters = 0

  page.world.story.subscribe(() => {
    const now = page.textOf(first)
    if (now === shown) return
    cursor = movedOffset(shown, now, cursor)
    shown = now
  })

  function insert(letter: string): void {
    const text = shown.slice(0, cursor) + letter + shown.slice(cursor)
    cursor += letter.length
    shown = text
    write(page, text)
  }

  const typist = {
    words,
    insert,
    type() {
      if (letters === 0) insert(' ')
      insert(letters === 0 ? name : 'xyz'.charAt(letters % 3))
      letters += 1
      if (letters > 3) typist.finishWord()
    },
    finishWord() {
      if (letters === 0) return
      const number = String(words.length)
      for (const digit of number) insert(digit)
      words.push(shown.slice(shown.lastIndexOf(' ', cursor - 1) + 1, cursor))
      letters = 0
    },
    goToEnd() {
      typist.finishWord()
      cursor = shown.length
    },
  }
  return typist
}
