import { expect, test } from 'vitest'
import { gameScriptOf } from '../../../../../electron/lib/documents/import/gameScript.ts'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { outline, readText } from '../storyText.ts'

const yarn = `#chapter:one
title: Start
tags: intro
---
// The first scene
<<set $x to 1>>
Mira: Is it [wave]far[/wave]? #line:0a1f
Tom: You have {$coins} coins. // check
The rain falls.
-> Go on <<if $coins > 2>> #line:0b2
    Mira: Let us go.
    <<jump Gate>>
[[Stay|Gate]]
===
title: Gate
---
[character name="Mira"]Here we are.[/character]
===
`
const renpy = String.raw`# Chapter one
define e = Character("Eileen", color="#c8ffc8")
define m = Character(_("Mira"))
define nobody = Character(None)

screen hud():
    text "Coins: [coins]"

label start:
    scene bg room with dissolve
    show eileen:
        "eileen one.png"
        pause 0.5
    "The rain falls.{w} It doesn't stop."
    e "Hello, {b}you{/b}!" # to the player
    m happy "Don't \"worry\"." with vpunch
    "Tom" "Who's [[there]?"
    extend " Again?"
    e """
    One paragraph
    goes on.

    Another.
    """
    nobody "Nobody speaks."
    python:
        x = "not spoken"
    menu:
        e "Where to?"
        "To the gate" if coins > 1:
            jump gate

label gate(who="x"):
    e "100%% sure." id foo_1
    return

translate german strings:
    old "Stay"
    new "Bleib"
`
const twee = `:: StoryTitle
The Ferry

:: StoryData
{ "ifid": "0" }

:: Code [script]
window.x = "code"

:: Start [dark] {"position":"1,2"}
<<set $coins to
  3>>\\
The rain //falls//. /* later */
<<if $x>>You are rich.<</if>>
<<link "Take the boat" "Boat">><<set $a to "b > c">><</link>>
[[Go to the gate|Gate]] or [[stay->Start]] or [[Gate<-run]]
You have $coins coins.

:: Gate
(if: $x is 1)[The gate is [[open->End]].] (note: she waits)
(link: "Knock")[(goto: "End")]

:: End
light: 3
--
[if light > 2]
It is bright.
{embed passage: 'Foo'}
<% if (x) { %>Snow<% } %>
`
const ink = `VAR coins = 3
-> start
=== start ===
// The first scene
The rain falls. #speaker:Mira #portrait:mira
"Is it far?" asked Tom. -> gate
* (back) {coins > 2} Hello [back!] you. -> END
- They walked {slowly|quickly}. <>
{coins > 2: You are rich.|You are poor.}
You have {coins} coins.
{
- coins > 1:
  Enough.
- else: Too few.
}
TODO: an end
=== gate
Here we are. ->DONE
=== function alter(x) ===
~ return x
`
const SCRIPTS = { yarn, renpy, twee, ink }
const TYPES = { yarn: 'yarn', renpy: 'rpy', twee: 'twee', ink: 'ink' }

const BLOCKS = {
  yarn: [
    '# Start',
    'Mira: Is it far?',
    'Tom: You have {$coins} coins.',
    'Narrator: The rain falls.',
    'Narrator: Go on',
    'Mira: Let us go.',
    'Narrator: Stay',
    '# Gate',
    'Mira: Here we are.',
  ],
  renpy: [
    '# start',
    "Narrator: The rain falls. It doesn't stop.",
    'Eileen: Hello, you!',
    'Mira: Don\'t "worry".',
    "Tom: Who's [there]?",
    'Tom: Again?',
    'Eileen: One paragraph goes on.',
    'Eileen: Another.',
    'Narrator: Nobody speaks.',
    'Eileen: Where to?',
    'Narrator: To the gate',
    '# gate',
    'Eileen: 100% sure.',
    'Narrator: Bleib',
  ],
  twee: [
    '# Start',
    'The rain falls.',
    'You are rich.',
    'Take the boat',
    'Go to the gate or stay or run',
    'You have $coins coins.',
    '# Gate',
    'The gate is open. (note: she waits)',
    'Knock',
    '# End',
    'It is bright.',
    'Snow',
  ],
  ink: [
    '# start',
    'Mira: The rain falls.',
    'Narrator: "Is it far?" asked Tom.',
    'Narrator: Hello back! you.',
    'Narrator: They walked slowly.',
    'Narrator: You are rich.',
    'Narrator: You have {coins} coins.',
    'Narrator: Enough.',
    'Narrator: Too few.',
    '# gate',
    'Narrator: Here we are.',
  ],
}
const dialects = ['yarn', 'renpy', 'twee', 'ink'] as const

test.each(dialects)(
  'a script in %s is read by its type, and recognized in a text of any name',
  async (dialect) => {
    const script = SCRIPTS[dialect]
    for (const name of [`a.${TYPES[dialect]}`, 'a.txt', 'a.md', 'a'])
      expect(outline(await readText(name, script)), name).toEqual(BLOCKS[dialect])
  },
)

test.each(dialects)('every word of a script in %s is in the story or left out', async (dialect) => {
  const script = SCRIPTS[dialect]
  const { source } = await readText('a.txt', script)
  const told = [
    ...source.paragraphs.map(({ text, name }) => `${text} ${name}`),
    ...source.sections.map(({ title }) => title ?? ''),
    ...source.cast.map(({ name }) => name),
    source.title,
  ].join(' ')
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []
  const kept = new Set(words(told))
  const nameOfCharacter =
    dialect === 'renpy' ? ['label', 'e', 'm', 'nobody', 'extend', 'new'] : ['title', 'function']
  expect(words(script).filter((word) => !kept.has(word) && !nameOfCharacter.includes(word))).toEqual([])
})

test('lines keep their ids, and values that the game fills in are reported', async () => {
  const { source } = await readText('a.yarn', yarn)
  expect(source.paragraphs.filter(({ name }) => name !== '').map(({ name }) => name)).toEqual([
    'line:0a1f',
    'line:0b2',
  ])
  expect(source.problems).toEqual([{ line: 8, problem: 'variable' }])
  expect((await readText('a.ink', ink)).source.problems).toEqual([{ line: 10, problem: 'variable' }])
  expect((await readText('a.twee', twee)).source.problems).toEqual([{ line: 17, problem: 'variable' }])
})

test('comments are notes of the script, and code is markup', async () => {
  const pieces = async (name: string, text: string) => {
    const { source } = await readText(name, text)
    return source.paragraphs.flatMap(({ piece, text: words }) =>
      piece === null ? [] : [`${piece}: ${words}`],
    )
  }
  expect(
    await pieces('a.yarn', 'title: A\n---\n// note\nHello. // other\n<<stop>>\n<<wait 1>>\n==='),
  ).toEqual(['scriptNote: // note', 'scriptNote: // other', 'markup: <<stop>>\n<<wait 1>>'])
  expect(await pieces('a.rpy', 'label a:\n    # note\n    $ x = 1\n    "Hi."')).toEqual([
    'scriptNote: # note',
    'markup: $ x = 1',
  ])
})

test('a story that Twine published as a page is read by its passages', async () => {
  const page = `<!DOCTYPE html><html><head><title>x</title></head><body><p>Engine</p>
<tw-storydata name="The Ferry" hidden><script type="text/twine-javascript">code()</script>
<tw-passagedata pid="1" name="Start" tags="">The rain &amp; wind. [[Go-&gt;Gate]]</tw-passagedata>
<tw-passagedata pid="2" name="Gate [old]" tags="">&lt;&lt;set $x to 1&gt;&gt;Here.</tw-passagedata></tw-storydata></body></html>`
  const story = await readText('a.html', page)
  expect(story.source.title).toBe('The Ferry')
  expect(outline(story)).toEqual(['# Start', 'The rain & wind. Go', '# Gate [old]', 'Here.'])
})

/** Texts with signs of these languages that are none of them. */
const OTHERS = {
  'front matter': '---\ntitle: The Ferry\n---\n\n# One\n\nThe rain.\n',
  'front matter above code':
    '---\ntitle: The Ferry\n---\n\nWrite <<set $x = 1>> so. #line:1\n\nNot so. #line:2\n',
  'a title and setext headings':
    'title: The Ferry\n---\n\nOne\n===\n\nThe rain falls.\n\nTwo\n===\n\nIt stops.\n',
  'guillemets in ASCII': '<<Wait>>, she said.\n\n<<if you go>>\n\n<<set the table>>\n',
  'a list with arrows': '== Plan ==\n\n* Walk -> gate\n* Rest -> home\n',
  'quoted lines': 'she said "Hello."\nhe said "Go."\n\nshow me the way\njump over\nmenu: soup\n',
  'a contract': 'Label A:\n\n"Goods" means goods.\n',
  'a fenced block': '::: note\nHello.\n:::\n\n::: note\nBye.\n:::\n',
  'a play': 'MIRA: Is it far?\n\nTOM: [[pause]] No.\n\nMIRA: -> there?\n',
  'a screenplay': 'Title: A\nAuthor: B\n===\n\nINT. JETTY - NIGHT\n\nMIRA\nIs it far?\n\n===\n',
}
test.each(Object.entries(OTHERS))('%s is not the script of a game', (_, text) => {
  expect(gameScriptOf(text)).toBeNull()
})

test('a chosen reading is kept', async () => {
  const file = { name: 'a.txt', bytes: new TextEncoder().encode(yarn) }
  expect((await readImport({ file, readAs: 'text' })).readAs).toBe('text')
})
