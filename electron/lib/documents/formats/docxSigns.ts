/** Elements in a run of Word that stand for characters. */
import { hex } from 'dingbat-to-unicode'
import type { XmlTag } from './xml.ts'

/** The characters that an element stands for, a line break as '\n'; null for an element that stands for none. */
export function signOf({ name, attributes }: XmlTag): string | null {
  switch (name) {
    case 'w:tab':
    case 'w:ptab':
      return '\t'
    case 'w:br':
      return (attributes['w:type'] ?? 'textWrapping') === 'textWrapping' ? '\n' : ' '
    case 'w:cr':
      return '\n'
    case 'w:noBreakHyphen':
      return '-'
    case 'w:sym':
      return symbolOf(attributes['w:font'] ?? '', attributes['w:char'] ?? '')
    default:
      return null
  }
}

/** Maps a character of a symbol font to Unicode, or to ''. */
function symbolOf(font: string, code: string): string {
  return (hex(font, code) ?? hex(font, code.replace(/^F0/i, '')))?.string ?? ''
}
