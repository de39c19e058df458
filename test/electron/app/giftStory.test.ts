/** A story whose text takes long to work through: the list of recent stories, and every other call, does not wait for it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { giftStory } from '../../support/giftStory.ts'
import { long } from '../../support/tags.ts'
import { openTestApp } from '../../support/testApp.ts'
import { newProject } from '../project/support.ts'
import { recentIdSchema } from '../../../shared/ipc/views.ts'
import { stoppedEntries } from '../../../shared/story/lexiconCommands.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'

test.each([
  [
    '5 patterns that are too complex for any text',
    40,
    Array.from({ length: 5 }, (_, n) => `.{500}.{500}.{500}.{51${n}}`),
  ],
  ['20 patterns that take too long in each block', 60, Array.from({ length: 20 }, (_, n) => `.{9${10 + n}}`)],
  ['200 patterns of medium size', 60, Array.from({ length: 200 }, (_, n) => `[^x]{${20 + n}}.`)],
])(
  'the list of recent stories and other calls do not wait for a story with %s',
  long,
  async (_, blocks, patterns) => {
    const app = await openTestApp({ hasVoice: false })
    onTestFinished(() => app.close())
    const path = join(app.home, 'gift.fabula')
    newProject(path, giftStory(blocks, patterns)).close()
    await app.stop()
    await mkdir(app.dataDir, { recursive: true })
    const entry = { id: 'gift', path, title: 'A gift', openedAtMs: 0, isDraft: false }
    await writeFile(join(app.dataDir, 'recents.json'), JSON.stringify({ version: 1, recents: [entry] }))
    app.start()

    const { handlers } = app
    expect(await handlers['recents:list']({})).toMatchObject([{ title: 'A gift', summary: null }])
    await handlers['settings:get']({})
    expect(app.told.map(({ event }) => event)).not.toContain('recents:changed')
    await eventually(() => expect(app.told.map(({ event }) => event)).toContain('recents:changed'))
    expect(await handlers['recents:list']({})).toMatchObject([
      { summary: { blocks: blocks + 1, notMade: blocks } },
    ])

    const opened = await handlers['project:openRecent']({ recentId: recentIdSchema.parse(entry.id) })
    const story = storyFromRecords(opened.records)
    expect(stoppedEntries(story).map((each) => each.entry.written)).toEqual(
      expect.arrayContaining(patterns.slice(-3)),
    )
    await handlers['project:close']({ projectId: opened.projectId })
  },
)
