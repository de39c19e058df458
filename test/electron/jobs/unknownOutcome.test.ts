import { describe, expect, test } from 'vitest'
import type { FaultScript } from '../../fakes/faultServer.ts'
import { reopen } from '../project/support.ts'
import { faultServer } from '../speech/support.ts'
import { engineAt, hosted, storyOf, testEngine, toneMp3, workingService } from './engineSupport.ts'

const AUDIO = await toneMp3(2_000)
const STORY = storyOf([{ text: 'Once upon a time' }, { text: 'there was a light' }])
/** The request arrives, and the connection breaks before an answer. */
const WITHOUT_ANSWER: FaultScript = { submit: (_, __, socket) => void socket.resetAndDestroy() }

describe('an unknown outcome', () => {
  test('blocks only the same story, until it is dismissed', async () => {
    const { renders, settled, project, server } = await engineAt(WITHOUT_ANSWER, STORY)
    renders.start(project)
    expect(await settled()).toMatchObject({ phase: 'unknown' })
    server.script = workingService(AUDIO)

    renders.start(project)
    expect(await settled()).toMatchObject({ phase: 'unknown' })
    expect(server.submissions).toHaveLength(1)

    expect(renders.dismiss(project)).toEqual({ phase: 'idle' })
    renders.start(project)
    expect(await settled()).toEqual({ phase: 'idle' })
    expect(server.submissions).toHaveLength(2)
  })

  test('is shown again when the project is reopened, unless it was dismissed', async () => {
    const { renders, settled, release, project } = await engineAt(WITHOUT_ANSWER, STORY)
    const { path } = project
    renders.start(project)
    await settled()
    await release()
    project.close()

    const again = testEngine({ project: reopen(path), connection: hosted(await faultServer()) })
    expect(again.resume()).toMatchObject({
      phase: 'unknown',
      error: { params: { host: expect.any(String) } },
    })
    again.renders.dismiss(again.project)
    await again.release()
    expect(again.renders.state(again.project)).toEqual({ phase: 'idle' })
  })
})
