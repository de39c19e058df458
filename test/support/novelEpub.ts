/** A novel as an EPUB, for tests and benchmarks: front matter, chapters, footnotes and dialogue, of so many words. */
import { strToU8, zipSync } from 'fflate'
import { countWords } from '../../shared/story/words.ts'

/** Those who speak, so often that none of them is in doubt. */
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

/** The bytes of a novel whose chapters have about so many words, and how many they have. The same words every time. */
export function novelEpub(words: number): {
  readonly bytes: Uint8Array
  readonly words: number
  readonly chapters: number
} {
  const chapters = Math.max(1, Math.round(words / CHAPTER_WORDS))
  let turn = 0
  let total = 0
  const bodies = Array.from({ length: chapters }, (_, chapter) => {
    const paragraphs: string[] = []
    let count = 0
    while (count < words / chapters) {
      const text = paragraphOf(turn++)
      count += countWords(text)
      paragraphs.push(`<p>${text}</p>`)
    }
    total += count
    const note = `<aside epub:type="footnote" id="n${chapter}"><p>A note of the editor on the tides.</p></aside>`
    const marked =
      paragraphs[0]?.replace('</p>', `<a epub:type="noteref" href="#n${chapter}">1</a></p>`) ?? ''
    return `<h1>Chapter ${chapter + 1}</h1>${[marked, ...paragraphs.slice(1)].join('')}${note}`
  })
  const front = '<h1>Copyright</h1><p>All rights reserved by nobody at all.</p>'
  return { bytes: zipEpub([front, ...bodies]), words: total, chapters }
}

/** Narration, or a line with who says it; the number of the paragraph makes each different. */
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
