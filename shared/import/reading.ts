/** How a file is read for its review, without schemas. */

/** The kinds that a text can be read as if its kind is a guess. */
export const TEXT_READINGS = ['text', 'markdown', 'fountain'] as const
export type TextReading = (typeof TEXT_READINGS)[number]

/** The most titles that are reported while a file is read. */
export const MAX_TOLD_TITLES = 200
