/** Compares the words that Fabula's readers find in a file with a plain search of its bytes. */
import { extname } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { extractText, getDocumentProxy } from 'unpdf'
import { readImport } from '../../electron/lib/documents/import/readImport.ts'
import { decodeText } from '../../electron/lib/documents/textEncoding.ts'
import { coverageOf } from '../../shared/import/coverage.ts'
import { planDirectly } from '../../shared/import/importStory.ts'
import type { ImportSource } from '../../shared/import/source.ts'

/** How often each word occurs. */
type Words = ReadonlyMap<string, number>

export interface SourceCoverage {
  /** Words that the plain search finds; null for a format that it cannot search. */
  readonly sourceWords: number | null
  /** Words that are neither in the script nor left out: a fault. */
  readonly lost: readonly string[]
  readonly words: number
  readonly scriptWords: number
  readonly leftOut: Readonly<Record<string, number>>
  readonly chapters: number
}

/** Reads a file like an import without a review, and searches for each of its words. Throws like `readImport`. */
export async function sourceCoverage(name: string, bytes: Uint8Array): Promise<SourceCoverage> {
  const { source, table } = await readImport({ file: { name, bytes } })
  const planned = planDirectly(source, { readsQuotations: true })
  const { words, scriptWords, leftOut } = coverageOf(planned)
  const seen = await wordsSeen(name, bytes)
  return {
    sourceWords: seen === null ? null : [...seen.values()].reduce((sum, count) => sum + count, 0),
    lost: seen === null ? [] : missing(seen, wordsTold(source, table?.header ?? [])),
    words,
    scriptWords,
    leftOut: Object.fromEntries(leftOut.map((each) => [each.reason, each.words])),
    chapters: planned.chapters.filter(({ isIncluded, title }) => isIncluded && title !== null).length,
  }
}

/** The words of a source, with what is left out of its paragraphs in its place, or apart: readings stand within words, links beside them. */
function wordsTold(source: ImportSource, header: readonly string[]): Words {
  const [inPlace, apart] = [false, true].map((isApart) =>
    countWords([...textsOf(source, isApart), ...header].join('\n')),
  )
  const words = new Set([...(inPlace?.keys() ?? []), ...(apart?.keys() ?? [])])
  return new Map([...words].map((word) => [word, Math.max(inPlace?.get(word) ?? 0, apart?.get(word) ?? 0)]))
}

/** All texts of a source. */
function textsOf({ title, author, paragraphs, sections, cast }: ImportSource, isApart: boolean): string[] {
  return [
    ...[title, author],
    ...sections.map((section) => section.title ?? ''),
    ...paragraphs.flatMap((paragraph) => [
      ...(isApart ? withMarksApart(paragraph) : [paragraph.text]),
      ...[paragraph.name, paragraph.manner],
    ]),
    ...cast.map((member) => member.name),
    // Speakers are named before their lines.
    ...paragraphs.map(({ speaker }) => speaker ?? ''),
  ]
}

/** The text of a paragraph with what is left out of it apart, such as the readings above words. */
function withMarksApart({ text, marks }: ImportSource['paragraphs'][number]): string[] {
  const apart = marks.map(({ start, end }) => text.slice(start, end))
  const words = [0, ...marks.map(({ end }) => end)].map((from, index) =>
    text.slice(from, marks[index]?.start),
  )
  return [words.join(''), ...apart]
}

function missing(seen: Words, told: Words): string[] {
  return [...seen].flatMap(([word, count]) =>
    Array.from({ length: Math.max(0, count - (told.get(word) ?? 0)) }, () => word),
  )
}

/** Words of two letters and more: numbers are often those of pages, notes and times, and single letters may be set apart. */
function countWords(text: string): Words {
  const words = new Map<string, number>()
  const plain = text.normalize('NFKC').replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
  for (const [word] of plain.toLowerCase().matchAll(/[\p{L}\p{M}]{2,}/gu))
    words.set(word, (words.get(word) ?? 0) + 1)
  return words
}

async function wordsSeen(name: string, bytes: Uint8Array): Promise<Words | null> {
  const extension = extname(name).toLowerCase()
  switch (extension) {
    case '.mobi':
    case '.azw':
    case '.azw3':
    case '.rtf':
    case '.mht':
    case '.mhtml':
    case '.json':
      return null
    case '.pdf': {
      const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)), {
        mergePages: false,
      })
      return countWords(text.join('\n').replaceAll(/(\p{L})[-\u00ad]\n(?=\p{Ll})/gu, '$1'))
    }
    case '.html':
    case '.htm':
      return countWords(textOfMarkup(strFromU8(bytes), false))
    case '.xhtml':
    case '.fdx':
    case '.fb2':
      return countWords(textOfMarkup(strFromU8(bytes), true))
    case '.xlf':
    case '.xliff':
      return null
  }
  if (strFromU8(bytes.subarray(0, 2), true) !== 'PK')
    return countWords(decodeText(bytes, name).text.replaceAll(SYNTAX, ' '))
  const files = Object.entries(unzipSync(bytes)).filter(([path]) => TEXT_FILES.test(path))
  // The table of contents of a book is for the menu of a reading program.
  const pages = files.map(([, content]) => strFromU8(content)).filter((page) => !CONTENTS.test(page))
  const texts = pages.map((page) => textOfMarkup(page, true))
  return texts.length === 0 ? null : countWords(texts.join('\n'))
}

/** The files of an archive that have words for a reader. */
const TEXT_FILES =
  /\.x?html?$|\.fb2$|^word\/(?:document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$|^content\.xml$|^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$|^xl\/sharedStrings\.xml$/
const CONTENTS = /epub:type=["']toc["']/
/** Parts of texts that are not words: times and header of captions, tags, addresses. */
const SYNTAX =
  /^WEBVTT[^]*?\n\s*\n|^\[Script Info\][^]*?^Format:.*|^(?:Dialogue|Comment):(?:[^,]*,){4}|,[^,\n]*(?:,\d+){3},[^,\n]*,|^(?:msgid|msgstr|msgctxt|label|title(?=:))\b|.*-->.*|<[^<>\n]*>|\{\\[^{}\n]*\}|https?:\S+|\]\([^()\n]*\)/gm
const SILENT = new Set([
  'script',
  'style',
  'head',
  'metadata',
  'automatic-styles',
  'instrText',
  'description',
  'binary',
  // Equations are read in words: “cos” as “cosine”.
  'math',
  'rp',
])
/** They occur within words. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code dfn em font i mark q r rb ruby s small span strong sub sup t u bookmarkStart bookmarkEnd proofErr rPr rFonts sz'.split(
    ' ',
  ),
)

function textOfMarkup(markup: string, isXml: boolean): string {
  let text = ''
  /** The readings above words, which are left out on their own. */
  let readings = ''
  let isReading = false
  let silent = 0
  const localOf = (name: string) => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentagname(name) {
        if (SILENT.has(localOf(name))) silent++
        if (name === 'rt') isReading = true
        else if (!INLINE.has(localOf(name))) text += ' '
      },
      ontext(words) {
        if (silent > 0) return
        if (isReading) readings += ` ${words}`
        else text += words
      },
      onclosetag(name) {
        if (SILENT.has(localOf(name))) silent--
        if (name === 'rt') isReading = false
        else if (!INLINE.has(localOf(name))) text += ' '
      },
    },
    { xmlMode: isXml, decodeEntities: true },
  )
  parser.end(markup)
  return `${text} ${readings}`
}
