import { describe, expect, it, vi } from 'vitest'
import { dropSession } from '../../../renderer/actions/session.ts'
import { takeDropped } from '../../../renderer/actions/dropped.ts'
import { extensionsFor, listExtensions, PROJECT_EXTENSION } from '../../../shared/files/fileTypes.ts'
import { plainParagraph, sourceOf } from '../../../shared/import/source.ts'
import { fileRefSchema } from '../../../shared/ipc/views.ts'
import { formatVibeFile } from '../../../shared/story/vibes.ts'
import { reviewHost } from '../import/renderReview.tsx'
import { NOTHING_MADE, PROJECT, sketchRecords } from '../support/smallStory.ts'
import { HASTY, libraryWorld } from '../vibes/fakeLibrary.ts'

function worldOverFiles() {
  const setUp = libraryWorld(sketchRecords([{ text: 'Once.' }]))
  const takeFile = vi.mocked(setUp.world.bridge.takeFile)
  takeFile.mockResolvedValue(fileRefSchema.parse('a-reference'))
  return { ...setUp, takeFile, dialog: () => setUp.world.view.getState().dialog }
}
const file = (name: string, text = 'x') => new File([text], name)

describe('a dropped file', () => {
  it.each(['Tides.pdf', 'TIDES.DOCX', 'tides.azw3', 'tides.html'])(
    '%s among the documents is offered for speech',
    async (name) => {
      const { world, dialog, takeFile } = worldOverFiles()
      world.view.setState({ dialog: { kind: 'documents', chosen: null } })
      await takeDropped(world, file(name))
      expect(dialog()).toMatchObject({ kind: 'documents', chosen: { name } })
      expect(takeFile).toHaveBeenCalledWith(expect.anything(), 'document')
    },
  )

  it.each(['tides.fabula'])('%s is opened at once if no story is open', async (name) => {
    const { world, dialog, answer, callsOf } = worldOverFiles()
    dropSession(world)
    const opened = {
      ...PROJECT,
      records: sketchRecords([{ text: 'The tide.' }]),
      ...NOTHING_MADE,
    }
    answer({ 'import:readFile': () => null, 'project:open': () => opened })
    await takeDropped(world, file(name))
    expect(callsOf('project:open')).toEqual([{ ref: 'a-reference' }])
    expect(dialog()).toBeNull()
  })

  const others = extensionsFor('open').filter((extension) => extension !== PROJECT_EXTENSION)
  it.each(others.map((extension) => `tides${extension}`))('%s is reviewed first', async (name) => {
    const { world, dialog, answer, callsOf } = worldOverFiles()
    const paragraphs = [plainParagraph('The tide.')]
    const source = sourceOf('Tides', [{ title: null, kind: 'body', paragraphs }])
    const reading = { name, sizeBytes: 9, source, table: null, encoding: null, readAs: null }
    answer({ 'import:readFile': () => reviewHost().open(reading) })
    await takeDropped(world, file(name))
    expect(dialog()).toMatchObject({ kind: 'import', reading: { name } })
    expect(callsOf('project:open')).toEqual([])
  })

  it('that is a plain text is accepted among the documents', async () => {
    const { world, dialog } = worldOverFiles()
    world.view.setState({ dialog: { kind: 'documents', chosen: null } })
    await takeDropped(world, file('tides.txt'))
    expect(dialog()).toMatchObject({ kind: 'documents', chosen: { name: 'tides.txt' } })
  })

  it('of another kind is refused among the documents, and the chosen document stays', async () => {
    const { world, dialog } = worldOverFiles()
    world.view.setState({ dialog: { kind: 'documents', chosen: null } })
    await takeDropped(world, file('tides.pdf'))
    await expect(takeDropped(world, file('tides.md'))).rejects.toMatchObject({
      code: 'document-format-unknown',
      params: { known: listExtensions('document') },
    })
    expect(dialog()).toMatchObject({ chosen: { name: 'tides.pdf' } })
  })

  it('of vibes shows what it would add, once the library is loaded', async () => {
    const { world, dialog } = worldOverFiles()
    const content = formatVibeFile([{ name: HASTY.name, prompt: HASTY.prompt }])
    world.vibes.setState({ custom: [] })
    await takeDropped(world, file('friends.vibes', content))
    expect(dialog()).toMatchObject({
      kind: 'import-vibes',
      fileName: 'friends.vibes',
      vibes: [{ name: 'Hasty' }],
    })
  })
})
