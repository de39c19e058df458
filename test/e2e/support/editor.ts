/** The editor as a writer uses it: elements by their accessible names, and gestures with mouse and keyboard. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

export const EXAMPLE = 'The Fox and the Lantern'

export interface Editor {
  readonly script: Locator
  readonly timeline: Locator
  readonly inspector: Locator
  readonly outline: Locator
  readonly statusBar: Locator
  button(name: string): Locator
  /** A field of the inspector; number fields show and take seconds. */
  field(
    role: 'button' | 'combobox' | 'slider' | 'radiogroup' | 'spinbutton' | 'textbox',
    name: string,
  ): Locator
  /** The radio button of a model in the inspector. */
  model(name: string): Locator
  text(number: number): Locator
  handle(number: number): Locator
  /** A block's item in the script. */
  item(number: number): Locator
  /** The mark of a block's state in the script. */
  state(number: number, word: 'Rendered' | 'Changed' | 'Not rendered' | 'Failed' | 'Too long'): Locator
  /** The silence before a block, as the script shows it: a field for seconds. */
  pause(number: number): Locator
  /** Clicks a block's row beside its text and its controls. */
  clickRow(number: number, modifier?: 'Shift' | 'Control'): Promise<void>
  /** A block's button on the timeline. */
  clip(number: number): Locator
  /** The handle at a clip's edge. */
  edge(which: 'Silence before' | 'Duration of', number: number): Locator
  dialog(name: string): Locator
  /** The message that names an error or a success. */
  notice(text: string | RegExp): Locator
  openExample(): Promise<void>
  /** Starts a story of these blocks, in which block 1 is chosen. */
  newStory(...texts: string[]): Promise<void>
  /** Puts the cursor at the end of a block's text, or at an offset in it. */
  placeCursor(number: number, offset?: number): Promise<void>
  /** The texts of all blocks in view, in order. */
  texts(): Promise<string[]>
  /** The numbers of the clips in view for a screen reader, with their names. */
  clips(): Promise<string[]>
  expectTexts(...texts: string[]): Promise<void>
  chooseFromMenu(item: string): Promise<void>
  /** Makes the story of the shown import review, with the focused button. */
  makeStory(): Promise<void>
  /** Chooses an option of a combo box by typing the start of its name. */
  chooseOption(field: Locator, name: string): Promise<void>
  /** Chooses a voice for the selected blocks: finds it by its name or id, and uses it by the button whose name begins with `use`. */
  chooseVoice(name: string, use?: string): Promise<void>
  /** Waits until the host has confirmed every edit. */
  saved(): Promise<void>
  /** Waits until this is announced to screen readers. */
  announced(text: string | RegExp): Promise<void>
  undo(): Promise<void>
  redo(): Promise<void>
  /** Renders a story at a service that charges: starts the plan that is shown, in the given way. */
  startPaidRender(way?: 'Block by block' | 'Whole story at once'): Promise<void>
  render(): Promise<void>
  /** Waits until the Render button shows this description. */
  expectToRender(facts: string): Promise<void>
  /** Opens a section of the left panel, if it is folded. */
  openSection(name: string): Promise<void>
  /** The properties for an exact comparison of the visible story. */
  snapshot(): Promise<unknown>
}

export function createEditor(page: Page): Editor {
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const [script, timeline, inspector, outline] = [
    region('Script'),
    region('Timeline'),
    region('Inspector'),
    region('Outline'),
  ]
  const blocks = page.getByRole('list', { name: 'Blocks', exact: true })
  const nth = (number: number) => `[aria-posinset="${number}"]`

  const editor: Editor = {
    script,
    timeline,
    inspector,
    outline,
    statusBar: page.getByRole('contentinfo'),
    button,
    field: (role, name) => inspector.getByRole(role, { name, exact: true }),
    model: (name) =>
      inspector.getByRole('radiogroup', { name: 'Model' }).getByRole('radio', { name, exact: true }),
    text: (number) => page.getByRole('textbox', { name: `Text of block ${number}`, exact: true }),
    handle: (number) => button(`Move block ${number}`),
    item: (number) => blocks.locator(nth(number)),
    state: (number, word) => editor.item(number).getByRole('img', { name: word, exact: true }),
    pause: (number) =>
      script.getByRole('spinbutton', { name: `Silence before block ${number}`, exact: true }),
    clickRow: (number, modifier) =>
      editor
        .item(number)
        .getByRole('group')
        .click({ position: { x: 100, y: 38 }, modifiers: modifier === undefined ? [] : [modifier] }),
    clip: (number) => timeline.getByRole('button', { name: new RegExp(`^Block ${number},`) }),
    edge: (which, number) => timeline.getByRole('slider', { name: `${which} block ${number}`, exact: true }),
    dialog: (name) => page.getByRole('dialog', { name, exact: true }),
    notice: (text) => page.getByRole('region', { name: 'Messages' }).getByText(text),

    async openExample() {
      await button(EXAMPLE).click()
      await editor.text(1).waitFor()
      await page.mouse.move(0, 0) // a row under the pointer has tools in place of its waveform
    },
    async newStory(...texts) {
      await button('New story').click()
      await editor.text(1).waitFor()
      for (const [index, text] of texts.entries()) {
        if (index > 0) await button('Add block').click()
        await editor.text(index + 1).fill(text)
      }
      await editor.text(1).focus()
      await editor.saved()
    },
    async placeCursor(number, offset) {
      await editor.text(number).focus()
      await editor.text(number).evaluate((field: HTMLTextAreaElement, at) => {
        field.setSelectionRange(at ?? field.value.length, at ?? field.value.length)
      }, offset ?? null)
    },
    texts: () =>
      blocks
        .getByRole('textbox', { name: /^Text of block/ })
        .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value)),
    clips: () =>
      timeline
        .getByRole('list', { name: 'Clips' })
        .getByRole('button')
        .evaluateAll((clips) => clips.map((clip) => clip.getAttribute('aria-label') ?? '')),
    async makeStory() {
      const make = page.getByRole('dialog', { name: 'Import' }).getByRole('button', { name: /^Create story/ })
      await make.and(page.locator(':focus')).waitFor()
      await page.keyboard.press('Enter')
      await make.waitFor({ state: 'detached' })
      // The story gets the focus when it is drawn: letters typed earlier would go there.
      await editor.text(1).and(page.locator(':focus')).waitFor()
    },
    expectTexts: (...texts) => expect.poll(editor.texts).toEqual(texts),
    expectToRender: (facts) =>
      expect
        .poll(() =>
          button('Render story').evaluate((element) => {
            const id = element.getAttribute('aria-describedby') ?? ''
            return document.getElementById(id)?.textContent
          }),
        )
        .toBe(facts),
    async openSection(name) {
      const head = outline.getByRole('button', { name, exact: true })
      if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    },
    async chooseFromMenu(item) {
      await button('More').click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    async chooseOption(field, name) {
      await field.fill(name)
      await page.getByRole('option', { name }).first().waitFor()
      await field.press('ArrowDown')
      await field.press('Enter')
      await page.getByRole('listbox').waitFor({ state: 'hidden' })
    },
    async chooseVoice(name, use = 'Only') {
      await editor.field('button', 'Voice').click()
      const picker = page.getByRole('dialog', { name: /^A voice/ })
      await picker.getByRole('searchbox', { name: 'Search voices' }).fill(name)
      await picker.getByRole('row', { name, exact: true }).click()
      await picker.getByRole('button', { name: new RegExp(`^${use}`) }).click()
      await picker.waitFor({ state: 'detached' })
    },
    saved: () => page.getByText('Saved', { exact: true }).waitFor(),
    async announced(text) {
      await page
        .locator('#announcements, [id^="DndLiveRegion"]')
        .filter({ hasText: text })
        .first()
        .waitFor({ state: 'attached' })
    },
    undo: () => button('Undo').click(),
    redo: () => button('Redo').click(),
    async startPaidRender(way) {
      await button('Render story').click()
      const plan = page.getByRole('dialog', { name: /^Render “/ })
      if (way !== undefined) await plan.getByText(way, { exact: true }).click()
      await plan.getByRole('button', { name: /^Start/ }).click()
      await plan.waitFor({ state: 'detached' })
    },
    async render() {
      await button('Render story').click()
      await page.getByText('The story is rendered.').waitFor({ timeout: 60_000 })
    },
    async snapshot() {
      // Focus and selection are not part of the story.
      const headings = script.getByRole('textbox', { name: /^Title of chapter/ })
      return {
        chapters: await headings.evaluateAll((fields) =>
          fields.map((field) => (field as HTMLInputElement).value),
        ),
        script: await blocks.getByRole('listitem').evaluateAll((items) =>
          // The number of other drawn rows depends on earlier measurements.
          items
            .slice(0, 8)
            .map((item) => [
              item.querySelector('[data-row]')?.getAttribute('aria-label')?.replace(', selected', ''),
              item.querySelector('[data-name]')?.parentElement?.textContent,
              ...[...item.querySelectorAll<HTMLInputElement>('textarea, [role=spinbutton]')].map(
                ({ value }) => value,
              ),
            ]),
        ),
        timeline: await editor.clips(),
        outline: await outline.ariaSnapshot(),
      }
    },
  }
  return editor
}
