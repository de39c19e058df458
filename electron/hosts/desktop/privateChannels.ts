/** Channels between the preload and main that are no part of the contract. Apart, so that the preload stays small. */
export const REF_OF_PATH_CHANNEL = 'window:refOfPath'
export const EVENT_CHANNEL = 'window:event'
