import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { useDeferredStory, useStory } from '../../../renderer/hooks/world.ts'
import type { BlockId } from '../../../shared/story/records.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'

const drawn = vi.hoisted((): string[] => [])
vi.mock('../../../renderer/features/script/BlockChips.tsx', () => ({
  BlockChips({ block }: { readonly block: { readonly id: BlockId } }) {
    drawn.push(block.id)
    return null
  },
}))

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(42)
})

it('draws the row alone in which a letter is typed', async () => {
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
