/**
 * A program that saves a draft and dies midway: `node killedSaver.ts <data folder> <target> <step>`. A step is a call that
 * changes files; the program ends by SIGKILL just before that step, and says "saved" if there are fewer.
 */
import fs, { writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { systemClock } from '../../../electron/lib/clock.ts'
import { createOpenProjects } from '../../../electron/project/openProjects.ts'
import { createProjects } from '../../../electron/project/projects.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'

const [dataDir = '', target = '', lastStep = ''] = process.argv.slice(2)

const projects = createProjects({
  dataDir,
  now: Date.now,
  createId: () => crypto.randomUUID(),
  openProjects: createOpenProjects(systemClock),
})
const { project } = projects.create('Untitled')
project.commit(renameStory(project.story(), 'The saved draft'))

let steps = 0
function countCalls(owner: object, names: readonly string[]): void {
  for (const name of names) {
    const call: unknown = Reflect.get(owner, name)
    if (typeof call !== 'function') throw new Error(`There is no ${name}`)
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
      steps += 1
      if (steps === Number(lastStep)) process.kill(process.pid, 'SIGKILL')
      return Reflect.apply(call, this, args) as unknown
    })
  }
}
countCalls(fs, ['renameSync', 'rmSync', 'writeSync'])
countCalls(DatabaseSync.prototype, ['close'])
countCalls(StatementSync.prototype, ['run'])
syncBuiltinESMExports()

await projects.saveAs(project.projectId, target)
steps = Number(lastStep)
writeSync(1, 'saved')
