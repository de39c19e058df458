/** Bullets that are part of a document's text, though list markup of its format would draw them. */
import type { DocumentPart } from './documentText.ts'

/** Includes characters of symbol fonts in the private use area. */
const BULLETS = '•◦▪▫‣⁃●○■□∙·\\uf0b7\\uf0a7\\uf076\\uf0d8'
const BULLET = new RegExp(`^[${BULLETS}]$`)
const ONLY_BULLETS = new RegExp(`^[${BULLETS}\\s]*$`)
const BEFORE_WORDS = new RegExp(`^[${BULLETS}]\\s+`)

/** Whether a text is a single bullet. */
export function isBullet(text: string): boolean {
  return BULLET.test(text)
}

/** A part without its leading bullet, which makes a paragraph a list item; null for a part that consists of bullets only. */
export function withoutBullet(part: DocumentPart): DocumentPart | null {
  const { kind, text } = part
  if (kind === 'tableRow') return part
  const words = text.replace(BEFORE_WORDS, '')
  if (words === text && !isBullet(text)) return part
  if (ONLY_BULLETS.test(words)) return null
  const cut = text.length - words.length
  const omitted = part.omitted?.map((each) => ({ ...each, at: Math.max(0, each.at - cut) }))
  return {
    ...part,
    ...(omitted !== undefined && { omitted }),
    kind: kind === 'paragraph' ? 'listItem' : kind,
    text: words,
  }
}
