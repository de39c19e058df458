// @module-tag long
import { expect, test } from 'vitest'
import { expectAccessible } from './support/accessibility.ts'
import { callHost } from './support/call.ts'
import { soundingIn } from './support/sound.ts'
import { useStudio } from './support/studio.ts'

// axe adds styles of its own, which the page's policy would block.
const studio = useStudio({ hasOwnHost: true, bypassCSP: true })

test('a render is listed, without credits for the local voice, and can be played there and shown in its story', async () => {
  const { editor, page } = studio
  await editor.newStory('The lamp was lit.')
  await editor.render()
  await editor.button('More').click()
  await page.getByRole('menuitem', { name: /^Conversions and credits/ }).click()
  const dialog = editor.dialog('Conversions and credits')
  const row = dialog.getByRole('row', { name: 'Untitled story' })
  const details = dialog.getByRole('complementary', { name: 'Details of the conversion' })
  const action = (name: string) => details.getByRole('button', { name, exact: true })
  await row.getByRole('img', { name: 'Completed' }).waitFor()
  await row.click()
  for (const fact of ['Local voice', 'fetched from the history'])
    await details.getByText(fact, { exact: true }).waitFor()
  await action('Play').click()
  await action('Stop').waitFor()
  await action('Play').waitFor()
  await expectAccessible(page, 'conversions')
  await dialog.getByRole('tab', { name: 'Credits' }).click()
  await dialog.getByText('Nothing that costs credits has been sent yet.').waitFor()
  await expectAccessible(page, 'credits')

  await page.keyboard.press('Escape')
  await editor.button('Close story').click()
  await editor.button('New story').waitFor() // leaving a story also closes what is open above it
  await page.keyboard.press('Control+Shift+L')
  // It can also be played with its story closed, which then stays closed.
  await row.click()
  await action('Play').click()
  await expect.poll(() => soundingIn(page).then((sound) => sound !== undefined)).toBe(true)
  await action('Stop').click()
  await action('Show in story').click()
  await editor.text(1).waitFor()

  await editor.statusBar.getByRole('button', { name: 'Conversions' }).click()
  await row.click()
  await action('Remove from list').click()
  await dialog.getByText(/^Nothing has been sent to a speech service yet/).waitFor()
})

test('Fabula listens for events if this is switched on, and a test event arrives', async () => {
  const { editor, page } = studio
  await editor.newStory('A block.')
  await page.keyboard.press('Control+Shift+L')
  const dialog = editor.dialog('Conversions and credits')
  await dialog.getByRole('tab', { name: 'Events' }).click()
  await dialog.getByText('Not listening.').waitFor()
  await dialog.getByRole('textbox', { name: 'Port' }).fill('0')
  await dialog.getByRole('switch').press('Space')
  await dialog.getByText(/^http:\/\/127\.0\.0\.1:\d+\/events$/).waitFor()
  // The public address without a path; the address to register includes the path for events.
  const local = (await dialog.getByText(/^http:\/\/127/).textContent()) ?? ''
  await dialog.getByRole('textbox', { name: 'Public address of the tunnel' }).fill(new URL(local).origin)
  await dialog.getByRole('term').filter({ hasText: 'Register this address' }).waitFor()
  await dialog.getByRole('definition').filter({ hasText: local }).nth(1).waitFor()
  await dialog.getByRole('button', { name: 'Send a test event' }).click()
  await dialog.getByText(/^Last event: FABULA_TEST, .* test arrived$/).waitFor()
  await expectAccessible(page, 'events')
  await callHost(page, 'settings:update', { isWebhookOn: false })
  expect((await callHost(page, 'webhooks:state', {})).localUrl).toBeNull()
})
