import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { labels } from '../../../../electron/hosts/desktop/labels.ts'
import { createSystemFiles } from '../../../../electron/hosts/desktop/systemFiles.ts'
import { extensionsFor, isFolderUse } from '../../../../shared/files/fileTypes.ts'
import { filePurposeSchema, fileRefSchema, takenPurposeSchema } from '../../../../shared/ipc/views.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function filesWith(answers: { open?: string; save?: string; replaces?: boolean }) {
  const dialog = {
    showOpenDialog: vi.fn(async () => ({
      canceled: answers.open === undefined,
      filePaths: answers.open === undefined ? [] : [answers.open],
    })),
    showSaveDialog: vi.fn(async () => ({
      canceled: answers.save === undefined,
      filePath: answers.save ?? '',
    })),
    showMessageBox: vi.fn(async () => ({ response: answers.replaces ? 0 : 1, checkboxChecked: false })),
  }
  const showItemInFolder = vi.fn()
  return {
    dialog,
    showItemInFolder,
    files: createSystemFiles({
      dialog,
      shell: { showItemInFolder },
      window: () => undefined,
      texts: () => labels.en,
      startFolder: folder,
    }),
  }
}

const fileUnknown = expect.objectContaining({ code: 'file-unknown' })

test('a file that the writer chose gets an opaque reference that leads back to it', async () => {
  const path = join(folder, 'fox.fabula')
  const { files } = filesWith({ open: path })
  const ref = await files.pick('open', '')
  expect(ref).toMatch(/^[\w-]{32}$/)
  expect(await files.pathOf(ref ?? fileRefSchema.parse('none'), 'open')).toBe(path)
})

test('a file chosen for reading cannot be written', async () => {
  const { files } = filesWith({ open: join(folder, 'fox.fabula') })
  const ref = (await files.pick('open', '')) ?? fileRefSchema.parse('none')
  for (const purpose of ['save-as', 'export-mp3', 'export-wav'] as const) {
    await expect(files.pathOf(ref, purpose)).rejects.toThrow(fileUnknown)
  }
})

test.each(['/etc/passwd', 'fox.fabula', '../fox.fabula', 'A'.repeat(32)])(
  '“%s”, made up by a page, leads nowhere',
  async (made) => {
    const { files } = filesWith({})
    await expect(files.pathOf(fileRefSchema.parse(made), 'open')).rejects.toThrow(fileUnknown)
  },
)

test('a writer who cancels the dialog gets no reference', async () => {
  const { files } = filesWith({})
  expect(await files.pick('open', '')).toBeNull()
  expect(await files.pick('save-as', 'Fox')).toBeNull()
})

test.each(filePurposeSchema.options)(
  'a reference for %s leads to the choice in the dialog for it',
  async (purpose) => {
    const isTaken = takenPurposeSchema.safeParse(purpose).success
    const path = join(folder, `Fox${extensionsFor(purpose)[0] ?? ''}`)
    const { files, dialog } = filesWith({ open: path, save: path })
    const ref = (await files.pick(purpose, 'Fox')) ?? fileRefSchema.parse('none')
    expect(await files.pathOf(ref, purpose)).toBe(path)
    expect(dialog.showOpenDialog).toHaveBeenCalledTimes(isTaken ? 1 : 0)
    expect(dialog.showSaveDialog).toHaveBeenCalledTimes(isTaken ? 0 : 1)
    if (purpose === 'voice') return
    const options: unknown = (isTaken ? dialog.showOpenDialog : dialog.showSaveDialog).mock.calls.flat()[0]
    const extensions = extensionsFor(purpose).map((extension) => extension.slice(1))
    if (isFolderUse(purpose)) expect(options).not.toHaveProperty('filters')
    else expect(options).toMatchObject({ filters: [{ extensions }] })
  },
)

test('a voice is chosen as a folder, and its reference is valid only for a voice', async () => {
  const { files, dialog } = filesWith({ open: folder })
  const ref = (await files.pick('voice', '')) ?? fileRefSchema.parse('none')
  expect(dialog.showOpenDialog).toHaveBeenCalledWith({
    defaultPath: folder,
    properties: ['openDirectory'],
  })
  expect(await files.pathOf(ref, 'voice')).toBe(folder)
  await expect(files.pathOf(ref, 'open')).rejects.toThrow(fileUnknown)
})

test('a path is suggested from the story’s title, and the chosen one gets its extension', async () => {
  const { files, dialog } = filesWith({ save: join(folder, 'Mine') })
  const ref = (await files.pick('export-wav', 'Fox / Owl')) ?? fileRefSchema.parse('none')
  expect(dialog.showSaveDialog).toHaveBeenCalledWith(
    expect.objectContaining({
      defaultPath: join(folder, 'Fox Owl.wav'),
      filters: [{ name: 'WAV audio', extensions: ['wav'] }],
    }),
  )
  expect(await files.pathOf(ref, 'export-wav')).toBe(join(folder, 'Mine.wav'))
  expect(dialog.showMessageBox).not.toHaveBeenCalled()
})

test('a file that the dialog did not ask about is replaced only if the writer agrees', async () => {
  await writeFile(join(folder, 'Mine.mp3'), 'x')
  const refused = filesWith({ save: join(folder, 'Mine'), replaces: false })
  expect(await refused.files.pick('export-mp3', '')).toBeNull()
  expect(refused.dialog.showMessageBox).toHaveBeenCalledWith(
    expect.objectContaining({ message: '“Mine.mp3” is already there. Replace it?' }),
  )
  const allowed = filesWith({ save: join(folder, 'Mine'), replaces: true })
  expect(await allowed.files.pick('export-mp3', '')).not.toBeNull()
})
