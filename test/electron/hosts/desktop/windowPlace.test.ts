import type { Rectangle, Screen } from 'electron'
import { expect, test } from 'vitest'
import { windowPlace } from '../../../../electron/hosts/desktop/windows.ts'

function screenWith(...areas: Rectangle[]): Pick<Screen, 'getPrimaryDisplay' | 'getDisplayMatching'> {
  const displays = areas.map((workArea) => ({ workArea }))
  const holds = ({ x, y }: Rectangle, area: Rectangle) =>
    x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height
  return {
    getPrimaryDisplay: () => displays[0],
    getDisplayMatching: (place: Rectangle) =>
      displays.find(({ workArea }) => holds(place, workArea)) ?? displays[0],
  } as ReturnType<typeof screenWith> // the parts of a screen that are read
}

test.each([
  [
    { x: 0, y: 25, width: 1920, height: 1055 },
    { width: 1440, height: 900, minWidth: 900, minHeight: 600 },
  ],
  [
    { x: 0, y: 0, width: 1366, height: 728 },
    { width: 1366, height: 728, minWidth: 900, minHeight: 600 },
  ],
  [
    { x: 0, y: 0, width: 800, height: 560 },
    { width: 800, height: 560, minWidth: 800, minHeight: 560 },
  ],
])('the first window fits the screen that has room for %j', (area, place) => {
  expect(windowPlace(screenWith(area))).toEqual(place)
})

test('another window is opened beside the frontmost one, on the same screen', () => {
  const screen = screenWith(
    { x: 0, y: 0, width: 1920, height: 1080 },
    { x: 1920, y: 0, width: 2560, height: 1400 },
  )
  expect(windowPlace(screen, { x: 2000, y: 100, width: 1440, height: 900 })).toMatchObject({
    x: 2028,
    y: 128,
  })
  const atTheEdge = windowPlace(screen, { x: 1000, y: 300, width: 900, height: 700 })
  expect(atTheEdge).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 })
})
