import { describe, expect, it } from 'vitest'
import {
  findEntries,
  type FoundCommand,
  type PaletteEntry,
} from '../../../renderer/features/palette/findEntries.ts'
import { assignCharacter } from '../../../shared/story/blockCommands.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { id, sketchStory } from '../support/smallStory.ts'

const OWL = characterIdSchema.parse('owl')
const command = (
  name: FoundCommand['id'],
  label: string,
  rest: Partial<FoundCommand> = {},
): FoundCommand => ({
  ...{ id: name, label, words: '', keys: undefined, isEnabled: true, isForBlock: false },
  ...rest,
})
const COMMANDS = [
  command('export', 'Export'),
  command('undo', 'Undo', { isEnabled: false }),
  command('settings', 'Settings'),
  command('shortcuts', 'Keyboard shortcuts'),
  command('deleteBlocks', 'Delete', { isForBlock: true }),
]
const TEXTS = [
  { text: 'Somebody ought, said the owl, and shut one eye.', heading: 'The Lantern' },
  { text: 'The fox went home.' },
  { text: 'The owl said nothing.', heading: 'Home' },
]

function storyWithOwl(): Story {
  const story = sketchStory(TEXTS)
  const withOwl = apply(story, addCharacter(story, { id: OWL, name: 'Owl' }))
  return apply(withOwl, assignCharacter(withOwl, [id('b1'), id('b3')], OWL))
}

const nameOf = (entry: PaletteEntry) =>
  entry.kind === 'command'
    ? entry.command.id
    : entry.kind === 'give'
      ? `give ${entry.character.name}`
      : entry.kind === 'character'
        ? `${entry.character.name} ${String(entry.blocks)}`
        : entry.kind === 'chapter'
          ? `${String(entry.number)} ${entry.chapter.title}`
          : entry.kind === 'voice'
            ? entry.voice.name
            : entry.kind === 'place'
              ? entry.place.id
              : `#${String(entry.number)} ${entry.excerpt.match}`
const find = (text: string, options: Partial<Parameters<typeof findEntries>[0]> = {}) =>
  findEntries({
    ...{
      text,
      commands: COMMANDS,
      places: [],
      recent: [],
      voices: [],
      story: storyWithOwl(),
      selection: [id('b2')],
    },
    ...options,
  }).map((group) => [group.id, ...group.entries.map(nameOf)])

describe('the search of the palette', () => {
  it('ranks actions on the selected block first, then characters, chapters, commands, voices and words of the text', () => {
    const voice = {
      id: 'v',
      name: 'Owlet',
      language: 'en',
      description: '',
      gender: null,
      engine: null,
      pack: null,
    }
    expect(find('owl', { voices: [voice] })).toEqual([
      ['block', 'give Owl'],
      ['characters', 'Owl 2'],
      ['voices', 'Owlet'],
      ['text', '#1 owl', '#3 owl'],
    ])
    expect(find('home')).toEqual([
      ['chapters', '2 Home'],
      ['text', '#2 home'],
    ])
  })

  it('does not offer to assign a block to its current character', () => {
    expect(find('owl', { selection: [id('b1')] })[0]).toEqual(['characters', 'Owl 2'])
  })

  it('is limited to commands by >, to characters by @, to chapters by #', () => {
    expect(find('>e')).toEqual([['commands', 'export', 'settings', 'shortcuts', 'deleteBlocks']])
    expect(find('@')).toEqual([['characters', 'Owl 2']])
    expect(find('# lan')).toEqual([['chapters', '1 The Lantern']])
  })

  it('lists unavailable commands last, and names that begin with the text first', () => {
    expect(find('>')).toEqual([['commands', 'export', 'settings', 'shortcuts', 'deleteBlocks', 'undo']])
    expect(find('>s')[0]?.slice(0, 3)).toEqual(['commands', 'settings', 'shortcuts'])
  })

  it('shows the last five commands while nothing is typed', () => {
    const recent = ['undo', 'gone', 'export', 'settings', 'shortcuts', 'deleteBlocks', 'saveAs']
    expect(find('', { recent })).toEqual([
      ['recent', 'undo', 'export', 'settings', 'shortcuts', 'deleteBlocks'],
    ])
    expect(find('')[0]).toEqual(['block', 'deleteBlocks'])
  })

  it('finds only commands if no story is open', () => {
    expect(find('e', { story: undefined, selection: [] }).map(([group]) => group)).toEqual([
      'block',
      'commands',
    ])
  })

  it('returns a few of many matching blocks, with the words around the match', () => {
    const story = sketchStory(
      Array.from({ length: 5000 }, (_, index) => ({
        text: `${'word '.repeat(40)}lantern ${String(index)} ${'after '.repeat(40)}`,
      })),
    )
    const [group] = findEntries({
      ...{ text: 'LANTERN', commands: [], places: [], recent: [], voices: [], story, selection: [] },
    })
    expect(group?.entries.length).toBe(5)
    const [first] = group?.entries ?? []
    if (first?.kind !== 'block') throw new Error('A block is found')
    expect(first.excerpt.match).toBe('lantern')
    expect(first.excerpt.before).toMatch(/^… word/)
    expect(first.excerpt.after.length).toBeLessThan(100)
  })
})
