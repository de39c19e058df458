/** Colours, type and their use: contrast as WCAG 2.2 requires, in both themes, and no colour or size other than the tokens. */
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const styles = globSync('renderer/**/*.css').map((path) => ({ path, css: readFileSync(path, 'utf8') }))
const tokens = readFileSync('renderer/ui/tokens.css', 'utf8')

type Theme = Readonly<Record<string, string>>
type Rgb = readonly number[]

const [lightCss = '', darkCss = ''] = tokens.split(":root[data-theme='dark']")
const light = coloursOf(lightCss)
const themes: readonly (readonly [string, Theme])[] = [
  ['light', light],
  ['dark', { ...light, ...coloursOf(darkCss) }],
]

function coloursOf(css: string): Theme {
  return Object.fromEntries(
    [...css.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

function rgb(hex: string | undefined): Rgb {
  if (hex === undefined) throw new Error('no such colour')
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

/** The result of `share` of one colour over another. */
function mixed(over: Rgb, under: Rgb, share: number): Rgb {
  return over.map((value, at) => value * share + (under[at] ?? 0) * (1 - share))
}

/** Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance. */
function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((p, q) => q - p)
  return (light + 0.05) / (dark + 0.05)
}

const TEXT = 4.5
const PART = 3
const GROUNDS = ['paper', 'surface', 'raised', 'sunken', 'hover', 'press', 'pick-soft']
const CHARACTERS = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8']

/** Every pair that is drawn: ink, ground, least contrast. */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...pairs(['ink', 'ink-2', 'ink-3'], GROUNDS, TEXT),
  ...pairs(['accent-text', 'pick', 'ok', 'warn', 'bad'], GROUNDS.slice(0, 5), TEXT),
  ...['ok', 'warn', 'bad', 'pick'].flatMap((state) =>
    pairs([state, 'ink', 'ink-2'], [`${state}-soft`], TEXT),
  ),
  ['accent-text', 'accent-soft', TEXT],
  ...pairs(['ink'], ['accent-soft', 'accent-word'], TEXT),
  ...pairs(['accent-ink'], ['accent', 'accent-hover'], TEXT),
  ['pick-ink', 'pick', TEXT],
  ...pairs(
    ['cover-ink'],
    [1, 2, 3, 4, 5, 6].map((cover) => `cover-${cover}`),
    TEXT,
  ),
  ...pairs(CHARACTERS, ['surface', 'paper', 'raised', 'hover', 'pick-soft'], TEXT),
  ...pairs(['line-3', 'focus'], ['surface', 'paper', 'raised'], PART),
]

function pairs(inks: readonly string[], grounds: readonly string[], least: number) {
  return inks.flatMap((ink) => grounds.map((ground) => [ink, ground, least] as const))
}

describe.each(themes)('the %s theme', (_name, theme) => {
  test('has enough contrast between every ink and its backgrounds', () => {
    const low = PAIRS.filter(([ink, ground, least]) => contrast(rgb(theme[ink]), rgb(theme[ground])) < least)
    expect(low).toEqual([])
  })

  test('has enough contrast between a character and the tint of its clips', () => {
    const surface = rgb(theme['surface'])
    for (const name of CHARACTERS) {
      const colour = rgb(theme[name])
      expect(contrast(colour, mixed(colour, surface, 0.14)), name).toBeGreaterThanOrEqual(TEXT)
    }
  })

  test('has enough contrast between the name on the playing clip and its tint', () => {
    const [surface, ink] = [rgb(theme['surface']), rgb(theme['ink'])]
    for (const name of ['ink-3', ...CHARACTERS]) {
      const colour = rgb(theme[name])
      const least = contrast(mixed(colour, ink, 0.6), mixed(colour, surface, 0.24))
      expect(least, name).toBeGreaterThanOrEqual(TEXT)
    }
  })

  test('has all colours of the other theme', () => {
    const own = coloursOf(theme === light ? lightCss : darkCss)
    expect(Object.keys(own).sort()).toEqual(Object.keys(light).sort())
  })
})

describe('every style sheet', () => {
  // Paper is black on white and measured in points.
  const modules = styles.filter(({ path }) => !/(?:tokens|PrintedScript\.module)\.css$/.test(path))

  test('takes its colours from the tokens', () => {
    const own = modules.flatMap(({ path, css }) =>
      [...css.matchAll(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|\boklch\(/gi)].map(
        ([found]) => `${path}: ${found}`,
      ),
    )
    expect(own).toEqual([])
  })

  test('takes its type from the tokens: six sizes, none under 12 px, and three weights', () => {
    const sizes = [...tokens.matchAll(/--t-\d+:\s*(\d+)px/g)].map(([, size]) => Number(size))
    expect(sizes).toHaveLength(6)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12)
    const own = modules.flatMap(({ path, css }) =>
      [...css.matchAll(/\b(font-size|font-weight|font|font-family):\s*([^;}]+)/g)].flatMap(
        ([, , value = '']) =>
          /\d(px|r?em|pt|%)|\b\d00\b/.test(value.replace(/var\([^)]*\)/g, '')) ? [`${path}: ${value}`] : [],
      ),
    )
    expect(own).toEqual([])
  })

  test('uses only existing tokens', () => {
    const set = new Set(
      styles.flatMap(({ css }) => [...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name)),
    )
    const fromElsewhere =
      /^--(trigger-width|visual-viewport-height|page-height|lane|lane-height|lanes-min|music-rows|cover|share|c)$/
    const unknown = modules.flatMap(({ path, css }) =>
      [...css.matchAll(/var\((--[\w-]+)(,)?/g)].flatMap(([, name = '', fallback]) =>
        set.has(name) || fallback !== undefined || fromElsewhere.test(name) ? [] : [`${path}: ${name}`],
      ),
    )
    expect(unknown).toEqual([])
  })
})
