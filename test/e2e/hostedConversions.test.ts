/** Cases that need a service that charges or fails: a scripted fake service, and the real app. */
import { generateKeyPairSync } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { signEvent } from '../../electron/jobs/eventReceiver.ts'
import { answerRecord, recordBody, sendJson } from '../fakes/faultServer.ts'
import { expectAccessible } from './support/accessibility.ts'
import { callHost } from './support/call.ts'
import { useHostedService, type HostedService } from './support/hostedService.ts'
import { useStudio } from './support/studio.ts'
import { long } from '../support/tags.ts'

const studio = useStudio({ hasOwnHost: true, bypassCSP: true })
const hosted = useHostedService()
/** Another one, without a history: the app remembers what it learned about a server as long as it runs. */
const forgetful = useHostedService()
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

const conversions = () => studio.editor.dialog('Conversions and credits')
const row = (text: string) => conversions().getByRole('row').filter({ hasText: text })
const details = () => conversions().getByRole('complementary', { name: 'Details of the conversion' })

/** Chooses a conversion, and returns its details. */
async function detailsOf(text: string) {
  await row(text).click()
  return details()
}

/** A story of these blocks that a hosted service speaks. */
async function hostedStory(...texts: string[]): Promise<void> {
  await storyBy(hosted, 'Harbour', texts)
}

async function storyBy(service: HostedService, name: string, texts: readonly string[]): Promise<void> {
  const { editor, page } = studio
  await service.connect(page, name, keys.publicKey.export({ type: 'spki', format: 'pem' }).toString())
  await editor.newStory(...texts)
  await page.getByRole('button', { name: /^Connection: / }).click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.getByRole('button', { name: `Connection: ${name}` }).waitFor()
  await editor.saved()
}

async function showConversions(): Promise<void> {
  await studio.page.keyboard.press('Control+Shift+L')
  await conversions().waitFor()
}

beforeEach(async () => {
  hosted.server.script = hosted.working()
  await callHost(studio.page, 'settings:update', { creditsPerStory: null, creditsPerDay: null })
})

test('a submission over a cap waits for confirmation, which counts for that one only', long, async () => {
  const { editor, page } = studio
  hosted.server.script = hosted.working({ used_credit: 11 })
  await hostedStory('Hello there', 'Hello again', 'Once more..')
  await showConversions()
  await conversions().getByRole('tab', { name: 'Credits' }).click()
  await conversions().getByRole('textbox', { name: 'Credit limit per story' }).fill('20')
  await page.keyboard.press('Escape')
  const sent = () => hosted.server.submissions.length
  const before = sent()
  await editor.button('Play block 1').click()
  await editor.state(1, 'Rendered').waitFor()
  expect(sent() - before).toBe(1)

  await editor.button('Play block 2').click()
  const dialog = editor.dialog('Over your credit limit')
  await dialog.getByText(/11 of 20 credits are spent, and it is estimated at 11/).waitFor()
  await expectAccessible(page, 'over the cap')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(sent() - before).toBe(1)

  await editor.button('Play block 2').click()
  await dialog.getByRole('button', { name: 'Send anyway' }).click()
  await editor.state(2, 'Rendered').waitFor()
  expect(sent() - before).toBe(2)

  // The daily cap, and a whole story.
  await showConversions()
  await conversions().getByRole('tab', { name: 'Credits' }).click()
  await conversions().getByRole('textbox', { name: 'Credit limit per story' }).fill('')
  await conversions().getByRole('textbox', { name: 'Daily credit limit' }).fill('30')
  await page.keyboard.press('Escape')
  await editor.button('Render story').click()
  const plan = page.getByRole('dialog', { name: /^Render “/ })
  await plan.getByText('22 now, 33 after, of 30').waitFor()
  const [name, price] = [plan.locator('summary b').first(), plan.locator('summary b').nth(1)]
  expect((await price.boundingBox())?.y, 'on one line').toBe((await name.boundingBox())?.y)
  await expectAccessible(page, 'the plan of a render')
  await plan.getByRole('button', { name: /^Start anyway/ }).click()
  expect(sent() - before).toBe(2)
  await plan.getByRole('button', { name: /^Press again/ }).click()
  await page.getByText('The story is rendered.').waitFor()
  expect(sent() - before).toBe(3)
  await editor.text(3).fill('Other words')
  await editor.saved()
  await editor.button('Play block 3').click()
  await dialog.getByText(/take today over its credit limit/).waitFor()
  expect(sent() - before).toBe(3)
})

test(
  'confirming the cost of an audition applies to that line, and the audition continues',
  long,
  async () => {
    const { editor, page } = studio
    await hostedStory('Hello there')
    await callHost(page, 'settings:update', { creditsPerStory: 5 })
    const before = hosted.server.submissions.length
    await editor.openSection('Vibes')
    await editor.button('All vibes…').click()
    await page.getByRole('button', { name: 'Compare voices…' }).first().click()
    const audition = editor.dialog('Compare voices')
    await audition.getByRole('textbox', { name: 'Line' }).fill('Another line')
    await audition.getByRole('button', { name: /^Generate for/ }).click()
    const question = editor.dialog('Over your credit limit')
    await question.getByText(/0 of 5 credits are spent, and it is estimated at 12/).waitFor()
    expect(hosted.server.submissions.length - before).toBe(0)
    await question.getByRole('button', { name: 'Send anyway' }).click()
    await audition
      .getByRole('status')
      .getByText(/costs nothing/)
      .waitFor()
    await audition.getByRole('textbox', { name: 'Line' }).fill('A third line')
    await audition.getByRole('button', { name: /^Generate for/ }).click()
    await question.getByText(/take the story over its credit limit/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await audition.getByRole('button', { name: /^Generate for/ }).waitFor()
    const sent = hosted.server.submissions.slice(before)
    expect(sent.map(({ body }) => (JSON.parse(body) as { input: string }).input)).toEqual(['Another line'])
  },
)

test('a conversion with an unknown outcome is found in the service’s history and claimed', long, async () => {
  const { editor, page } = studio
  const input = 'Where did it go?'
  hosted.server.script = {
    ...hosted.working({ tts_input: input }),
    submit: (_, __, socket) => void socket.destroy(),
    media: (response, asked, request) => {
      if (!request.path.endsWith('/history')) hosted.working().media?.(response, asked, request)
      else
        sendJson(response, 200, {
          success: true,
          result: [
            { uuid: 'lost-and-found', status: 2, tts_input: input, voice_id: 'OA001' },
            { uuid: 'of-others', status: 2, tts_input: 'Other words' },
          ],
        })
    },
  }
  await hostedStory(input)
  const before = hosted.server.submissions.length
  await editor.button('Play block 1').click()
  await page
    .getByRole('alert')
    .getByText(/may have been charged/)
    .waitFor()
  await showConversions()
  await row(input).getByRole('img', { name: 'No answer yet' }).waitFor()
  await (await detailsOf(input)).getByRole('button', { name: /^Find in history/ }).click()
  const panel = conversions().getByRole('region', { name: 'Find it in the service’s history' })
  await panel.getByRole('button', { name: 'Claim lost-and-found' }).waitFor()
  expect(await panel.getByRole('listitem').count()).toBe(1)
  await expectAccessible(page, 'a claim')
  await panel.getByRole('button', { name: 'Claim lost-and-found' }).click()
  await row(input).getByRole('img', { name: 'Completed' }).waitFor()
  await details().getByRole('button', { name: 'Play', exact: true }).waitFor()
  expect(hosted.server.submissions.length - before).toBe(1)
  await page.keyboard.press('Escape')
  await editor.state(1, 'Rendered').waitFor()
})

test('audio is dropped onto a waiting conversion, and leaves no file behind', long, async () => {
  const { editor, page } = studio
  forgetful.server.script = {}
  await storyBy(forgetful, 'Forgetful', ['Brought by hand.'])
  await editor.button('Play block 1').click()
  await page
    .getByRole('alert')
    .getByText(/offers no way to fetch its result/)
    .waitFor()
  await showConversions()
  await (await detailsOf('Brought by hand.')).getByRole('button', { name: /^Attach audio/ }).click()
  const panel = conversions().getByRole('region', { name: 'Attach audio' })
  await panel.getByRole('textbox', { name: 'Address of the audio' }).fill('http://elsewhere.example/a.mp3')
  await panel.getByRole('button', { name: 'Fetch' }).click()
  await editor.notice(/^This is not an https address/).waitFor()
  await expectAccessible(page, 'attaching audio')

  // A message can be dismissed without leaving the dialog.
  const dismiss = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' })
  while ((await dismiss.count()) > 0) await dismiss.first().click()
  await panel.waitFor()

  const drop = async (name: string, bytes: Uint8Array) => {
    const file = { name, base64: Buffer.from(bytes).toString('base64') }
    const transfer = await page.evaluateHandle(({ name, base64 }) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name))
      return data
    }, file)
    await panel.dispatchEvent('drop', { dataTransfer: transfer })
  }
  await drop('words.mp3', Buffer.from('no audio at all'))
  await editor.notice(/not audio that Fabula can read/).waitFor()
  await drop('tone.mp3', hosted.audio)
  await row('Brought by hand.').getByRole('img', { name: 'Completed' }).waitFor()
  await details()
    .getByText(/attached by hand/)
    .waitFor()
  await expect.poll(() => readdir(studio.folder)).toEqual([])
})

test(
  'an accepted conversion is fetched after the app was killed, even if its story is closed',
  long,
  async () => {
    const { problems, editor, page } = studio
    let isDone = false
    const working = hosted.working()
    hosted.server.script = {
      ...working,
      history: (response, asked, uuid) =>
        isDone
          ? working.history?.(response, asked, uuid)
          : sendJson(response, 200, recordBody({ uuid, status: 12, status_percentage: 40 })),
    }
    await hostedStory('Still to come.')
    const before = hosted.server.submissions.length
    await editor.button('Play block 1').click()
    await showConversions()
    await row('Still to come.')
      .getByRole('img', { name: /Joining audio/i })
      .waitFor()
    problems.expect(/net::ERR_|status of 401/) // Chromium's errors for a server that is gone or no longer knows the page
    await studio.host.kill()
    await studio.restart()
    await showConversions()
    await row('Still to come.')
      .getByRole('img', { name: /Joining audio/i })
      .waitFor()
    isDone = true
    await row('Still to come.').getByRole('img', { name: 'Completed' }).waitFor({ timeout: 40_000 })
    await row('Still to come.').click()
    await page.keyboard.press('Enter')
    await editor.state(1, 'Rendered').waitFor()
    expect(hosted.server.submissions.length - before).toBe(1)
  },
)

test('an event that offers audio at a new host asks for confirmation', long, async () => {
  const { editor, page } = studio
  const uuid = 'told-by-an-event'
  forgetful.server.script = { submit: answerRecord({ uuid }) }
  await storyBy(forgetful, 'Forgetful', ['Told by an event.'])
  await callHost(page, 'settings:update', { isWebhookOn: true, webhookPort: 0 })
  const { localUrl } = await callHost(page, 'webhooks:state', {})
  await editor.button('Play block 1').click()
  await page
    .getByRole('alert')
    .getByText(/offers no way to fetch its result/)
    .waitFor()
  const event = {
    event: 'TTS_TEXT_SUCCESS',
    uuid: 'event-1',
    data: { uuid, status: 2, media_url: 'https://audio.invalid/a.mp3' },
  }
  const send = (signature: string) =>
    fetch(localUrl ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signature },
      body: JSON.stringify(event),
    }).then(({ status }) => status)
  expect(await send('00'.repeat(256))).toBe(401)
  expect(await send(signEvent('event-1', keys.privateKey))).toBe(200)

  await showConversions()
  await row('Told by an event.').click()
  await details()
    .getByText(/^An event offers the audio at audio\.invalid/)
    .waitFor()
  await expectAccessible(page, 'a host to be allowed')
  await details()
    .getByRole('button', { name: /^Allow audio\.invalid/ })
    .click()
  await details()
    .getByRole('button', { name: /^Allow/ })
    .waitFor({ state: 'detached' })
  await conversions().getByRole('tab', { name: 'Events' }).click()
  await conversions()
    .getByText(/^Last event: TTS_TEXT_SUCCESS, .* accepted$/)
    .waitFor()
  await conversions().getByRole('button', { name: 'Remove audio.invalid' }).waitFor()
  await expectAccessible(page, 'events with a host')
  await callHost(page, 'settings:update', { isWebhookOn: false, webhookHosts: [] })
})
