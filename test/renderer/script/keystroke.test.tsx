import { act, screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { BlockId } from '../../../shared/story/records.ts'
import { giveBoxes } from '../support/boxes.ts'
import { id, sketchRecords } from '../support/smallStory.ts'

/** Other files may have loaded the modules already: here they are loaded again, with a part of a row that tells when it is drawn. */
async function load() {
  vi.resetModules()
  vi.doMock('../../../renderer/features/script/BlockRow.tsx', () => ({
    BlockChips({ block }: { readonly block: { readonly id: BlockId } }) {
      drawn.push(block.id)
      return null
    },
  }))
  const { Script } = await import('../../../renderer/features/script/Script.tsx')
  const { useDeferredStory, useStory } = await import('../../../renderer/hooks/session.ts')
  const { renderInWorld } = await import('../support/testWorld.tsx')
  return { Script, useDeferredStory, useStory, renderInWorld }
}

const drawn: string[] = []
let loaded: Awaited<ReturnType<typeof load>>
giveBoxes({ height: 900, rowHeight: 42 })
beforeAll(async () => {
  loaded = await load()
})
afterAll(() => {
  vi.doUnmock('../../../renderer/features/script/BlockRow.tsx')
  vi.resetModules()
})

it('draws the row alone in which a letter is typed', async () => {
  const { Script, renderInWorld } = loaded
  const { user, block } = renderInWorld(<Script />, {
    records: sketchRecords([{ heading: 'Dusk' }, {}, {}, { heading: 'Night' }, {}]),
  })
  await user.click(await screen.findByRole('textbox', { name: 'Text of block 2' }))
  expect(drawn).toContain(id('b4'))
  drawn.length = 0
  await user.keyboard('x')
  expect(block('b2').text).toContain('x')
  expect(new Set(drawn)).toEqual(new Set([id('b2')]))
})

it('draws a view of the deferred story again only after the row', async () => {
  const { useDeferredStory, useStory, renderInWorld } = loaded
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
