import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runElectron, whyNotStarted } from '../../build/runElectron.ts'

test.each([
  [
    'electron: error while loading shared libraries: libnss3.so: cannot open shared object file',
    'the library libnss3.so is missing on this system',
  ],
  [
    "/lib/libc.so.6: version `GLIBC_2.34' not found (required by electron)",
    'this system is too old: it has no GLIBC_2.34',
  ],
  [
    '[1:1126/001.1:FATAL:setuid_sandbox_host.cc(158)] The SUID sandbox helper binary was found, but is not configured correctly.\n#0 0x55d',
    'this system does not allow its sandbox, which Fabula keeps. The deb and rpm packages bring the permission for it',
  ],
  [
    '[1:FATAL:zygote_host_impl_linux.cc(127)] No usable sandbox! If you are running on Ubuntu 23.10+',
    'this system does not allow its sandbox, which Fabula keeps. The deb and rpm packages bring the permission for it',
  ],
  [
    '[1:FATAL:electron_main_delegate.cc(288)] Running as root without --no-sandbox is not supported.',
    'the root user cannot have its sandbox, which Fabula keeps',
  ],
  [
    '[1:ERROR:ozone_platform_x11.cc(245)] Missing X server or $DISPLAY\n[1:ERROR:env.cc(258)] The platform failed to initialize.  Exiting.',
    'the display cannot be reached',
  ],
  [
    "electron: /lib/libstdc++.so.6: version `GLIBCXX_3.4.30' not found (required by electron)",
    'this system is too old: it has no GLIBCXX_3.4.30',
  ],
  [
    'dyld[1]: Library not loaded: @rpath/Squirrel.framework/Squirrel\n  Referenced from: <A>',
    'the library @rpath/Squirrel.framework/Squirrel is missing on this system',
  ],
  ['cannot execute binary file: Exec format error', 'it is made for another processor'],
  [
    "[1:FATAL:gpu_data_manager_impl_private.cc(423)] GPU process isn't usable. Goodbye.",
    'it cannot use the graphics processor of this system',
  ],
  [
    '[1:FATAL:platform_shared_memory_region_posix.cc(219)] This is frequently caused by incorrect permissions on /dev/shm.',
    'it may not use the shared memory of this system (/dev/shm)',
  ],
  ['Segmentation fault', 'it ended at once (SIGSEGV)'],
])('the output of Electron is summarized in a line: %s', (printed, reason) => {
  expect(whyNotStarted(printed, 'SIGSEGV')).toBe(reason)
})

/** A program in place of Electron. */
function program(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-run-electron-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'electron')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

test.skipIf(process.platform === 'win32').each([
  [
    'echo "electron: error while loading shared libraries: libgtk-3.so.0: no" >&2; exit 127',
    'libgtk-3.so.0 is missing',
  ],
  ['echo "Missing X server" >&2; kill -TRAP $$', 'display cannot be reached'],
  ['exit 3', 'exit code 3'],
])('the reason is reported if Electron does not start: %s', async (script, words) => {
  expect(await runElectron(program(script), [])).toMatchObject({ failure: expect.stringContaining(words) })
})

test('a program that cannot be run at all is reported, too', async () => {
  expect(await runElectron(join(tmpdir(), 'no-electron-here'), [])).toEqual({
    failure: 'its program cannot be run (ENOENT)',
  })
})

test.skipIf(process.platform === 'win32')(
  'an Electron that ends successfully, or after its start, has no failure',
  async () => {
    expect(await runElectron(program('exit 0'), [])).toEqual({ code: 0, signal: null })
    expect(await runElectron(program('sleep 0.2; exit 5'), [], 0)).toEqual({ code: 5, signal: null })
  },
)
