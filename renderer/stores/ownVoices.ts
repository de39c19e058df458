import type { Settings, Voice } from '../../shared/ipc/views.ts'

/** The voice library: what the host knows, under the writer's names where there are any, and what the writer added. */
export function mergeVoices(hostVoices: readonly Voice[], own: Settings['voices']): readonly Voice[] {
  const names = new Map(own.map(({ id, name }) => [id, name]))
  const known = new Set(hostVoices.map(({ id }) => id))
  return [
    ...own
      .filter(({ id }) => !known.has(id))
      .map(({ id, name }) => ({ id, name, language: '', description: id })),
    ...hostVoices.map((voice) => ({ ...voice, name: names.get(voice.id) ?? voice.name })),
  ]
}
