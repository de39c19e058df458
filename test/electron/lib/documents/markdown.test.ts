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

  test('is called as its file where it names no title', async () => {
    expect((await readText('The Fox.markdown', 'Once.')).source.title).toBe('The Fox')
  })

  test('is spoken without its markup', async () => {
    const text =
      '*Once*, **at** the `edge` of [a wood](https://example.org "map") &mdash; a \\*lantern\\*<br>hung![pic](a.png)<!-- hush -->.  \nIt was <i>lit</i>.'
    expect(await outlineOf(text)).toEqual(['Once, at the edge of a wood — a *lantern*\nhung.\nIt was lit.'])
  })

  test('speaks lists, quotes and code paragraph by paragraph', async () => {
    expect(
      await outlineOf(
        '- one\n- two\n  - three\n\n> four\n> still\n>\n> five\n\n```js\nsix()\n```\n\n***\n\n1. seven',
      ),
    ).toEqual(['one', 'two', 'three', 'four still', 'five', 'six()', 'seven'])
  })

  test('speaks what stands in blocks of HTML, without tags, comments and scripts', async () => {
    const html =
      '<div class="x">\n  <p>Tom &amp; Fox</p>\n  <p>Second</p>\n</div>\n\n<!-- no\n\nnot this -->\n\n<script>\nbad()\n</script>'
    expect(await outlineOf(html)).toEqual(['Tom & Fox', 'Second'])
  })
})

describe('a Markdown document that nobody would write', () => {
  const nested = (depth: number) =>
    Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- a`).join('\n')

  test.each([
    ['quotes in quotes', '>'.repeat(50_000)],
    ['stars', `${'*'.repeat(40_000)}a${'*'.repeat(40_000)}`],
    ['backticks of every length', Array.from({ length: 2000 }, (_, index) => '`'.repeat(index)).join(' ')],
    ['brackets', '['.repeat(50_000)],
    ['tags that are never closed', '<p '.repeat(50_000)],
    ['lists in lists', nested(2000)],
  ])('is read at once, or refused: %s', async (_, text) => {
    const read = await readText('story.md', `Before.\n\n${text}\n\nAfter.`).then(
      outline,
      (error: unknown) => error,
    )
    expect(Array.isArray(read) ? read[0] : read).toSatisfy(
      (first: unknown) =>
        first === 'Before.' || (first instanceof UserFacingError && first.code !== 'unexpected'),
    )
  })

  test('loses no word where it is nested too deep', async () => {
    const outlined = await outlineOf(`Before.\n\n${nested(150)} last\n`)
    expect(outlined.join(' ')).toMatch(/last$/)
    expect(await outlineOf(`${nested(40)} last`)).toHaveLength(40)
  })
})
