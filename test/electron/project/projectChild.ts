/**
 * A second program on a project file: `node projectChild.ts <task> <path>`. It prints lines on standard output, each
 * written before it goes on, and ends with its standard input.
 */
import { writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openProject } from '../../../electron/project/openProject.ts'
import type { Project } from '../../../electron/project/project.ts'
import { projectIdSchema } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'

const [task, path = ''] = process.argv.slice(2)
process.stdin.on('end', () => process.exit()).resume()

function say(line: string): void {
  writeSync(1, `${line}\n`)
}

function open(): Project {
  let made = 0
  const prefix = `${String(process.pid)}-${String(process.hrtime.bigint())}`
  return openProject(path, {
    projectId: projectIdSchema.parse('child'),
    isDraft: false,
    now: () => 1,
    createId: () => `${prefix}-${String((made += 1))}`,
  })
}

/** Opens the file and keeps it. */
function hold(): void {
  try {
    open()
    say('open')
  } catch (error) {
    say(error instanceof UserFacingError ? error.code : String(error))
  }
}

/**
 * Writes one more round into all blocks and the history and, every third time, into new audio; reports it once it is on disk.
 */
function commitForEver(): void {
  const project = open()
  const ids = blocksOf(project.story()).map((block) => block.id)
  for (let round = Number(blocksOf(project.story())[0]?.text ?? 0) + 1; ; round += 1) {
    const step = { id: String(round), label: 'edits.typing', subject: '', atMs: 1 }
    const place = { blocks: ids.length, first: 1, name: '' }
    const put = [{ step: { ...step, place }, isUndone: false, edit: 'sent' as const }]
    project.commit(patchBlocks(project.story(), ids, { text: String(round) }), undefined, {
      pageId: 'child',
      update: { put, undone: [], redone: [], removed: [] },
    })
    if (round % 3 === 0) {
      const writer = project.audio.begin()
      writer.write(new Uint8Array(1_500_000).fill(round))
      writer.finish({ type: 'audio/mpeg', durationMs: round })
    }
    say(String(round))
  }
}

/** Dies in the middle of a transaction that is already partly in the file, since it is larger than SQLite's cache. */
function dieInTransaction(): void {
  const project = open()
  project.transaction(() => {
    const ids = blocksOf(project.story()).map((block) => block.id)
    project.commit(patchBlocks(project.story(), ids, { text: 'never committed '.repeat(100) }))
    process.kill(process.pid, 'SIGKILL')
  })
}

/** Dies while opening the file: before or after the SQL that contains `sql` runs for the given time. */
function dieInMigration(sql: string, when: 'before' | 'after', time = 1): void {
  const exec: unknown = Reflect.get(DatabaseSync.prototype, 'exec')
  if (typeof exec !== 'function') throw new Error('SQLite has no exec')
  let times = 0
  DatabaseSync.prototype.exec = function (statement) {
    if (statement.includes(sql)) times += 1
    const isNow = statement.includes(sql) && times === time
    if (isNow && when === 'before') process.kill(process.pid, 'SIGKILL')
    Reflect.apply(exec, this, [statement])
    if (isNow) process.kill(process.pid, 'SIGKILL')
  }
  open()
}

if (task === 'migrate-copy') dieInMigration('BEGIN EXCLUSIVE', 'before', 2)
if (task === 'migrate-begin') dieInMigration('BEGIN IMMEDIATE', 'before')
if (task === 'migrate-write') dieInMigration('PRAGMA user_version =', 'before')
if (task === 'migrate-end') dieInMigration('COMMIT', 'after', 3) // after those of opening the file and its copy
if (task === 'hold') hold()
if (task === 'commit') commitForEver()
if (task === 'die') dieInTransaction()
