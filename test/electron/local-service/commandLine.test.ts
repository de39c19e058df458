import { describe, expect, it } from 'vitest'
import { readCommandLine, USAGE } from '../../../electron/local-service/commandLine.ts'

const read = (text: string, env: Record<string, string> = {}) =>
  readCommandLine(text.split(' ').filter(Boolean), env)

describe('the command line of the service', () => {
  it('requires no options', () => {
    expect(read('', { XDG_DATA_HOME: '/data' })).toMatchObject({
      port: 0,
      key: undefined,
      settings: { webhooks: [], webhookRetryMs: 3_600_000, ratePerMinute: null, engines: [] },
    })
  })

  it('accepts every option', () => {
    const options =
      '--port 8000 --key k --data /d --rate 30 --webhook http://a.example/x --webhook https://b.example/ --webhook-retry-ms 50 ' +
      '--engine-url http://127.0.0.1:8880/v1/ --engine-model kokoro --engine-name kokoro --engine-voices a,b --engine-max-chars 900 --engine-pcm-rate 22050'
    expect(read(options, { FABULA_ENGINE_KEY: 'secret' })).toEqual({
      port: 8000,
      key: 'k',
      dataFolder: '/d',
      settings: {
        webhooks: ['http://a.example/x', 'https://b.example/'],
        webhookRetryMs: 50,
        ratePerMinute: 30,
        engines: [
          {
            name: 'kokoro',
            baseUrl: 'http://127.0.0.1:8880',
            model: 'kokoro',
            voices: ['a', 'b'],
            key: 'secret',
            maxCharacters: 900,
            pcmRate: 22_050,
            timeoutMs: 600_000,
          },
        ],
      },
    })
    for (const [option] of options.matchAll(/--[a-z-]+/g)) expect(USAGE).toContain(option)
    expect(read('--help')).toBe('help')
  })

  it.each([
    ['--port 70000', /--port/],
    ['--port x', /--port/],
    ['--rate 0', /--rate must be at least 1/],
    ['--rate often', /--rate/],
    ['--webhook ftp://a.example', /--webhook must be an http or https address/],
    ['--webhook-retry-ms 0', /--webhook-retry-ms/],
    ['--engine-model m', /--engine-url is missing/],
    ['--engine-url http://127.0.0.1:1', /--engine-model is required/],
    ['--engine-url nowhere --engine-model m', /--engine-url must be/],
    ['--engine-url http://127.0.0.1:1 --engine-model m --engine-name a:b', /--engine-name/],
    ['--engine-key secret', /engine-key/],
    ['--unknown', /unknown/],
  ])('reports what is wrong with %s', (options, message) => {
    expect(() => read(options)).toThrow(message)
  })

  it('never sends a key unencrypted over a network', () => {
    const engine = (url: string) =>
      read(`--engine-url ${url} --engine-model m`, { FABULA_ENGINE_KEY: 'secret' })
    expect(() => engine('http://10.0.0.7:8880')).toThrow(/--engine-url must be https where a key/)
    expect(() => engine('http://127.0.0.1.example')).toThrow(/https/)
    expect(engine('https://voices.example')).toMatchObject({ settings: { engines: [{ key: 'secret' }] } })
    expect(engine('http://localhost:8880')).toMatchObject({ settings: { engines: [{ key: 'secret' }] } })
    expect(read('--engine-url http://10.0.0.7:8880 --engine-model m')).toMatchObject({
      settings: { engines: [{ key: '' }] },
    })
  })
})
