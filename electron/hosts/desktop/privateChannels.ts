/** Electron's channels between the preload and main. They are in a file of their own, so that the preload stays small. */
/** Carries every call of the contract: the contract's channel, and the input. */
export const CALL_CHANNEL = 'window:call'
export const REF_OF_PATH_CHANNEL = 'window:refOfPath'
export const EVENT_CHANNEL = 'window:event'
/** Asks which of some words are misspelt. */
export const SPELLING_CHANNEL = 'window:spelling'
