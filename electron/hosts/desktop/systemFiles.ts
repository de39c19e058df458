/** The desktop's files: anything that the writer chooses in the system's dialogs, opens from outside, or drops. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type {
  BrowserWindow,
  Dialog,
  FileFilter,
  MessageBoxOptions,
  OpenDialogOptions,
  SaveDialogOptions,
  Shell,
} from 'electron'
import { takenPurposeSchema, type FileRef } from '../../../shared/ipc/views.ts'
import { suggestFileName } from '../../lib/files/fileNames.ts'
import {
  extensionsFor,
  isFolderUse,
  withExtension,
  type FilePurpose,
  type TakenPurpose,
} from '../../../shared/files/fileTypes.ts'
import { createIssuedRefs, type HostFiles } from '../../lib/files/fileRefs.ts'
import type { Labels } from './labels.ts'

export interface SystemFilesOptions {
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'>
  readonly shell: Pick<Shell, 'showItemInFolder'>
  /** The parent window of the dialogs. */
  readonly window: () => BrowserWindow | undefined
  /** The texts of the dialogs, in the current language. */
  readonly texts: () => Labels
  /** The folder in which dialogs start. */
  readonly startFolder: string
}

export interface SystemFiles extends HostFiles {
  /** A reference for a file that came from outside the window. */
  refOfPath(path: string, purpose?: TakenPurpose): FileRef
}

/** Files by the system's dialogs. */
export function createSystemFiles({
  dialog,
  shell,
  window,
  texts,
  startFolder,
}: SystemFilesOptions): SystemFiles {
  const refs = createIssuedRefs()

  /** An existing file; for a voice, the folder with its files, since the page itself asks for archives. */
  async function askFor(purpose: TakenPurpose): Promise<string | undefined> {
    const options: OpenDialogOptions = {
      defaultPath: startFolder,
      ...(purpose === 'voice'
        ? { properties: ['openDirectory'] }
        : { ...filtersFor(purpose, texts()), properties: ['openFile'] }),
    }
    const parent = window()
    const asked = parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options)
    const { canceled, filePaths } = await asked
    return canceled ? undefined : filePaths[0]
  }

  async function askForPlace(purpose: FilePurpose, suggestedName: string): Promise<string | undefined> {
    const name = withExtension(purpose, suggestFileName(suggestedName, texts().untitled))
    const options: SaveDialogOptions = {
      defaultPath: join(startFolder, name),
      ...filtersFor(purpose, texts()),
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    }
    const parent = window()
    const asked = parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options)
    const { canceled, filePath } = await asked
    if (canceled || filePath === '') return undefined
    const path = withExtension(purpose, filePath)
    // The dialog has asked only about the name as typed.
    const isAsked = path === filePath || !existsSync(path)
    return isAsked || (await mayReplace(path)) ? path : undefined
  }

  function ask(purpose: FilePurpose, suggestedName: string): Promise<string | undefined> {
    const taken = takenPurposeSchema.safeParse(purpose)
    return taken.success ? askFor(taken.data) : askForPlace(purpose, suggestedName)
  }

  async function mayReplace(path: string): Promise<boolean> {
    const { replaceQuestion, replace, cancel } = texts()
    const options: MessageBoxOptions = {
      type: 'warning',
      message: replaceQuestion.replace('{{name}}', () => basename(path)),
      buttons: [replace, cancel],
      defaultId: 1,
      cancelId: 1,
    }
    const parent = window()
    const asked = parent ? dialog.showMessageBox(parent, options) : dialog.showMessageBox(options)
    return (await asked).response === 0
  }

  return {
    picker: 'system',
    folder: null,
    pathOf: async (ref, purpose) => refs.pathOf(ref, purpose),
    done: async () => undefined,
    async pick(purpose, suggestedName) {
      const path = await ask(purpose, suggestedName)
      return path === undefined ? null : refs.issue(path, purpose)
    },
    list() {
      throw new Error('The desktop asks with the system’s dialogs')
    },
    place() {
      throw new Error('The desktop asks with the system’s dialogs')
    },
    showFile: (path) => shell.showItemInFolder(path),
    downloadLink: () => null,
    refOfPath: (path, purpose = 'open') => refs.issue(path, purpose),
  }
}

/** The filters of a dialog. It has none for a folder: a filter without extensions would hide everything. */
function filtersFor(purpose: FilePurpose, { fileTypes }: Labels): { filters?: FileFilter[] } {
  if (isFolderUse(purpose)) return {}
  const extensions = extensionsFor(purpose).map((extension) => extension.slice(1))
  return { filters: [{ name: fileTypes[purpose], extensions }] }
}
