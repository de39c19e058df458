/** The cover of a story without a picture: its title on a colour. The cards of the welcome page show it, and exports carry it. */
import type { CSSProperties } from 'react'

const COLORS = 6
/** Width and height in pixels, accepted by audiobook shops and podcast hosts. */
const SIDE = 1400
const EDGE = SIDE * 0.04
const MARGIN = SIDE * 0.12
const LINE_HEIGHT = 1.2
/** Font sizes of the title in pixels; the largest in which it fits is used. */
const SIZES = [180, 150, 120, 100, 80, 64]
const RIGHT_TO_LEFT =
  /^\P{L}*(?:\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko})/u

export interface DrawnCover {
  /** The story's title, which determines the colour. */
  readonly title: string
  /** The text on the cover. */
  readonly words: string
}

/** The token of a cover's colour, derived from the title so that it is always the same. */
function colorToken(title: string): string {
  const sum = [...title].reduce((before, letter) => (before * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
  return `--cover-${String((sum % COLORS) + 1)}`
}

/** The style with a cover's colour as `--cover`, by the story's title. */
export function coverColor(title: string): CSSProperties {
  return { '--cover': `var(${colorToken(title)})` } as CSSProperties // CSSProperties does not include custom properties
}

/** The cover as a square JPEG, in base64. Null if drawing is not possible. */
export async function drawCover({ title, words }: DrawnCover): Promise<string | null> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (context === null) return null
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(name).trim()
  const [color, ink, shade, family] = [colorToken(title), '--cover-ink', '--cover-shade', '--story'].map(
    token,
  )
  if (color === undefined || ink === undefined || shade === undefined) return null
  await document.fonts.load(`bold ${String(SIZES[0])}px ${family ?? 'serif'}`, words)

  context.fillStyle = color
  context.fillRect(0, 0, SIDE, SIDE)
  // Darker to the lower right, and at the spine. Tokens are written as #rrggbb.
  const light = context.createLinearGradient(SIDE * 0.3, 0, SIDE * 0.7, SIDE)
  light.addColorStop(0, `${shade}00`)
  light.addColorStop(1, `${shade}52`)
  context.fillStyle = light
  context.fillRect(0, 0, SIDE, SIDE)
  const isToLeft = RIGHT_TO_LEFT.test(words)
  context.fillStyle = `${shade}66`
  context.fillRect(isToLeft ? SIDE - EDGE : 0, 0, EDGE, SIDE)

  context.fillStyle = ink
  context.direction = isToLeft ? 'rtl' : 'ltr'
  context.textAlign = 'start'
  context.textBaseline = 'top'
  const room = SIDE - 2 * MARGIN
  for (const size of SIZES) {
    context.font = `bold ${String(size)}px ${family ?? 'serif'}`
    const most = Math.floor((room - MARGIN) / (size * LINE_HEIGHT))
    const lines = linesOf(words, (text) => context.measureText(text).width <= room)
    if (lines.length > most && size !== SIZES.at(-1)) continue
    for (const [index, line] of lines.slice(0, most).entries()) {
      const text = index === most - 1 && lines.length > most ? `${line}…` : line
      context.fillText(text, isToLeft ? SIDE - MARGIN : MARGIN, MARGIN + index * size * LINE_HEIGHT, room)
    }
    break
  }
  context.globalAlpha = 0.5
  context.fillRect(MARGIN, SIDE - MARGIN, room, 6)
  return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? null
}

/** Breaks a text between words, or within a word that is too wide for a line. */
export function linesOf(text: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/u).filter((each) => each !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const { segment } of new Intl.Segmenter().segment(word)) {
      if (line !== '' && !fits(line + segment)) {
        lines.push(line)
        line = ''
      }
      line += segment
    }
  }
  return line === '' ? lines : [...lines, line]
}
