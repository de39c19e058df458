/** Preloaded into a process: a computer with 600 MiB of memory, of which a natural voice may use half. */
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'

os.totalmem = () => 600 * 1024 ** 2
syncBuiltinESMExports()
