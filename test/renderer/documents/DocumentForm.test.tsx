import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DocumentForm } from '../../../renderer/features/documents/DocumentsDialog.tsx'
import { VoicePicker } from '../../../renderer/features/voices/VoicePicker.tsx'
import type { ChosenDocument } from '../../../renderer/stores/viewStore.ts'
import type { AppState } from '../../../renderer/stores/appStore.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { SpeechSettings } from '../../../shared/story/speechSettings.ts'
import {
  ABSENT_ENGINE,
  ABSENT_VOICE,
  chooseOption,
  chooseVoice,
  slider,
  voiceIn,
  VOICES,
} from '../fields/support.ts'
import { sketchRecords } from '../support/smallStory.ts'
import type { Answers } from '../support/fakeBridge.ts'
import { renderInWorld } from '../support/testWorld.tsx'
import { giveBoxes } from '../support/boxes.ts'

giveBoxes({ width: 600, height: 2000 })

const TIDES = { ref: fileRefSchema.parse('a-reference'), name: 'tides.pdf', sizeBytes: 1234 }

/** The form for a chosen document, over a story with the given defaults. */
function showForm(
  defaults: Partial<SpeechSettings> = {},
  {
    app = VOICES,
    connectionId,
    chosen = TIDES,
    sample = () => ({ text: 'Once upon a time.' }),
    encodings = () => [],
  }: {
    app?: Partial<AppState>
    connectionId?: string
    chosen?: ChosenDocument
    sample?: Answers['documents:sample']
    encodings?: Answers['documents:encodings']
  } = {},
) {
  const records = sketchRecords([{}], connectionId).map((record) =>
    record.type === 'story' ? { ...record, defaults: { ...record.defaults, ...defaults } } : record,
  )
  return renderInWorld(
    <>
      <DocumentForm chosen={chosen} />
      <VoicePicker />
    </>,
    {
      records,
      app,
      answers: {
        // No test continues after the document is sent.
        'jobs:start': () => new Promise(() => undefined),
        'documents:sample': sample,
        'documents:encodings': encodings,
      },
    },
  )
}

const start = () => screen.getByRole('button', { name: 'Read the document aloud' })

describe('the form of a document', () => {
  const TEXT = { ...TIDES, name: 'tides.txt' }
  const SAMPLES = [
    { encoding: 'windows-1250' as const, sample: 'kůň' },
    { encoding: 'windows-1252' as const, sample: 'kùò' },
  ]

  it('shows a preview of a text whose encoding is uncertain, and sends it in the chosen encoding', async () => {
    const { user, callsOf } = showForm({}, { chosen: TEXT, encodings: () => SAMPLES })
    expect((await screen.findByLabelText('Sample of the text')).textContent).toBe('kůň')
    await chooseOption(user, 'Encoding', 'Western European (Windows-1252)')
    expect(screen.getByLabelText('Sample of the text').textContent).toBe('kùò')
    await waitFor(() =>
      expect(callsOf('documents:sample')).toContainEqual(
        expect.objectContaining({ encoding: 'windows-1252' }),
      ),
    )
    await user.click(start())
    await waitFor(() => expect(callsOf('jobs:start')).toMatchObject([{ encoding: 'windows-1252' }]))
  })

  it('sends no text before its encoding was confirmed, even to another service', async () => {
    const found = Promise.withResolvers<typeof SAMPLES>()
    const options = { chosen: TEXT, connectionId: 'hosted', encodings: () => found.promise }
    const { user, callsOf } = showForm({}, options)
    await user.click(start())
    found.resolve(SAMPLES)
    await screen.findByLabelText('Sample of the text')
    await waitFor(() => expect(start()).toHaveProperty('disabled', false))
    expect(callsOf('jobs:start')).toEqual([])
    await user.click(start())
    await waitFor(() => expect(callsOf('jobs:start')).toMatchObject([{ encoding: 'windows-1250' }]))
  })

  it('starts with the settings of the open story, and sends the chosen ones', async () => {
    const { user, callsOf } = showForm({ voiceId: 'OA002', model: 'tts-1-hd', speed: 1.5 })
    expect(voiceIn()).toBe('Echo')
    expect(screen.getByRole('radio', { name: 'High quality' })).toHaveProperty('checked', true)
    await chooseVoice(user, 'Onyx')
    fireEvent.change(slider('Speed'), { target: { value: '2' } })
    await user.type(screen.getByLabelText('Password of the document'), 'secret')
    await user.click(start())
    await waitFor(() =>
      expect(callsOf('jobs:start')).toEqual([
        {
          kind: 'document',
          ref: TIDES.ref,
          connectionId: 'built-in',
          voiceId: 'OA004',
          model: 'tts-1-hd',
          speed: 2,
          password: 'secret',
        },
      ]),
    )
  })

  it('plays a voice of another service with a short sentence, not with a line of the story', () => {
    showForm({}, { connectionId: 'hosted' })
    expect(screen.getByRole('button', { name: 'Hear Alloy for 29 credits' })).toBeTruthy()
  })

  it('offers only the models of plain speech, and no emotion', () => {
    showForm({ model: 'audio_stable', emotion: 'happy' })
    expect(screen.getAllByRole('radio').map((each) => each.getAttribute('value'))).toEqual([
      'tts-1',
      'tts-1-hd',
    ])
    expect(screen.getByRole('radio', { name: 'Standard' })).toHaveProperty('checked', true)
    expect(screen.queryByRole('combobox', { name: 'Emotion' })).toBeNull()
  })

  it('warns that the engine of a voice does not answer, if the built-in service speaks', () => {
    showForm({ voiceId: ABSENT_VOICE }, { app: ABSENT_ENGINE })
    expect(screen.getByRole('note').textContent).toContain('The attic is dark.')
  })

  it('does not warn of engines if another service speaks', () => {
    showForm({ voiceId: ABSENT_VOICE }, { app: ABSENT_ENGINE, connectionId: 'hosted' })
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('accepts any voice id for another service', async () => {
    const { user } = showForm({}, { connectionId: 'hosted' })
    await chooseVoice(user, 'HB042')
    expect(voiceIn()).toBe('HB042')
    expect(start()).toHaveProperty('disabled', false)
  })

  const HEBREW = { text: 'היה היה פעם' }

  it('warns of letters that the voice cannot read, and one click chooses a voice that can', async () => {
    const app = { voices: [...(VOICES.voices ?? []), HEBREW_VOICE] }
    const { user, callsOf } = showForm({}, { app, sample: () => HEBREW })
    expect((await screen.findByRole('note')).textContent).toContain('Alloy cannot read Hebrew letters')
    await user.click(screen.getByRole('button', { name: 'Use Hebrew' }))
    expect(screen.queryByRole('note')).toBeNull()
    expect(voiceIn()).toBe('Hebrew')
    await user.click(start())
    await waitFor(() => expect(callsOf('jobs:start')).toMatchObject([{ voiceId: 'ES-he' }]))
  })

  it('sends nothing before the warning was shown, and the chosen settings afterwards', async () => {
    const words = Promise.withResolvers<{ text: string }>()
    const { user, callsOf } = showForm({}, { sample: () => words.promise })
    await user.click(start())
    words.resolve(HEBREW)
    await screen.findByRole('note')
    await waitFor(() => expect(start()).toHaveProperty('disabled', false))
    expect(callsOf('jobs:start')).toEqual([])
    await user.click(start())
    await waitFor(() => expect(callsOf('jobs:start')).toMatchObject([{ voiceId: 'OA001' }]))
  })

  it('checks a protected document with its password, and leaves an unreadable one to the service', async () => {
    const sample: Answers['documents:sample'] = ({ password }) => {
      if (password === 'secret') return HEBREW
      throw new UserFacingError('document-password-needed')
    }
    const { user, callsOf } = showForm({}, { sample })
    await user.click(start())
    await waitFor(() => expect(callsOf('jobs:start')).toHaveLength(1))
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('shows the character count of a protected document before it is sent with its password', async () => {
    const sample: Answers['documents:sample'] = ({ password }) => {
      if (password === 'secret') return HEBREW
      throw new UserFacingError('document-password-needed')
    }
    const { user, callsOf } = showForm({}, { sample })
    await user.type(screen.getByLabelText('Password of the document'), 'secret')
    await user.click(start())
    await screen.findByRole('note')
    expect(callsOf('jobs:start')).toEqual([])
  })

  it('checks no letters for another service', () => {
    const { callsOf } = showForm({}, { connectionId: 'hosted', sample: () => HEBREW })
    expect(callsOf('documents:sample')).toEqual([])
    expect(screen.queryByRole('note')).toBeNull()
  })
})

const HEBREW_VOICE = {
  id: 'ES-he',
  name: 'Hebrew',
  language: 'he',
  description: '',
  gender: null,
  engine: null,
  pack: null,
}
