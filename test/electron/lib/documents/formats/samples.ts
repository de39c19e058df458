/** The sample documents, and archives made by hand with content that no program would write. */
import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { UserFacingError } from '../../../../../shared/lib/userFacingError.ts'
import type { DocumentPart } from '../../../../../electron/lib/documents/formats/documentText.ts'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'

const FOLDER = new URL('../../../../fixtures/documents/', import.meta.url)
export const PASSWORD = 'secret'

export function sample(name: string): Uint8Array {
  return readFileSync(new URL(name, FOLDER))
}

/** Each part as its kind's letter and its text. */
export async function read(name: string, bytes: Uint8Array = sample(name), password: string | null = null) {
  const { title, parts } = await readDocument({ name, bytes, password })
  return { title, lines: parts.map(line) }
}

function line({ kind, text }: DocumentPart): string {
  const letter = { heading: 'H', paragraph: 'P', listItem: 'L', tableRow: 'R' }[kind]
  return `${letter} ${text}`
}

/** The code of the refusal; fails the test if the document is read. */
export async function refusalOf(name: string, bytes?: Uint8Array, password?: string | null): Promise<string> {
  try {
    await read(name, bytes, password)
  } catch (error) {
    if (error instanceof UserFacingError) return error.code
    throw error
  }
  throw new Error(`${name} was read`)
}

export function archive(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  )
}

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A `.rels` part: ids with the type and target of each. */
export function relationships(
  targets: Readonly<Record<string, readonly [type: string, path: string]>>,
): string {
  const rows = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`
}

const WORD_NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** The content of a Word document besides its body: the contents of its parts, each without its root element. */
export interface DocxParts {
  readonly styles?: string
  readonly numbering?: string
  readonly footnotes?: string
}

/** A Word document with this body and these parts, and with others by id: type, path and content. */
export function docx(
  body: string,
  parts: DocxParts = {},
  others: Readonly<Record<string, readonly [type: string, path: string, content: string | Uint8Array]>> = {},
): Uint8Array {
  const own = Object.entries(parts).map(
    ([name, content]): [string, [string, string, string | Uint8Array]] => [
      name,
      [name, `${name}.xml`, `<w:${name} ${WORD_NAMESPACES}>${String(content)}</w:${name}>`],
    ],
  )
  const all = Object.fromEntries([...own, ...Object.entries(others)])
  return archive({
    '_rels/.rels': relationships({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relationships(
      Object.fromEntries(Object.entries(all).map(([id, [type, path]]) => [id, [type, path]])),
    ),
    'word/document.xml': `<w:document ${WORD_NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(Object.values(all).map(([, path, content]) => [`word/${path}`, content])),
  })
}

/** An OpenDocument file with this content of `office:body` and of `office:automatic-styles`, and with other files. */
export function odf(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  styles = '',
  files: Readonly<Record<string, string>> = {},
): Uint8Array {
  return archive({
    ...files,
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b" xmlns:draw="d" xmlns:presentation="p" xmlns:style="s"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  })
}
