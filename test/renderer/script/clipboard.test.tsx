import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { readImport } from '../../../electron/lib/documents/import/readImport.ts'
import { Script } from '../../../renderer/features/script/Script.tsx'
import { assignCharacter, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { CLIP_TYPE } from '../../../shared/story/clip.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { characterIdSchema, musicIdSchema, type StoryRecord } from '../../../shared/story/records.ts'
import { findCharacter, settingsOf } from '../../../shared/story/selectors.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { APP_INFO } from '../support/appInfo.ts'
import type { Answers } from '../support/fakeBridge.ts'
import { id, sketchRecords, type BlockSketch } from '../support/smallStory.ts'
import { giveBoxes } from '../support/boxes.ts'
import { reading, reviewHost } from '../import/renderReview.tsx'
import { renderInWorld } from '../support/testWorld.tsx'

giveBoxes({ width: 900, height: 900, rowHeight: 42 })

/** The system's clipboard. */
function createClipboard(text = '') {
  const data = new Map(text === '' ? [] : [['text/plain', text]])
  const clipboardData = {
    files: [],
    getData: (type: string) => data.get(type) ?? '',
    setData: (type: string, value: string) => data.set(type, value),
  }
  return {
    text: () => data.get('text/plain'),
    json: () => data.get(CLIP_TYPE) ?? '',
    /** Sends the event that the browser sends for the keys; true if the page has handled it. */
    send: (kind: 'copy' | 'cut' | 'paste', target: Element = document.body) => {
      const event = createEvent[kind](target, { clipboardData })
      fireEvent(target, event)
      return event.defaultPrevented
    },
  }
}

const FOX = characterIdSchema.parse('fox')

/** Three blocks in a chapter; Fox speaks the second one, faster. */
function spoken(voiceId = 'OA003'): StoryRecord[] {
  const start = storyFromRecords(sketchRecords([{ heading: 'One' }, {}, {}]))
  const settings = { ...DEFAULT_SETTINGS, voiceId }
  const cast = apply(start, addCharacter(start, { id: FOX, name: 'Fox', settings }))
  const given = apply(cast, assignCharacter(cast, [id('b2')], FOX))
  return [...apply(given, patchBlocks(given, [id('b2')], { speed: 1.5 })).records.values()]
}

/** An effect at the second block. */
const bell = (name: string): StoryRecord => ({
  ...{ type: 'music', id: musicIdSchema.parse(name), name, audioId: `audio of ${name}`, audioMs: 900 },
  place: { kind: 'block', blockId: id('b2'), startMs: 250, lengthMs: null },
  ...{ fromMs: 0, gainDb: 0, fadeInMs: 0, fadeOutMs: 0, isLooped: false, loopEndMs: null, duckDb: 0 },
})

function show(records: readonly StoryRecord[], selection: readonly string[], answers: Answers = {}) {
  const readText = ({ text }: { readonly text: string }) =>
    readImport({ file: { name: 'text.txt', bytes: Buffer.from(text) }, encoding: 'utf-8' })
  const shown = renderInWorld(<Script />, {
    records,
    app: { info: APP_INFO },
    answers: { 'import:readText': readText, ...answers },
  })
  shown.world.editor.setState({ selection: selection.map(id) })
  const said = (record: { characterId: string | null }) =>
    findCharacter(
      shown.story(),
      record.characterId === null ? null : characterIdSchema.parse(record.characterId),
    )?.name ?? ''
  return {
    ...shown,
    lines: () =>
      shown
        .story()
        .sequence.map((entry) =>
          entry.type === 'chapter' ? `# ${entry.title}` : `${said(entry)}|${entry.text}`,
        ),
  }
}

const sketch = (blocks: readonly BlockSketch[]) => sketchRecords(blocks)

describe('copied blocks', () => {
  it('are plain text elsewhere: a script if several characters speak, otherwise the words alone', () => {
    const clipboard = createClipboard()
    const { world } = show(spoken(), ['b2'])
    expect(clipboard.send('copy')).toBe(true)
    expect(clipboard.text()).toBe('Block 2')
    world.editor.setState({ selection: [id('b3'), id('b2'), id('b1')] })
    clipboard.send('copy')
    expect(clipboard.text()).toBe('# One\n\nBlock 1\n\nFox: Block 2\n\nBlock 3')
  })

  it('are pasted into another story as one edit, with heading and character, and sound the same', async () => {
    const clipboard = createClipboard()
    const from = show(spoken(), ['b1', 'b2', 'b3'])
    clipboard.send('copy')
    from.unmount()
    const { lines, edits, story, world } = show(sketch([{}, {}]), ['b1'])
    clipboard.send('paste')
    await waitFor(() => expect(lines()).toHaveLength(6))
    expect(lines()).toEqual(['|Block 1', '# One', '|Block 1', 'Fox|Block 2', '|Block 3', '|Block 2'])
    expect(edits()).toEqual(['edits.paste'])
    const pasted = story().sequence[3]
    if (pasted?.type !== 'block') throw new Error('The fourth entry is a block')
    expect(settingsOf(story(), pasted)).toMatchObject({ voiceId: 'OA003', speed: 1.5 })
    expect(world.editor.getState().selection).toHaveLength(3)
  })

  it('include their music, with its audio stored first and as one edit; music that cannot be copied is reported', async () => {
    const clipboard = createClipboard()
    const from = show([...spoken(), bell('bell'), bell('horn')], ['b2'])
    clipboard.send('copy')
    from.unmount()
    const { story, edits, world, callsOf } = show(sketch([{}]), ['b1'], {
      'music:copy': () => ({ audio: [{ audioId: 'audio of bell', audioMs: 400 }] }),
    })
    clipboard.send('paste')
    await waitFor(() => expect(story().music).toHaveLength(1))
    expect(callsOf('music:copy')).toMatchObject([
      { from: { recentId: 'recent' }, audioIds: ['audio of bell', 'audio of horn'] },
    ])
    expect(story().music).toMatchObject([
      { name: 'bell', audioMs: 400, place: { blockId: story().sequence[1]?.id, startMs: 250 } },
    ])
    expect(edits()).toEqual(['edits.paste'])
    await waitFor(() =>
      expect(world.view.getState().notices.map(({ message }) => message)).toEqual(['music.notCopied']),
    )
  })

  it('have no music if its story is gone', async () => {
    const clipboard = createClipboard()
    const from = show([...spoken(), bell('bell')], ['b2'])
    clipboard.send('copy')
    from.unmount()
    const { story, lines, world } = show(sketch([{}]), ['b1'], {
      'music:copy': () => Promise.reject(new UserFacingError('recent-not-found')),
    })
    clipboard.send('paste')
    await waitFor(() => expect(lines()).toEqual(['|Block 1', 'Fox|Block 2']))
    expect(story().music).toEqual([])
    expect(world.view.getState().notices.map(({ message }) => message)).toEqual(['music.notCopied'])
  })

  it('get the character of the same name if the story has one', async () => {
    const clipboard = createClipboard()
    const from = show(spoken(), ['b2'])
    clipboard.send('copy')
    from.unmount()
    const { lines, story } = show(spoken('OA005'), ['b3'])
    clipboard.send('paste')
    await waitFor(() => expect(lines()).toHaveLength(5))
    expect(lines().at(-1)).toBe('Fox|Block 2')
    expect(story().cast).toHaveLength(1)
  })

  it('are removed by a cut, with their heading if none of its blocks remains; locked blocks stay', () => {
    const clipboard = createClipboard()
    const locked = spoken().map((each) =>
      each.type === 'block' && each.id === id('b3') ? { ...each, lockedKey: 'kept' } : each,
    )
    const { lines, edits, world } = show(locked, ['b2', 'b3'])
    clipboard.send('cut')
    expect(lines()).toEqual(['# One', '|Block 1', '|Block 3'])
    expect(edits()).toEqual(['edits.cut'])
    expect(world.view.getState().notices.map(({ message }) => message)).toEqual(['script.lock.kept'])
  })

  it('are checked: anything that was not copied from Fabula is pasted as plain text', async () => {
    const { lines } = show(sketch([{}]), ['b1'])
    const data = new Map([
      [CLIP_TYPE, '{"format":"fabula-blocks","version":1,"records":[{"type":"block"}]}'],
      ['text/plain', 'Plain words.'],
    ])
    const event = createEvent.paste(document.body, {
      clipboardData: { files: [], getData: (type: string) => data.get(type) ?? '' },
    })
    fireEvent(document.body, event)
    await waitFor(() => expect(lines()).toEqual(['|Block 1', '|Plain words.']))
  })
})

describe('pasted text', () => {
  const text = (number: number) => screen.findByRole('textbox', { name: `Text of block ${number}` })

  it('of several lines becomes blocks after the text that it is pasted into, with heading and speakers, as one edit', async () => {
    const { lines, edits } = show(sketch([{}, {}]), ['b1'])
    const script = createClipboard(
      '# Two\n\nMira: Hello there.\n\nTom: Good day.\n\nMira: Well.\n\nTom: Yes.',
    )
    expect(script.send('paste', await text(1))).toBe(true)
    await waitFor(() => expect(lines()).toHaveLength(7))
    expect(lines()).toEqual([
      ...['|Block 1', '# Two', 'Mira|Hello there.', 'Tom|Good day.', 'Mira|Well.', 'Tom|Yes.', '|Block 2'],
    ])
    expect(edits()).toEqual(['edits.paste'])
  })

  it('replaces an empty block, and its paragraphs keep the same character', async () => {
    const records = spoken().map((each) =>
      each.type === 'block' && each.id === id('b2') ? { ...each, text: '' } : each,
    )
    const { lines } = show(records, ['b2'])
    createClipboard('A first paragraph.\n\nA second one.').send('paste', await text(2))
    await waitFor(() =>
      expect(lines()).toEqual([
        '# One',
        '|Block 1',
        'Fox|A first paragraph.',
        'Fox|A second one.',
        '|Block 3',
      ]),
    )
  })

  it('of one line is left to the browser in a text', async () => {
    show(sketch([{}]), ['b1'])
    expect(createClipboard('Some words.').send('paste', await text(1))).toBe(false)
  })

  it('of more than twenty lines is reviewed first', async () => {
    const { world, lines } = show(sketch([{}]), ['b1'], {
      'import:reviewText': () => reviewHost().open(reading),
    })
    const pasted = Array.from({ length: 21 }, (_, n) => `Line ${n}.`).join('\n\n')
    createClipboard(pasted).send('paste')
    await waitFor(() =>
      expect(world.view.getState().dialog).toMatchObject({ kind: 'import', from: { text: pasted } }),
    )
    expect(lines()).toHaveLength(1)
  })
})

describe('the context menu within words', () => {
  it('edits the words and the block, and gives way to that of the browser with Shift, or on a desktop', async () => {
    const { user, world, lines } = show(sketchRecords([{ text: 'One two' }, {}]), ['b2'])
    const edits: unknown[] = []
    Object.assign(document, { execCommand: (...asked: unknown[]) => edits.push(asked) > 0 })
    const field = await screen.findByDisplayValue<HTMLTextAreaElement>('One two')
    const rightClick = async (init: MouseEventInit = {}) => {
      field.focus()
      field.setSelectionRange(4, 7)
      return !fireEvent.contextMenu(field, init)
    }
    const press = async (name: RegExp) => user.click(await screen.findByRole('menuitem', { name }))
    expect(await rightClick({ shiftKey: true })).toBe(false)
    expect(await rightClick()).toBe(true)
    expect(world.editor.getState().selection).toEqual(['b1'])
    await press(/^Copy/)
    await waitFor(() => expect(edits).toEqual([['copy']]))
    expect(document.activeElement).toBe(field)
    await navigator.clipboard.writeText('three')
    await rightClick()
    await press(/^Paste/)
    await waitFor(() => expect(edits.at(-1)).toEqual(['insertText', false, 'three']))
    await rightClick()
    await press(/^Split at the cursor/)
    await waitFor(() => expect(lines()).toHaveLength(3))
    world.state.setState({ info: { ...APP_INFO, host: 'desktop' } })
    expect(await rightClick()).toBe(false)
  })
})
