/** The command line of a standalone service. Only the engine's key is read from the environment, because others can see arguments. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeIssues } from '../../shared/speech-api/errors.ts'
import { serviceSettingsSchema, type ServiceSettings } from './hostMessages.ts'

export interface CommandLine {
  readonly port: number
  /** Undefined if one has to be generated. */
  readonly key: string | undefined
  readonly dataFolder: string
  /** Undefined if there are no voice packs. */
  readonly voicesFolder: string | undefined
  readonly settings: ServiceSettings
}

export const USAGE = `Speaks text over HTTP on this machine, by the published speech interface.

  --port N                 port on 127.0.0.1; any free one by default
  --key K                  what callers send as x-api-key; one is made up and printed by default
  --data FOLDER            where conversions, audio and vibes are kept
  --voices FOLDER          voice packs to speak with, each in a folder of its own; none by default
  --rate N                 requests a minute before 429 is answered; no limit by default
  --webhook URL            tell this address how conversions ended; may be given several times
  --webhook-retry-ms N     time between two tries to tell it; an hour by default

  --engine-url URL         speak also through a server with POST /v1/audio/speech
  --engine-model MODEL     the model to ask it for
  --engine-name NAME       first part of its voices' ids, NAME:voice; "engine" by default
  --engine-voices A,B      its voices, where it has no list of them
  --engine-max-chars N     longest text of one request to it; 4000 by default
  --engine-pcm-rate N      sample rate of its audio, if it sends samples without a header
  FABULA_ENGINE_KEY        its key, from the environment only

The address is printed as one line of JSON when the service is ready. GET / describes the interface.`

/** Reads options and environment. Returns 'help' for `--help`. Throws errors with messages for the user. */
export function readCommandLine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CommandLine | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      port: { type: 'string' },
      key: { type: 'string' },
      data: { type: 'string' },
      voices: { type: 'string' },
      rate: { type: 'string' },
      webhook: { type: 'string', multiple: true },
      'webhook-retry-ms': { type: 'string' },
      'engine-url': { type: 'string' },
      'engine-model': { type: 'string' },
      'engine-name': { type: 'string' },
      'engine-voices': { type: 'string' },
      'engine-max-chars': { type: 'string' },
      'engine-pcm-rate': { type: 'string' },
    },
  })
  if (values.help === true) return 'help'
  if (values.key === '') throw new Error('--key must not be empty')

  const engineUrl = values['engine-url']
  const engineKey = env['FABULA_ENGINE_KEY']
  if (engineUrl === undefined && Object.keys(values).some((name) => name.startsWith('engine-'))) {
    throw new Error('--engine-url is missing: the other options of an engine need it')
  }
  const settings = serviceSettingsSchema.safeParse({
    webhooks: values.webhook,
    webhookRetryMs: wholeNumber('--webhook-retry-ms', values['webhook-retry-ms']),
    ratePerMinute: wholeNumber('--rate', values.rate),
    engines:
      engineUrl === undefined
        ? []
        : [
            {
              name: values['engine-name'] ?? 'engine',
              baseUrl: engineUrl,
              model: values['engine-model'],
              voices: values['engine-voices']?.split(',').map((voice) => voice.trim()),
              maxCharacters: wholeNumber('--engine-max-chars', values['engine-max-chars']),
              pcmRate: wholeNumber('--engine-pcm-rate', values['engine-pcm-rate']),
              ...(engineKey === undefined ? {} : { key: engineKey }),
            },
          ],
  })
  if (!settings.success) {
    throw new Error(
      describeIssues(settings.error)
        .map(({ field, message }) => `${optionOf(field)} ${message}`)
        .join('; '),
    )
  }
  const port = wholeNumber('--port', values.port) ?? 0
  if (port > 65_535) throw new Error('--port is a number from 0 to 65535')
  const dataFolder = values.data ?? defaultDataFolder(env)
  return { port, key: values.key, dataFolder, voicesFolder: values.voices, settings: settings.data }
}

function wholeNumber(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d{1,12}$/.test(value)) throw new Error(`${option} must be a whole number`)
  return Number(value)
}

const OPTIONS: readonly (readonly [field: RegExp, option: string])[] = [
  [/^webhooks/, '--webhook'],
  [/^webhookRetryMs/, '--webhook-retry-ms'],
  [/^ratePerMinute/, '--rate'],
  [/\.baseUrl$/, '--engine-url'],
  [/\.model$/, '--engine-model'],
  [/\.name$/, '--engine-name'],
  [/\.voices/, '--engine-voices'],
  [/\.maxCharacters$/, '--engine-max-chars'],
  [/\.pcmRate$/, '--engine-pcm-rate'],
]

function optionOf(field: string): string {
  return OPTIONS.find(([pattern]) => pattern.test(field))?.[1] ?? field
}

/** The system's folder for application data. */
function defaultDataFolder(env: Readonly<Record<string, string | undefined>>): string {
  const roots: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), 'Library', 'Application Support'),
    win32: env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'),
  }
  const root = roots[process.platform] ?? env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share')
  return join(root, 'Fabula', 'service')
}
