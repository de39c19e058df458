import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { extensionOf, extensionsFor } from '../../../../../shared/files/fileTypes.ts'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { outline, readText } from '../storyText.ts'

const DOCUMENTS = [
  ...['azw', 'azw3', 'docx', 'epub', 'html', 'mobi', 'odt', 'pdf', 'txt'].map((each) => `harbour.${each}`),
  ...['slides.odp', 'slides.pptx', 'tides.ods', 'tides.xlsx'],
]

const screenplay = 'INT. JETTY - NIGHT\n\nMIRA\nIs it far?\n'
const request = JSON.stringify({
  name: 'Ferry',
  blocks: [{ input: 'Is it far?', voice: 'OA001' }],
})

/** A text of each kind, with what is in the story that is made of it. */
const TEXTS: Readonly<Record<string, readonly [text: string, ...blocks: string[]]>> = {
  '.txt': ['MIRA: Is it far?', 'MIRA: Is it far?'],
  '.text': ['MIRA: Is it far?', 'MIRA: Is it far?'],
  '.fountain': [screenplay, '# INT. JETTY - NIGHT', 'MIRA: Is it far?'],
  '.spmd': [screenplay, '# INT. JETTY - NIGHT', 'MIRA: Is it far?'],
  '.fdx': [
    `<?xml version="1.0" encoding="UTF-8"?>
<FinalDraft DocumentType="Script" Version="1"><Content>
<Paragraph Type="Scene Heading"><Text>INT. JETTY</Text></Paragraph>
<Paragraph Type="Character"><Text>MIRA</Text></Paragraph>
<Paragraph Type="Dialogue"><Text>Is it far?</Text></Paragraph>
</Content></FinalDraft>`,
    '# INT. JETTY',
    'MIRA: Is it far?',
  ],
  '.csv': ['speaker,line\nMira,Is it far?\n', 'Mira: Is it far?'],
  '.tsv': ['speaker\tline\nMira\tIs it far?\n', 'Mira: Is it far?'],
  '.srt': ['1\n00:00:01,000 --> 00:00:02,000\nIs it far?\n', 'Is it far?'],
  '.vtt': ['WEBVTT\n\n00:01.000 --> 00:02.000\nIs it far?\n', 'Is it far?'],
  '.json': [request, 'Is it far?'],
}
const MARKDOWN = ['.md', '.markdown', '.mdown'] as const

describe('a file that can become a story', () => {
  test('is of one of the kinds below, or a story itself', () => {
    const kinds = [
      ...DOCUMENTS.map((name) => extensionOf(name)),
      ...Object.keys(TEXTS),
      ...MARKDOWN,
      '.fabula',
    ]
    expect(new Set(extensionsFor('open'))).toEqual(new Set(kinds))
  })

  test.each(DOCUMENTS)('%s is read as sections of paragraphs', async (name) => {
    const bytes = readFileSync(new URL(`../../../../fixtures/documents/${name}`, import.meta.url))
    const { source } = await readImport({ file: { name, bytes } })
    expect(source.paragraphs.length).toBeGreaterThan(1)
  })

  test.each(MARKDOWN)('%s has its headings as chapters', async (extension) => {
    expect(await outlineOf(`a${extension}`, '# One\n\nIs it far?')).toEqual(['# One', 'Is it far?'])
  })

  test.each(Object.entries(TEXTS))(
    '%s is read alike from a file, from the clipboard and from standard input',
    async (extension, [text, ...blocks]) => {
      expect(await outlineOf(`a${extension}`, text)).toEqual(blocks)
      expect(await outlineOf('text', text)).toEqual(blocks)
    },
  )
})

test('words that begin with a brace are words', async () => {
  expect(await outlineOf('text', '{sighs} Is it far?')).toEqual(['{sighs} Is it far?'])
})

async function outlineOf(name: string, text: string): Promise<string[]> {
  return outline(await readText(name, text))
}
