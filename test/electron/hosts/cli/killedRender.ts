/** A render that is killed at random moments until it is done: what was paid for is kept, and nothing is bought twice. */
import { setTimeout as sleep } from 'node:timers/promises'
import { addressedTo } from '../../../../electron/hosts/cli/renderCommand.ts'
import { connectionIdOf } from '../../../../electron/speech/servers/serverStore.ts'
import { indexTakes } from '../../../../shared/story/takes.ts'
import { planRender } from '../../../../shared/story/renderPlan.ts'
import { startPaidService } from '../../../fakes/paidService.ts'
import { toneMp3 } from '../../jobs/engineSupport.ts'
import { newProject, reopen, storyOfBlocks } from '../../project/support.ts'
import { openTerminal } from './runCli.ts'

export interface KilledRender {
  /** How often a render was killed before it finished. */
  readonly kills: number
  /** Texts that were bought more than once. */
  readonly boughtTwice: readonly string[]
  /** Texts that were bought, and blocks without audio, when the render had finished. */
  readonly bought: number
  readonly missing: number
  /** Leftovers of the killed programs in the folder for temporary files. */
  readonly leftovers: readonly string[]
}

/** Renders a story of so many blocks, and kills the render so often at random moments after the first request. */
export async function killRender(blocks: number, kills: number): Promise<KilledRender> {
  using terminal = openTerminal()
  await using service = await startPaidService(await toneMp3(200), () => Math.random() * 40)
  const path = terminal.path('killed.fabula')
  newProject(path, storyOfBlocks(blocks)).close()
  const run = (args: readonly string[], killAfterMs: number | null) =>
    terminal.run(['render', '--project', path, ...args], {
      env: service.env,
      onStart(child) {
        if (killAfterMs === null) return
        const before = service.bought.length
        const kill = async () => {
          while (child.exitCode === null && service.bought.length === before) await sleep(5)
          await sleep(killAfterMs)
          child.kill('SIGKILL')
        }
        void kill()
      },
    })
  let killed = 0
  for (let count = 0; count < kills; count += 1) {
    // The render must not finish before the last kill.
    const { code } = await run([], (Math.random() * 22 * blocks) / kills)
    if (code === null) killed += 1
  }
  // A request that never reached the service has no outcome there: the writer decides whether to send it again.
  await run(['--send-again'], null)
  const file = reopen(path)
  const project = addressedTo(file, connectionIdOf(new URL(service.baseUrl)))
  const takes = project.takes()
  const plan = planRender(project.story(), { takes: indexTakes(takes), allTakes: takes, render: null })
  file.close()
  const texts = Map.groupBy(service.bought, ({ input }) => input)
  return {
    kills: killed,
    boughtTwice: [...texts].filter(([, same]) => same.length > 1).map(([text]) => text),
    bought: service.bought.length,
    missing: plan.make.length,
    leftovers: terminal.leftovers(),
  }
}
