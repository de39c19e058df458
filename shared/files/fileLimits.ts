/** The largest file that is read as a story: enough for a shelf of novels as plain text. */
export const MAX_STORY_FILE_BYTES = 20 * 1024 * 1024
