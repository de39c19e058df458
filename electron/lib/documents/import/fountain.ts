import { Fountain } from 'fountain-js'
import type { ImportSource } from '../../../../shared/import/source.ts'
import { sourceFromScript } from './script.ts'
import type { ScriptElement } from './script.ts'

/** What each token of the format is; the others draw the page and say nothing (https://fountain.io/syntax). */
const KINDS: Readonly<Record<string, ScriptElement['kind']>> = {
  section: 'heading',
  scene_heading: 'heading',
  action: 'description',
  centered: 'description',
  transition: 'description',
  lyrics: 'description',
  character: 'character',
  parenthetical: 'manner',
  dialogue: 'dialogue',
}
/** Forces a transition; the library leaves it in some. */
const FORCED = /^>\s*/
/** A remark of the writer. */
const NOTE = /\[\[[^\]]*(?:\](?!\])[^\]]*)*\]\]/g
const EMPHASIS = /(?<!\\)(\*{1,3}|_)(?=\S)((?:(?!\1)[^\n])*?\S)(?<!\\)\1/g
const ESCAPE = /\\([*_\\[\]~:(])/g
/** Keeps a blank line within an element. */
const KEPT_LINE = /^[^\S\n]+$/gm

/** Reads a screenplay in Fountain. `name` is its title where it says none. */
export function readFountain(text: string, name: string): ImportSource {
  const { tokens } = new Fountain().parse(withSungWords(text), true)
  const title = tokens.find(({ type, is_title }) => is_title === true && type === 'title')?.text
  const elements = tokens.flatMap(({ type, text: written, is_title }): ScriptElement[] => {
    const kind = KINDS[type]
    return kind === undefined || is_title === true || written === undefined
      ? []
      : [{ kind, text: withoutMarkup(type === 'transition' ? written.replace(FORCED, '') : written) }]
  })
  return sourceFromScript(elements, title === undefined ? name : withoutMarkup(title))
}

/** Makes words of the lyrics that stand below a cue, which the library cannot read. */
function withSungWords(text: string): string {
  let isBelow = false
  return text
    .split('\n')
    .map((line) => {
      const words = isBelow ? line.replace(/^[^\S\n]*~(?! )/, '') : line
      isBelow = line.trim() !== '' && (isBelow || !/^\s*~/.test(line))
      return words
    })
    .join('\n')
}

function withoutMarkup(text: string): string {
  let plain = text.replaceAll(KEPT_LINE, '').replaceAll(NOTE, '')
  for (let before = ''; before !== plain;) {
    before = plain
    plain = plain.replaceAll(EMPHASIS, '$2')
  }
  return plain.replaceAll(ESCAPE, '$1')
}
