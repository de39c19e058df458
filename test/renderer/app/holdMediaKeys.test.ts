import { expect, it, vi } from 'vitest'
import { openAudio } from '../../../electron/lib/audio/decode.ts'
import { holdMediaKeys } from '../../../renderer/app/followMediaKeys.ts'
import { createPlaybackStore } from '../../../renderer/stores/player.ts'

it('silent audio that is long enough for media keys plays as long as the story plays', async () => {
  const playback = createPlaybackStore()
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:silence'
  })
  let isPlaying = false
  const element = {
    src: '',
    loop: false,
    play: () => Promise.resolve(void (isPlaying = true)),
    pause: () => void (isPlaying = false),
  }
  holdMediaKeys(playback, () => element as unknown as HTMLAudioElement) // the members that are used
  playback.setState({ status: 'preparing' })
  playback.setState({ status: 'playing' })
  expect([isPlaying, element.src, element.loop]).toEqual([true, 'blob:silence', true])
  playback.setState({ status: 'stopped' })
  expect(isPlaying).toBe(false)
  playback.setState({ status: 'playing' })
  expect([isPlaying, files.length]).toEqual([true, 1])

  const file = files[0]
  if (file === undefined) throw new Error('No file was made')
  const audio = await openAudio(new Uint8Array(await file.arrayBuffer()))
  expect([audio.container, audio.durationMs]).toEqual(['wav', 10_000])
  for await (const samples of audio.decode()) expect(samples.every((sample) => sample === 0)).toBe(true)
})
