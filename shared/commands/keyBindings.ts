/** The keys that a person has given to commands, instead of those in the table. */
import * as z from 'zod'
import { COMMAND_IDS, COMMANDS } from './commands.ts'
import type { CommandId, Host } from './commands.ts'

/** Keys in the order of their modifiers: `Mod+Alt+Shift+K`. `+` and Escape are no keys of one's own. */
const KEYS =
  /^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?(?:[^\s+\p{Cc}]|F(?:[1-9]|1\d|2[0-4])|Enter|Space|Delete|Backspace|Insert|Home|End|PageUp|PageDown|Arrow(?:Up|Down|Left|Right))$/u

/** Whether these keys can be given to a command. */
export function isKeys(keys: string): boolean {
  return KEYS.test(keys)
}

/** Keys by command; '' for a command that has none any more. */
export type KeyBindings = Readonly<Partial<Record<CommandId, string>>>

/** What is known and usable of stored bindings: a damaged entry leaves its command the keys of the table. */
export const keyBindingsSchema = z.unknown().transform((stored): KeyBindings => {
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const known: readonly string[] = COMMAND_IDS
  return Object.fromEntries(
    entries.filter(
      ([id, keys]) => known.includes(id) && typeof keys === 'string' && (keys === '' || isKeys(keys)),
    ),
  )
})

/** How a person has set up the keys. */
export interface KeySettings {
  readonly ownKeys: KeyBindings
  /** Whether keys that write a single letter or sign run commands. */
  readonly areLetterKeysOn: boolean
}

export const TABLE_KEYS: KeySettings = { ownKeys: {}, areLetterKeysOn: true }

/** The keys of a command in a host: all of them work, and the first is shown. Empty for a command without keys. */
export function keysOf(id: CommandId, host: Host, settings: KeySettings = TABLE_KEYS): readonly string[] {
  const { keys = [] } = COMMANDS[id]
  const own = settings.ownKeys[id]
  const present = own === undefined ? ('desktop' in keys ? keys[host] : keys) : own === '' ? [] : [own]
  return settings.areLetterKeysOn ? present : present.filter((each) => !isLetter(each))
}

/** Whether keys are a letter or a sign alone. */
function isLetter(keys: string): boolean {
  return /^(?:Shift\+)?\S$/u.test(keys)
}

/** The command that has these keys; undefined where no command has them. */
export function commandWith(keys: string, host: Host, settings: KeySettings): CommandId | undefined {
  return COMMAND_IDS.find((id) => keysOf(id, host, settings).includes(keys))
}

/** Gives a command other keys. The command that had these keys, if any, gets those that the first one had. */
export function bindKeys(id: CommandId, keys: string, host: Host, settings: KeySettings): KeyBindings {
  const all = { ...settings, areLetterKeysOn: true }
  const other = commandWith(keys, host, all)
  const [before = ''] = keysOf(id, host, all)
  const swapped = other === undefined || other === id ? {} : { [other]: before }
  return { ...settings.ownKeys, ...swapped, [id]: keys }
}

/** Takes back the keys that were given to a command. A command that has the table's keys meanwhile gets its own back, too. */
export function resetKeys(id: CommandId, host: Host, settings: KeySettings): KeyBindings {
  const gone = new Set<CommandId>([id])
  const rest = () =>
    Object.fromEntries(
      Object.entries(settings.ownKeys).filter(([each]) => !gone.has(each as CommandId)),
    ) as KeyBindings // ids of commands
  for (const wanted of gone)
    for (const keys of keysOf(wanted, host))
      for (const other of COMMAND_IDS) if (!gone.has(other) && rest()[other] === keys) gone.add(other)
  return rest()
}
