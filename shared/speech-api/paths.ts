/** Paths under a service's base URL. */
export const API_PREFIX = '/uapi/v1'

export const API_PATHS = {
  textToSpeech: `${API_PREFIX}/text-to-speech`,
  emotionToSpeech: `${API_PREFIX}/text-to-speech-advanced`,
  storyMaker: `${API_PREFIX}/story-maker`,
  documentToSpeech: `${API_PREFIX}/document-to-speech`,
  history: `${API_PREFIX}/history`,
  customVibes: `${API_PREFIX}/custom-vibes`,
  searchVibes: `${API_PREFIX}/custom-vibes/search`,
  masterVibes: `${API_PREFIX}/master-vibes`,
  /** An extension of the embedded service: the list of its voices. */
  voices: `${API_PREFIX}/voices`,
  /** An extension: the public key that the service's events are signed with. */
  webhookKey: `${API_PREFIX}/webhook-key`,
} as const

/** The header that carries the caller's key on every request. */
export const API_KEY_HEADER = 'x-api-key'

/** Path of one conversion's history record. */
export function historyPath(uuid: string): string {
  return `${API_PATHS.history}/${encodeURIComponent(uuid)}`
}
