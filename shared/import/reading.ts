/** How a file is read for its review, in words that need no schema. */

/** What a text can be read as, if its kind is a guess that can be wrong. */
export const TEXT_READINGS = ['text', 'markdown', 'fountain'] as const
export type TextReading = (typeof TEXT_READINGS)[number]

/** The most titles that are told while a file is read. */
export const MAX_TOLD_TITLES = 200
