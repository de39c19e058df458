/** The thirteen formats of document-to-speech, by the endings of their files. */
export const DOCUMENT_FORMATS = [
  '.docx',
  '.xlsx',
  '.pptx',
  '.pdf',
  '.epub',
  '.mobi',
  '.txt',
  '.html',
  '.odt',
  '.ods',
  '.odp',
  '.azw',
  '.azw3',
] as const

/** Whether a file of this name is one that document-to-speech takes, going by its ending. */
export function isDocumentName(name: string): boolean {
  const lower = name.toLowerCase()
  return DOCUMENT_FORMATS.some((format) => lower.endsWith(format) && lower.length > format.length)
}
