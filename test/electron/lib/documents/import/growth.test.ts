// @module-tag long
/**
 * Reading takes time in proportion to the length of a file: every special character of every format is repeated until a file consists of
 * it, and the file is read, its speakers are found, and it becomes a story.
 */
import { expect, it } from 'vitest'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { planDirectly } from '../../../../../shared/import/importStory.ts'
import { storyRecordsOf } from '../../../../../shared/import/storyFromPlan.ts'
import { UserFacingError } from '../../../../../shared/lib/userFacingError.ts'
import { docx, odf } from '../formats/samples.ts'

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\f', ' ')
const script = (type: string, text: string) =>
  `<FinalDraft><Content><Paragraph Type="${type}"><Text>${xml(text)}</Text></Paragraph>` +
  `<Paragraph Type="Dialogue"><Text>Is it far?</Text></Paragraph></Content></FinalDraft>`
const EVENTS = '[Events]\nFormat: Start, End, Style, Name, Text\n'
const CUE = '00:00:01,000 --> 00:00:02,000\n'

/** A file of each kind with a text in each place that is read differently. */
const FILES: Readonly<Record<string, readonly [name: string, of: (text: string) => string | Uint8Array]>> = {
  'plain text': ['a.txt', (text) => text],
  'pasted text': ['a', (text) => text],
  Markdown: ['a.md', (text) => text],
  'Markdown with speakers': ['a.md', (text) => `---\nspeakers: bold\n---\n**Mira:** ${text}`],
  Fountain: ['a.fountain', (text) => text],
  'a speech in Fountain': ['a.fountain', (text) => `INT. JETTY\n\nMIRA\n${text}`],
  'a name in Fountain': ['a.fountain', (text) => `INT. JETTY\n\n@${text}\nIs it far?`],
  'a name in Final Draft': ['a.fdx', (text) => script('Character', text)],
  'a manner in Final Draft': ['a.fdx', (text) => script('Parenthetical', text)],
  'a description in Final Draft': ['a.fdx', (text) => script('Action', text)],
  'a table': ['a.csv', (text) => text],
  'a cell of a table': ['a.csv', (text) => `speaker,line\nMira,"${text.replaceAll('"', '""')}"\n`],
  "a cell of Ren'Py": ['a.tab', (text) => `Identifier\tCharacter\tDialogue\tLine Number\na\tMira\t${text}\n`],
  'a cell of Yarn Spinner': [
    'a.csv',
    (text) => `id,text,node,lineNumber\nline:1,"${text.replaceAll('"', '""')}",a,1\n`,
  ],
  'a file of gettext': ['a.po', (text) => text],
  'a text of gettext': ['a.po', (text) => `#. ${text}\nmsgid "${text}"\nmsgstr ""\n`],
  'a text of XLIFF': [
    'a.xlf',
    (text) =>
      `<xliff><file><unit id="a"><source>${xml(text)}</source><note>${xml(text)}</note></unit></file></xliff>`,
  ],
  'Yarn Spinner': ['a.yarn', (text) => text],
  "Ren'Py": ['a.rpy', (text) => `label a:\n${text}`],
  Twee: ['a.twee', (text) => `:: a\n${text}`],
  Ink: ['a.ink', (text) => text],
  SubRip: ['a.srt', (text) => text],
  'a cue in SubRip': ['a.srt', (text) => `1\n${CUE}${text}\n`],
  WebVTT: ['a.vtt', (text) => `WEBVTT\n\n${text}`],
  'a cue in WebVTT': ['a.vtt', (text) => `WEBVTT\n\n${CUE.replaceAll(',', '.')}${text}\n`],
  'an event in SubStation Alpha': ['a.ass', (text) => `${EVENTS}Dialogue: 0:00:01.00,0:00:02.00,,,${text}\n`],
  HTML: ['a.html', (text) => `<html><body>${text}`],
  'a paragraph in HTML': ['a.html', (text) => `<html><body><p>${xml(text)}</p>`],
  FictionBook: ['a.fb2', (text) => `<FictionBook><body><section>${text}`],
  'a paragraph in FictionBook': ['a.fb2', (text) => `<FictionBook><body><p>${xml(text)}</p>`],
  'a request in JSON': ['a.json', (text) => JSON.stringify({ blocks: [{ input: text }] })],
  'a paragraph in Word': ['a.docx', (text) => docx(`<w:p><w:r><w:t>${xml(text)}</w:t></w:r></w:p>`)],
  'a paragraph in OpenDocument': ['a.odt', (text) => odf('text', `<text:p>${xml(text)}</text:p>`)],
}

/** Tokens with a meaning in one of the formats, or in the search for speakers. */
const TOKENS = [
  ...['*', '**', '*a', '*a*', '**a:** ', '**A:** *(', '_', '_a_', '__', '~', '~a\n', '`', '```', '` '],
  ...[
    '[',
    '[[',
    '[[a',
    '[[a]]',
    ']',
    ']]',
    '[a](',
    '![',
    '[1]',
    '[1,',
    '[A] ',
    '[a]: b\n',
    '[pause',
    '[a|b]',
  ],
  ...[
    '(',
    '()',
    '(a) ',
    '(V.O.)',
    '(A) ',
    ')',
    '{',
    '{{a}}',
    '<',
    '<b>',
    '<b> ',
    '</b>',
    '<!--',
    '<!',
    '<v a>',
  ],
  ...[
    '<a href="',
    '<p>',
    '<div>',
    '<ul><li>',
    '<table><tr><td>',
    '<script>',
    '&',
    '&amp;',
    '\\',
    '\\*',
    '/*',
    '*/',
  ],
  ...[
    '/* a */',
    '>',
    '> ',
    '> > ',
    '>a<',
    '#',
    '# ',
    '#a',
    '=',
    '===\n',
    'a\n===\n',
    '-',
    '- ',
    '- - ',
    '— ',
    '—a ',
  ],
  ...[
    ' —a— ',
    '…',
    '.',
    '.A',
    ':',
    'A: ',
    'A:\n',
    'NAME: ',
    'NAME (a): ',
    '“',
    '“a,” ',
    '“a” ',
    '"',
    '"a" ',
    '«',
  ],
  ...[
    '« a, dit A. ',
    '»',
    '‘',
    '’',
    '」',
    '「a」',
    'said ',
    'Mira said ',
    'the a ',
    'Mira ',
    'Sir A ',
    'Smith, ',
  ],
  ...[
    '(Smith & Jones',
    'http://',
    'www.a ',
    'https://a.b/. ',
    '!',
    '!a\n',
    '?',
    '@',
    '@a\n',
    '^',
    'A ^\n',
    '|',
    'a,',
  ],
  ...[
    'a, ',
    'a. ',
    'A. ',
    '""',
    ';',
    '\t',
    '\r',
    '\n',
    ' \n',
    '  \n',
    '\n\n',
    ' ',
    '\u00a0',
    '\u2028',
    '\f',
    '\ufeff',
  ],
  ...[
    'a',
    'A',
    'A\n',
    'a\nA\n',
    'A\n(a)\n',
    'A\na\n\n',
    'INT. a\n\n',
    'Title: a\n',
    '   a\n',
    '1. ',
    '0:0',
    '00:00 --> ',
  ],
  ...[
    `1\n${CUE}a\n\n`,
    'NOTE ',
    '---\n',
    'title: ',
    'chapter one\n\n',
    'é',
    'e\u0301',
    '中',
    '😀',
    '* * *\n\n',
    '-a\n',
  ],
  ...[
    '%%',
    '%%a%% ',
    '%%\n',
    '$',
    '$$\n',
    '$a$ ',
    '==',
    '==a== ',
    ':a: ',
    '{{<',
    '{% ',
    '[^',
    '[^1]: ',
    '^[',
    '[[a|',
    ':::\n',
    '{#',
    '[@',
  ],
  ...[
    '♪',
    '♪ a',
    '♪ a\n',
    '# a\n',
    '{\\',
    '{\\p1}',
    '{a}',
    '>> ',
    '> > a',
    '[a]: b "c"\n',
    '|a',
    ': a\n',
    '1. a\n\n',
    '<<a',
    '<<a>>',
    '<<"',
    ':: a\n',
    '(if: ',
    '(link: "',
    '"a ',
    '"""',
    "e 'a'\n",
    '{a:',
    '{a|',
    '-> a\n',
    '->a',
    ' #a',
    '// ',
    'label a:\n',
    '[A] a\n',
    '(A) a\n',
  ],
]

const LENGTHS = [512, 2_048, 8_192, 32_768]
/** Even on a slow machine, the longest file takes less; if it takes more, the growth decides. */
const ENOUGH_MS = 750
/** Growth from one length to the next: 4 if time is linear, 16 if it is quadratic. */
const MOST_GROWTH = 9

/** The processor time in ms until a file is a story or is refused. */
async function costOf(name: string, content: string | Uint8Array): Promise<number> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  let count = 0
  const before = process.threadCpuUsage()
  try {
    const { source } = await readImport({ file: { name, bytes } })
    storyRecordsOf(planDirectly(source, { readsQuotations: true }), () => `id-${(count += 1)}`)
  } catch (error) {
    if (!(error instanceof UserFacingError)) throw error
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Null if time grows in proportion to the length. */
async function tooMuch(token: string, name: string, of: (text: string) => string | Uint8Array) {
  const cost = (length: number) => costOf(name, of(`a ${token.repeat(length / token.length)} a`))
  const times: number[] = []
  let last = Infinity
  /** The number of lengths since the last measured time. */
  let steps = 1
  for (const length of LENGTHS) {
    // Even with quadratic growth, this length takes less than `ENOUGH_MS`.
    if (last * 16 ** steps < ENOUGH_MS) {
      steps += 1
      continue
    }
    const most = Math.max(ENOUGH_MS, last * MOST_GROWTH ** steps)
    let time = await cost(length)
    // Measure again, since garbage collection may have disturbed the first run.
    if (time > most) time = Math.min(time, await cost(length))
    times.push(time)
    if (time > most) return `${JSON.stringify(token)}: ${times.join(', ')}`
    last = time
    steps = 1
  }
  return null
}

it.each(Object.entries(FILES))(
  'reading time grows in proportion to length in %s, whatever is repeated',
  { timeout: 300_000 },
  async (_, [name, of]) => {
    const found: string[] = []
    for (const token of TOKENS) {
      const told = await tooMuch(token, name, of)
      if (told !== null) found.push(told)
    }
    expect(found).toEqual([])
  },
)
