/** The vibes that the platform provides: read-only, the same for everybody. Their prompts use words of `../speech/emotions.ts`. */
import type { VibeRecord } from '../../../shared/speech-api/vibes.ts'

const VIBES: readonly (readonly [vibe: string, prompt: string])[] = [
  ['Bedtime story', 'Speak in a calm and tender way, as to a child who is nearly asleep.'],
  ['Campfire tale', 'Mysterious: draw the listeners close around the fire.'],
  ['Grand adventure', 'Excited and proud, with the wind in the sails.'],
  ['Ghost story', 'Fearful and hushed, as if something might hear.'],
  ['Morning news', 'Serious and neutral; every word has its place.'],
  ['Love letter', 'Tender and hopeful.'],
  ['Farewell', 'Sad, but calm.'],
  ['Comedy night', 'Playful and happy, a smile in every sentence.'],
  ['Villain', 'Low, sarcastic and proud.'],
  ['Market crier', 'Loud, happy and fast.'],
  ['Detective', 'Low and serious, tired of the rain.'],
  ['Great surprise', 'Surprised and excited: nobody saw it coming.'],
  ['Quarrel', 'Angry and urgent.'],
  ['Meditation', 'Calm, slow and quiet.'],
  ['Whispered secret', 'Whispering, for one ear only.'],
]

const MADE_AT = '2026-01-01T00:00:00'

/** All master vibes. Their ids are 1, 2, 3…, and never change their meaning. */
export function listMasterVibes(): VibeRecord[] {
  return VIBES.map(([vibe, prompt], index) => ({
    type: 'api_vibe',
    id: index + 1,
    created_at: MADE_AT,
    vibe,
    prompt,
    user_id: null,
    updated_at: MADE_AT,
  }))
}
