/** Text that a service has accepted is not bought again while its audio can still arrive, whichever action asks for it. */
import { describe, expect, test } from 'vitest'
import { parseJobIds } from '../../../shared/jobs/job.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import {
  recordBody,
  sendHtml,
  sendJson,
  sendNoSuchEndpoint,
  type FaultScript,
} from '../../fakes/faultServer.ts'
import { long } from '../../support/tags.ts'
import { faultServer, PATIENT } from '../speech/support.ts'
import {
  blockAt,
  hosted,
  storyOf,
  testEngine,
  toneMp3,
  workingService,
  type TestEngine,
} from './engineSupport.ts'

const AUDIO = await toneMp3(1_000)
const WORDS = ['Once upon a time', 'there was a light', 'that never went out']
const TIMINGS = WORDS.map((_, index) => ({
  index,
  name: '',
  start_ms: 300 * index,
  end_ms: 300 * index + 250,
}))
const WORKING = workingService(AUDIO, { timings: TIMINGS })

interface Fault {
  readonly name: string
  readonly script: FaultScript
  readonly isSilent?: boolean
  /** The error code for an action that was already waiting when the service turned out to be faulty. */
  readonly waitedCode?: string
}

/** Ways in which a service that has accepted a request does not deliver its audio. */
const FAULTS: readonly Fault[] = [
  { name: 'HTTP 500', script: { history: (to) => sendJson(to, 500, {}) } },
  { name: 'a page of a proxy', script: { history: (to) => sendHtml(to, 502) } },
  { name: 'a page instead of a record', script: { history: (to) => sendHtml(to, 200) } },
  { name: 'a key that is refused', script: { history: (to) => sendJson(to, 401, {}) } },
  { name: 'silence', script: { history: () => undefined }, isSilent: true },
  {
    name: 'no history',
    script: { history: sendNoSuchEndpoint },
    waitedCode: 'conversion-forgotten',
  },
  { name: 'a record that makes no sense', script: { history: (to) => sendJson(to, 200, { result: 7 }) } },
  { name: 'audio that is not there', script: { media: (to) => void to.writeHead(404).end() } },
  { name: 'a page instead of audio', script: { media: (to) => sendHtml(to, 200) } },
]

/** The time limit for a service that never answers: any value works. */
const SILENT_MS = 20

interface Desk extends TestEngine {
  /** The words of each request that was paid for. */
  readonly bought: () => string[][]
  readonly become: (script: FaultScript) => void
  /** To be called before text is bought from a silent service, which is silent only about requests that it has accepted. */
  readonly expectToBuy: () => void
  /** Resolves when the service is queried about a conversion. */
  readonly asked: Promise<undefined>
}

/** A story at a service that works on every request until it becomes another service. */
async function deskAt({ isSilent = false } = {}): Promise<Desk> {
  const asked = Promise.withResolvers<undefined>()
  let [isPatient, isOther] = [true, false]
  const submit: FaultScript['submit'] = (to) => {
    isPatient = !isSilent
    sendJson(to, 200, recordBody({ uuid: `conversion-${server.submissions.length}` }))
  }
  const server = await faultServer({
    ...WORKING,
    submit,
    history(to, _, uuid) {
      asked.resolve(undefined)
      sendJson(to, 200, recordBody({ uuid, status_percentage: 40 }))
    },
  })
  const engine = testEngine({
    connection: hosted(server),
    records: storyOf(WORDS.map((text) => ({ text }))),
    options: {
      timeouts: {
        ...PATIENT,
        // Read for each request. An answer has all the time it needs on a busy machine.
        get firstByteMs() {
          return isPatient || !isOther ? PATIENT.firstByteMs : SILENT_MS
        },
      },
    },
  })
  return {
    ...engine,
    asked: asked.promise,
    become(script) {
      isOther = true
      server.script = { ...WORKING, submit, ...script }
    },
    expectToBuy: () => void (isPatient = true),
    bought: () =>
      server.submissions.map(({ body }) => {
        const { input, blocks = [] } = JSON.parse(body) as { input?: string; blocks?: { input: string }[] }
        return input === undefined ? blocks.map((block) => block.input) : [input]
      }),
  }
}

type Buy = (desk: Desk, despite?: readonly string[]) => Promise<unknown>

/** Starts a render, and throws the error with which it failed. */
async function rendered({ renders, project, settled }: Desk, order: Parameters<typeof renders.start>[1]) {
  renders.start(project, order)
  const state = await settled()
  if (state.phase === 'failed' || state.phase === 'unknown')
    throw new UserFacingError(state.error.code, state.error.params)
}

const play =
  (index: number): Buy =>
  ({ takes, project }, despite) =>
    takes.make(project, blockAt(project, index).id, despite)
const audition: Buy = ({ takes, project }, despite) => {
  const block = blockAt(project, 0)
  const line = { text: block.text, settings: settingsOf(project.story(), block) }
  return takes.audition(project, block.id, line, despite)
}

const WAYS: readonly { readonly name: string; readonly buy: Buy; readonly words: string[][] }[] = [
  { name: 'Play', buy: play(0), words: [[WORDS[0] ?? '']] },
  { name: 'an audition of the same words', buy: audition, words: [[WORDS[0] ?? '']] },
  {
    name: 'Read again',
    buy: ({ takes, project }, despite) => takes.readAgain(project, blockAt(project, 0).id, 1, despite),
    words: [[WORDS[0] ?? '']],
  },
  {
    name: 'a render of blocks',
    buy: (desk, despite) => rendered(desk, { way: 'blocks', despite }),
    words: WORDS.map((text) => [text]),
  },
  {
    name: 'a render of one block',
    buy: (desk, despite) => rendered(desk, { only: new Set([blockAt(desk.project, 1).id]), despite }),
    words: [[WORDS[1] ?? '']],
  },
  {
    name: 'a render of the same story at once',
    buy: (desk, despite) => rendered(desk, { way: 'story', despite }),
    words: [WORDS],
  },
]

async function refusalOf(bought: Promise<unknown>): Promise<UserFacingError> {
  const error = await bought.then(
    () => new Error('It was made'),
    (reason: unknown) => reason,
  )
  if (error instanceof UserFacingError) return error
  throw error
}

/** A story that was accepted as one request, and whose audio cannot be fetched. */
async function lostStory(fault: Fault): Promise<Desk> {
  const desk = await deskAt(fault)
  desk.become(fault.script)
  desk.renders.start(desk.project, { way: 'story' })
  await desk.settled()
  expect(desk.project.jobs.list()).toMatchObject([{ state: 'accepted', error: {} }])
  return desk
}

describe.each(FAULTS)('a story that was accepted and cannot be fetched ($name)', (fault) => {
  const tags = fault === FAULTS[0] ? {} : long
  // A silent service takes the whole time limit of each request: two ways stand for all.
  const ways = fault.isSilent === true ? WAYS.slice(0, 2) : WAYS

  test.each(ways)('is not bought by $name until the writer confirms', tags, async ({ buy, words }) => {
    const desk = await lostStory(fault)
    for (let press = 0; press < 2; press++) {
      const { code, params } = await refusalOf(buy(desk))
      expect([code, parseJobIds(params)]).toEqual(['words-paid', [desk.project.jobs.list()[0]?.id]])
      expect(desk.bought()).toEqual([WORDS])
    }
    const { params } = await refusalOf(buy(desk))
    desk.expectToBuy()
    await refusalOf(buy(desk, parseJobIds(params)))
    const sent = desk.bought().slice(1)
    // A render that fails does not buy all its blocks.
    expect(sent.length).toBeGreaterThan(0)
    expect(words).toEqual(expect.arrayContaining(sent))
    expect(params).toMatchObject({ credits: words.flat().join('').length })
  })

  test.each([play(0), audition])('is not bought by requests that waited for it (%#)', tags, async (buy) => {
    const desk = await deskAt(fault)
    desk.renders.start(desk.project, { way: 'story' })
    await desk.asked
    const presses = [buy(desk), play(1)(desk), play(2)(desk)].map(refusalOf)
    desk.become(fault.script)
    const refusals = await Promise.all(presses)
    const { waitedCode = 'words-paid' } = fault
    expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill(waitedCode))
    await desk.settled()
    expect(desk.bought()).toEqual([WORDS])
  })
})

test.each(WAYS)(
  'a story that can be fetched again is fetched by $name, not bought',
  async ({ name, buy }) => {
    const desk = await lostStory({ name: '', script: { history: (to) => sendJson(to, 500, {}) } })
    desk.become({})
    await buy(desk)
    expect(desk.project.jobs.list().at(-1)).toMatchObject({ state: 'completed' })
    expect(desk.bought().slice(1)).toEqual(name === 'Read again' ? [[WORDS[0]]] : [])
  },
)

test('a changed story is not bought as a whole while some of its text is still to be fetched', async () => {
  const desk = await lostStory({ name: '', script: { history: (to) => sendJson(to, 500, {}) } })
  const other = { ...blockAt(desk.project, 2), text: 'and was seen from afar' }
  desk.project.commit({ put: [other], remove: [] })
  expect((await refusalOf(rendered(desk, { way: 'story' }))).code).toBe('words-paid')
  expect(desk.bought()).toEqual([WORDS])
  // By blocks, only the other words are bought.
  const { code, params } = await refusalOf(rendered(desk, { way: 'blocks' }))
  expect(code).toBe('words-paid')
  expect(params['credits']).toBe(`${WORDS[0]}${WORDS[1]}`.length)
  expect(desk.bought().slice(1)).toEqual([[other.text]])
})

describe('a story that is rendered as a whole', () => {
  const starts = { Play: play(0), 'an audition': audition } as const

  test.each([
    ['after', 'Play'],
    ['before', 'Play'],
    ['after', 'an audition'],
    ['before', 'an audition'],
  ] as const)('%s %s of some of its text at the same moment does not buy that twice', async (order, name) => {
    const desk = await deskAt()
    const start = () => rendered(desk, { way: 'story' })
    const begun = order === 'after' ? [starts[name](desk), start()] : [start(), starts[name](desk)]
    await desk.asked
    desk.become({})
    await Promise.all(begun)
    expect(desk.bought().flat().toSorted()).toEqual(WORDS.toSorted())
  })

  test('waits for a block that is being made, and buys only the other blocks', async () => {
    const desk = await deskAt()
    const played = play(1)(desk)
    await desk.asked
    const render = rendered(desk, { way: 'story' })
    desk.become({})
    await Promise.all([played, render])
    expect(desk.bought()).toEqual([[WORDS[1]], [WORDS[0]], [WORDS[2]]])
  })

  test.each([
    ['a block', play(1)],
    ['a block with a length', play(2)],
  ])('is not bought while the audio of %s that was played cannot be fetched', async (_, buy) => {
    const desk = await deskAt()
    desk.project.commit({ put: [{ ...blockAt(desk.project, 2), durationMs: 2_000 }], remove: [] })
    desk.become({ history: (to) => sendJson(to, 500, {}) })
    await refusalOf(buy(desk))
    const [word] = desk.bought()
    expect((await refusalOf(rendered(desk, { way: 'story' }))).code).toBe('words-paid')
    expect(desk.bought()).toEqual([word])
    desk.become({})
    await rendered(desk, { way: 'story' })
    expect(desk.bought().flat().toSorted()).toEqual(WORDS.toSorted())
  })
})

describe('a story whose request got no answer', () => {
  async function unansweredStory(): Promise<Desk> {
    const desk = await deskAt()
    desk.become({ submit: (_, __, socket) => void socket.destroy() })
    await refusalOf(rendered(desk, { way: 'story' }))
    desk.become(WORKING)
    return desk
  }

  test.each(WAYS)('is not bought by $name until the writer confirms', async ({ buy, words, name }) => {
    const desk = await unansweredStory()
    const { code } = await refusalOf(buy(desk))
    expect(code).toBe('conversion-outcome-unknown')
    expect(desk.bought()).toEqual([WORDS])
    const ids = desk.project.jobs.list().map(({ id }) => id)
    await buy(desk, ids).catch((error: unknown) => {
      // The state of a render shows that an outcome is unknown, whatever was made since.
      if (!name.includes('render')) throw error
    })
    expect(desk.bought().slice(1)).toEqual(words)
  })
})
