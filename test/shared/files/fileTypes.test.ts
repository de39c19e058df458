import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../../build/root.mjs'
import { filePurposeSchema } from '../../../shared/ipc/views.ts'
import {
  extensionOf,
  extensionsFor,
  FILE_TYPES,
  fileTypeOf,
  hasExtensionFor,
  isFolderUse,
  PROJECT_EXTENSION,
  withExtension,
} from '../../../shared/files/fileTypes.ts'

describe('the table of file types', () => {
  it('lists the files that each dialog and chooser accepts', () => {
    expect(extensionsFor('open')[0]).toBe('.fabula')
    expect(extensionsFor('open')).toEqual(
      expect.arrayContaining([...extensionsFor('document'), '.md', '.csv', '.json']),
    )
    expect(extensionsFor('open')).not.toContain('.mp3')
    expect(extensionsFor('document').join(' ')).toBe(
      '.docx .xlsx .pptx .pdf .epub .mobi .txt .html .odt .ods .odp .azw .azw3',
    )
    expect(extensionsFor('audio')).toEqual(['.mp3', '.wav'])
    expect(extensionsFor('music')).toEqual(['.mp3', '.wav', '.flac', '.opus', '.ogg', '.oga'])
    expect(extensionsFor('vibes')).toEqual(['.vibes', '.json'])
  })

  it.each([...filePurposeSchema.options, 'vibes'] as const)(
    'has an extension for %s, or marks it as a folder',
    (use) => {
      expect(extensionsFor(use).length > 0).toBe(!isFolderUse(use))
      const [extension = ''] = extensionsFor(use)
      expect(hasExtensionFor(use, `Fox${extension}`)).toBe(true)
      expect(withExtension(use, 'Fox')).toBe(`Fox${extension}`)
    },
  )

  it('matches the file association of the packages', () => {
    const config = readFileSync(`${root}/build/electron-builder.yml`, 'utf8')
    const associations = /^fileAssociations:\n((?: .*\n)+)/m.exec(config)?.[1] ?? ''
    const named = (key: string) =>
      [...associations.matchAll(new RegExp(`\\b${key}: (\\S+)`, 'g'))].map((match) => match[1])
    expect(named('ext').map((extension) => `.${String(extension)}`)).toEqual([PROJECT_EXTENSION])
    expect(named('mimeType')).toEqual([FILE_TYPES[PROJECT_EXTENSION].mimeType])
  })

  it('recognizes a file by its name alone, in capitals too', () => {
    expect(fileTypeOf('/home/x.y/Fox.FABULA')).toMatchObject({ story: 'project' })
    expect(fileTypeOf('Fox.MP3')).toMatchObject({ audio: 'mp3' })
    expect(fileTypeOf('Fox.constructor')).toBeUndefined()
    expect(hasExtensionFor('document', 'a.txt')).toBe(true)
    expect(hasExtensionFor('document', '.txt')).toBe(false)
    expect(hasExtensionFor('document', 'folder.txt/a')).toBe(false)
  })

  it.each([
    ['a.b.Txt', '.txt'],
    ['folder/.txt', ''],
    ['folder\\.txt', ''],
    ['plain', ''],
    ['a.d/plain', ''],
    ['end.', '.'],
    ['', ''],
  ])('finds the extension of %j', (path, extension) => {
    expect(extensionOf(path)).toBe(extension)
  })
})
