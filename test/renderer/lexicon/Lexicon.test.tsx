import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  addSelectedWord,
  addWord,
  hearCommonLexicon,
  showLexicon,
} from '../../../renderer/actions/lexicon.ts'
import { runCommand } from '../../../renderer/actions/commands.ts'
import { undoLast } from '../../../renderer/actions/history.ts'
import { Lexicon, LexiconSection } from '../../../renderer/features/lexicon/Lexicon.tsx'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { lockBlocks } from '../../../shared/story/locks.ts'
import { lexiconEntryIdSchema, type LexiconEntry } from '../../../shared/story/records.ts'
import { spokenTextOf } from '../../../shared/story/spokenText.ts'
import { id, sketchRecords, sketchStory, takeOf } from '../support/smallStory.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { shownLexicon } from '../../../renderer/stores/editorStore.ts'

const TEXTS = [{ text: 'Tamsin saw it. Tamsin left.' }, { text: 'A gull.' }, { text: 'Poor Tamsin!' }]
const entry = (written: string, spoken: string, name = written): LexiconEntry => ({
  ...{ type: 'lexiconEntry', id: lexiconEntryIdSchema.parse(name), characterId: null, match: 'word' },
  ...{ written, spoken, isCaseSensitive: false, language: null },
})

function open(connectionId = 'built-in', entries: readonly LexiconEntry[] = []) {
  const story = sketchStory(TEXTS, connectionId)
  const takes = ['b1', 'b2', 'b3'].map((name) => takeOf(story, id(name), 'audio', 0, 1000))
  const made = renderInWorld(
    <>
      <Lexicon />
      <LexiconSection />
    </>,
    { records: [...sketchRecords(TEXTS, connectionId), ...entries], takes: entries.length > 0 ? [] : takes },
  )
  return made
}
const spokenOf = ({ story, block }: ReturnType<typeof open>, name: string) =>
  spokenTextOf(story(), block(name))

describe('the lexicon', () => {
  test('shows the effect of an entry while it is typed, and changes nothing until it is saved', async () => {
    const made = open('hosted')
    const { user, world } = made
    addWord(world, 'Tamsin')
    await user.type(await screen.findByRole('textbox', { name: 'Say it as' }), 'TAM-zin')
    await screen.findByText('3 matches in 2 blocks')
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(facts).toEqual(['2 blocks', '42 credits'])
    expect(made.edits()).toEqual([])
    expect(spokenOf(made, 'b1')).toBe('Tamsin saw it. Tamsin left.')

    await user.click(screen.getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(spokenOf(made, 'b1')).toBe('TAM-zin saw it. TAM-zin left.'))
    expect(made.block('b1').text).toBe('Tamsin saw it. Tamsin left.')
    expect(made.edits()).toEqual(['edits.lexicon'])
    const row = await screen.findByRole('row', { name: 'Tamsin, said as TAM-zin' })
    expect(within(row).getByText('3')).toBeTruthy()
    undoLast(world)
    expect(spokenOf(made, 'b1')).toBe('Tamsin saw it. Tamsin left.')
  })

  test('takes the focus when it is shown, and closes if a command shows something else in its place', async () => {
    const { world } = open()
    await act(async () => runCommand(world, 'lexicon'))
    expect(document.activeElement).toBe(
      screen.getByRole('searchbox', { name: 'Find a word, or type a new one' }),
    )
    for (const command of ['silenceRules', 'nameTake', 'compareTakes', 'recordBlock'] as const) {
      act(() => showLexicon(world))
      world.editor.setState({ selection: [id('b1')] })
      await act(async () => runCommand(world, command))
      const isGone = screen.queryByRole('region', { name: 'Lexicon' }) === null
      // One take alone has nothing to be compared with: the lexicon stays.
      expect([command, isGone]).toEqual([command, command !== 'compareTakes'])
    }
  })

  test('lists the locked blocks that stay unchanged, and shows the matching blocks', async () => {
    const made = open()
    const { user, world } = made
    const takes = world.audio.getState().takes
    world.edit('edits.lock', lockBlocks(made.story(), [id('b3')], takes))
    addWord(world, 'Tamsin')
    await user.type(await screen.findByRole('textbox', { name: 'Say it as' }), 'x')
    await screen.findByText('1 locked')
    expect(screen.getAllByRole('definition')[0]?.textContent).toBe('1 block')
    await user.click(screen.getByRole('button', { name: 'Show them' }))
    expect(world.editor.getState().filter).toMatchObject([
      { kind: 'blocks', ids: new Set([id('b1'), id('b3')]) },
    ])
  })

  test('refuses an invalid pattern, and says why', async () => {
    const { user, world } = open()
    addWord(world, '[a')
    await user.click(await screen.findByRole('radio', { name: 'Pattern' }))
    expect((await screen.findByRole('alert')).textContent).toContain('This pattern cannot be used')
    expect(screen.getByRole('button', { name: 'Keep' }).hasAttribute('disabled')).toBe(true)
  })

  test('refuses a pattern that is too complex, and says what to do', async () => {
    const { user, world } = open()
    addWord(world, '(.{999}){2}')
    await user.click(await screen.findByRole('radio', { name: 'Pattern' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/too complex.*Nothing was changed.*fewer/)
    expect(screen.getByRole('button', { name: 'Keep' }).hasAttribute('disabled')).toBe(true)
  })

  test('names the entries of a file that are switched off, and in how many blocks', async () => {
    const pattern = (written: string): LexiconEntry => ({ ...entry(written, 'x'), match: 'pattern' })
    const complex = pattern('.{500}.{500}.{500}.{510}')
    const made = open('built-in', [complex, entry('gull', 'gall')])
    const inPanel = await screen.findAllByRole('note')
    showLexicon(made.world)
    const row = await screen.findByRole('row', { name: `${complex.written}, said as x` })
    expect(within(row).getByText('off')).toBeTruthy()
    const notes = await screen.findAllByRole('note')
    expect([inPanel.length, notes.length]).toEqual([1, 2])
    for (const { textContent } of notes)
      expect(textContent).toMatch(
        /^1 entry of the lexicon is turned off.*“\.\{500\}\.\{500\}\.\{500\}\.\{510\}” \(all blocks\).*are safe.*Simplify/,
      )
    expect(spokenOf(made, 'b2')).toBe('A gall.')
  })

  test('shows in how many blocks an entry is switched off because it would take too long', async () => {
    const pattern: LexiconEntry = { ...entry('(?s:e.*?z|.)', 'x'), match: 'pattern' }
    const long = { text: 'The ferry left at noon. '.repeat(200) }
    const { world } = renderInWorld(<Lexicon />, { records: [...sketchRecords([...TEXTS, long]), pattern] })
    showLexicon(world)
    expect((await screen.findByRole('note')).textContent).toContain('“(?s:e.*?z|.)” (1 block)')
  })

  test('plays a real sentence before and after, with its price if it costs credits', async () => {
    const made = open('hosted', [entry('Tamsin', 'TAM-zin')])
    const asked: unknown[] = []
    made.answer({
      'vibes:audition': ({ text, isSpoken }) => {
        asked.push({ text, isSpoken })
        throw new UserFacingError('host-gone')
      },
    })
    showLexicon(made.world)
    const asIs = await screen.findByRole('button', {
      name: 'Original: hear “Tamsin” without the lexicon, 14 credits',
    })
    await made.user.click(asIs)
    await made.user.click(screen.getByRole('button', { name: /as saved in the lexicon, 15 credits/ }))
    await waitFor(() =>
      expect(asked).toEqual([
        { text: 'Tamsin saw it.', isSpoken: true },
        { text: 'TAM-zin saw it.', isSpoken: true },
      ]),
    )
  })

  test('stores entries for all stories in the app, and shows those that another page adds', async () => {
    const made = open()
    const { user, world } = made
    const all: LexiconEntry[] = []
    made.answer({
      'lexicon:change': ({ put }) => {
        all.push(...put)
        return put
      },
    })
    addWord(world, 'gull', true)
    await user.type(await screen.findByRole('textbox', { name: 'Say it as' }), 'gall{Enter}')
    await waitFor(() => expect(spokenOf(made, 'b2')).toBe('A gall.'))
    expect(made.edits()).toEqual([])
    expect(all).toMatchObject([{ written: 'gull', spoken: 'gall', characterId: null }])
    made.emit('lexicon:changed', { entries: [{ ...entry('gull', 'sea bird'), characterId: null }] })
    expect(spokenOf(made, 'b2')).toBe('A sea bird.')
    hearCommonLexicon(world, [])
    expect(spokenOf(made, 'b2')).toBe('A gull.')
  })

  test('imports a CSV file, and lists the rows that are left out with their line numbers', async () => {
    const made = open()
    showLexicon(made.world)
    const file = new File(
      ['written,spoken,where\nTamsin,TAM-zin,\n,nothing,\n.{999}.{999},x,pattern\n'],
      'words.csv',
      { type: 'text/csv' },
    )
    await made.user.upload(await screen.findByLabelText('Import'), file)
    await screen.findByText('Line 3: it has no word')
    await screen.findByText('Line 4: its pattern is too complex')
    expect(spokenOf(made, 'b3')).toBe('Poor TAM-zin!')
  })

  test('is closed by Escape, after an open entry', async () => {
    const { user, world } = open()
    addWord(world, '')
    await user.type(await screen.findByRole('textbox', { name: 'Word' }), '{Escape}')
    await waitFor(() => expect(shownLexicon(world.editor.getState())?.draft).toBeNull())
    screen.getByRole('button', { name: 'Import' }).focus()
    await user.keyboard('{Escape}')
    expect(shownLexicon(world.editor.getState())).toBeNull()
  })

  test('starts with the word at the cursor, or its existing entry', () => {
    const { world } = open('built-in', [entry('gull', 'gall')])
    const field = document.createElement('textarea')
    field.dataset['block'] = 'b2'
    field.value = 'A gull, a Quill’s boat.'
    document.body.append(field)
    world.editor.setState({ selection: [id('b2')] })
    field.setSelectionRange(12, 12)
    addSelectedWord(world)
    expect(shownLexicon(world.editor.getState())?.draft?.entry.written).toBe('Quill’s')
    field.setSelectionRange(2, 6)
    addSelectedWord(world)
    expect(shownLexicon(world.editor.getState())?.draft?.entry.spoken).toBe('gall')
    field.remove()
  })
})
