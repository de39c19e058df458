import type { VoicePacksView } from '../../../shared/ipc/voicePacksContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

/** The id of the pack that a person names: by its id, or by its name where one pack has it. Throws `voice-unknown`. */
export function parsePack(name: string, { packs }: Pick<VoicePacksView, 'packs'>): string {
  const byId = packs.find(({ id }) => id === name.toLowerCase())
  const [byName, ...others] = packs.filter((pack) => pack.name.toLowerCase() === name.toLowerCase())
  const found = byId ?? (others.length === 0 ? byName : undefined)
  if (found === undefined) throw new UserFacingError('voice-unknown', { name })
  return found.id
}
