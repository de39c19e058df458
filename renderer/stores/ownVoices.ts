import type { Settings, VoiceView } from '../../shared/ipc/views.ts'

/**
 * The voice library: the writer's additions, the voices of engines, and the built-in ones, under the writer's names if
 * there are any. Voices of an engine are named together with it: several engines may use the same names.
 */
export function mergeVoices(hostVoices: readonly VoiceView[], own: Settings['voices']): readonly VoiceView[] {
  const names = new Map(own.map(({ id, name }) => [id, name]))
  const known = new Set(hostVoices.map(({ id }) => id))
  const named = hostVoices.map((voice) => {
    const name = voice.engine === null ? voice.name : `${voice.name} (${voice.engine})`
    return { ...voice, name: names.get(voice.id) ?? name }
  })
  return [
    ...own
      .filter(({ id }) => !known.has(id))
      .map(({ id, name }) => ({
        id,
        name,
        language: '',
        description: id,
        gender: null,
        engine: null,
        pack: null,
      })),
    ...named.filter(({ engine }) => engine !== null),
    ...named.filter(({ engine }) => engine === null),
  ]
}
