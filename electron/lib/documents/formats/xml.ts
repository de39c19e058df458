/** XML as a stream of tags and text: no tree, no document type, and so no entities but XML's own five. */
import { SaxesParser } from 'saxes'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { damaged } from './documentErrors.ts'

export interface XmlTag {
  /** As it is written, with its prefix: the formats read here have settled prefixes. */
  readonly name: string
  /** Without the prefix. */
  readonly local: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface XmlHandlers {
  open?(tag: XmlTag): void
  close?(tag: XmlTag): void
  text?(text: string): void
}

/** Reads XML in UTF-8, or UTF-16 with its byte order mark. Throws `document-damaged` where it is not well-formed. */
export async function readXml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  handlers: XmlHandlers,
): Promise<void> {
  const parser = new SaxesParser()
  const open: XmlTag[] = []
  parser.on('opentag', ({ name, attributes }) => {
    const tag = { name, local: name.slice(name.indexOf(':') + 1), attributes }
    open.push(tag)
    handlers.open?.(tag)
  })
  parser.on('closetag', () => {
    const tag = open.pop()
    if (tag !== undefined) handlers.close?.(tag)
  })
  parser.on('text', (text) => handlers.text?.(text))
  parser.on('cdata', (text) => handlers.text?.(text))
  parser.on('error', (error) => {
    throw error
  })
  try {
    let decoder: InstanceType<typeof TextDecoder> | null = null
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      parser.write(decoder.decode(chunk, { stream: true }))
    }
    if (decoder !== null) parser.write(decoder.decode())
    parser.close()
  } catch (error) {
    throw error instanceof UserFacingError ? error : damaged(error)
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** What an element says of itself: the text of the first one of that name, or null where there is none or it is blank. */
export async function readXmlText(chunks: AsyncIterable<Uint8Array>, name: string): Promise<string | null> {
  const texts: string[] = []
  let isOpen = false
  await readXml(chunks, {
    open(tag) {
      if (tag.name !== name) return
      isOpen = true
      texts.push('')
    },
    close(tag) {
      if (tag.name === name) isOpen = false
    },
    text(text) {
      if (isOpen) texts.push((texts.pop() ?? '') + text)
    },
  })
  const text = (texts[0] ?? '').trim()
  return text === '' ? null : text
}
