/**
 * A second process that uses a small JSON file: `node jsonChild.ts FILE NAME COUNT append` appends COUNT texts to the list in the file;
 * with `hold` it prints `held` once it has the lock, and keeps it until it is killed.
 */
import { writeSync } from 'node:fs'
import { updateJsonFile } from '../../../../electron/lib/files/jsonFile.ts'

const [path = '', name = '', count = '0', task] = process.argv.slice(2)
for (let at = 0; at < Number(count); at++) {
  updateJsonFile(path, (stored) => {
    if (task === 'hold') {
      writeSync(1, 'held\n')
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    }
    const list: readonly unknown[] = Array.isArray(stored) ? stored : []
    return [...list, `${name} ${at}`]
  })
}
