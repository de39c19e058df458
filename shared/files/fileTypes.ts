/**
 * Every type of file that Fabula reads or writes, by the extension of the file's name. Dialogs, choosers in the page, dropped
 * files, readers and packages follow from this table.
 */
import type { Picture } from '../story/records.ts'

/** The formats in which audio is stored, and to which a spoken document is exported. Stories have more formats: `EXPORT_FORMATS`. */
export const AUDIO_FORMATS = ['mp3', 'wav'] as const
export type AudioFormat = (typeof AUDIO_FORMATS)[number]

/** How a file opens as a story. */
export type StoryKind =
  | 'project'
  | 'text'
  | 'markdown'
  | 'json'
  | 'document'
  | 'fountain'
  | 'yarn'
  | 'renpy'
  | 'twee'
  | 'ink'
  | 'final-draft'
  | 'table'
  | 'po'
  | 'xliff'
  | 'srt'
  | 'vtt'
  | 'sub-station'

interface FileType {
  readonly mimeType?: string
  /** How the file opens as a story; absent if it cannot. */
  readonly story?: StoryKind
  /** Whether document-to-speech accepts the file. */
  readonly document?: true
  readonly vibes?: true
  /** Whether a voice can be added from such a file, or from two: a Piper voice is a `.onnx` file and a `.json` file. */
  readonly voice?: true
  /** The audio format, if the file can be attached to a conversion and exported. */
  readonly audio?: AudioFormat
  /** Whether music and effects can be added from such a file. */
  readonly music?: true
}

export const FILE_TYPES = {
  '.fabula': { story: 'project', mimeType: 'application/x-fabula' },
  '.docx': { story: 'document', document: true },
  '.xlsx': { story: 'document', document: true },
  '.pptx': { story: 'document', document: true },
  '.pdf': { story: 'document', document: true },
  '.epub': { story: 'document', document: true },
  '.mobi': { story: 'document', document: true },
  '.txt': { story: 'text', document: true },
  '.html': { story: 'document', document: true },
  '.odt': { story: 'document', document: true },
  '.ods': { story: 'document', document: true },
  '.odp': { story: 'document', document: true },
  '.azw': { story: 'document', document: true },
  '.azw3': { story: 'document', document: true },
  '.htm': { story: 'document' },
  '.xhtml': { story: 'document' },
  '.mht': { story: 'document' },
  '.mhtml': { story: 'document' },
  '.fb2': { story: 'document' },
  '.fb2.zip': { story: 'document' },
  '.fbz': { story: 'document' },
  '.rtf': { story: 'document' },
  '.text': { story: 'text' },
  '.md': { story: 'markdown' },
  '.markdown': { story: 'markdown' },
  '.mdown': { story: 'markdown' },
  '.fountain': { story: 'fountain' },
  '.spmd': { story: 'fountain' },
  '.yarn': { story: 'yarn' },
  '.rpy': { story: 'renpy' },
  '.twee': { story: 'twee' },
  '.tw': { story: 'twee' },
  '.ink': { story: 'ink' },
  '.fdx': { story: 'final-draft' },
  '.csv': { story: 'table', mimeType: 'text/csv' },
  '.tsv': { story: 'table' },
  '.tab': { story: 'table' },
  '.po': { story: 'po' },
  '.pot': { story: 'po' },
  '.xlf': { story: 'xliff' },
  '.xliff': { story: 'xliff' },
  '.sdlxliff': { story: 'xliff' },
  '.mqxliff': { story: 'xliff' },
  '.mxliff': { story: 'xliff' },
  '.srt': { story: 'srt' },
  '.sbv': { story: 'srt' },
  '.sub': { story: 'srt' },
  '.lrc': { story: 'srt' },
  '.smi': { story: 'srt' },
  '.sami': { story: 'srt' },
  '.ttml': { story: 'srt' },
  '.dfxp': { story: 'srt' },
  '.stl': { story: 'srt' },
  '.vtt': { story: 'vtt' },
  '.ass': { story: 'sub-station' },
  '.ssa': { story: 'sub-station' },
  '.vibes': { vibes: true },
  '.json': { story: 'json', vibes: true, voice: true },
  '.mp3': { audio: 'mp3', music: true, mimeType: 'audio/mpeg' },
  '.wav': { audio: 'wav', music: true, mimeType: 'audio/wav' },
  '.m4b': { mimeType: 'audio/mp4' },
  '.m4a': { mimeType: 'audio/mp4' },
  '.flac': { music: true, mimeType: 'audio/flac' },
  '.opus': { music: true, mimeType: 'audio/ogg' },
  '.ogg': { music: true, mimeType: 'audio/ogg' },
  '.oga': { music: true, mimeType: 'audio/ogg' },
  '.jpg': { mimeType: 'image/jpeg' },
  '.jpeg': { mimeType: 'image/jpeg' },
  '.png': { mimeType: 'image/png' },
  '.bz2': { voice: true },
  '.tbz2': { voice: true },
  '.gz': { voice: true },
  '.tgz': { voice: true },
  '.tar': { voice: true },
  '.zip': { voice: true },
  '.onnx': { voice: true },
} as const satisfies Readonly<Record<string, FileType>>

type Extension = keyof typeof FILE_TYPES
type ExtensionWith<Row> = {
  [E in Extension]: (typeof FILE_TYPES)[E] extends Row ? E : never
}[Extension]
/** The thirteen formats of document-to-speech. */
export type DocumentExtension = ExtensionWith<{ readonly document: true }>
/** Every format that is read as a document, including those that can only become stories. */
export type ReadableExtension = DocumentExtension | ExtensionWith<{ readonly story: 'document' }>
/** The MIME type of each audio format. */
export const AUDIO_TYPES = {
  mp3: FILE_TYPES['.mp3'].mimeType,
  wav: FILE_TYPES['.wav'].mimeType,
} as const satisfies Record<AudioFormat, string>
export type AudioType = (typeof AUDIO_TYPES)[AudioFormat]

export const PROJECT_EXTENSION = '.fabula' satisfies Extension
export const DOCUMENT_EXTENSIONS = extensionsWith('document')
export const READABLE_EXTENSIONS: readonly ReadableExtension[] = Object.keys(FILE_TYPES)
  .filter(isExtension)
  .filter(isReadable)

/** The purposes of files that are dropped or chosen, each with its extensions, the default first. */
const TAKEN = {
  open: extensionsWith('story'),
  document: DOCUMENT_EXTENSIONS,
  audio: extensionsWith('audio'),
  music: extensionsWith('music'),
  cover: ['.jpg', '.jpeg', '.png'],
  voice: extensionsWith('voice'),
} as const satisfies Readonly<Record<string, readonly Extension[]>>

/** The purposes of files that Fabula writes to a chosen path. `folder` is a folder of files, whose name needs no extension. */
const SAVED = {
  'save-as': [PROJECT_EXTENSION],
  'export-mp3': ['.mp3'],
  'export-wav': ['.wav'],
  'export-m4b': ['.m4b', '.m4a'],
  'export-flac': ['.flac'],
  'export-opus': ['.opus', '.ogg'],
  'export-folder': 'folder',
  'export-vibes': ['.vibes'],
  'export-csv': ['.csv'],
  'export-md': ['.md'],
  'export-html': ['.html'],
  'export-fountain': ['.fountain'],
  'export-fdx': ['.fdx'],
  'export-json': ['.json'],
} as const satisfies Readonly<Record<string, readonly Extension[] | 'folder'>>

export type TakenPurpose = keyof typeof TAKEN
export type SavedPurpose = keyof typeof SAVED
/** The purpose of a file dialog of the host. */
export type FilePurpose = TakenPurpose | SavedPurpose
// Object.keys loses the type of the keys.
export const TAKEN_PURPOSES = Object.keys(TAKEN) as TakenPurpose[]
export const FILE_PURPOSES: readonly FilePurpose[] = [
  ...TAKEN_PURPOSES,
  ...(Object.keys(SAVED) as SavedPurpose[]),
]

/** The purpose of a file dialog of the host, or of the page's own chooser for vibes. */
type FileUse = FilePurpose | 'vibes'

const USES: Readonly<Record<FileUse, readonly Extension[] | 'folder'>> = {
  ...TAKEN,
  ...SAVED,
  vibes: extensionsWith('vibes'),
}

function extensionsWith<Key extends keyof FileType>(key: Key) {
  const isFitting = (extension: Extension): extension is ExtensionWith<{ readonly [K in Key]: unknown }> =>
    key in FILE_TYPES[extension]
  return Object.keys(FILE_TYPES).filter(isExtension).filter(isFitting)
}

function isReadable(extension: Extension): extension is ReadableExtension {
  const type: FileType = FILE_TYPES[extension]
  return type.document === true || type.story === 'document'
}

function isExtension(extension: string): extension is Extension {
  return Object.hasOwn(FILE_TYPES, extension)
}

/** The extensions of a use's files, with a dot; the default first. Empty for a folder. */
export function extensionsFor(use: FileUse): readonly Extension[] {
  const extensions = USES[use]
  return extensions === 'folder' ? [] : extensions
}

/** The extensions of a use's files as a message lists them: “.mp3 .wav”. */
export function listExtensions(use: FileUse): string {
  return extensionsFor(use).join(' ')
}

/** Whether a use is a folder rather than a file. */
export function isFolderUse(use: FileUse): boolean {
  return USES[use] === 'folder'
}

/**
 * The extension of a path or file name with its dot, in lower case; empty for a name without one, such as `.txt`. For a packed book, the
 * double extension.
 */
export function extensionOf(path: string): string {
  return (/[^/\\](\.fb2\.zip|\.[^./\\]*)$/i.exec(path)?.[1] ?? '').toLowerCase()
}

/** The table's entry for a file name; undefined for a type that Fabula does not know. */
export function fileTypeOf(path: string): FileType | undefined {
  const extension = extensionOf(path)
  return isExtension(extension) ? FILE_TYPES[extension] : undefined
}

/** Whether a name has one of the use's extensions. A folder may have any name. */
export function hasExtensionFor(use: FileUse, name: string): boolean {
  const extension = extensionOf(name)
  return isFolderUse(use) || extensionsFor(use).some((each) => each === extension)
}

/** The name with the use's usual extension, unless it has one of the use's extensions. */
export function withExtension(use: FileUse, name: string): string {
  return hasExtensionFor(use, name) ? name : `${name}${extensionsFor(use)[0] ?? ''}`
}

/** The size limit of a file that is read as a story: enough for a shelf of novels as plain text. */
export const MAX_STORY_FILE_BYTES = 20 * 1024 * 1024

/** The type of a picture, by its first bytes; null for anything except JPEG and PNG. */
export function pictureTypeOf([first, second, third, fourth]: Uint8Array): Picture['mimeType'] | null {
  if (first === 0xff && second === 0xd8 && third === 0xff) return 'image/jpeg'
  if (first === 0x89 && second === 0x50 && third === 0x4e && fourth === 0x47) return 'image/png'
  return null
}
