/** Undo that continues after a story was closed: pages over a host in memory, whose history is in a real database. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { jumpInHistory, redoLast, undoLast } from '../../../renderer/actions/history.ts'
import { editText, removeEntries } from '../../../shared/story/blockCommands.ts'
import { apply, invert } from '../../../shared/story/changes.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { blockId, storyOfBlocks } from '../../shared/story/randomStories.ts'
import { settlePromises, startHost, type TestHost, type TestPage } from './pages.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const [first, second] = [blockId(0), blockId(1)]

/** Writes a text as an edit of its own. */
function write(page: TestPage, text: string, id = first) {
  page.world.edit('edits.typing', editText(page.story(), id, text))
}

async function openPage(host: TestHost): Promise<TestPage> {
  const page = host.openPage()
  await host.settle()
  return page
}

const labels = (page: TestPage) => {
  const { past, future } = page.world.story.getState().history
  return [past, future].map((entries) => entries.map(({ label }) => label.replace('edits.', '')))
}

/** A story of two blocks in which a session wrote One, Two and Three, and deleted the second block. */
async function afterSession() {
  const host = startHost(storyOfBlocks(2))
  const page = await openPage(host)
  for (const text of ['One', 'Two', 'Three']) {
    write(page, text)
    await host.settle()
  }
  page.world.edit('edits.delete', removeEntries(page.story(), [second]))
  await host.settle()
  page.close()
  return host
}

describe('a story that is opened again', () => {
  test('continues with the edits of the previous session: undo, redo, and several at once', async () => {
    const host = await afterSession()
    const page = await openPage(host)
    expect(labels(page)).toEqual([['typing', 'typing', 'typing', 'delete'], []])
    undoLast(page.world)
    await host.settle()
    expect(blocksOf(page.story())).toHaveLength(2)
    undoLast(page.world)
    await host.settle()
    expect([page.textOf(first), labels(page)[1]]).toEqual(['Two', ['delete', 'typing']])
    redoLast(page.world)
    await host.settle()
    expect(page.textOf(first)).toBe('Three')
    jumpInHistory(page.world, -3)
    await host.settle()
    expect(page.textOf(first)).not.toBe('One')
    expect(new Map(host.story().records)).toEqual(new Map(page.story().records))
  })

  test('takes one step for each key press, even if all are pressed before the first step is read', async () => {
    const host = await afterSession()
    const page = await openPage(host)
    for (let press = 0; press < 3; press += 1) undoLast(page.world)
    await host.settle()
    expect([page.textOf(first), blocksOf(page.story()).length]).toEqual(['One', 2])
  })

  test('redoes what was undone before it was closed, but not after another edit', async () => {
    const host = await afterSession()
    const before = await openPage(host)
    undoLast(before.world)
    undoLast(before.world)
    await host.settle()
    before.close()

    const page = await openPage(host)
    expect(labels(page)).toEqual([
      ['typing', 'typing'],
      ['delete', 'typing'],
    ])
    redoLast(page.world)
    await host.settle()
    expect(page.textOf(first)).toBe('Three')
    write(page, 'Four')
    await host.settle()
    page.close()
    expect(labels(await openPage(host))).toEqual([['typing', 'typing', 'typing', 'typing'], []])
  })

  test('keeps words that were typed before the history was loaded, and undoes them first', async () => {
    const host = await afterSession()
    const page = host.openPage()
    write(page, 'At once')
    await host.settle()
    undoLast(page.world)
    await host.settle()
    expect(page.textOf(first)).toBe('Three')
    undoLast(page.world)
    await host.settle()
    expect(blocksOf(page.story())).toHaveLength(2)
  })

  test('undoes only its own words of a step that others have overwritten since', async () => {
    const host = startHost(storyOfBlocks(1, { text: 'Once' }))
    const page = await openPage(host)
    write(page, 'Once upon')
    await host.settle()
    page.close()
    // Another program, which has no history.
    const other = await openPage(host)
    const change = editText(other.story(), first, `Oh! ${other.textOf(first)}`)
    const inverse = invert(other.story(), change)
    other.world.story.setState({ story: apply(other.story(), change) })
    other.world.saver.push({ change, inverse })
    await host.settle()
    other.close()
    const again = await openPage(host)
    undoLast(again.world)
    await host.settle()
    expect(again.textOf(first)).toBe('Oh! Once')
  })

  test('stores the history with the change, and has every edit after a restart of the host', async () => {
    const host = startHost(storyOfBlocks(1))
    const page = await openPage(host)
    write(page, 'Acknowledged')
    await host.settle()
    write(page, 'On its way')
    void page.world.saver.flush().catch(() => undefined)
    await settlePromises()
    page.deliver('request') // it is saved, and the answer is lost
    host.restart()
    await host.settle()
    page.close()
    const next = await openPage(host)
    expect(labels(next)).toEqual([['typing', 'typing'], []])
    undoLast(next.world)
    await host.settle()
    expect(next.textOf(first)).toBe('Acknowledged')
  })
})

test('the edits of an open page belong to it, and those of a closed page are taken over', async () => {
  const host = startHost(storyOfBlocks(2))
  const [a, b] = [await openPage(host), await openPage(host)]
  write(a, 'Of A')
  await host.settle()
  write(b, 'Of B', second)
  await host.settle()
  const c = await openPage(host)
  expect([labels(a), labels(b), labels(c)].map(([past]) => past?.length)).toEqual([1, 1, 0])
  b.close()
  const d = await openPage(host)
  undoLast(d.world)
  await host.settle()
  expect([d.textOf(first), d.textOf(second)]).toEqual(['Of A', 'Text 1.'])
  undoLast(d.world)
  await host.settle()
  expect(d.textOf(first)).toBe('Of A')
})

test.each([
  ['a damaged byte', "UPDATE history SET edit = x'1f8b' WHERE number = 3"],
  ['an edit of another story', 'UPDATE history SET format = 99 WHERE number = 3'],
  ['a missing row', 'DELETE FROM history WHERE number = 3'],
])('undo stops before %s with a message, and leaves the story intact', async (_, sql) => {
  const host = await afterSession()
  const page = await openPage(host)
  host.db.exec(sql)
  const warn = vi.spyOn(page.world, 'warn')
  undoLast(page.world)
  await host.settle()
  expect(blocksOf(page.story())).toHaveLength(2)
  undoLast(page.world)
  await host.settle()
  expect(page.textOf(first)).toBe('Three')
  expect(warn).toHaveBeenCalledExactlyOnceWith('app.history.gone')
  write(page, 'Goes on')
  undoLast(page.world)
  await host.settle()
  expect(page.textOf(first)).toBe('Three')
  expect(new Map(host.story().records)).toEqual(new Map(page.story().records))
})
