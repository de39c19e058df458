import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { createSpeechClient } from '../../../electron/speech/speechClient.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import { startLocalService } from '../../../electron/local-service/startLocalService.ts'
import { long } from '../../support/tags.ts'

const folder = mkdtempSync(join(tmpdir(), 'fabula-service-'))
afterAll(() => rmSync(folder, { recursive: true }))

const vibes = (baseUrl: string, key: string) =>
  fetch(`${baseUrl}/uapi/v1/master-vibes`, { headers: { 'x-api-key': key } })

describe('the service as a child of the app', () => {
  it('answers with its own key until it is stopped', async () => {
    const service = await startLocalService({ dataFolder: join(folder, 'a') })
    expect((await vibes(service.baseUrl, service.key)).status).toBe(200)
    expect((await vibes(service.baseUrl, 'other')).status).toBe(401)
    await service.stop()
    await expect(vibes(service.baseUrl, service.key)).rejects.toThrow()
  })

  it('deletes audio that the app has stored, and keeps the record of the conversion', long, async () => {
    const dataFolder = join(folder, 'collected')
    const service = await startLocalService({ dataFolder })
    const client = createSpeechClient({ baseUrl: service.baseUrl, key: () => service.key })
    const body = JSON.stringify({ model: 'tts-1', voice_id: 'OA001', speed: 1, input: 'Hello.' })
    const submitted = await client.submit('speech', body)
    if (submitted.kind !== 'accepted') throw submitted.error
    const { uuid } = submitted.conversion
    const isDone = async () => {
      const answer = await client.history(uuid)
      return answer.kind === 'found' && answer.conversion.status === STATUS.completed
    }
    await expect.poll(isDone, { timeout: 20_000 }).toBe(true)
    expect(readdirSync(join(dataFolder, 'audio'))).toEqual([`${uuid}.mp3`])
    service.tellCollected(uuid)
    await expect.poll(() => readdirSync(join(dataFolder, 'audio')), { timeout: 10_000 }).toEqual([])
    expect(await isDone()).toBe(true)
    await service.stop()
  })

  it.runIf(process.platform === 'linux')(
    'has its key neither in its arguments nor in its environment',
    async () => {
      const service = await startLocalService({ dataFolder: join(folder, 'b') })
      const ofChildren = spawnSync('ps', ['-o', 'pid=', '--ppid', String(process.pid)], { encoding: 'utf8' })
      const pids = ofChildren.stdout
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => /^\d+$/.test(line))
      const seen = pids.flatMap((pid) => {
        try {
          return [readFileSync(`/proc/${pid}/cmdline`, 'utf8') + readFileSync(`/proc/${pid}/environ`, 'utf8')]
        } catch {
          // The `ps` process itself has ended.
          return []
        }
      })
      await service.stop()
      expect(seen.some((text) => text.includes('main.ts'))).toBe(true)
      expect(seen.join('\n')).not.toContain(service.key)
    },
  )

  it('reports why it could not start', long, async () => {
    const service = await startLocalService({ dataFolder: join(folder, 'c') })
    await expect(startLocalService({ dataFolder: join(folder, 'c') })).rejects.toMatchObject({
      code: 'local-service-folder-in-use',
    })
    await service.stop()
  })

  it('notifies the app if it ends by itself', long, async () => {
    let pid: number | undefined
    const service = await startLocalService({
      dataFolder: join(folder, 'd'),
      spawn: (entryUrl) => {
        const child = spawn(process.execPath, [entryUrl.pathname], {
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        })
        pid = child.pid
        return {
          send: (message) => void child.send(message),
          onMessage: (listener) => void child.on('message', listener),
          onExit: (listener) => void child.once('exit', listener),
          kill: () => void child.kill('SIGKILL'),
        }
      },
    })
    const told = new Promise((resolve) => service.onUnexpectedExit(resolve))
    if (pid === undefined) throw new Error('there is a process')
    process.kill(pid, 'SIGKILL')
    expect(await told).toBeNull()
  })

  it('ends when the app ends, even if it was killed', async () => {
    const startUrl = new URL('../../../electron/local-service/startLocalService.ts', import.meta.url)
    const app = join(folder, 'app.mjs')
    writeFileSync(
      app,
      `import { startLocalService } from ${JSON.stringify(startUrl.href)}
       const { baseUrl, key } = await startLocalService({ dataFolder: ${JSON.stringify(join(folder, 'e'))} })
       console.log(JSON.stringify({ baseUrl, key }))`,
    )
    const parent = spawn(process.execPath, [pathToFileURL(app).pathname], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(parent.stdout), 'line')) as [string]
    const { baseUrl, key } = JSON.parse(line) as { baseUrl: string; key: string }
    expect((await vibes(baseUrl, key)).status).toBe(200)
    parent.kill('SIGKILL')
    await expect
      .poll(
        () =>
          vibes(baseUrl, key).then(
            () => 'up',
            () => 'gone',
          ),
        { timeout: 8_000 },
      )
      .toBe('gone')
  })
})
