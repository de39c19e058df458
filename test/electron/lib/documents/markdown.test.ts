import { describe, expect, test } from 'vitest'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { outline, readText } from './storyText.ts'

const outlineOf = async (text: string) => outline(await readText('story.md', text))

describe('a Markdown document', () => {
  test('has a chapter for each heading and a block for each paragraph', async () => {
    const text =
      '# The Lantern\n\nOnce.\n\nNobody\nsaw it.\n\nInto the Wood\n---\n\nDark.\n\n### Home ###\n\nEnd.'
    expect(await outlineOf(text)).toEqual([
      '# The Lantern',
      'Once.',
      'Nobody saw it.',
      '# Into the Wood',
      'Dark.',
      '# Home',
      'End.',
    ])
  })

  test('takes its title from a first heading with nothing under it', async () => {
    const file = await readText('story.md', '# The Fox\n\n## One\n\nOnce.\n\n## Two\n\nTwice.')
    expect(file).toMatchObject({ source: { title: 'The Fox' } })
    expect(outline(file)).toEqual(['# One', 'Once.', '# Two', 'Twice.'])
  })

  test('takes its title from its front matter, which is not spoken', async () => {
    const file = await readText(
      'story.md',
      '---\nauthor: A. Fox\ntitle: "The Lantern"\n---\n\n# One\n\nOnce.',
    )
    expect(file.source.title).toBe('The Lantern')
    expect(outline(file)).toEqual(['# One', 'Once.'])
  })

  test('is named after its file if it has no title', async () => {
    expect((await readText('The Fox.markdown', 'Once.')).source.title).toBe('The Fox')
  })

  test('is read without its markup', async () => {
    const text =
      '*Once*, **at** the `edge` of [a wood](https://example.org "map") &mdash; a \\*lantern\\*<br>hung![pic](a.png)<!-- hush -->.  \nIt was <i>lit</i>.'
    expect(await outlineOf(text)).toEqual(['Once, at the edge of a wood — a *lantern*\nhung.\nIt was lit.'])
  })

  test('is read paragraph by paragraph in lists, quotes and fenced blocks', async () => {
    expect(
      await outlineOf(
        '- one\n- two\n  - three\n\n> four\n> still\n>\n> five\n\n```\nsix\n```\n\n***\n\n1. seven',
      ),
    ).toEqual(['one', 'two', 'three', 'four still', 'five', 'six', 'seven'])
  })

  test('is read within blocks of HTML, without tags, comments and scripts', async () => {
    const html =
      '<div class="x">\n  <p>Tom &amp; Fox</p>\n  <p>Second</p>\n</div>\n\n<!-- no\n\nnot this -->\n\n<script>\nbad()\n</script>'
    expect(await outlineOf(html)).toEqual(['Tom & Fox', 'Second'])
  })
})

/** The omitted text, by reason: whole parts and marks. */
async function leftOut(text: string): Promise<string[]> {
  const { source } = await readText('story.md', text)
  return source.paragraphs.flatMap(({ text: words, piece, marks }) =>
    piece === null
      ? marks.map((mark) => `${mark.piece}: ${words.slice(mark.start, mark.end)}`)
      : [`${piece}: ${words}`],
  )
}

describe('syntax that programs write into Markdown', () => {
  const CASES: readonly (readonly [written: string, said: readonly string[], left?: readonly string[]])[] = [
    ['1986. What a year.', ['1986. What a year.']],
    ['1986. What a year.\n1987. And another.', ['1986. What a year.', '1987. And another.']],
    ['3. Mai war es kalt.', ['3. Mai war es kalt.']],
    ['1. Mai war es kalt.', ['1. Mai war es kalt.']],
    ['1.\n\nOnce.', ['1.', 'Once.']],
    ['1. one\n2. two\n\nBetween.\n\n3. three', ['one', 'two', 'Between.', 'three']],
    ['- [ ] buy oil\n- [x] sell it\n- [y] none', ['buy oil', 'sell it', '[y] none']],
    ['A ~~struck~~ and ==marked **word**== here.', ['A struck and marked word here.']],
    ['Some H~2~O, x^2^ and ++more++ in C++ or D++.', ['Some H2O, x2 and more in C++ or D++.']],
    ['| A | B |\n|---|---|\n| ![x](y.png) | one |', ['A, B', 'one'], ['picture: x']],
    ['It is 2 == 2 and a==b.', ['It is 2 == 2 and a==b.']],
    [
      'A note[^1] here.\n\n[^1]: The *note*.\n\n    Its end.\n\nAfter.',
      ['A note here.', 'After.'],
      ['footnote: 1', 'footnote: The note.', 'footnote: Its end.'],
    ],
    [
      'A note[^a-b].\n\n[^a-b]: One.\n[^c]: Two\nlines.',
      ['A note.'],
      ['footnote: a-b', 'footnote: One.', 'footnote: Two\nlines.'],
    ],
    ['A note^[Right here.] inline.', ['A note inline.'], ['footnote:  Right here.']],
    [
      'See [[Page|an alias]] and [[Other]] and [[A#B]].',
      ['See an alias and Other and A B.'],
      ['markup: Page '],
    ],
    [
      '![[quay.png|300]]\n\n![[Other note]]\n\nText ![[a.jpg]] here.',
      ['Text here.'],
      ['picture: quay.png', 'markup: Other note', 'picture: a.jpg'],
    ],
    [
      'A %%hidden%% word.\n\n%%\nmore\n\nof it\n%%\n\n100 %% sure.',
      ['A word.', '100 %% sure.'],
      ['hidden: hidden', 'hidden: more\n\nof it'],
    ],
    [
      'A word <!-- secret --> here.\n\n<!-- more\n\nof it -->\n\nEnd.',
      ['A word here.', 'End.'],
      ['hidden:  secret ', 'hidden: more\n\nof it'],
    ],
    ['A paragraph. ^a1b2c3', ['A paragraph.'], ['markup: a1b2c3']],
    ['| Who | What |\n|---|---|\n| Mira | *waits* |\n| | nobody |', ['Who, What', 'Mira, waits', 'nobody']],
    ['| La la\n| lo lo', ['La la\nlo lo']],
    ['| Who | What |\n| Mira | waits |', ['Who, What\nMira, waits']],
    [
      ':::note\nBoxed.\n:::\n\n::: {.wide}\nToo.\n:::\n\n:::tip My tip\nDo.\n:::',
      ['Boxed.', 'Too.', 'My tip', 'Do.'],
      ['markup: note', 'markup: .wide', 'markup: tip'],
    ],
    [
      '> [!note] Look here\n> It is late.\n\n> [!warning]-\n> Stop.',
      ['Look here', 'It is late.', 'Stop.'],
      ['markup: note', 'markup: warning'],
    ],
    ['Some $x$ and $$y^2$$ for $5 and $6.', ['Some x and for $5 and $6.'], ['markup: y^2']],
    ['$$\nx = 1\n$$\n\nEnd.', ['End.'], ['markup: x = 1']],
    ['```js\nsix()\n```\n\nEnd.', ['End.'], ['markup: six()']],
    ['Ship\n: A vessel\n: A verb\n\nBoat\n\n:   Another', ['Ship\nA vessel\nA verb', 'Boat', 'Another']],
    [
      '## Home {#home .wide}\n\nSome [words]{.small} and ![a](b.png){width=5}.',
      ['# Home', 'Some words and.'],
      ['picture: a'],
    ],
    ['Fine :smile: at 10:30: go.', ['Fine at 10:30: go.'], ['markup: smile']],
    [
      'A [link](https://a.org "Its title") and <https://b.org>.',
      ['A link and https://b.org.'],
      ['hidden:  Its title', 'link: https://b.org'],
    ],
    [
      'A [link][a].\n\n[a]: https://a.org "Its title"\n[b]: https://b.org "Another"\n[//]: # (a remark)',
      ['A link.'],
      ['hidden:  Its title', 'hidden: Another', 'hidden: a remark'],
    ],
    ['[Mira]: No.\n[Mira]: Yes.\n\n[Tom]: Go!', ['Mira: No.', 'Mira: Yes.', 'Narrator: [Tom]: Go!']],
    [
      '![A quay](q.png)\n\nText ![pic](a.png "At sea") here.',
      ['Text here.'],
      ['picture: A quay', 'picture: pic At sea'],
    ],
    [
      'One.\n\n\\newpage\n\n[[toc]]\n\n{: .wide}\n\nTwo.',
      ['One.', 'Two.'],
      ['markup: \\newpage', 'markup: [[toc]]', 'markup: {: .wide}'],
    ],
    [
      '{{< figure src="a.png" >}}\n\n{{% note %}}Words{{% /note %}} and {% include a %}.',
      ['Words and.'],
      ['markup: figure src="a.png"', 'markup: note', 'markup: /note', 'markup: include a'],
    ],
    ['As @fox says [see @fox1999, p. 3].', ['As @fox says.'], ['markup: see @fox1999, p. 3']],
    [
      'She left.\n---\nHe stayed.\n\nPart Two\n---\n\n- - -\n\nEnd.',
      ['She left.', 'He stayed.', '# Part Two', 'End.'],
    ],
    [
      'I \\*really\\* like `code`.\n\nSnake_case_word and 5*3*2.',
      ['I *really* like code.', 'Snake_case_word and 5*3*2.'],
    ],
    [
      'A {++new++} word{--gone--}, {~~old~>young~~} and {==marked==}{>>Really?<<}.',
      ['A new word, young and marked.'],
      ['hidden: gone', 'hidden: old', 'scriptNote: Really?'],
    ],
    [
      '+-----+-----+\n| A   | B   |\n|     | too |\n+=====+:===:+\n| *c* | d   |\n+-----+-----+\n\n+ one',
      ['A, B too', 'c, d', 'one'],
    ],
    ['+-----+ is no table.', ['+-----+ is no table.']],
    [
      '  Who   Where\n-----  -------\n Mira  at sea\n  Tom  ashore\n\nAfter.',
      ['Who, Where', 'Mira, at sea', 'Tom, ashore', 'After.'],
    ],
    [
      '----- -------\n Mira at sea\n  Tom ashore\n----- -------\n\nAfter.',
      ['Mira, at sea', 'Tom, ashore', 'After.'],
    ],
    [
      '--------------------\n Who    Where\n        she is\n------  ------------\n Mira   at sea,\n        far out\n\n Tom    ashore\n--------------------\n\nAfter.',
      ['Who, Where she is', 'Mira, at sea, far out', 'Tom, ashore', 'After.'],
    ],
    ['Who   Where\n---   -----\nMiranda  at sea\n', ['Who, Where', 'Miranda, at sea']],
    ['Before.\n\n--- ---\n\nAfter.', ['Before.', 'After.']],
    [
      'The HTML page.\n\n*[HTML]: Hypertext Markup Language',
      ['The HTML page.'],
      ['markup: *[HTML]: Hypertext Markup Language'],
    ],
    ['<details><summary>More</summary>Words.</details>', ['More', 'Words.']],
    ['<details><summary>More</summary>\n\nWords.\n\n</details>', ['More', 'Words.']],
  ]
  test.each(CASES.map(([written, said, left = []]) => ({ written, said, left })))(
    'is not read as text: $written',
    async ({ written, said, left }) => {
      expect(await outlineOf(written)).toEqual(said)
      expect(await leftOut(written)).toEqual(left)
    },
  )

  test.each([
    [
      '---\ntitle: The Ferry\nauthor:\n  - A. Fox\ndate: today\ntags: [sea]\n---\n\nOnce.',
      'markup: date: today\ntags: [sea]',
    ],
    ['+++\ntitle = "The Ferry"\nauthors = ["A. Fox"]\ndraft = true\n+++\n\nOnce.', 'markup: draft = true'],
    ['% The Ferry\n% A. Fox\n% today\n\nOnce.', 'markup: today'],
  ])('may be front matter: %j', async (written, left) => {
    const { source } = await readText('story.md', written)
    expect(source).toMatchObject({ title: 'The Ferry', author: 'A. Fox' })
    expect(await outlineOf(written)).toEqual(['Once.'])
    expect(await leftOut(written)).toEqual([left])
  })

  test.each([
    '---\ntitle: The Ferry\nauthor: [A. Fox, "B. Hare"]\nlang: en-GB\n---\n\nOnce.',
    '---\ntitle: The Ferry\nauthors:\n  - A. Fox\n  - B. Hare\nlanguage: en_GB\n---\n\nOnce.',
  ])('is who wrote it, and its language: %j', async (written) => {
    const { source } = await readText('story.md', written)
    expect(source).toMatchObject({ title: 'The Ferry', author: 'A. Fox, B. Hare', language: 'en-GB' })
    expect(await leftOut(written)).toEqual([])
  })

  test('is left unchanged if the front matter says that bold names are speakers', async () => {
    const text = '---\nspeakers: bold\n---\n\n**MIRA:** ==a== $x$ :smile: %%b%% {#c} | d\n'
    expect(await outlineOf(text)).toEqual(['MIRA: ==a== $x$ :smile: %%b%% {#c} | d'])
  })
})

describe('a Markdown document without headings', () => {
  test.each([
    ['bold', '**Chapter One**\n\nIt rained.\n\n**Chapter Two**\n\nIt still rained.'],
    ['plain', 'Chapter One\n\nIt rained.\n\nChapter Two\n\nIt still rained.'],
  ])('has the chapters that its lines begin: %s', async (_, text) => {
    expect(await outlineOf(text)).toEqual([
      '# Chapter One',
      'It rained.',
      '# Chapter Two',
      'It still rained.',
    ])
  })

  test('has no chapters of a list', async () => {
    const text = 'Take along:\n\n1. Bread\n2. Salt\n3. Oil\n\nThen leave.'
    expect(await outlineOf(text)).toEqual(['Take along:', 'Bread', 'Salt', 'Oil', 'Then leave.'])
  })
})

describe('a pathological Markdown document', () => {
  const nested = (depth: number) =>
    Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')

  test.each([
    ['nested quotes', '>'.repeat(50_000)],
    ['asterisks', `${'*'.repeat(40_000)}a${'*'.repeat(40_000)}`],
    ['backticks of every length', Array.from({ length: 2000 }, (_, index) => '`'.repeat(index)).join(' ')],
    ['brackets', '['.repeat(50_000)],
    ['tags that are never closed', '<p '.repeat(50_000)],
    ['nested lists', nested(2000)],
  ])('is read or refused at once: %s', async (_, text) => {
    const read = await readText('story.md', `Before.\n\n${text}\n\nAfter.`).then(
      outline,
      (error: unknown) => error,
    )
    expect(Array.isArray(read) ? read[0] : read).toSatisfy(
      (first: unknown) =>
        first === 'Before.' || (first instanceof UserFacingError && first.code !== 'unexpected'),
    )
  })

  test('loses no word if it is nested too deeply', async () => {
    const outlined = await outlineOf(`Before.\n\n${nested(150)} last\n`)
    expect(outlined.join(' ')).toMatch(/last$/)
    expect(await outlineOf(`${nested(40)} last`)).toHaveLength(40)
  })
})

test('the place of a list of contents and commands of LaTeX are left out', async () => {
  for (const line of ['{{TOC}}', '[TOC]', '[[_TOC_]]', '@[toc]', '\\newpage'])
    expect(await outlineOf(`# One\n\n${line}\n\nThe rain fell.`), line).toEqual(['# One', 'The rain fell.'])
  const text = String.raw`Rain \noindent fell\cite[p. 3]{fox}. \vspace{1cm}See C:\ferry.\footnote{A note.}`
  const file = await readText('a.md', text)
  expect(outline(file)).toEqual(['Rain fell. See C:\\ferry.'])
  expect(file.source.paragraphs[0]?.marks.map(({ piece }) => piece)).toContain('footnote')
})

test('a citation with its place is left out, and the name of a person stays', async () => {
  expect(
    await outlineOf('As @fox99 [p. 3] says, it fell [see @hale2004; @fox99]. Ask @mira [today].'),
  ).toEqual(['As says, it fell. Ask @mira [today].'])
})
