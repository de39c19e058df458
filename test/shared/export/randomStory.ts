import * as fc from 'fast-check'
import { generateNKeysBetween } from 'fractional-indexing'
import {
  BLANK_BLOCK,
  BLOCK_MARKS,
  blockIdSchema,
  chapterIdSchema,
  characterIdSchema,
  COVER_ID,
  lexiconEntryIdSchema,
  NATURAL_SILENCES,
  GENDERS,
  NO_BOOK,
  NO_SILENCES,
  storyIdSchema,
  type Block,
  type Character,
  type StoryRecord,
} from '../../../shared/story/records.ts'
import { speakerKey } from '../../../shared/import/source.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'

/** Words that some format could misread. */
const TRAPS = [
  ...[
    '# no heading',
    '## ',
    '#',
    'C #',
    '* no item',
    '- no item',
    '+ 1',
    '> no quote',
    '>centered<',
    '1. no item',
    '2) no',
    '---',
  ],
  ...[
    '===',
    '~~~',
    '~lyrics',
    '```',
    '*em*',
    '**bold:** x',
    '_under_ line',
    '__x__',
    '\\',
    '\\*',
    'a\\',
    '[link](x)',
    '[ref]: x',
  ],
  ...[
    '[[note]]',
    '[[[',
    ']]',
    '/* cut */',
    '<b>bold</b>',
    '<!-- no -->',
    '&amp;',
    '&',
    '<',
    ']]>',
    'a & b',
    '`code`',
    '!',
    '! no',
    '!!',
  ],
  ...[
    '@Mira',
    '.scene',
    '..',
    '...',
    'INT. HOUSE - DAY',
    'CUT TO:',
    'GO TO:',
    'FADE OUT.',
    'MIRA',
    'MIRA (V.O.)',
    '(quietly)',
    '(a) b (c)',
  ],
  ...[
    'Title: x',
    'Mira: Wait.',
    'NAME: no',
    '[Name] no',
    '=cmd',
    "='x'",
    "'=x",
    "''=x",
    '+1',
    '-1',
    '@x',
    '\t=x',
    'a,b',
    'a;b',
    'a|b',
    'a\tb',
  ],
  ...[
    '"quoted"',
    '“Wait,” said Mira.',
    '— Sí —dijo Luis—',
    'Привет',
    'ЭТО',
    'שלום',
    'مرحبا',
    '你好。',
    'नमस्ते',
    '🦊',
    'É',
    'Chapter One',
    'Contents',
    'Copyright',
  ],
  ...[
    'https://example.org/a_b*c',
    '[12]',
    '(Smith 2004)',
    'x^',
    '^',
    'null',
    '0',
    '12.5',
    '[pause 0.8 s]',
    '\u200f',
    'the fox',
    'A lantern.',
  ],
]
const GAPS = [' ', ' ', ' ', '\n', '\n\n', '\n\n\n', '  ', ' \n ', '\u00a0', '\u2028', '\r\n', '\t', '\u0007']
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...TRAPS) },
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const words = (most: number) =>
  fc
    .array(fc.tuple(word, fc.oneof({ weight: 6, arbitrary: fc.constant(' ') }, fc.constantFrom(...GAPS))), {
      maxLength: most,
    })
    .map((pairs) => pairs.map(([each, gap], index) => (index === 0 ? each : gap + each)).join(''))
const label = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'Mira',
      'MIRA',
      'Tom',
      'the ferryman',
      'Narrator',
      'Łódź',
      'משה',
      '李',
      "O'Neil",
      'R2 D2',
    ),
  },
  { weight: 5, arbitrary: words(2) },
)
const often = <T>(value: T, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other })

const block = fc.record({
  text: fc.oneof(
    { weight: 8, arbitrary: words(6) },
    fc.constantFrom('', ' ', '\n', '* * *', '***', '---', '#'),
  ),
  speaker: fc.option(fc.nat(), { nil: null }),
  emotion: often<string | null>(
    null,
    words(2).map((text) => text.slice(0, 100)),
  ),
  silenceBeforeMs: often<number | null>(null, fc.integer({ min: 0, max: 90_000 })),
  durationMs: often<number | null>(null, fc.integer({ min: 1, max: 3_600_000 })),
  lockedKey: often<string | null>(null, fc.constant('key')),
  name: often('', fc.constant('Take me')),
  notes: often('', words(2)),
  mark: often<Block['mark']>(null, fc.constantFrom(...BLOCK_MARKS)),
  breakBefore: often<'paragraph' | 'sentence' | 'scene'>('paragraph', fc.constantFrom('scene', 'sentence')),
})
const entry = fc.oneof(
  { weight: 5, arbitrary: block },
  { weight: 1, arbitrary: label.map((title) => ({ title: title.slice(0, 400) })) },
)

/** A story of any words, names and settings. */
export const randomStory = fc
  .record({
    title: fc.oneof(fc.constant('The Ferry'), words(3)).filter((text) => text.trim() !== ''),
    names: fc.uniqueArray(label, { maxLength: 4, selector: (name) => speakerKey(name.trim()) }),
    settings: fc.record({
      voiceId: fc.constantFrom('OA001', 'OA004'),
      emotion: often('', fc.constant('sad')),
    }),
    notes: often('', fc.constant('Limps.')),
    entries: fc.array(entry, { minLength: 1, maxLength: 8 }),
    hasRules: fc.boolean(),
    written: often('', fc.constant('Mira')),
    book: often(
      NO_BOOK,
      fc.constant({
        author: 'Ada',
        series: { name: 'Tides', number: '2' },
        description: 'A\nb.',
      }),
    ),
    base64: often('', fc.constant('/9j/4AA=')),
    language: often(null, fc.constant('es')),
    gender: often(null, fc.constantFrom(...GENDERS)),
  })
  .map(({ title, names, settings, notes, entries, written, hasRules, book, base64, language, gender }) => {
    const castRanks = generateNKeysBetween(null, null, names.length)
    const cast = names.map((name, index): Character => ({
      type: 'character',
      id: characterIdSchema.parse(`c${index}`),
      rank: castRanks[index] ?? '',
      name,
      color: (index % 8) + 1,
      settings: { ...DEFAULT_SETTINGS, ...settings },
      notes,
      gender,
      isVoiceChosen: gender !== null,
      gainDb: gender === null ? 0 : -3.5,
    }))
    const ranks = generateNKeysBetween(null, null, entries.length)
    const sequence = entries.map((each, index): StoryRecord => {
      const rank = ranks[index] ?? ''
      if ('title' in each)
        return {
          type: 'chapter',
          id: chapterIdSchema.parse(`h${index}`),
          rank,
          title: each.title,
          speaksTitle: null,
        }
      const { speaker, ...fields } = each
      const character = speaker === null ? undefined : cast[speaker % Math.max(1, cast.length)]
      return {
        ...BLANK_BLOCK,
        ...{ type: 'block', id: blockIdSchema.parse(`b${index}`), rank, ...fields },
        characterId: character?.id ?? null,
        // Only rendered blocks can be locked.
        lockedKey: /^(?:\[pause[^\]]*\]|\s)*$/.test(fields.text) ? null : fields.lockedKey,
      }
    })
    const records: StoryRecord[] = [
      {
        ...{ type: 'story', id: storyIdSchema.parse('s'), title, connectionId: 'built-in' },
        ...{ defaults: DEFAULT_SETTINGS, silenceRules: hasRules ? NATURAL_SILENCES : NO_SILENCES },
        renderWay: null,
        book,
        language,
        speaksTitles: false,
      },
      ...cast,
      ...sequence,
    ]
    if (base64 !== '') records.push({ type: 'cover', id: COVER_ID, mimeType: 'image/jpeg', base64 })
    if (written !== '')
      records.push({
        ...{
          type: 'lexiconEntry',
          id: lexiconEntryIdSchema.parse('l'),
          characterId: cast[0]?.id ?? null,
          written,
        },
        ...{ spoken: 'Meera', match: 'word', isCaseSensitive: true, language: null },
      })
    return storyFromRecords(records)
  })
