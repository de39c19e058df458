// @module-tag long
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canMount, smallDisk } from '../project/smallDisk.ts'
import { runService } from './runService.ts'

test.skipIf(!canMount)(
  'a service with a full disk refuses with 507 and a message, and works again once there is room (needs root)',
  async () => {
    const disk = smallDisk('4m')
    const service = await runService(disk)
    onTestFinished(() => service.stop('SIGKILL'))
    const { conversion } = await service.speak('/uapi/v1/text-to-speech', { input: 'One.' })
    expect(conversion.status).toBe(2)
    const filler = fillUp(disk)

    const refused = await service.post('/uapi/v1/text-to-speech', { input: 'Two. '.repeat(1500) })
    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({ success: false, message: 'The disk of the service is full' })

    rmSync(filler)
    const again = await service.speak('/uapi/v1/text-to-speech', { input: 'Three.' })
    expect(again.conversion.status).toBe(2)
    expect(readdirSync(join(disk, 'audio'))).toHaveLength(2)
  },
)

function fillUp(disk: string): string {
  const path = join(disk, 'filler')
  const file = openSync(path, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096, 1))
  } catch {
    return path
  } finally {
    closeSync(file)
  }
}
