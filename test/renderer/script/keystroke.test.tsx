import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { useDeferredStory, useStory } from '../../../renderer/hooks/session.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ height: 900, rowHeight: 42 })

it('draws the row alone in which a letter is typed', async () => {
  const drawn = new Set<string>()
  /** Blocks that note when their mark is read, which a row does when it is drawn. */
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

it('draws a view of the deferred story again only after the row', async () => {
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
