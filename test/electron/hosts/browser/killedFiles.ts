/** Work with files, settings and voices, as phases that a kill interrupts. */
import { copyFile, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../../../build/root.mjs'
import { AS_FOUND } from '../../../../shared/import/reviewView.ts'
import type { FileRef, RecentId } from '../../../../shared/ipc/views.ts'
import { FORMAT_VERSION } from '../../../../shared/project-file/format.ts'
import { lexiconEntryIdSchema } from '../../../../shared/story/records.ts'
import { novelEpub } from '../../../support/novelEpub.ts'
import { missing, OpenStory, place, words, WORDS, type KillPhase } from './killPhases.ts'

export const FILE_PHASES: Readonly<Record<string, KillPhase>> = {
  'lexicon, settings and keys': {
    kills: 20,
    withinMs: 500,
    begin(host, { service }) {
      const entries = new Set<string>()
      const servers = new Set<string>()
      const caps = { acknowledged: null as number | null, tried: null as number | null }
      let turn = 0
      return Promise.resolve({
        async work() {
          for (;;) {
            turn += 1
            const id = lexiconEntryIdSchema.parse(`entry-${turn}`)
            const entry = {
              type: 'lexiconEntry' as const,
              id,
              characterId: null,
              written: `w${turn}`,
              spoken: 'x',
              match: 'word' as const,
            }
            await host.call('lexicon:change', {
              put: [{ ...entry, isCaseSensitive: false, language: null }],
              remove: [],
            })
            entries.add(id)
            caps.tried = turn
            await host.call('settings:update', { creditsPerDay: turn })
            caps.acknowledged = turn
            const draft = {
              kind: 'connection' as const,
              id: null,
              name: `S${turn}`,
              baseUrl: `${service.baseUrl}/${turn}`,
              webhookPublicKey: '',
            }
            servers.add(
              (await host.call('servers:save', { ...draft, key: { text: `key-${turn}`, keep: 'file' } })).id,
            )
          }
        },
        async faults() {
          const [listed, view, settings] = [
            await host.call('lexicon:list', {}),
            await host.call('servers:list', {}),
            await host.call('settings:get', {}),
          ]
          const withKeys = view.connection.filter(({ hasKey }) => hasKey).map(({ id }) => id)
          const isKept = [caps.acknowledged, caps.tried].includes(settings.creditsPerDay)
          return [
            ...missing(entries, new Set(listed.map(({ id }) => id as string)), 'the entry'),
            ...missing(servers, new Set(withKeys), 'the key of'),
            ...(isKept ? [] : [`the cap is ${settings.creditsPerDay} instead of ${caps.acknowledged}`]),
          ]
        },
      })
    },
  },

  'getting and removing voices': {
    kills: 26,
    withinMs: 900,
    begin: (host) =>
      Promise.resolve({
        async work() {
          for (;;) {
            const settled = host.next('voicePacks:changed', ({ packs }) =>
              packs.some(({ id, state }) => id === 'tone' && ['here', 'failed'].includes(state.kind)),
            )
            await host.call('voicePacks:get', { packId: 'tone' })
            const { packs } = await settled
            const state = packs.find(({ id }) => id === 'tone')?.state
            if (state?.kind === 'failed') throw new Error(JSON.stringify(state.error))
            await host.call('voicePacks:remove', { packId: 'tone' })
          }
        },
        async faults() {
          const { packs } = await host.call('voicePacks:list', {})
          const tone = packs.find(({ id }) => id === 'tone')
          const folders = await readdir(join(host.folders.data, 'voices'), { recursive: true })
          const isWhole = ['voice-pack.json', 'model.onnx', 'tokens.txt'].every((name) =>
            folders.some((each) => each.endsWith(name)),
          )
          if (tone?.state.kind === 'here' && !isWhole)
            return [`a voice counts as here without all files: ${folders.join(', ')}`]
          return tone === undefined || packs.length > 1 ? [`the list has ${packs.length} packs`] : []
        },
      }),
  },

  'migrating older files': {
    kills: 22,
    withinMs: 120,
    begin(host) {
      const versions = Array.from({ length: FORMAT_VERSION - 1 }, (_, index) => index + 1)
      const fixture = (version: number) => join(root, `test/fixtures/projects/v${version}/everything.fabula`)
      const blocks = new Map<number, number>()
      let turn = 0
      const name = (version: number) => `old-${turn}-${version}.fabula`
      const open = async (version: number) =>
        new OpenStory(host, await host.call('project:open', { ref: name(version) as FileRef })) // in the host's folder, a file's name is its reference
      return Promise.resolve({
        async beforeStart() {
          turn += 1
          for (const entry of await readdir(host.folders.folder)) await rm(join(host.folders.folder, entry))
          for (const version of versions)
            await copyFile(fixture(version), join(host.folders.folder, name(version)))
        },
        async work() {
          for (const version of versions) await open(version)
        },
        async faults() {
          const found: string[] = []
          for (const version of versions) {
            if (turn === 0) break
            const story = await open(version)
            const { length } = story.blocks
            const expected = blocks.get(version) ?? length
            blocks.set(version, expected)
            if (length !== expected) found.push(`${name(version)} has ${length} blocks of ${expected}`)
          }
          const copies = (await readdir(host.folders.folder)).filter((entry) => entry.endsWith('.bak'))
          const expected = turn === 0 ? 0 : versions.length
          if (copies.length !== expected)
            found.push(`${copies.length} copies are kept of ${expected} files: ${copies.join(', ')}`)
          return found
        },
      })
    },
  },

  'importing a book': {
    kills: 16,
    withinMs: 900,
    begin(host) {
      const { bytes } = novelEpub(20_000)
      const acknowledged = new Set<string>()
      let turn = 0
      return Promise.resolve({
        async work() {
          for (;;) {
            const ref = await host.upload('open', 'novel.epub', Uint8Array.from(bytes))
            await host.call('import:readFile', { ref, password: null })
            const title = `Imported ${(turn += 1)}`
            const text = Array.from({ length: 400 }, (_, index) => words(index)).join('\n\n')
            const { review, source } = await host.call('import:reviewText', { title, text })
            const choices = { mapping: AS_FOUND, options: source.usual }
            await host.call('import:storyRecords', { review, choices, narrator: 'Narrator' })
            await host.call('import:makeStory', { review })
            acknowledged.add(title)
          }
        },
        async faults() {
          const recents = (await host.call('recents:list', {})).filter(({ title }) =>
            title.startsWith('Imported'),
          )
          const found = missing(acknowledged, new Set(recents.map(({ title }) => title)), 'the story')
          for (const { id, title } of recents.slice(0, 2)) {
            const { blocks } = await OpenStory.reopen(host, id)
            if (blocks.length !== 400) found.push(`${title} has ${blocks.length} blocks`)
          }
          return found
        },
      })
    },
  },

  'building the index of jobs again': {
    kills: 16,
    withinMs: 200,
    async begin(host) {
      const recentIds: RecentId[] = []
      for (const title of ['One', 'Two', 'Three']) {
        const { projectId, blocks, view } = await OpenStory.create(host, title, WORDS)
        for (const { id } of blocks) await host.call('takes:make', { projectId, blockId: id })
        recentIds.push(view.recentId)
      }
      const count = async () => (await host.call('jobs:list', { after: null, filter: {} })).jobs.length
      const known = await count()
      // A lost library is filled again as stories are opened.
      async function open(): Promise<void> {
        for (const id of recentIds) await OpenStory.reopen(host, id)
      }
      return {
        async beforeStart() {
          for (const suffix of ['', '-wal', '-shm'])
            await rm(join(host.folders.data, `library.db${suffix}`), { force: true })
        },
        work: open,
        async faults() {
          await open()
          const listed = await count()
          return listed === known ? [] : [`${listed} of ${known} conversions are listed`]
        },
      }
    },
  },

  'saving under another name': {
    kills: 20,
    withinMs: 500,
    async begin(host) {
      const story = await OpenStory.create(host, 'Saved', WORDS)
      for (const { id } of story.blocks)
        await host.call('takes:make', { projectId: story.projectId, blockId: id })
      const acknowledged = new Set<string>()
      let turn = 0
      let recentId = story.view.recentId
      return {
        async work() {
          let { projectId } = await OpenStory.reopen(host, recentId)
          for (;;) {
            const name = `Saved ${(turn += 1)}.fabula`
            const saved = await host.call('project:saveAs', {
              projectId,
              ref: await place(host, 'save-as', name),
            })
            acknowledged.add(name)
            ;({ projectId, recentId } = saved)
          }
        },
        async faults() {
          const names = (await readdir(host.folders.folder)).filter((name) => name.endsWith('.fabula'))
          const found = missing(acknowledged, new Set(names), 'the file')
          for (const name of names.slice(-2)) {
            const copy = new OpenStory(host, await host.call('project:open', { ref: name as FileRef })) // as above
            if (copy.blocks.length !== WORDS.length || copy.view.takes.length !== WORDS.length)
              found.push(`${name} is not whole`)
            found.push(...(await copy.takesWithoutAudio()))
          }
          return found
        },
      }
    },
  },

  'making, deleting and restoring drafts': {
    kills: 20,
    withinMs: 500,
    begin(host) {
      const kept = new Set<string>()
      const inBin = new Set<string>()
      let turn = 0
      return Promise.resolve({
        async work() {
          for (;;) {
            const title = `Draft ${(turn += 1)}`
            const story = await OpenStory.create(host, title, WORDS)
            kept.add(title)
            await host.call('project:close', { projectId: story.projectId })
            if (turn % 2 === 0) continue
            kept.delete(title)
            const { deletedId } = await host.call('drafts:delete', { recentId: story.view.recentId })
            if (deletedId === null) throw new Error('The draft was there')
            inBin.add(title)
            if (turn % 3 !== 0) continue
            inBin.delete(title)
            await host.call('drafts:restore', { deletedId })
            kept.add(title)
          }
        },
        async faults() {
          const recents = await host.call('recents:list', {})
          const deleted = await host.call('drafts:listDeleted', {})
          const binned = new Set(deleted.map(({ title }) => title))
          const listed = new Set(recents.map(({ title }) => title))
          const dead = recents
            .filter(({ exists }) => !exists)
            .map(({ title }) => `a dead entry in the list: ${title}`)
          return [
            ...missing(kept, listed, 'the draft'),
            ...missing(inBin, binned, 'the deleted draft'),
            ...dead,
          ]
        },
      })
    },
  },
}
