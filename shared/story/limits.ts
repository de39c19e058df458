/**
 * The limits of a story's records: guards against runaway input, far above the limits of a service
 * (shared/speech-api/limits.ts). A text that is too long for a service is kept and marked, never cut.
 */

/** The most paragraphs or records that a file may add to a story: more than twice what a service accepts. */
export const MAX_STORY_PARAGRAPHS = 50_000
/** The longest text of a block. */
export const MAX_STORED_TEXT = 2_000_000
/** The longest title or name. */
export const MAX_LABEL = 500
/** The longest prompt, of a vibe or of the writer's own. */
export const MAX_STORED_PROMPT = 10_000
export const MAX_STORED_EMOTION = 200
/** The longest notes on a character or a block. */
export const MAX_NOTES = 10_000
/** The longest written or spoken form of an entry of the lexicon. */
export const MAX_LEXICON_FORM = 500
/** The most entries of the lexicon for all stories. */
export const MAX_COMMON_ENTRIES = 20_000
/** The longest silence that can be set; an imported story may have a longer one. */
export const MAX_SILENCE_MS = 600_000
/** One hour: the longest silence or target duration of a block. */
export const MAX_SPAN_MS = 3_600_000
/** The longest stored audio, and the greatest distance of music from its anchor: one day. */
export const MAX_AUDIO_MS = 86_400_000
/** The range of music's gain relative to its file, in dB. */
export const LEAST_GAIN_DB = -60
export const MOST_GAIN_DB = 12
/** The range of a block's gain relative to its take, in dB, and its step. */
export const LEAST_SPEECH_GAIN_DB = -24
export const MOST_SPEECH_GAIN_DB = 12
export const SPEECH_GAIN_STEP_DB = 0.5
/** The most takes of a block with their own gain. */
export const MAX_TAKE_GAINS = 1000
/** The most that music can be lowered under speech, in dB. */
export const MAX_DUCK_DB = 40
/** The longest fade of music. */
export const MAX_FADE_MS = 60_000
/** The most parts that are cut out of a take, and the most takes of a block that have cuts. */
export const MAX_CUTS = 100
export const MAX_CUT_TAKES = 500
/** The most pieces of music in a story. */
export const MAX_MUSIC = 2000
/** The longest description of a book, and the longest number of a book in its series. */
export const MAX_DESCRIPTION = 10_000
export const MAX_SERIES_NUMBER = 20
/** The largest cover picture, in bytes: more than any shop accepts, and little compared with the audio. */
export const MAX_COVER_BYTES = 10 * 1024 * 1024

/** The playback speeds, as factors of a story's own speed, ascending. The pitch does not change. */
export const PLAYBACK_RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const
export type PlaybackRate = (typeof PLAYBACK_RATES)[number]

/** The next faster or slower rate; the same rate if there is none. */
export function nextRate(rate: PlaybackRate, direction: -1 | 1): PlaybackRate {
  return PLAYBACK_RATES[PLAYBACK_RATES.indexOf(rate) + direction] ?? rate
}
