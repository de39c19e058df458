import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseCommandLine } from '../../../../electron/hosts/cli/commandLine.ts'
import { importToFile } from '../../../../electron/hosts/cli/importToFile.ts'
import { openInput } from '../../../../electron/hosts/cli/openInput.ts'
import { readStoryFile } from '../../../../electron/project/readProject.ts'
import { extensionOf, extensionsFor } from '../../../../shared/files/fileTypes.ts'
import { writeStory } from '../../../../shared/export/writeStory.ts'
import { NARRATOR } from '../../../../shared/import/storyFromPlan.ts'
import { storyFromRecords } from '../../../../shared/story/story.ts'
import { DOCUMENTS, TEXTS } from '../../lib/documents/import/inputs.ts'
import { outlineOfStory, readText } from '../../lib/documents/storyText.ts'
import { openTerminal } from './runCli.ts'
import { long } from '../../../support/tags.ts'

const terminal = openTerminal()
afterAll(() => terminal[Symbol.dispose]())

const root = join(import.meta.dirname, '../../../..')
const script = '# One\n\nMIRA: Is it far?\n'
const { records } = await readText('a.md', script)
const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TEXTS).map(([extension, [text]]) => [`a${extension}`, text])),
  ...Object.fromEntries(['.md', '.markdown', '.mdown'].map((extension) => [`a${extension}`, script])),
  'portable.json': writeStory(storyFromRecords(records), 'json', { narrator: NARRATOR }),
}
const inputs = [...Object.keys(texts), ...DOCUMENTS, 'everything.fabula']
for (const [name, text] of Object.entries(texts)) writeFileSync(terminal.path(name), text)
for (const name of DOCUMENTS) copyFileSync(join(root, 'test/fixtures/documents', name), terminal.path(name))
copyFileSync(join(root, 'test/fixtures/projects/v1/everything.fabula'), terminal.path('everything.fabula'))

/** The text that a block of each sample document contains. */
const WORDS: Readonly<Record<string, RegExp>> = {
  harbour: /nine boats/,
  slides: /A brass lamp/,
  tides: /Height in metres/,
}

function optionsOf(command: ReturnType<typeof parseCommandLine>) {
  if (!('reading' in command)) throw new Error('The command line is wrong')
  return {
    ...command.reading,
    workFolder: mkdtempSync(terminal.path('work-')),
    newId: randomUUID,
    now: () => 0,
    stdin: () => {
      throw new Error('Standard input is not asked for')
    },
    password: null,
    warn: () => {},
    dataDir: terminal.path('data'),
    commonLexicon: () => [],
  }
}

test('every kind of file that opens in the window is tested below', () => {
  expect(new Set(inputs.map((name) => extensionOf(name)))).toEqual(new Set(extensionsFor('open')))
})

test.each(inputs)('%s is imported by the terminal, and renders as the same story', long, async (name) => {
  const input = terminal.path(name)
  const out = terminal.path(`imported ${name}.fabula`)
  await importToFile(
    { input, outPath: out, isJson: false },
    optionsOf(parseCommandLine(['import', input, '--out', out])),
  )
  const imported = outlineOfStory(readStoryFile(out))
  const project = await openInput(input, optionsOf(parseCommandLine(['render', input, '--out', 'a.mp3'])))
  try {
    expect(outlineOfStory(project.story())).toEqual(imported)
  } finally {
    project.close()
  }
  const words = WORDS[name.split('.')[0] ?? ''] ?? /Is it far\?|wolf/
  expect(imported.join('\n')).toMatch(words)
})
