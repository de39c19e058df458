import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { castChange, writeCast } from '../../../../electron/hosts/cli/castChoice.ts'
import { parseCommandLine } from '../../../../electron/hosts/cli/commandLine.ts'
import { apply } from '../../../../shared/story/changes.ts'
import { addCharacter } from '../../../../shared/story/castCommands.ts'
import { characterIdSchema } from '../../../../shared/story/records.ts'
import type { Story } from '../../../../shared/story/story.ts'
import { syntheticManifest, writeSyntheticPack } from '../../../support/syntheticVoice.ts'
import { sketchStory } from '../../../renderer/support/smallStory.ts'
import { openTerminal } from './runCli.ts'

let dataDir: string
let warnings: string[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fabula-cast-'))
  warnings = []
  writeSyntheticPack(join(dataDir, 'voices'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

const settings = sketchStory([]).info.defaults
const story = (names: readonly string[] = ['Anna', 'Ben']): Story =>
  names.reduce(
    (before, name) => {
      const id = characterIdSchema.parse(name)
      return apply(before, addCharacter(before, { id, name, settings: { ...settings, voiceId: 'OA001' } }))
    },
    sketchStory([{ text: 'Wait.' }]),
  )
const voicesOf = ({ info, cast }: Story) => [
  info.defaults.voiceId,
  ...cast.map(({ name, settings }) => `${name} ${settings.voiceId}`),
]

async function cast(choice: {
  voice?: string
  file?: [name: string, content: string]
  names?: readonly string[]
}): Promise<string[]> {
  const castPath = choice.file === undefined ? undefined : join(dataDir, choice.file[0])
  if (castPath !== undefined && choice.file !== undefined) writeFileSync(castPath, choice.file[1])
  const change = await castChange(
    story(choice.names),
    { voice: choice.voice, castPath },
    { dataDir, warn: (sentence) => warnings.push(sentence) },
  )
  return voicesOf(change === null ? story(choice.names) : apply(story(choice.names), change))
}

const BEN = ['OA001', 'Anna OA001', 'Ben OA005']
/** Ben speaks with OA005, and Anna with the natural voice. */
const READ = ['OA001', 'Anna NV-tone-main', 'Ben OA005']
const TABLES: readonly [string, string][] = [
  ['German headings and semicolons', '\uFEFFFigur;Stimme\nAnna;Tone\nBen;OA005\n'],
  ['Spanish headings and tabs', 'Personaje\tVoz\nAnna\tNV-tone-main\nBen\tOA005\n'],
  [
    'further columns, before and after',
    'Nr.;Rolle;Geschlecht;Stimme;Notiz\n1;Anna;w;tone;\n2;Ben;m;OA005;leise\n',
  ],
  ['an id beside a name', 'Name,Voice,Voice ID\nAnna,Ann,NV-tone-main\nBen,Sir,OA005\n'],
  ['a voice column called otherwise', 'Speaker|Voices\nAnna|Tone\nBen|OA005\n'],
  ['a column of characters called otherwise', 'Dramatis personae,voice\nAnna,Tone\nBen,OA005\n'],
  ['quoted cells and a separator stated', 'sep=;\r\n"role";"voice"\r\n"Anna";"Tone"\r\n"Ben";"OA005"\r\n'],
  ['no headings, and commas within names', 'Anna;Tone\nBen;OA005\n"Smith, J.";\n'],
]

describe('voices given on the command line', () => {
  it.each<[string, Parameters<typeof cast>[0], string[]]>([
    ['one for all', { voice: 'NV-tone-main' }, ['NV-tone-main', 'Anna NV-tone-main', 'Ben NV-tone-main']],
    [
      'a table with headings, and one for all others',
      { voice: 'OA002', file: ['c.csv', '\uFEFFvoice,character\r\nOA004,anna\r\n'] },
      ['OA002', 'Anna OA004', 'Ben OA002'],
    ],
    [
      'a table without headings, with the narrator',
      { file: ['c.csv', 'Narrator;NV-tone-main\nBen;OA005\n'] },
      ['NV-tone-main', 'Anna OA001', 'Ben OA005'],
    ],
    ['JSON', { file: ['c.json', '{"Ben": "OA005"}'] }, ['OA001', 'Anna OA001', 'Ben OA005']],
    [
      'JSON as a list, with a voice of a server',
      { file: ['c.json', '[{"character": "Ben", "voice": "far:bella"}]'] },
      ['OA001', 'Anna OA001', 'Ben far:bella'],
    ],
    ...TABLES.map(
      ([what, content]) =>
        [what, { file: ['c.csv', content] }, READ] as [string, Parameters<typeof cast>[0], string[]],
    ),
    [
      'one for all, by its name',
      { voice: 'tone' },
      ['NV-tone-main', 'Anna NV-tone-main', 'Ben NV-tone-main'],
    ],
    [
      'JSON with a list in an object',
      { file: ['c.json', '{"cast":[{"Rolle":"Ben","Stimme":"OA005"}]}'] },
      BEN,
    ],
    ['JSON with an object for each', { file: ['c.json', '{"Ben":{"gender":"man","voice":"oa005"}}'] }, BEN],
  ])('are taken from %s', async (_, choice, voices) => {
    expect(await cast(choice)).toEqual(voices)
    expect(warnings.filter((warning) => !warning.includes('Smith, J.'))).toEqual([])
  })

  it('are read from a UTF-16 table, as spreadsheets write it', async () => {
    writeFileSync(join(dataDir, 'c.txt'), Buffer.from('\uFEFFRolle\tStimme\r\nBen\tOA005\r\n', 'utf16le'))
    const options = { dataDir, warn: () => {} }
    const change = await castChange(story(), { voice: undefined, castPath: join(dataDir, 'c.txt') }, options)
    expect(change === null ? [] : voicesOf(apply(story(), change))).toEqual(BEN)
  })

  it('leave a character with a blank voice unchanged, with a warning', async () => {
    expect(await cast({ voice: 'OA002', file: ['c.csv', 'Erzählerin,OA004\nAnna,\n,\n'] })).toEqual([
      'OA004',
      'Anna OA002',
      'Ben OA002',
    ])
    expect(warnings).toEqual(['The table has no voice for these names: Anna.'])
  })

  it('are refused with the matching ids if several voices have the name', async () => {
    writeSyntheticPack(join(dataDir, 'voices'), syntheticManifest({ id: 'second' }))
    await expect(cast({ voice: 'Tone' })).rejects.toMatchObject({
      code: 'voice-name-ambiguous',
      params: { ids: 'NV-second-main, NV-tone-main' },
    })
  })

  it('cause a warning for a name that no character has', async () => {
    await cast({ file: ['c.csv', 'Zoe,OA002\n'] })
    expect(warnings).toEqual(['Nobody in the story has these names: Zoe.'])
  })

  it('go to the only character whose name contains a name of the table, with a warning', async () => {
    const names = ['Mrs. Mira Hale', 'Tom Hale', 'Dr. Quill', 'Der Wächter']
    const rows = [
      'Mira,OA002',
      'Hale,OA003',
      'Doctor Quill,OA004',
      'wächter,OA005',
      'Tom Hale,OA006',
      'Tom,OA002',
    ]
    expect(await cast({ names, file: ['c.csv', rows.join('\n')] })).toEqual([
      'OA001',
      'Mrs. Mira Hale OA002',
      'Tom Hale OA006',
      'Dr. Quill OA004',
      'Der Wächter OA005',
    ])
    expect(warnings).toEqual([
      'These names of the table are taken for characters: Mira for Mrs. Mira Hale, Doctor Quill for Dr. Quill, wächter for Der Wächter.',
      'Nobody in the story has these names: Hale, Tom.',
    ])
  })

  it('go to nobody if two rows mean the same character', async () => {
    const file = ['c.csv', 'Mira,OA002\nHale,OA003\n'] as const
    expect(await cast({ names: ['Mira Hale'], file: [...file] })).toEqual(['OA001', 'Mira Hale OA001'])
    expect(warnings).toEqual(['Nobody in the story has these names: Mira, Hale.'])
  })

  it.each<[string, Parameters<typeof cast>[0], string]>([
    ['an unknown voice', { voice: 'NV-tone-other' }, 'voice-id-unknown'],
    ['an unknown voice in a table', { file: ['c.csv', 'Anna,OA999\n'] }, 'voice-id-unknown'],
    ['a table without voices', { file: ['c.csv', 'Anna\nBen\n'] }, 'cast-file-unusable'],
    ['JSON of something else', { file: ['c.json', '{"Anna": 3}'] }, 'cast-file-unusable'],
    ['truncated JSON', { file: ['c.json', '{"Anna": '] }, 'cast-file-unusable'],
    ['an empty file', { file: ['c.csv', ''] }, 'cast-file-unusable'],
    ['headings only', { file: ['c.csv', 'character,voice\n'] }, 'cast-file-unusable'],
    ['a voice for nobody', { file: ['c.csv', 'character,voice\n,OA001\n'] }, 'cast-file-unusable'],
    ['two voices for one', { file: ['c.csv', 'Anna,OA001\nANNA,OA002\n'] }, 'cast-name-twice'],
    [
      'a binary file',
      { file: ['c.csv', 'PK\u0003\u0004\u0000\u0000\u0001\u0002'.repeat(9)] },
      'file-not-text',
    ],
  ])('are refused for %s', async (_, choice, code) => {
    await expect(cast(choice)).rejects.toMatchObject({ code })
  })
})

it('reports that a folder is not a table of a cast', async () => {
  const options = { dataDir, warn: () => {} }
  await expect(castChange(story(), { voice: undefined, castPath: dataDir }, options)).rejects.toMatchObject({
    code: 'cast-file-unusable',
  })
})

it.each(['c.csv', 'c.json'])('a cast written as %s is read back unchanged', async (name) => {
  const before = apply(story(), { put: [], remove: [] })
  const text = writeCast(before, name)
  expect(text).toContain('Anna')
  expect(await cast({ file: [name, text.replaceAll('OA001', 'OA003')] })).toEqual([
    'OA003',
    'Anna OA003',
    'Ben OA003',
  ])
})

it.each([
  [
    ['import', 'a.txt', '--out', 'a.fabula', '--voice', 'OA002', '--cast', 'c.csv'],
    { kind: 'import', reading: { choices: { cast: { voice: 'OA002', castPath: 'c.csv' } } } },
  ],
  [['export', 'a.fabula', '--as', 'cast', '--out', 'c.csv'], { kind: 'export-cast', isForced: false }],
  [['export', 'a.fabula', '--as', 'notes', '--out', 'n.csv'], { kind: 'export-notes', isForced: false }],
  [['render', '--project', 'a.fabula', '--voice', 'OA002'], { kind: 'wrong' }],
  [['export', 'a.fabula', '--as', 'cats', '--out', 'c.csv'], { kind: 'wrong' }],
])('%j is parsed', (words, command) => {
  expect(parseCommandLine(words)).toMatchObject(command)
})

it('warns of women with natural voices of men when a story is made, unless the command names the voices', async () => {
  using terminal = openTerminal()
  const speaker = {
    number: 0,
    id: 'main',
    name: 'Karl',
    gender: 'male',
    language: 'de-de',
    description: '',
  } as const
  const pack = syntheticManifest({ id: 'karl', name: 'Karl', languages: ['de-de'], speakers: [speaker] })
  writeSyntheticPack(join(terminal.path('app'), 'voices'), pack)
  const words = [
    '„Halt“, sagte Frau Hale.',
    '„Nein“, sagte Herr Quill.',
    '„Doch“, sagte Frau Hale.',
    'Sie ging.',
  ]
  writeFileSync(terminal.path('buch.txt'), `${words.join('\n\n')}\n`)
  const make = (out: string, ...more: string[]) =>
    terminal.run([
      'import',
      'buch.txt',
      '--out',
      out,
      '--language',
      'de',
      '--data',
      terminal.path('app'),
      ...more,
    ])
  const told = await make('a.fabula')
  expect(told).toMatchObject({ code: 0 })
  expect(told.stderr).toContain(
    '1 of the women has a voice of a man, because this language has no other natural voice here.',
  )
  expect((await make('b.fabula', '--voice', 'ES-de')).stderr).not.toContain('voice of a man')
})
