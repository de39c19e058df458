import { expect, it } from 'vitest'
import { writeStory } from '../../../shared/export/writeStory.ts'
import { addCharacter } from '../../../shared/story/castCommands.ts'
import { assignCharacter, patchBlocks } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { characterIdSchema } from '../../../shared/story/records.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { id, sketchStory } from '../../renderer/support/smallStory.ts'

it('a story is written as a single HTML file in which no text is markup or script', () => {
  const fox = characterIdSchema.parse('fox')
  const name = 'Fox & <b>Co</b>'
  const changes = [addCharacter(sketchStory([]), { id: fox, name, settings: DEFAULT_SETTINGS })]
  let story = changes.reduce(
    apply,
    sketchStory([
      { heading: '“One” <i>', text: '<script>alert(1)</script>' },
      { heading: 'Two', text: 'A & b\nc' },
    ]),
  )
  story = apply(story, assignCharacter(story, [id('b2')], fox))
  story = apply(story, patchBlocks(story, [id('b2')], { notes: 'Slower <now>', breakBefore: 'scene' }))
  const page = writeStory(story, 'html', { narrator: 'Narrator' })
  const words = page
    .slice(page.indexOf('<body>'))
    .replaceAll(/<(?!\/?(?:b|p|h1|h2|section|body|header|html)\b)/g, '!<')
  expect(words).not.toContain('!<')
  expect(words).toContain('<h2>“One” &lt;i&gt;</h2>')
  expect(words).toContain('<p dir="auto">&lt;script&gt;alert(1)&lt;/script&gt;</p>')
  expect(words).toContain(
    '<p class="scene">* * *</p>\n<p dir="auto"><b>Fox &amp; &lt;b&gt;Co&lt;/b&gt;:</b> A &amp; b\nc</p>',
  )
  expect(words).toContain('<p class="note" dir="auto">Slower &lt;now&gt;</p>')
  expect(page).toContain("default-src 'none'")
  expect(page).not.toMatch(/https?:|<script|<link|<img/)
})
