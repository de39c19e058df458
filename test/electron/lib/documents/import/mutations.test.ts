/** Whatever a file contains, each reader reads it or refuses it with a reason: nothing else is thrown. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { root } from '../../../../../build/root.mjs'
import { importReadingSchema } from '../../../../../shared/ipc/importContract.ts'
import { UserFacingError } from '../../../../../shared/lib/userFacingError.ts'
import { long } from '../../../../support/tags.ts'
import { mutations } from '../../../../support/mutations.ts'
import { sample } from '../formats/samples.ts'
import { DOCUMENTS, TEXTS } from './inputs.ts'

const EXAMPLE = 'the-fox-and-the-lantern.fabula.json'
const FILES: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ...DOCUMENTS.map((name) => [name, sample(name)] as const),
  ...Object.entries(TEXTS).map(([ending, [text]]) => [`text${ending}`, Buffer.from(text)] as const),
  [
    'text.md',
    Buffer.from('# One\n\n**Mira:** Is it [far](x)?\n\n- a list\n\n| a | b |\n|---|---|\n| c | d |\n'),
  ],
  [EXAMPLE, readFileSync(join(root, 'examples', EXAMPLE))],
]

/** Changed copies of a file. Of an archive, most have changes in one of its files: the archive itself stays whole. */
function* changed(bytes: Uint8Array, count: number): Generator<Uint8Array> {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const files = isArchive ? unzipSync(bytes) : {}
  const paths = Object.keys(files).filter((path) => /xml|opf|ncx|html|rels/.test(path))
  for (const [at, mutate] of mutations(count).entries()) {
    const path = paths[at % paths.length]
    const content = path === undefined ? undefined : files[path]
    if (path === undefined || content === undefined || at % 5 === 0) yield mutate(bytes)
    else yield zipSync({ ...files, [path]: mutate(content) }, { level: 0 })
  }
}

async function fateOf(name: string, bytes: Uint8Array): Promise<string> {
  try {
    importReadingSchema.parse(await readImport({ file: { name, bytes } }))
    return 'read'
  } catch (error) {
    return error instanceof UserFacingError ? 'refused' : String(error)
  }
}

it.each(FILES)('a damaged %s is read or refused', long, async (name, bytes) => {
  for (const copy of changed(bytes, 40)) expect(['read', 'refused']).toContain(await fateOf(name, copy))
})
