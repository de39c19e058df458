/** Key bindings of the user, which replace those in the table. */
import * as z from 'zod'
import { COMMAND_IDS, COMMANDS, type CommandId, type Host } from './commands.ts'

/** Keys, with modifiers in this order: `Mod+Alt+Shift+K`. `+` and Escape cannot be bound. */
const KEYS =
  /^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?(?:[^\s+\p{Cc}]|F(?:[1-9]|1\d|2[0-4])|Enter|Space|Delete|Backspace|Insert|Home|End|PageUp|PageDown|Arrow(?:Up|Down|Left|Right))$/u

/** Whether these keys can be bound to a command. */
export function isKeys(keys: string): boolean {
  return KEYS.test(keys)
}

/** The keys of commands; empty for a command whose keys were all removed. */
export type KeyBindings = Readonly<Partial<Record<CommandId, readonly string[]>>>

/** The valid part of stored bindings: the command of a damaged entry keeps the keys of the table. */
export const keyBindingsSchema = z.unknown().transform((stored): KeyBindings => {
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  const known: readonly string[] = COMMAND_IDS
  return Object.fromEntries(
    entries.filter(
      ([id, keys]) =>
        known.includes(id) &&
        Array.isArray(keys) &&
        keys.every((each) => typeof each === 'string' && isKeys(each)),
    ),
  )
})

/** The user's key settings. */
export interface KeySettings {
  readonly ownKeys: KeyBindings
  /** Whether single letters and symbols run commands. */
  readonly areLetterKeysOn: boolean
}

export const TABLE_KEYS: KeySettings = { ownKeys: {}, areLetterKeysOn: true }

/** The keys of a command on a host: all of them work, and the first is shown. Empty for a command without keys. */
export function keysOf(id: CommandId, host: Host, settings: KeySettings = TABLE_KEYS): readonly string[] {
  const { keys = [] } = COMMANDS[id]
  const present = settings.ownKeys[id] ?? ('desktop' in keys ? keys[host] : keys)
  return settings.areLetterKeysOn ? present : present.filter((each) => !isLetter(each))
}

/** Whether keys are a single letter or symbol. */
export function isLetter(keys: string): boolean {
  return /^(?:Shift\+)?\S$/u.test(keys)
}

/** The command that the browser and the desktop run on these keys themselves: no other command can use them. */
export function systemOwner(keys: string): CommandId | undefined {
  return COMMAND_IDS.find((id) => COMMANDS[id].systemKeys?.includes(keys))
}

/** The command that has these keys; undefined if no command has them. */
export function commandWith(keys: string, host: Host, settings: KeySettings): CommandId | undefined {
  return COMMAND_IDS.find((id) => keysOf(id, host, settings).includes(keys))
}

/**
 * Binds keys to a command: in place of its keys `instead`, or in addition if that is null. The command that had the keys, if any, gets the
 * replaced ones.
 */
export function bindKeys(
  id: CommandId,
  keys: string,
  instead: string | null,
  host: Host,
  settings: KeySettings,
): KeyBindings {
  const all = { ...settings, areLetterKeysOn: true }
  const other = commandWith(keys, host, all)
  const put = (before: readonly string[], from: string | null, to: string | null) => {
    const given = to === null ? [] : [to]
    const next =
      from === null ? [...before, ...given] : before.flatMap((each) => (each === from ? given : [each]))
    return [...new Set(next)]
  }
  const swapped =
    other === undefined || other === id ? {} : { [other]: put(keysOf(other, host, all), keys, instead) }
  return { ...settings.ownKeys, ...swapped, [id]: put(keysOf(id, host, all), instead, keys) }
}

/** Removes keys from a command, which keeps its others. */
export function unbindKeys(id: CommandId, keys: string, host: Host, settings: KeySettings): KeyBindings {
  const present = keysOf(id, host, { ...settings, areLetterKeysOn: true })
  return { ...settings.ownKeys, [id]: present.filter((each) => each !== keys) }
}

/** Restores the keys of a command from the table. A command that took those keys gets its own back as well. */
export function resetKeys(id: CommandId, host: Host, settings: KeySettings): KeyBindings {
  const gone = new Set<CommandId>([id])
  const rest = () =>
    Object.fromEntries(
      Object.entries(settings.ownKeys).filter(([each]) => !gone.has(each as CommandId)),
    ) as KeyBindings // the ids are of commands
  for (const wanted of gone)
    for (const keys of keysOf(wanted, host))
      for (const other of COMMAND_IDS)
        if (!gone.has(other) && rest()[other]?.includes(keys) === true) gone.add(other)
  return rest()
}
