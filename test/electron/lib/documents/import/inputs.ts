/** A file of each kind that can become a story. */

/** The files in the folder of sample documents. */
export const DOCUMENTS = [
  ...[
    'azw',
    'azw3',
    'docx',
    'epub',
    'html',
    'mobi',
    'odt',
    'pdf',
    'rtf',
    'txt',
    'htm',
    'xhtml',
    'mht',
    'mhtml',
    'fb2',
    'fb2.zip',
    'fbz',
  ].map((each) => `harbour.${each}`),
  ...['slides.odp', 'slides.pptx', 'tides.ods', 'tides.xlsx'],
]

export const screenplay = 'INT. JETTY - NIGHT\n\nMIRA\nIs it far?\n'
const xliff =
  '<?xml version="1.0"?>\n<xliff version="1.2"><file original="a"><body><trans-unit id="1"><source>Is it far?</source>' +
  '<note>Speaker: Mira</note></trans-unit></body></file></xliff>'
const request = JSON.stringify({
  name: 'Ferry',
  blocks: [{ input: 'Is it far?', voice: 'OA001' }],
})

const timedText =
  '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><body><p begin="1s" end="2s">Is it far?</p></body></tt>'
const captions = `[Script Info]
ScriptType: v4.00+

[Events]
Format: Layer, Start, End, Style, Name, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,Mira,Is it far?
`

/** A text of each kind except Markdown, by its extension, with the blocks of the story made from it. */
export const TEXTS: Readonly<Record<string, readonly [text: string, ...blocks: string[]]>> = {
  '.txt': ['MIRA: Is it far?', 'MIRA: Is it far?'],
  '.text': ['MIRA: Is it far?', 'MIRA: Is it far?'],
  '.fountain': [screenplay, '# INT. JETTY - NIGHT', 'MIRA: Is it far?'],
  '.spmd': [screenplay, '# INT. JETTY - NIGHT', 'MIRA: Is it far?'],
  '.yarn': ['title: Jetty\n---\nMira: Is it far?\n===\n', '# Jetty', 'Mira: Is it far?'],
  '.rpy': ['label jetty:\n    "Mira" "Is it far?"\n', '# jetty', 'Mira: Is it far?'],
  '.twee': [':: Jetty\nIs it far?\n[[Go->Boat]]\n', '# Jetty', 'Is it far?', 'Go'],
  '.tw': [':: Jetty\nIs it far?\n[[Go->Boat]]\n', '# Jetty', 'Is it far?', 'Go'],
  '.ink': ['=== jetty ===\nIs it far? #speaker:Mira\n-> END\n', '# jetty', 'Mira: Is it far?'],
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
  '.tab': ['Identifier\tCharacter\tDialogue\na_1\tMira\tIs it far?\n', 'Mira: Is it far?'],
  '.po': ['#. Speaker: Mira\nmsgid "Is it far?"\nmsgstr ""\n', 'Mira: Is it far?'],
  '.pot': ['#. Speaker: Mira\nmsgid "Is it far?"\nmsgstr ""\n', 'Mira: Is it far?'],
  '.xlf': [xliff, 'Mira: Is it far?'],
  '.xliff': [xliff, 'Mira: Is it far?'],
  '.sdlxliff': [xliff, 'Mira: Is it far?'],
  '.mqxliff': [xliff, 'Mira: Is it far?'],
  '.mxliff': [xliff, 'Mira: Is it far?'],
  '.srt': ['1\n00:00:01,000 --> 00:00:02,000\nIs it far?\n', 'Is it far?'],
  '.vtt': ['WEBVTT\n\n00:01.000 --> 00:02.000\nIs it far?\n', 'Is it far?'],
  '.sbv': ['0:00:01.000,0:00:02.000\nIs it far?\n', 'Is it far?'],
  '.sub': ['{25}{50}Is it far?\n', 'Is it far?'],
  '.lrc': ['[00:01.00]Is it far?\n[00:02.00]\n', 'Is it far?'],
  '.smi': ['<SAMI><BODY><SYNC Start=1000><P>Is it far?\n</BODY></SAMI>', 'Is it far?'],
  '.sami': ['<SAMI><BODY><SYNC Start=1000><P>Is it far?</BODY></SAMI>', 'Is it far?'],
  '.ttml': [timedText, 'Is it far?'],
  '.dfxp': [timedText, 'Is it far?'],
  '.stl': ['00:00:01:00 , 00:00:02:00 , Is it far?\n', 'Is it far?'],
  '.ass': [captions, 'Mira: Is it far?'],
  '.ssa': [captions, 'Mira: Is it far?'],
  '.json': [request, 'Is it far?'],
}
