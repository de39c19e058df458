/** Voices and gestures for tests of the speech settings' fields. */
import { fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { AppState } from '../../../renderer/stores/appStore.ts'
import type { VoiceView } from '../../../shared/ipc/views.ts'

const voice = (id: string, name: string, engine: string | null = null): VoiceView => ({
  id,
  name,
  engine,
  pack: null,
  language: 'en',
  description: '',
  gender: null,
})

/** An app with three built-in voices. */
export const VOICES: Partial<AppState> = {
  voices: [voice('OA001', 'Alloy'), voice('OA002', 'Echo'), voice('OA004', 'Onyx')],
}

/** A voice of an engine that does not answer. */
export const ABSENT_VOICE = 'attic:ghost'
export const ABSENT_ENGINE: Partial<AppState> = {
  ...VOICES,
  engineStates: [{ name: 'attic', state: 'absent', message: 'The attic is dark.' }],
}

/** Chooses an option of a combo box by typing the start of its name. */
export async function chooseOption(user: UserEvent, label: string, name: string): Promise<void> {
  const field = screen.getByRole('combobox', { name: label })
  await user.clear(field)
  await user.type(field, name.slice(0, 3))
  await user.click(await screen.findByRole('option', { name }))
}

/** The button that shows a voice and opens the voice picker. */
export const voiceField = (label = 'Voice') => screen.getByRole('button', { name: label })

/** The name that a field of a voice shows. */
export const voiceIn = (label?: string) =>
  voiceField(label).parentElement?.querySelector('[dir]')?.textContent

/**
 * Chooses a voice in the voice picker: finds it by its name or id, and uses it by the button whose name begins with `use`. The
 * picker has to be drawn beside the field.
 */
export async function chooseVoice(user: UserEvent, name: string, use = 'Use', label?: string): Promise<void> {
  await user.click(voiceField(label))
  const picker = within(await screen.findByRole('dialog', { name: /^A voice/ }))
  await user.type(picker.getByRole('searchbox', { name: 'Search voices' }), name)
  await user.click(await picker.findByRole('row', { name }))
  await user.click(picker.getByRole('button', { name: new RegExp(`^${use}`) }))
}

/** Types any word into a combo box, and leaves it. */
export async function typeWord(user: UserEvent, label: string, word: string): Promise<void> {
  const field = screen.getByRole('combobox', { name: label })
  await user.clear(field)
  await user.type(field, word)
  fireEvent.blur(field)
}

export const slider = (name: string) => screen.getByRole('slider', { name })
export const valueOf = (role: string, name: string) =>
  screen.getByRole<HTMLInputElement>(role, { name }).value
