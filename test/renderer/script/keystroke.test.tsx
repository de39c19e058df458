import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { useDeferredStory, useStory } from '../../../renderer/hooks/session.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ height: 900, rowHeight: 42 })

afterEach(() => void vi.useRealTimers())

it('typing a letter draws only its own row again', async () => {
  const drawn = new Set<string>()
  /** Blocks that record when their mark is read, which a row does when it is drawn. */
  const records = sketchRecords([{ heading: 'Dusk' }, {}, {}, { heading: 'Night' }, {}]).map((record) => {
    if (record.type !== 'block') return record
    const get = () => {
      drawn.add(record.id)
      return record.mark
    }
    return Object.defineProperty({ ...record }, 'mark', { get, enumerable: true })
  })
  const { user, block } = renderInWorld(<Script />, { records })
  await user.click(await screen.findByRole('textbox', { name: 'Text of block 2' }))
  expect(drawn).toContain(id('b4'))
  drawn.clear()
  await user.keyboard('x')
  expect(block('b2').text).toContain('x')
  drawn.delete(id('b2'))
  expect(drawn).toEqual(new Set())
})

it('a view of the deferred story is drawn only after the row', async () => {
  const seen: string[] = []
  const Row = () => {
    seen.push(`row ${useStory().info.title}`)
    return null
  }
  const Overview = () => {
    seen.push(`view ${useDeferredStory().info.title}`)
    return null
  }
  const { world, story } = renderInWorld(
    <>
      <Row />
      <Overview />
    </>,
    { records: sketchRecords([{}]) },
  )
  seen.length = 0
  await act(async () => {
    world.edit('edits.rename', { put: [{ ...story().info, title: 'New' }], remove: [] })
    await Promise.resolve()
  })
  expect(seen).toEqual(['row New', 'view New'])
})

it('views of the deferred story are drawn at a pause in typing, and after other changes at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const seen: string[] = []
  const View = () => {
    seen.push(blocksOf(useDeferredStory())[0]?.text ?? '')
    return null
  }
  const { world, story } = renderInWorld(<View />, { records: sketchRecords([{}]) })
  const type = (text: string) =>
    act(async () => {
      world.edit('edits.typing', editText(story(), id('b1'), text), 'text:b1')
      await Promise.resolve()
    })
  seen.length = 0
  for (const text of ['a', 'ab', 'abc']) await type(text)
  await act(() => vi.advanceTimersByTimeAsync(99))
  expect(seen.at(-1)).toBe('a')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(seen.at(-1)).toBe('abc')
  await type('abcd')
  await act(async () => {
    world.edit('edits.merge', editText(story(), id('b1'), 'b'))
    await Promise.resolve()
  })
  expect(seen.at(-1)).toBe('b')
})
