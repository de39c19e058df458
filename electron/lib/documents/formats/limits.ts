/**
 * What reading a document may cost. The published limits are the caller's (size) or come from shared (rows); these keep a
 * small file from becoming a large amount of work.
 */

/** Files in an archive. The longest books have a few thousand. */
export const MAX_ARCHIVE_ENTRIES = 10_000
/** Bytes that may come out of one archive, all its files together: a spreadsheet of 500,000 rows, several times over. */
export const MAX_INFLATED_BYTES = 512 * 1024 * 1024
/** How many times larger than the archive that may be. Plain XML shrinks by 10 to 50, the most repetitive by about 150. */
export const MAX_INFLATION_RATIO = 250
/** Below this much, the ratio is of no interest. */
export const FREE_INFLATED_BYTES = 8 * 1024 * 1024
/** Characters of text in one document: as many as the largest plain text has. */
export const MAX_DOCUMENT_CHARACTERS = 100 * 1024 * 1024
