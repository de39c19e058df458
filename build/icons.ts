// Draws the icons of packages from one picture, renderer/public/icon.svg: `node build/icons.ts`. The results are in build/icons and are
// committed, because packaging needs them on systems without a browser. Run it again after the picture has changed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumArgs, requireChromium } from './findChromium.ts'
import { root } from './root.mjs'

/** Sizes of the icon in Linux's icon theme, in px. */
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512] as const

/** Sizes in a Windows icon, in px: those that Explorer and the taskbar draw. */
const WINDOWS_SIZES = [16, 24, 32, 48, 64, 256] as const

/** The types of PNG pictures in an .icns file and their size in px (https://en.wikipedia.org/wiki/Apple_Icon_Image_format). */
const APPLE_TYPES = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
] as const

/** Apple's grid for an icon of 1024 px: the shape has 824 px, and what is around it stays empty. */
const APPLE_SCALE = 824 / 1024

/** An .icns file of PNG pictures. */
export function appleIcon(pictureOf: (size: number) => Buffer): Buffer {
  const parts = APPLE_TYPES.map(([type, size]) => {
    const picture = pictureOf(size)
    return Buffer.concat([Buffer.from(type), uint32(picture.length + 8), picture])
  })
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from('icns'), uint32(content.length + 8), content])
}

/** An .ico file of PNG pictures (https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)). */
export function windowsIcon(pictureOf: (size: number) => Buffer): Buffer {
  const pictures = WINDOWS_SIZES.map((size) => ({ size, picture: pictureOf(size) }))
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = 6 + 16 * pictures.length
  const entries = pictures.map(({ size, picture }) => {
    const entry = Buffer.alloc(16)
    entry[0] = entry[1] = size % 256 // 0 means 256
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(picture.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += picture.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures.map(({ picture }) => picture)])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** The mark with its shape in the middle and an empty margin around it, as macOS draws icons. */
function withAppleMargin(mark: string): string {
  const margin = (64 * (1 - APPLE_SCALE)) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><g transform="translate(${margin} ${margin}) scale(${APPLE_SCALE})">${innerOf(mark)}</g></svg>`
}

/** A sheet of paper with a folded corner that bears the mark: the icon of a story's file. */
function sheetWith(mark: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <path d="M12 3h27l14 14v41a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z" fill="#fffdf9" stroke="#8a7f72" stroke-width="1.5" />
  <path d="M39 3v11a3 3 0 0 0 3 3h11" fill="#ece4d8" stroke="#8a7f72" stroke-width="1.5" stroke-linejoin="round" />
  <g transform="translate(16 25) scale(0.469)">${innerOf(mark)}</g>
</svg>
`
}

function innerOf(svg: string): string {
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
}

async function drawIcons(): Promise<void> {
  const mark = readFileSync(join(root, 'renderer', 'public', 'icon.svg'), 'utf8')
  const sheet = sheetWith(mark)
  const folder = join(root, 'build', 'icons')
  mkdirSync(join(folder, 'linux'), { recursive: true })
  const browser = await chromium.launch({ executablePath: requireChromium(), args: chromiumArgs() })
  const page = await browser.newPage({ deviceScaleFactor: 1 })

  /** Pictures of an SVG by their size in px. */
  async function draw(svg: string, sizes: readonly number[]): Promise<(size: number) => Buffer> {
    const pictures = new Map<number, Buffer>()
    for (const size of new Set(sizes)) {
      await page.setViewportSize({ width: size, height: size })
      await page.setContent(
        `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}`,
      )
      pictures.set(size, await page.screenshot({ omitBackground: true }))
    }
    return (size) => pictures.get(size) ?? Buffer.alloc(0)
  }

  const appleSizes = APPLE_TYPES.map(([, size]) => size)
  const markAt = await draw(mark, [...LINUX_SIZES, ...WINDOWS_SIZES])
  for (const size of LINUX_SIZES) writeFileSync(join(folder, 'linux', `${size}x${size}.png`), markAt(size))
  writeFileSync(join(folder, 'icon.ico'), windowsIcon(markAt))
  writeFileSync(join(folder, 'icon.icns'), appleIcon(await draw(withAppleMargin(mark), appleSizes)))
  writeFileSync(join(folder, 'document.svg'), sheet)
  writeFileSync(join(folder, 'document.ico'), windowsIcon(await draw(sheet, WINDOWS_SIZES)))
  writeFileSync(join(folder, 'document.icns'), appleIcon(await draw(sheet, appleSizes)))
  await browser.close()
}

if (import.meta.main) await drawIcons()
