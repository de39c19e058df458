import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CheckedFile } from '../../../shared/export/findings.ts'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { GOOD_FILE } from '../../shared/export/goodSound.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { creditsOf } from '../../../shared/export/exportPart.ts'
import { EXPORT_PRESETS } from '../../../shared/export/exportSettings.ts'
import { OPENING_ID } from '../../../shared/story/heardBlocks.ts'
import { withCredits } from '../../../shared/story/story.ts'
import { addAudio } from '../../../renderer/stores/audioStore.ts'
import { id, takeOf } from '../support/smallStory.ts'
import { openExportPage } from './openExportPage.tsx'
import { storyOf } from '../../../renderer/stores/app.ts'

test('the check lists failures, which can be played, stepped through and shown in the story', async () => {
  const { user, world, emit, callsOf } = await openExportPage({
    answers: { 'export:start': () => ({ exportId: 'check' }), 'export:cancel': () => ({}) },
  })
  await user.click(screen.getByRole('button', { name: 'Check the sound' }))
  await screen.findByRole('progressbar')
  expect(callsOf('export:start')).toMatchObject([{ ref: null }])
  const sound = {
    ...{
      durationMs: 1900,
      sampleRate: 44_100,
      channels: 1,
      lufs: -19,
      rmsDb: -20,
      peakDb: -1,
      peakAtMs: 1200,
    },
    ...{ truePeakDb: -1, noiseDb: -66, noiseAtMs: 0, headMs: 700, tailMs: 2000, silences: [] },
    clippedAtMs: [100],
  }
  const blocks = [
    { id: id('b1'), startMs: 0, endMs: 900, lufs: -20 },
    { id: id('b2'), startMs: 900, endMs: 1900, lufs: -19 },
  ]
  const file = {
    ...GOOD_FILE,
    peaks: Array.from({ length: 38 }, (_, index) => (index === 24 ? 0.9 : 0.3)),
    ...{ name: 'A story.mp3', title: 'A story', durationMs: 1900, isStem: false, sound, blocks },
  }
  act(() => {
    emit('export:progress', {
      ...{ exportId: 'check', fraction: 1, remainingMs: 0 },
      outcome: { kind: 'checked', files: [file] },
    })
  })
  expect(await screen.findByText('1 file fails')).toBeTruthy()
  const places = screen.getByRole('listbox', { name: 'Places to check' })
  expect(
    within(places)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'The peak is −1.0 dB; ACX asks for less than −3 dB A story.mp3, 0:01.2 · Block 2',
    'Clipped: the sound is cut off at full scale A story.mp3, 0:00.1 · Block 1',
  ])
  const heardMs: (number | undefined)[] = []
  Object.assign(world.player, { playStory: (fromMs?: number) => heardMs.push(fromMs) })
  await user.click(screen.getByRole('button', { name: /^Hear the place at 0:01\.2, −3/ }))
  expect(heardMs).toEqual([200]) // a second before it
  await user.click(within(places).getAllByRole('option')[0] ?? places)
  await user.keyboard('{ArrowDown}')
  expect(screen.getByText('Wait.')).toBeTruthy()
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(world.view.getState().dialog).toBeNull())
  expect(world.editor.getState().selection).toEqual(['b2'])
})

test('a failed check is fixed by other settings or a quieter block, and run again', async () => {
  const { user, world, emit, callsOf } = await openExportPage({
    answers: { 'export:start': () => ({ exportId: 'check' }) },
  })
  const answer = (changes: Partial<CheckedFile>) => {
    const blocks = [
      { id: id('b1'), startMs: 0, endMs: 900, lufs: -20 },
      { id: id('b2'), startMs: 900, endMs: 1900, lufs: -19 },
    ]
    const of = { name: '1.mp3', title: '1', durationMs: 1900, isStem: false, peaks: [], blocks }
    act(() => {
      emit('export:progress', {
        ...{ exportId: 'check', fraction: 1, remainingMs: 0 },
        outcome: { kind: 'checked', files: [{ ...GOOD_FILE, ...of, ...changes }] },
      })
    })
  }
  const peak = { ...GOOD_FILE.sound, peakDb: -2, peakAtMs: 1200 }
  await user.click(screen.getByRole('button', { name: 'Check the sound' }))
  await screen.findByRole('progressbar')
  answer({ sound: peak, encoding: { format: 'mp3', kbps: 64 } })
  const [lower] = await screen.findAllByRole('button', { name: 'Lower this block by 1.5 dB' })
  if (lower === undefined) throw new Error('The mend is missing')
  await user.click(lower)
  await screen.findByRole('progressbar')
  expect(blocksOf(storyOf(world)).map(({ gainDb }) => gainDb)).toEqual([0, -1.5])
  answer({ sound: { ...peak, rmsDb: -27 }, encoding: { format: 'mp3', kbps: 64 } })
  expect(screen.queryByText(/remove the noise/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Fix all 3' }))
  await screen.findByRole('progressbar')
  expect(callsOf('export:start').at(-1)).toMatchObject({
    ref: null,
    settings: { quality: '192', peakDb: -3, loudness: { kind: 'rms', target: -20 } },
  })
  answer({ sound: { ...GOOD_FILE.sound, noiseDb: -40 } })
  expect(await screen.findByText(/The noise is −40\.0 dB.*remove the noise in an audio editor/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('progressbar')
  answer({})
  expect(await screen.findByText('1 file passes')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Fix/ })).toBeNull()
})

test('the check shows which files ACX refuses as a whole, and what to choose; a change clears its results', async () => {
  const { user, world, emit } = await openExportPage({
    answers: { 'export:start': () => ({ exportId: 'check' }) },
  })
  const check = async (changes: Partial<CheckedFile>) => {
    await user.click(screen.getByRole('button', { name: 'Check the sound' }))
    const again = screen.queryByRole('button', { name: 'Check again' })
    if (again !== null) await user.click(again)
    await screen.findByRole('progressbar')
    const of = {
      name: 'A story.mp3',
      title: 'A story',
      durationMs: 1900,
      isStem: false,
      peaks: [],
      blocks: [],
    }
    const file: CheckedFile = { ...GOOD_FILE, ...of, ...changes }
    act(() => {
      emit('export:progress', {
        ...{ exportId: 'check', fraction: 1, remainingMs: 0 },
        outcome: { kind: 'checked', files: [file] },
      })
    })
    const cells = await screen.findAllByRole('cell')
    const shown = cells.map(({ textContent }) => textContent)
    await user.click(screen.getByRole('button', { name: 'Back to the settings' }))
    return shown.slice(5) // from the format on
  }
  const mark = () => within(screen.getByRole('region', { name: 'Output' })).queryByLabelText(/^(Pass|Fail)$/)

  expect(await check({ encoding: { format: 'm4b', kbps: null } })).toEqual([
    'M4B · 44.1\u00a0kHz Fail',
    ' Fail',
    'ACX accepts only MP3. Choose MP3 at 192 kbit/s or more.Use MP3, 192 kbit/s',
  ])
  expect(mark()?.getAttribute('aria-label')).toBe('Fail')
  expect((await check({ encoding: { format: 'mp3', kbps: 64 } })).at(-1)).toMatch(
    /64 kbit\/s; ACX asks for 192/,
  )
  expect((await check({ encoding: { format: 'mp3', kbps: null } })).at(-1)).toMatch(/The bit rate varies/)
  expect((await check({ sections: 3 })).at(-1)).toMatch(
    /3 chapters in one file.* Choose one file for each chapter/,
  )
  expect((await check({ sections: 0 })).at(-1)).toMatch(/Less than a chapter/)
  expect((await check({ sections: 0, isStem: true })).at(-1)).toMatch(/A stem/)
  expect(mark()?.getAttribute('aria-label')).toBe('Fail')
  expect(await check({})).toEqual(['MP3 · 192\u00a0kbit/s · 44.1\u00a0kHz', ' Pass'])
  expect(mark()?.getAttribute('aria-label')).toBe('Pass')
  await user.click(screen.getByRole('button', { name: 'Check the sound' }))
  expect(screen.getByText('1 file passes')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back to the settings' }))

  act(() => {
    world.edit('edits.rename', patchBlocks(storyOf(world), [id('b1')], { silenceBeforeMs: 9000 }))
  })
  await waitFor(() => expect(mark()).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Check the sound' }))
  await screen.findByRole('progressbar') // an old result is not shown as if it were current
})

test('a finding in the credits is played by itself, because the open story has no credits', async () => {
  const { user, world, emit } = await openExportPage({
    answers: { 'export:start': () => ({ exportId: 'check' }) },
  })
  await user.click(screen.getByText('Audiobook (ACX)'))
  const words = creditsOf(storyOf(world), EXPORT_PRESETS.audiobook)
  const spoken = withCredits(storyOf(world), words)
  act(() => {
    const credits = takeOf(spoken, OPENING_ID, 'credits', 100, 1600)
    addAudio(world.audio, { takes: [credits], render: null })
  })
  await user.click(screen.getByRole('button', { name: 'Check the sound' }))
  await screen.findByRole('progressbar')
  const blocks = [
    { id: OPENING_ID, startMs: 500, endMs: 2000, lufs: -20 },
    { id: id('b1'), startMs: 2500, endMs: 3400, lufs: -20 },
  ]
  const sound = { ...GOOD_FILE.sound, peakDb: -1, peakAtMs: 1800 }
  const file = {
    ...GOOD_FILE,
    ...{ name: '1.mp3', title: '1', durationMs: 3400, isStem: false, sound, blocks },
    peaks: Array.from({ length: 68 }, () => 0.3),
  }
  act(() => {
    emit('export:progress', {
      ...{ exportId: 'check', fraction: 1, remainingMs: 0 },
      outcome: { kind: 'checked', files: [file] },
    })
  })
  const heard: unknown[] = []
  Object.assign(world.player, {
    playAudio: (...asked: unknown[]) => heard.push(asked),
    playStory: (...asked: unknown[]) => heard.push(asked),
    playBlock: (...asked: unknown[]) => heard.push(asked),
  })
  await user.click(await screen.findByRole('option', { name: /^The peak/ }))
  await user.click(screen.getByRole('button', { name: 'Listen' }))
  await user.click(screen.getByRole('button', { name: /^Hear the place/ }))
  expect(heard).toEqual([
    ['credits', 100, 1600, { fromMs: 0 }],
    ['credits', 100, 1600, { fromMs: 300 }],
  ])
  expect(screen.getByRole('button', { name: 'Show in the story' }).matches(':disabled')).toBe(true)
})
