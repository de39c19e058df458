/** Cues of captions that are written as markup: SAMI, and the Timed Text Markup Language (TTML, DFXP). */
import { Parser } from 'htmlparser2'
import { readLooseXml } from '../formats/xml.ts'
import { cueOf, msOf, SAMI, timesOf, type CueFile } from './captionLines.ts'

/** Reads the cues of captions in markup. */
export function markupCues(text: string): CueFile {
  return SAMI.test(text) ? samiCues(text) : timedTextCues(text)
}

/** The words of one language between two times of a SAMI file. */
interface Shown {
  readonly language: string
  readonly startMs: number
  voice: string
  text: string
}

/**
 * Players show one language of SAMI, each text until the next one: the first language is read, and the others are hidden.
 * https://learn.microsoft.com/previous-versions/windows/desktop/dnacc/understanding-sami-1.0
 */
function samiCues(text: string): CueFile {
  const shown: Shown[] = []
  let title = ''
  let startMs: number | null = null
  let open: Shown | null = null
  let isVoice = false
  let isTitle = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'title') isTitle = true
        else if (name === 'sync') {
          startMs = Number(/\d{1,9}/.exec(attributes['start'] ?? '')?.[0] ?? NaN)
          open = null
        } else if (name === 'p' && startMs !== null) {
          const language = (attributes['class'] ?? '').toLowerCase()
          isVoice = /^source$/i.test(attributes['id'] ?? '')
          const [last] = shown.slice(-1)
          const isSame = last?.startMs === startMs && last.language === language
          open = isSame ? last : { language, startMs, voice: '', text: '' }
          if (!isSame) shown.push(open)
        } else if (name === 'br' && open !== null) open.text += '\n'
      },
      onclosetag(name) {
        if (name === 'title') isTitle = false
      },
      ontext(words) {
        if (isTitle) title += words
        else if (startMs !== null) {
          if (open === null) shown.push((open = { language: '', startMs, voice: '', text: '' }))
          if (isVoice) open.voice += words
          else open.text += words.replaceAll(/\s+/g, ' ')
        }
      },
    },
    { decodeEntities: true },
  )
  parser.end(text)
  const lines = [...Map.groupBy(shown, ({ language }) => language).values()]
  const [main] = lines.filter((each) => each.some(({ text: words }) => words.trim() !== ''))
  const cues = lines.flatMap((each) =>
    each.flatMap(({ startMs: fromMs, voice, text: words }, index) => {
      const said = tidied(words)
      if (said === '') return []
      const times = timesOf(fromMs, each[index + 1]?.startMs ?? NaN)
      const told = { times, voice: voice.trim() || null, piece: each === main ? null : ('hidden' as const) }
      return [cueOf(said, told)]
    }),
  )
  return { title: title.trim() || null, cues, problems: [] }
}

/** https://www.w3.org/TR/ttml2/#timing-value-time-expression */
const OFFSET = /^\s*([\d.]+)(h|ms|m|s|f|t)\s*$/
const MS_OF = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

function timedTextCues(text: string): CueFile {
  const cues: ReturnType<typeof cueOf>[] = []
  const agents = new Map<string, string>()
  const rates = { frame: 30, tick: 1 }
  let title = ''
  let agent = ''
  let inside = ''
  let isInBody = false
  let open: { startMs: number; endMs: number; voice: string | null; text: string } | null = null
  const msOfTime = (time: string): number => {
    const [, number = '', unit] = OFFSET.exec(time) ?? []
    if (unit === 'f') return (Number(number) / rates.frame) * 1000
    if (unit === 't') return (Number(number) / rates.tick) * 1000
    if (unit !== undefined) return Number(number) * MS_OF[unit as keyof typeof MS_OF] // the other units
    const [, whole = time, frames] = /^\s*(\d+:\d\d:\d\d)[:;](\d+)/.exec(time) ?? []
    return msOf(whole) + (frames === undefined ? 0 : (Number(frames) / rates.frame) * 1000)
  }
  readLooseXml(text, {
    open({ local, attributes }) {
      inside = local
      if (local === 'tt') {
        rates.frame = Number(attributes['ttp:frameRate']) || rates.frame
        rates.tick = Number(attributes['ttp:tickRate']) || rates.tick
      } else if (local === 'agent') agent = attributes['xml:id'] ?? ''
      else if (local === 'body') isInBody = true
      else if (local === 'p' && isInBody) {
        const { begin = '', end, dur = '' } = attributes
        const startMs = begin === '' ? NaN : msOfTime(begin)
        const endMs = end === undefined ? startMs + msOfTime(dur) : msOfTime(end)
        open = { startMs, endMs, voice: agents.get(attributes['ttm:agent'] ?? '') ?? null, text: '' }
      } else if (local === 'br' && open !== null) open.text += '\n'
    },
    close({ local }) {
      inside = ''
      if (local !== 'p' || open === null) return
      const { startMs, endMs, voice } = open
      const words = tidied(open.text)
      const times = timesOf(Math.round(startMs), Math.round(endMs))
      if (words !== '') cues.push(cueOf(words, { times, voice }))
      open = null
    },
    text(words) {
      if (open !== null) open.text += words.replaceAll(/\s+/g, ' ')
      else if (isInBody) return
      else if (inside === 'title') title += words
      else if (inside === 'name' && agent !== '') agents.set(agent, words.trim())
    },
  })
  return { title: title.trim() || null, cues, problems: [] }
}

/** Words without the spaces of the markup around them and their line breaks. */
function tidied(text: string): string {
  return text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim()
}
