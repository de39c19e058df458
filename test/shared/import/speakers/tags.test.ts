import { describe, expect, it } from 'vitest'
import { mentionsIn } from '../../../../shared/import/speakers/mentions.ts'
import { tagAfter, tagBefore, type Tag } from '../../../../shared/import/speakers/tags.ts'

const NAMES = new Set(['Mira', 'Tom', 'Quill', 'Harrow', 'Duchess'])
const isName = (word: string) => NAMES.has(word)

function told(tag: Tag | null): string {
  if (tag === null) return 'nobody'
  const { who, kind } = tag
  if (who.kind === 'name') return `${kind} ${[who.name.title, ...who.name.words].join(' ').trim()}`
  return `${kind} ${who.kind === 'description' ? who.words : who.kind === 'pronoun' ? (who.gender ?? 'somebody') : 'I'}`
}
const after = (narration: string, isOpen = false) =>
  told(tagAfter(narration, mentionsIn(narration, isName), isOpen))
const before = (narration: string) => told(tagBefore(narration, mentionsIn(narration, isName)))

describe('the narration after words', () => {
  it.each([
    [' said Mira.', 'said Mira'],
    [' Mira said.', 'said Mira'],
    [' said Mr. Quill, and he rose.', 'said mr Quill'],
    [' said quietly Tom.', 'said Tom'],
    [' said poor old Tom.', 'said Tom'],
    [' Tom, with a glance at Mira, replied.', 'said Tom'],
    [' Then Tom said nothing more.', 'said Tom'],
    [' she cried.', 'said female'],
    [' said the voice of Tom.', 'said Tom'],
    [' said the sign on the door.', 'nobody'],
    [' I said.', 'said I'],
    [' said the old ferryman.', 'said old ferryman'],
    [' said the gull, and flew off.', 'said gull'],
    [' said her father.', 'said father'],
    [' the Duchess said to Tom.', 'said Duchess'],
    [' crowed Mira.', 'said Mira'],
    [' beckoned Mira.', 'clause Mira'],
    [' corroborated Tom earnestly.', 'said Tom'],
    [' Tom wanted to know.', 'said Tom'],
    [' Mira went on.', 'said Mira'],
    [' the missionary asked.', 'said missionary'],
    [' the emissary quietly said.', 'said emissary'],
    [' said this emissary.', 'said emissary'],
    [' was the cry of Mira.', 'said Mira'],
    [' were the first words that burst from Tom.', 'said Tom'],
    [' came Tom’s voice from below.', 'said Tom'],
    [' was Mira’s answer.', 'said Mira'],
    [' Mira’s voice shook.', 'clause Mira'],
    [' said the voice of old Tom.', 'said Tom'],
    [' said nanny.', 'said nanny'],
    [' said the pilot carelessly.', 'said pilot'],
    [' said his colleague.', 'said colleague'],
    [' said the man in the mask.', 'said man in the mask'],
    [' said the man in the same voice.', 'said man'],
    [' said Tom’s father.', 'said Tom’s father'],
    [' said the more candid Miss Quill.', 'said miss Quill'],
    [' put in the oldest of the sailors.', 'said oldest of the sailors'],
    [' went on Mira.', 'said Mira'],
    [' Said Tom.', 'said Tom'],
    [' Mira heard Tom say, ', 'said Tom'],
    [' Mira heard him mutter.', 'said male'],
    [' said mother, as she rose.', 'said mother'],
    [' cried the Captain, touching his wife on the arm.', 'said Captain'],
    [' Tom admitted that he was tired.', 'beat Tom'],
  ])('tells who spoke them: %s', (narration, expected) => {
    expect(after(narration)).toBe(expected)
  })

  it('tells who spoke words that go on, whatever the verb', () => {
    expect(after(' Mira frowned.', true)).toBe('clause Mira')
    expect(after(' Mira frowned.', false)).toBe('beat Mira')
  })

  it.each([
    [' Tom looked up.', 'beat Tom'],
    [' said Mira. Tom looked up.', 'said Mira'],
    [' said others, and left.', 'nobody'],
    [' It was late.', 'nobody'],
    [' The door of the hall stood open.', 'nobody'],
    [' Behind Tom the door fell shut.', 'nobody'],
  ])('tells no more than it does: %s', (narration, expected) => {
    expect(after(narration)).toBe(expected)
  })
})

describe('the narration before words', () => {
  it.each([
    [' Tom (it was Mira who had told him) sat down and said: ', 'said Tom'],
    [' Tom was so late that Mira sat down and said: ', 'said Mira'],
    [' There Tom, having found his hat, went on: ', 'said Tom'],
    [' Mira sang; and soon afterwards Tom, drawing near, said, ', 'said Tom'],
    [' There was something in it which made Mira ask, ', 'said Mira'],
    [' The subaltern called, ', 'said subaltern'],
    [' When thus accosted by Mira, ', 'said Mira'],
    [' From Mira: ', 'said Mira'],
    [' She heard Mira say that it was late, and Tom replied, ', 'said Tom'],
    [' said Mira, adding, as Tom nodded, ', 'said Mira'],
    [' Mira’s only comment when she heard of it was, ', 'said Mira'],
    ['Mira said: ', 'said Mira'],
    ['Tom turned to Mira and said, ', 'said Tom'],
    ['Mira came in, and Tom said quietly, ', 'said Tom'],
    ['Mira looked at Tom, who said, ', 'said Tom'],
    ['Mira saw that he was tired and said, ', 'said Mira'],
    ['It rained. Then, without a glance at Tom, she asked: ', 'said female'],
    ['Quill, sharing the view of Harrow, called out: ', 'said Quill'],
    [' murmured Mira, while Tom said, ', 'said Tom'],
    ['Mira was told to be quiet; but Tom, much offended, laid aside his book and said, ', 'said Tom'],
    ['Mira waited until Tom turned to her with a black look and said, ', 'said Tom'],
    [' exclaimed Mira, as he finished, ', 'said Mira'],
    ['The view was discussed, and in reply to Mira’s calm inquiry of ', 'said Mira'],
    ['Mira’s declaration was, ', 'said Mira'],
    ['Tom began again. ', 'said Tom'],
    ['Mira walked off, and as soon as she was gone Tom began. ', 'said Tom'],
    ['It was broken by Mira, who, turning to Tom, said, ', 'said Mira'],
    ['It was broken by Mira, who in a voice of ice replied, ', 'said Mira'],
    ['At that moment Tom, taking her arm, said, ', 'said Tom'],
    ['Meanwhile Tom, who was angry, had said to Mira: ', 'said Tom'],
    ['Mira listened well, and when he stopped speaking, replied, ', 'said Mira'],
    ['Then Tom suddenly called out ', 'said Tom'],
    ['Tom could hear Mira say, ', 'said Mira'],
    ['Mira looked up: ', 'clause Mira'],
    ['Tom was late. Mira looked up. ', 'beat Mira'],
  ])('tells who speaks them: %s', (narration, expected) => {
    expect(before(narration)).toBe(expected)
  })
})
