/** A program that begins a file and waits: `node partWriter.ts <path>`. It prints "begun" once part of the file is on disk. */
import { writeSync } from 'node:fs'
import { createOutputFile } from '../../../../electron/lib/audio/outputFile.ts'

const [path = ''] = process.argv.slice(2)
const file = await createOutputFile(path)
await file.append(new Uint8Array(100))
writeSync(1, 'begun\n')
process.stdin.on('end', () => process.exit()).resume()
