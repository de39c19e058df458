import { describe, expect, it, vi } from 'vitest'
import { chooseBlock } from '../../../renderer/actions/choosing.ts'
import {
  APP_RUNS,
  isEnabled,
  reportConditions,
  runCommand,
  STORY_RUNS,
} from '../../../renderer/actions/commands.ts'
import { handleKey } from '../../../renderer/actions/shortcuts.ts'
import {
  COMMAND_IDS,
  COMMANDS,
  CONDITIONS,
  type Condition,
  writesText,
  type CommandId,
  type Host,
} from '../../../shared/commands/commands.ts'
import { keysOf } from '../../../shared/commands/keyBindings.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { testWorld } from '../support/testWorld.tsx'
import { eventually } from '../../support/eventually.ts'

/** The key event for keys such as `Mod+Shift+Z`, as on a keyboard of a system other than macOS. */
function eventOf(keys: string): KeyboardEvent {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  return new KeyboardEvent('keydown', {
    key: key === 'Space' ? ' ' : key,
    ctrlKey: parts.includes('Mod'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift') || key === '?',
    bubbles: true,
    cancelable: true,
  })
}

/** A world with an edited story and a selected block, in which every condition except `canRedo` is met. */
function editedWorld(host: Host) {
  const made = testWorld({ records: sketchRecords([{}, {}]), app: { info: { ...APP_INFO, host } } })
  runCommand(made.world, 'addBlock')
  return made
}

/** The commands that `act` runs; they have no effect. */
async function ran(act: () => void): Promise<CommandId[]> {
  const ids: CommandId[] = []
  // Each table contains some of the commands.
  const tableOf = (id: CommandId) => (id in APP_RUNS ? APP_RUNS : STORY_RUNS) as Record<CommandId, () => void>
  const spies = COMMAND_IDS.map((id) =>
    vi.spyOn(tableOf(id), id).mockImplementation(() => {
      ids.push(id)
    }),
  )
  act()
  await Promise.resolve()
  for (const spy of spies) spy.mockRestore()
  return ids
}

describe.each(['desktop', 'browser'] as const)('keys in the %s host', (host) => {
  it('run the command of the table, and no other', async () => {
    const { world } = editedWorld(host)
    await eventually(() => expect(isEnabled(world, 'undo')).toBe(true))
    for (const id of COMMAND_IDS) {
      for (const keys of keysOf(id, host)) {
        const event = eventOf(keys)
        const expected = isEnabled(world, id) ? [id] : []
        expect(await ran(() => handleKey(world, event)), keys).toEqual(expected)
        expect(event.defaultPrevented, keys).toBe(true)
      }
    }
  })

  it('do nothing in a dialog, and work in a text field only if the table says so', async () => {
    const { world } = editedWorld(host)
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    const field = document.body.appendChild(document.createElement('textarea'))
    const press = (target: HTMLElement, keys: string) => () => {
      target.addEventListener('keydown', (event) => handleKey(world, event), { once: true })
      target.dispatchEvent(eventOf(keys))
    }
    await eventually(() => expect(isEnabled(world, 'undo')).toBe(true))
    for (const id of COMMAND_IDS.filter((each) => isEnabled(world, each))) {
      for (const keys of keysOf(id, host)) {
        expect(await ran(press(dialog, keys)), keys).toEqual([])
        // The focused control of the dialog may have gone away.
        expect(await ran(press(document.body, keys)), keys).toEqual([])
        const inText = COMMANDS[id].worksInText === true && !writesText(keys) ? [id] : []
        expect(await ran(press(field, keys)), keys).toEqual(inText)
      }
    }
    dialog.remove()
    field.remove()
  })
})

it('Shift+Space types a space in a text, and plays the block elsewhere', async () => {
  const { world } = editedWorld('browser')
  await eventually(() => expect(isEnabled(world, 'undo')).toBe(true))
  const field = document.body.appendChild(document.createElement('textarea'))
  field.addEventListener('keydown', (event) => handleKey(world, event))
  const [inText, elsewhere] = [eventOf('Shift+Space'), eventOf('Shift+Space')]
  expect(await ran(() => field.dispatchEvent(inText))).toEqual([])
  expect(inText.defaultPrevented).toBe(false)
  expect(await ran(() => handleKey(world, elsewhere))).toEqual(['playBlock'])
  field.remove()
})

it('Ctrl+A selects all blocks, and Escape none, even if a clip or another control has the focus', async () => {
  const { world } = testWorld({ records: sketchRecords([{}, {}, {}]), app: { info: APP_INFO } })
  chooseBlock(world, id('b2'), 'alone', { reveals: false })
  const control = document.body.appendChild(document.createElement('button'))
  control.addEventListener('keydown', (event) => handleKey(world, event))
  control.dispatchEvent(eventOf('Mod+A'))
  await eventually(() => expect(world.editor.getState().selection).toEqual([id('b1'), id('b3'), id('b2')]))
  control.dispatchEvent(eventOf('Escape'))
  await eventually(() => expect(world.editor.getState().selection).toEqual([]))
  expect(await ran(() => control.dispatchEvent(eventOf('F6')))).toEqual(['nextRegion'])
  chooseBlock(world, id('b2'), 'alone', { reveals: false })
  expect(await ran(() => control.dispatchEvent(eventOf('V')))).toEqual(['chooseVoice'])
  const list = control.appendChild(document.createElement('div'))
  list.setAttribute('role', 'listbox')
  expect(await ran(() => list.dispatchEvent(eventOf('V')))).toEqual([])
  control.remove()
})

it('a story plays from the selected block, unless the playhead was moved after the selection', () => {
  const { world } = testWorld({ records: sketchRecords([{}, {}, {}]), app: { info: APP_INFO } })
  chooseBlock(world, id('b3'), 'alone', { reveals: false })
  const third = world.player.positionMs()
  expect(third).toBeGreaterThan(0)
  chooseBlock(world, id('b1'), 'alone', { reveals: false })
  expect(world.player.positionMs()).toBe(0)
  world.player.seek(third)
  chooseBlock(world, id('b1'), 'alone', { reveals: false })
  expect(world.player.positionMs()).toBe(third)
})

describe('a command', () => {
  it('runs only if its condition is met', async () => {
    const { world } = testWorld()
    for (const id of COMMAND_IDS) {
      const expected = COMMANDS[id].enabledWhen === 'always' ? [id] : []
      expect(await ran(() => runCommand(world, id)), id).toEqual(expected)
    }
  })

  it('reports its errors', async () => {
    const { world } = testWorld({
      answers: {
        'files:list': () => {
          throw new Error('The folder cannot be read')
        },
      },
    })
    const report = vi.spyOn(world, 'report').mockReturnValue(undefined)
    runCommand(world, 'openStory')
    await eventually(() => expect(report).toHaveBeenCalledOnce())
  })
})

describe('the conditions', () => {
  it('are reported to a desktop host at the start and when they change, each once', async () => {
    const made = testWorld({ records: sketchRecords([{}]), app: { info: { ...APP_INFO, host: 'desktop' } } })
    const reported = () => made.callsOf('menu:setConditions').at(-1)?.holding
    await eventually(() => expect(reported()).toEqual(['always', 'story', 'selection', 'canRender']))
    runCommand(made.world, 'addBlock')
    await eventually(() => expect(reported()).toContain('canUndo'))
    runCommand(made.world, 'undo')
    await eventually(() => expect(reported()).toContain('canRedo'))
    const count = made.callsOf('menu:setConditions').length
    made.world.view.setState({ windowSize: 'small' })
    expect(made.callsOf('menu:setConditions')).toHaveLength(count)
    runCommand(made.world, 'closeStory')
    await eventually(() => expect(reported()).toEqual(['always']))
  })

  it('are not reported to a browser, which has no menu bar', () => {
    const made = testWorld({ app: { info: { ...APP_INFO, host: 'browser' } } })
    reportConditions(made.world)
    made.world.view.setState({ windowSize: 'small' })
    expect(made.callsOf('menu:setConditions')).toEqual([])
  })

  it('are all used by the table', () => {
    const used = new Set<Condition>(Object.values(COMMANDS).map(({ enabledWhen }) => enabledWhen))
    used.add('inWords') // used by the desktop's context menu
    expect([...used].sort()).toEqual([...CONDITIONS].sort())
  })
})
