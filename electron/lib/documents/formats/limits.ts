/**
 * Limits on the cost of reading a document. The published limits are set by the caller (size) or in shared (rows); these keep a small file
 * from causing a large amount of work.
 */

/** Files in an archive. The longest books have a few thousand files. */
export const MAX_ARCHIVE_ENTRIES = 10_000
/** Bytes of output from one archive, over all its files: several times a spreadsheet of 500,000 rows. */
export const MAX_INFLATED_BYTES = 512 * 1024 * 1024
/** The ratio of this output to the size of the archive. Plain XML compresses by 10 to 50 times, highly repetitive XML by about 150. */
export const MAX_INFLATION_RATIO = 250
/** The ratio does not apply below this much output, in bytes. */
export const FREE_INFLATED_BYTES = 8 * 1024 * 1024
/** Characters of text in one document: as many as in the largest plain text. */
export const MAX_DOCUMENT_CHARACTERS = 100 * 1024 * 1024
