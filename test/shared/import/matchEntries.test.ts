import { describe, expect, it } from 'vitest'
import { planDirectly } from '../../../shared/import/importStory.ts'
import { plainParagraph, sourceOf, type ImportSource } from '../../../shared/import/source.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { compare, fileOf, imported, PARAGRAPHS, SHELL, told } from './updatedFiles.ts'

const [FERRY, GULL, , ENGINE] = PARAGRAPHS

describe('paragraphs with quotations', () => {
  const said = (...texts: string[]) => fileOf([['One', ...texts]])
  const [spoken, other] = ['“Wait,” said Mira, and looked at the sea.', '“Why?” asked Tom. “It is dark.”']
  const plan = (file: ImportSource) => planDirectly(file, { readsQuotations: true })
  const { story } = imported(said(spoken, other), plan)

  it('stay divided into blocks as in the story', () => {
    const whole = imported(said(spoken, other)).story
    const next = said(`${spoken.slice(0, -1)} again.`, other)
    for (const [from, blocks] of [
      [story, 5],
      [whole, 2],
    ] as const) {
      expect(blocksOf(from)).toHaveLength(blocks)
      for (const read of [undefined, plan]) {
        const { update } = compare(from, next, null, read)
        expect(update.differences.map(({ kind }) => kind)).toEqual(['changed'])
        expect(compare(from, said(spoken, other), null, read).update.differences).toEqual([])
      }
    }
  })

  it('get a block for a newly added quotation', () => {
    const { update } = compare(story, said(spoken, `${other} “Come home with me.”`), null, plan)
    expect(told(update).map((each) => each.split(' | ')[0])).toEqual(['added'])
    const added = compare(
      story,
      said(`${spoken} “Nobody ever listens,” cried Ada.`, other),
      null,
      plan,
    ).update
    expect(told(added)).toContain('added | “Nobody ever listens,”')
  })
})

describe('scenes with numbers', () => {
  it('are matched by number, even if everything else changes', () => {
    const scene = (title: string, name: string, ...texts: string[]) => ({
      ...{ title, name, kind: 'body' as const },
      paragraphs: texts.map((text) => plainParagraph(text)),
    })
    const first = sourceOf('Play', [scene('INT. JETTY', '1', FERRY), scene('EXT. DECK', '2', GULL)])
    const { story, known } = imported(first)
    const next = sourceOf('Play', [
      scene('INT. JETTY', '1', FERRY),
      scene('INT. CABIN', '2A', SHELL),
      scene('EXT. HOLD', '2', ENGINE),
    ])
    const { update } = compare(story, next, known)
    expect(told(update)).toEqual([
      'added | INT. CABIN',
      `added | ${SHELL}`,
      'changed | EXT. DECK | EXT. HOLD',
      `added | ${ENGINE}`,
      `removed | ${GULL}`,
    ])
  })
})
