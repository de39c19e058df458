/** No word of a file is lost: each is in the script, a title, a name, or listed as left out, whatever is beside it. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import type { ImportSource } from '../../../../../shared/import/source.ts'

/** Pieces of a file of each kind, in which `W` is a word. Each has its words at least once in the file. */
const FILES: Readonly<
  Record<
    string,
    {
      readonly start?: string
      readonly between: string
      readonly pieces: readonly string[]
      readonly end?: string
    }
  >
> = {
  'a.srt': {
    between: '\n',
    pieces: [
      ...[
        '1\n00:00:01,000 --> 00:00:02,000',
        '00:00:03.5-->00:00:04.5',
        '7\n00:00:09,000 --> never',
        ' ',
        '',
        '2',
        '\n\n3',
      ],
      ...[
        'W W.',
        '- W\n- W',
        '[W W]',
        '(W)',
        '♪ W',
        'W ♪',
        '♪ W ♪ W',
        '>> W: W',
        '<i>W</i> W',
        '{\\an8}W\\NW',
        'NOTE W',
        '# W #',
        '*W*',
      ],
      ...['TOM: (W) W', '<v W>W</v> W', '[W]: W', '00:00:01,000 --> 00:00:02,000 align:start W'],
    ],
  },
  'a.vtt': {
    start: 'WEBVTT',
    between: '\n',
    pieces: [
      ...[
        ' W',
        'Kind: W',
        '',
        '',
        '00:01.000 --> 00:02.000',
        '00:02.000 --> 00:01.000 line:0',
        'NOTE W',
        'NOTE\nW',
        'STYLE\n::cue { W }',
        'W',
      ],
      ...[
        'REGION\nid:W',
        'W W',
        '<c.W>W</c>'.replace('c.W', 'c.red'),
        '<v W>W',
        '<00:01.500>W',
        '<ruby>W<rt>W</rt></ruby>',
        'W &amp; W',
      ],
      ...['NOTE-W\n00:03.000 --> 00:04.000\nW', '[W] W\n- W'],
    ],
  },
  'a.ass': {
    start: '[Script Info]\n',
    end: '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,End.',
    between: '\n',
    pieces: [
      ...[
        '; W',
        'Title: W',
        'Artist: W',
        '[Events]\nFormat: Start, End, Style, Name, Effect, Text',
        '[Events]',
      ],
      ...[
        'Dialogue: 0:00:01.00,0:00:02.00,Default,W,,W, W{W}\\NW',
        'Dialogue: 0:00:01.00,0:00:02.00,Sign,,,W',
        'Dialogue: 0:00:03.00,0:00:02.00,OP,W,,W',
      ].map((line) => `[Events]\nFormat: Start, End, Style, Name, Effect, Text\n${line}`),
      '[Events]\nFormat: Start, End, Style, Name, Effect, Text\nComment: 0:00:01.00,0:00:02.00,Default,W,,W{W}',
      '[Events]\nFormat: Start, End, Style, Name, Effect, Text\nDialogue: 0:00:01.00,0:00:02.00,Default,,fx,{\\p1}W{\\p0}W',
      'Dialogue: W',
    ],
  },
  'a.fountain': {
    between: '\n',
    end: '\n\nEnd.',
    pieces: [
      ...[
        '',
        '',
        '',
        'Title: W',
        'Status: W',
        '   W',
        'INT. W - NIGHT #W#',
        '.W',
        '@W',
        '@W (W)',
        '(W)',
        '(W W)',
        'W W [[W]] W',
        '[[W',
        'W]]',
        '/* W',
      ],
      ...[
        'W */',
        '= W',
        '# W',
        '~W',
        '> W <',
        '> W',
        '===',
        'W *W* _W_',
        'MIRA',
        'TOM ^',
        'END OF ACT ONE',
        '!W',
        '  ',
        '(MORE)',
      ],
    ],
  },
  'a.fdx': {
    start: '<FinalDraft><Content>',
    between: '',
    pieces: [
      ...[
        'Scene Heading',
        'Action',
        'Parenthetical',
        'Dialogue',
        'Singing',
        'Cast List',
        'End of Act',
        'General',
        'Outline 1',
        'Own',
      ].map((type) => `<Paragraph Type="${type}"><Text>W</Text><Text> W</Text></Paragraph>`),
      '<Paragraph Type="Character"><Text>W (W)</Text></Paragraph>',
      '<Paragraph Type="Action"><ScriptNote><Paragraph><Text>W</Text></Paragraph></ScriptNote><Text>W</Text></Paragraph>',
      '<Paragraph><DualDialogue><Paragraph Type="Dialogue"><Text>W</Text></Paragraph></DualDialogue><Text>W</Text></Paragraph>',
      '<Paragraph Type="Scene Heading"><SceneProperties Title="W"><Summary><Paragraph><Text>W</Text></Paragraph></Summary></SceneProperties><Text>W</Text></Paragraph>',
      '<Paragraph Type="Parenthetical"><Text>(W)</Text></Paragraph>',
      '<Notes><Text>W</Text></Notes>',
    ],
    end: '</Content><HeaderAndFooter><Header><Paragraph><Text>W</Text></Paragraph></Header></HeaderAndFooter><TitlePage><Content><Paragraph><Text>W</Text></Paragraph><Paragraph><Text>by A. W</Text></Paragraph></Content></TitlePage></FinalDraft>',
  },
  'a.md': {
    between: '\n',
    end: '\n\nEnd.',
    pieces: [
      ...[
        '',
        '',
        '',
        '# W',
        'W W',
        'W\n---',
        '- W',
        '  - [ ] W',
        '1986. W',
        '> W',
        '> [!note] W',
        '| W | W |',
        '|---|---|',
        '    W',
        '\tW',
      ],
      ...[
        '[^1] W',
        '[^1]: W',
        '    W',
        '[[W|W]]',
        '![[W]]',
        '%%W%%',
        '%%',
        'W %% W',
        '<!-- W -->',
        '<!--',
        '~~W~~ ==W==',
        ':::note W',
        ':::',
        '$W$',
      ],
      ...[
        '$$',
        '```',
        '```js',
        ': W',
        'W {#a}',
        ':W:'.toLowerCase(),
        '[W](a.md "W")',
        '![W](a.png "W")',
        '[W]: W',
        '[a]: b.md "W"',
        '<p>W</p>',
      ],
      ...[
        '<div>',
        '</div>',
        '{{< a >}}W{{% /a %}}',
        '\\newpage',
        '**W:** W',
        '[@W, W]',
        '[W]{.a}',
        '^[W]',
        '`W`',
        'W  \nW',
        '&amp;W',
        'W ^w1',
        '---',
      ],
    ],
  },
}

/** All words of a source, wherever they are. */
function wordsIn({ title, author, paragraphs, sections, cast }: ImportSource): string {
  const texts = paragraphs.flatMap(({ text, name, manner }) => [text, name, manner])
  return [
    title,
    author,
    ...texts,
    ...sections.map((section) => section.title ?? ''),
    ...cast.map(({ name }) => name),
  ].join(' ')
}

it.each(Object.entries(FILES))(
  'every word of %s is accounted for',
  async (name, { start, between, pieces, end }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 }),
        async (chosen) => {
          let count = 0
          const words: string[] = []
          const written = [
            ...(start === undefined ? [] : [start]),
            ...chosen,
            ...(end === undefined ? [] : [end]),
          ]
            .join(between)
            .replaceAll(/\bW\b/g, () => {
              const word = `Kayak${String.fromCodePoint(97 + (count % 26), 97 + Math.floor(count / 26))}`
              count += 1
              words.push(word)
              return word
            })
          fc.pre(words.length > 0)
          const { source } = await readImport({
            file: { name, bytes: new TextEncoder().encode(`${written}\n`) },
          })
          const all = wordsIn(source).toLowerCase()
          expect(words.filter((word) => !all.includes(word.toLowerCase()))).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  },
)
