import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseOptions } from '../../../../electron/hosts/browser/options.ts'
import { entryFor } from '../../../support/packServer.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fabula-options-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const parseWith = (content: string) => {
  const path = join(home, 'catalogue.json')
  writeFileSync(path, content)
  return parseOptions(['--voice-catalogue', path])
}

it('reads the given catalogue of natural voices', () => {
  const entry = entryFor('http://127.0.0.1/tone.tar.bz2', null)
  expect(parseWith(JSON.stringify([entry]))).toMatchObject({ voiceCatalogue: [entry] })
  expect(parseOptions([])).toMatchObject({ voiceCatalogue: undefined })
})

it.each(['no JSON', '{}', '[{"pack":{"id":"../up"}}]'])('refuses %j as a catalogue', (content) => {
  expect(parseWith(content)).toMatch(
    /catalogue\.json is no catalogue of natural voices\. Nothing was started\./,
  )
})

it('refuses a missing catalogue', () => {
  expect(parseOptions(['--voice-catalogue', join(home, 'gone.json')])).toMatch(/is no catalogue/)
})
