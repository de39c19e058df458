import { afterEach, expect, it } from 'vitest'
import { goToRegion } from '../../../renderer/actions/panels.ts'

const PAGE = `
  <header data-region="header"><button id="home">Home</button></header>
  <aside data-region="outline" tabindex="-1"><button id="tab" tabindex="0">Outline</button></aside>
  <main data-region="script" tabindex="-1">
    <button id="grip">Move</button><textarea id="one"></textarea>
    <article data-chosen><textarea id="two"></textarea></article>
  </main>
  <aside data-region="inspector" id="inspector" tabindex="-1"><p>Select a block</p></aside>
  <section data-region="timeline" tabindex="-1"><button tabindex="-1">Clip</button><button id="clip" tabindex="0">Clip</button></section>
  <footer data-region="status" id="status" tabindex="-1"></footer>`

afterEach(() => {
  document.body.replaceChildren()
})

const focused = () => document.activeElement?.id
const go = (direction: 1 | -1, times: number) =>
  Array.from({ length: times }, () => {
    goToRegion(direction)
    return focused()
  })

it('F6 moves through script, timeline, inspector, outline, top bar and status bar, and Shift+F6 back', () => {
  document.body.innerHTML = PAGE
  expect(go(1, 7)).toEqual(['two', 'clip', 'inspector', 'tab', 'home', 'status', 'two'])
  expect(go(-1, 6)).toEqual(['status', 'home', 'tab', 'inspector', 'clip', 'two'])
})

it('moving to a region focuses its last focused control', () => {
  document.body.innerHTML = PAGE
  document.getElementById('one')?.focus()
  expect(go(1, 6)).toEqual(['clip', 'inspector', 'tab', 'home', 'status', 'one'])
})
