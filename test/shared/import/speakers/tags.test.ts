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
    [' Tom was told by Mira.', 'said Mira'],
    [' It was Mira who spoke.', 'said Mira'],
    [' Mira it was who replied.', 'said Mira'],
    [' It was Tom’s voice.', 'said Tom'],
    [' The speaker was Mira.', 'said Mira'],
    [' This from Mira.', 'said Mira'],
    [' So said Tom.', 'said Tom'],
    [' Thus Mira.', 'said Mira'],
    [' So Tom; and Mira laughed.', 'said Tom'],
    [' from Mr. Quill, who thought it amusing.', 'said mr Quill'],
    [' said, after a pause, Mira.', 'said Mira'],
    [' was all that Mira said.', 'said Mira'],
    [' called the shattered voice of Mira.', 'said Mira'],
    [' said one of the women.', 'said one of the women'],
    [' said somebody behind them.', 'said somebody'],
    [' said another.', 'said another'],
    [' said the other, and sat down.', 'said somebody'],
    [' said her sister-in-law.', 'said sister-in-law'],
    [' said the saloon-keeper.', 'said saloon-keeper'],
    [' said Tom’s father-in-law.', 'said Tom’s father-in-law'],
    [' Mira’s mother answered for her.', 'said Mira’s mother'],
    [' Nurse replied.', 'said nurse'],
    [' said the Reverend Mr. Quill.', 'said mr Quill'],
    [' said the Hon. Tom Quill.', 'said honourable Tom Quill'],
    [' said the widow of Tom Quill.', 'said widow'],
    [' exclaimed the master of Harrow to his groom.', 'said master'],
    [' whispered my guardian as we gave up our seats.', 'said guardian'],
    [' proceeds Mira with great distinctness.', 'said Mira'],
    [' interposes the ferryman.', 'said ferryman'],
    [' is Mr. Quill’s reluctant admission.', 'said mr Quill'],
    [' was Mira’s cheerful salutation.', 'said Mira'],
    [' I heard Tom grumbling as he struggled into his coat.', 'said Tom'],
    [' said the one they called Mira.', 'said Mira'],
    [' cried the boy who was called Tom.', 'said Tom'],
    [' according to Mira.', 'clause Mira'],
  ])('identifies the speaker: %s', (narration, expected) => {
    expect(after(narration)).toBe(expected)
  })

  it('identifies the speaker of an unfinished sentence, whatever the verb', () => {
    expect(after(' Mira frowned.', true)).toBe('clause Mira')
    expect(after(' Mira frowned.', false)).toBe('beat Mira')
  })

  it.each([
    [' and Tom nodded.', 'beat Tom'],
    [' the saloon-keeper reckoned.', 'said saloon-keeper'],
    [' someone called.', 'said someone'],
    [' one of the men said.', 'said one of the men'],
    [' the girl with the red hair said.', 'said girl with the red hair'],
  ])('identifies the speaker of an unfinished sentence: %s', (narration, expected) => {
    expect(after(narration, true)).toBe(expected)
  })

  it.each([
    [' Tom looked up.', 'beat Tom'],
    [' turning to Mira particularly as he spoke.', 'beat male'],
    [' said Mira. Tom looked up.', 'said Mira'],
    [' said others, and left.', 'nobody'],
    [' It was late.', 'nobody'],
    [' The door of the hall stood open.', 'nobody'],
    [' Behind Tom the door fell shut.', 'nobody'],
    [' Mira began to cough.', 'beat Mira'],
    [' Mira began to explain.', 'said Mira'],
    [' Mira returned to the window.', 'beat Mira'],
    [' Mira returned.', 'said Mira'],
    [' Tom put the book down.', 'beat Tom'],
    [' Tom broke the bread.', 'beat Tom'],
    [' Mira read the letter.', 'beat Mira'],
    [' Mira interrupted him.', 'nobody'],
  ])('is not overinterpreted: %s', (narration, expected) => {
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
    [' and Tom reply, ', 'said Tom'],
    ['She waited, which gave the Duchess the opportunity of adding, ', 'said Duchess'],
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
    ['Mira saw he was out of temper and said, ', 'said Mira'],
    ['Nanny said, ', 'said nanny'],
    ['Tom’s wife said, ', 'said Tom’s wife'],
    ['Tom, whom Mira had not seen, said, ', 'said Tom'],
    ['Tom, to whom Mira had given the rope, said, ', 'said Tom'],
    ['Tom, whose hat Mira held, said, ', 'said Tom'],
    ['Mira, who had never liked Tom, and who did not hide it, said, ', 'said Mira'],
    ['The man who had brought Mira said, ', 'said man'],
    ['Tom, going to the door, where Mira was standing, said gently: ', 'said Tom'],
    ['when Tom came into the room where she and Mira were sitting, and said, ', 'said Tom'],
    [
      'Mira called in vain; while Captain Quill, leaning against the wall, exclaimed in agony— ',
      'said captain Quill',
    ],
    ['he was still urging it when Tom entered the room, calling out, ', 'said Tom'],
    ['Mira waited until he was gone, then turned to Tom and said: ', 'said Mira'],
    [' said Tom, when Mrs. Quill returned, ', 'said Tom'],
    [' for Mira was replying in a sort of whisper, ', 'said Mira'],
    ['But he did not go without Mr. Quill’s giving a sigh, and saying, ', 'said mr Quill'],
    ['which gave Mira the opportunity of adding, ', 'said Mira'],
    ['nor without her overhearing Mr. Quill whisper to his wife, ', 'said mr Quill'],
    ['Mira thought it best to reply, ', 'said Mira'],
    ['To which Tom: ', 'said Tom'],
    ['And Tom, ', 'said Tom'],
    ['Mira: ', 'said Mira'],
    [' said Tom; and Mira, ', 'said Mira'],
    ['The answer came from Tom: ', 'said Tom'],
    ['Then came the voice of Mira: ', 'said Mira'],
    ['It was Mira who broke the silence. ', 'said Mira'],
    ['Tom it was who spoke up stoutly. ', 'said Tom'],
    ['Tom was late. Mira looked up. ', 'beat Mira'],
    ['Mira wished he were not there; and the Duchess, with real kindness, observed to her, ', 'said Duchess'],
    ['Mira made her curtsey; and the Duchess, left alone, had just sat down, and said, ', 'said Duchess'],
    ['Tom had scarcely passed the door, when Mira came to meet him; and taking his arm, said, ', 'said Mira'],
    ['The gull stopped to give Mira a chance of asking Tom (who said ', 'said Tom'],
  ])('identifies the speaker: %s', (narration, expected) => {
    expect(before(narration)).toBe(expected)
  })
})
