/** A novel as an EPUB, a Word document or a plain text, for tests and benchmarks: chapters and dialogue, of a given number of words. */
import { strToU8, zipSync } from 'fflate'
import { countWords } from '../../shared/story/words.ts'

/** The speakers, who speak so often that none of them is in doubt. */
export const NOVEL_SPEAKERS = ['Tamsin', 'Harrow', 'Mira', 'Bram'] as const

const NARRATION = [
  'The ferry ran twice a day, and once more when the light was good enough for the pilot to see the stakes.',
  'Nobody on the jetty had slept, and the lamps along the water burned with the small blue flame of cheap oil.',
  'A gull walked the length of the rail as though it had paid, and looked at every basket on the way.',
  'Beyond the sluice the marsh began, with its three islands and the road that was a road at low water only.',
  'It rained, then it stopped, and the boards steamed where the first sun came down between the sheds.',
]
const SPEECHES = [
  'You will wait like everybody else',
  'I have a letter, and it is older than your boat',
  'There is another crossing before the tide turns',
  'Nobody has asked for that name in twenty years',
]
const CHAPTER_WORDS = 5_000

interface NovelFile {
  readonly bytes: Uint8Array
  readonly words: number
  readonly chapters: number
}

/** The paragraphs of each chapter of a novel of about that many words, and its exact number of words. The same words every time. */
function writeNovel(words: number): {
  readonly chapters: readonly (readonly string[])[]
  readonly words: number
} {
  const count = Math.max(1, Math.round(words / CHAPTER_WORDS))
  let turn = 0
  let total = 0
  const chapters = Array.from({ length: count }, () => {
    const paragraphs: string[] = []
    let written = 0
    while (written < words / count) {
      const text = paragraphOf(turn++)
      written += countWords(text)
      paragraphs.push(text)
    }
    total += written
    return paragraphs
  })
  return { chapters, words: total }
}

/** A novel as an EPUB, with front matter and footnotes. */
export function novelEpub(words: number): NovelFile {
  const novel = writeNovel(words)
  const bodies = novel.chapters.map((texts, chapter) => {
    const paragraphs = texts.map((text) => `<p>${text}</p>`)
    const note = `<aside epub:type="footnote" id="n${chapter}"><p>A note of the editor on the tides.</p></aside>`
    const marked =
      paragraphs[0]?.replace('</p>', `<a epub:type="noteref" href="#n${chapter}">1</a></p>`) ?? ''
    return `<h1>Chapter ${chapter + 1}</h1>${[marked, ...paragraphs.slice(1)].join('')}${note}`
  })
  const front = '<h1>Copyright</h1><p>All rights reserved by nobody at all.</p>'
  return { bytes: zipEpub([front, ...bodies]), words: novel.words, chapters: bodies.length }
}

/** The same novel as a plain text. */
export function novelText(words: number): NovelFile {
  const novel = writeNovel(words)
  const chapters = novel.chapters.map((texts, chapter) => [`Chapter ${chapter + 1}`, ...texts].join('\n\n'))
  return { bytes: strToU8(chapters.join('\n\n\n')), words: novel.words, chapters: chapters.length }
}

/** The same novel as a Word document. */
export function novelDocx(words: number): NovelFile {
  const novel = writeNovel(words)
  const paragraph = (text: string, style = '') => `<w:p>${style}<w:r><w:t>${text}</w:t></w:r></w:p>`
  const heading = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
  const body = novel.chapters.map((texts, chapter) =>
    [paragraph(`Chapter ${chapter + 1}`, heading), ...texts.map((text) => paragraph(text))].join(''),
  )
  const [word, packages] = [
    'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
    'http://schemas.openxmlformats.org/package/2006',
  ]
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${type}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${type}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>`,
    'word/document.xml': `<w:document xmlns:w="${word}"><w:body>${body.join('')}</w:body></w:document>`,
  }
  const zipped = Object.entries(files).map(
    ([name, text]) => [name, strToU8(`<?xml version="1.0"?>${text}`)] as const,
  )
  return { bytes: zipSync(Object.fromEntries(zipped)), words: novel.words, chapters: body.length }
}

/** Narration, or a line with its speaker; the number of the paragraph makes each different. */
function paragraphOf(turn: number): string {
  const narration = NARRATION[turn % NARRATION.length] ?? ''
  if (turn % 3 !== 0) return `${narration} That was day ${turn} of the journey.`
  const line = turn / 3
  const speech = SPEECHES[line % SPEECHES.length] ?? ''
  return `“${speech}, for the ${line} time,” said ${NOVEL_SPEAKERS[line % NOVEL_SPEAKERS.length] ?? ''}. ${narration}`
}

function zipEpub(bodies: readonly string[]): Uint8Array {
  const items = bodies.map(
    (_, index) => `<item id="c${index}" href="c${index}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  const spine = bodies.map((_, index) => `<itemref idref="c${index}"/>`)
  const files: Record<string, Uint8Array> = {
    mimetype: strToU8('application/epub+zip'),
    'META-INF/container.xml': strToU8(
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    ),
    'book.opf': strToU8(
      `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">novel</dc:identifier><dc:title>The Long Ferry</dc:title><dc:language>en</dc:language></metadata><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    ),
  }
  for (const [index, body] of bodies.entries())
    files[`c${index}.xhtml`] = strToU8(
      `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>The Long Ferry</title></head><body>${body}</body></html>`,
    )
  return zipSync(files)
}
