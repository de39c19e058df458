import { describe, expect, it } from 'vitest'
import { limitsOf, panelSize, panelState, windowSizeOf } from '../../../renderer/stores/panels.ts'
import { DEFAULT_APP_SETTINGS } from '../../../shared/ipc/views.ts'

it.each([
  [1440, 900, 'large'],
  [1100, 560, 'large'],
  [1099, 900, 'medium'],
  [800, 560, 'medium'],
  [799, 900, 'small'],
  [1440, 559, 'small'],
  [720, 450, 'small'],
] as const)('a window of %i × %i is %s', (width, height, size) => {
  expect(windowSizeOf(width, height)).toBe(size)
})

describe('a panel', () => {
  it('has the default size until it is dragged, and stays within its limits', () => {
    const limits = limitsOf('left', 'large', 900)
    expect([null, 100, 200.6, 1000].map((px) => panelSize(px, limits))).toEqual([232, 180, 201, 360])
    expect(panelSize(null, limitsOf('left', 'medium', 900))).toBe(208)
    expect(panelSize(300, limitsOf('left', 'medium', 900))).toBe(300)
    expect([null, 1, 1000].map((px) => panelSize(px, limitsOf('inspector', 'large', 900)))).toEqual([
      304, 280, 480,
    ])
  })

  it('leaves the script two fifths of the height if it is the timeline', () => {
    expect(panelSize(1000, limitsOf('timeline', 'large', 900))).toBe(540)
    expect(panelSize(10, limitsOf('timeline', 'large', 900))).toBe(88)
    expect(panelSize(null, limitsOf('timeline', 'small', 300))).toBe(180)
    expect(panelSize(null, limitsOf('timeline', 'small', 100))).toBe(88)
  })

  it('grows with a large window, and leaves the script its minimum height in a low one', () => {
    expect(panelSize(null, limitsOf('left', 'large', 900, 2560))).toBe(322)
    expect(panelSize(null, limitsOf('inspector', 'large', 900, 2560))).toBe(416)
    expect(panelSize(null, limitsOf('timeline', 'large', 1300, 2560))).toBe(348)
    expect(panelSize(500, limitsOf('timeline', 'large', 700))).toBe(346)
  })

  it('is folded as saved if the window has room for it, and is a drawer otherwise', () => {
    const { panels } = DEFAULT_APP_SETTINGS
    const folded = { ...panels, inspector: { sizePx: 300, isFolded: true } }
    const state = (
      ...[name, windowSize, drawer]: [
        'left' | 'inspector' | 'timeline',
        'large' | 'medium' | 'small',
        'left' | 'inspector' | null,
      ]
    ) => panelState(name, { windowSize, drawer }, folded)
    expect(state('left', 'large', null)).toEqual({ isDrawer: false, isOpen: true })
    expect(state('inspector', 'large', null)).toEqual({ isDrawer: false, isOpen: false })
    expect(state('inspector', 'medium', 'inspector')).toEqual({ isDrawer: true, isOpen: true })
    expect(state('left', 'medium', 'inspector')).toEqual({ isDrawer: false, isOpen: true })
    expect(state('left', 'small', 'inspector')).toEqual({ isDrawer: true, isOpen: false })
    expect(state('timeline', 'small', null)).toEqual({ isDrawer: true, isOpen: false })
    expect(state('timeline', 'medium', null)).toEqual({ isDrawer: false, isOpen: true })
  })
})
