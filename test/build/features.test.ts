/**
 * Which test shows each feature in each host. The features are the areas of the page's calls and the purposes of files: the compiler asks for
 * an entry when one is added, and a feature that no test shows in a host has the reason written beside it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FilePurpose } from '../../shared/files/fileTypes.ts'
import { root } from '../../build/root.mjs'
import type { Channel } from '../../shared/ipc/contract.ts'

type Area = Channel extends infer C ? (C extends `${infer Name}:${string}` ? Name : never) : never

/** The file of a test below `test/`, and the beginning of its title; or why there is none. */
type Shown = readonly [file: string, title: string] | { readonly without: string }
const HOSTS = ['browser', 'desktop', 'terminal'] as const
/** The desktop app runs on a stand-in for Electron if there is no Electron. */
type ByHost = Readonly<Record<(typeof HOSTS)[number], Shown>>

const SAME_PAGE = { without: 'page and services are those of the browser host' }
const NEEDS_PAGE = { without: 'only a page has it' }
const NOT_OFFERED = { without: 'the terminal does not offer it' }

const MAIN_JOB: Shown = [
  'e2e/browserHost',
  'does the main job: a story is opened, rendered, saved, exported, and still there after a restart',
]
const SPEECH_ON_DESKTOP: Shown = ['e2e/desktop', 'makes a block’s audio with the speech service']
const RENDER: Shown = ['electron/hosts/cli/render', 'makes an MP3 of the example story']
const INPUTS: Shown = ['electron/hosts/cli/inputs', '%s is imported by the terminal']
const SOUNDS = {
  browser: ['e2e/everyExport', 'a story is written in each format of audio'],
  desktop: SAME_PAGE,
  terminal: ['electron/hosts/cli/presets', 'the preset %s'],
} as const satisfies ByHost
const TEXTS = {
  browser: ['e2e/everyExport', 'a story is written in each format of text'],
  desktop: SAME_PAGE,
  terminal: ['electron/hosts/cli/export', 'fabula export writes a story as text'],
} as const satisfies ByHost

const AREAS: Readonly<Record<Area, ByHost>> = {
  app: {
    browser: ['e2e/browserHost', 'prints one line of JSON with an address'],
    desktop: ['e2e/desktop', 'asks before it closes a window with words'],
    terminal: ['electron/hosts/cli/render', 'leaves nothing behind when it is interrupted'],
  },
  menu: {
    browser: { without: 'only the desktop app has a menu of the system' },
    desktop: ['e2e/desktopProcesses', 'enables the commands of the menu whose condition'],
    terminal: NEEDS_PAGE,
  },
  spelling: {
    browser: { without: 'a browser checks the spelling by itself' },
    desktop: ['e2e/desktopWindows', 'a right click in a text corrects a word'],
    terminal: NEEDS_PAGE,
  },
  settings: {
    browser: ['e2e/settings', 'a shortcut is changed by keyboard alone'],
    desktop: ['e2e/desktopProcesses', 'applies the chosen theme to its page and the system’s dialogs'],
    terminal: NOT_OFFERED,
  },
  servers: {
    browser: ['e2e/connections', 'a story is rendered by a connection that the writer added'],
    desktop: [
      'e2e/desktopKeys',
      'a key is sealed if there is a keychain, and the page learns nothing else about it',
    ],
    terminal: ['electron/hosts/cli/connections', 'adds a connection with a key from standard input'],
  },
  voices: {
    browser: [
      'e2e/voicePicker',
      'a voice is found, played and assigned to a block by keyboard alone, and the story stays usable behind the picker',
    ],
    desktop: SAME_PAGE,
    terminal: ['electron/hosts/cli/engines', 'the terminal uses the engines'],
  },
  recents: {
    browser: ['e2e/welcome', 'by keyboard: a text is pasted, becomes a story, is renamed'],
    desktop: SAME_PAGE,
    terminal: NEEDS_PAGE,
  },
  drafts: {
    browser: ['e2e/welcome', 'by mouse: typed words become a story, which the menu of its card deletes'],
    desktop: SAME_PAGE,
    terminal: NEEDS_PAGE,
  },
  examples: {
    browser: [
      'e2e/firstMinute',
      'on a fresh machine, the example plays within seconds of npm start, and nothing asks for a key',
    ],
    desktop: ['e2e/desktopProcesses', 'makes and serves speech by a process of its own'],
    terminal: ['electron/hosts/cli/sampleStory', 'a sample story has the requested number of blocks'],
  },
  files: {
    browser: ['e2e/notOpen', 'a file of the folder can be downloaded from the list'],
    desktop: ['e2e/desktopProcesses', 'writes to the place that the writer chose'],
    terminal: ['electron/hosts/cli/commandLine', 'resolves the output path against the current folder'],
  },
  project: {
    browser: ['e2e/files', 'Save As gives a story a file; it is closed, and opened again'],
    desktop: ['e2e/desktop', 'saves what was typed right before its window closes'],
    terminal: ['electron/hosts/cli/renderProject', 'a render of a project keeps the audio in it'],
  },
  import: {
    browser: [
      'e2e/importReview',
      'a book is reviewed, its speakers are chosen, and it becomes a story, by keyboard',
    ],
    desktop: [
      'e2e/desktopProcesses',
      'opens the file of a second start in another window while the first has a story open',
    ],
    terminal: ['electron/hosts/cli/import', 'makes a story with chapters and a cast'],
  },
  labels: {
    browser: [
      'e2e/languageModel',
      'a language model is set up and asked who speaks, and its answers are accepted or rejected',
    ],
    desktop: SAME_PAGE,
    terminal: NOT_OFFERED,
  },
  export: {
    browser: ['e2e/export', 'a rendered story is exported as WAV and MP3'],
    desktop: SAME_PAGE,
    terminal: RENDER,
  },
  audio: { browser: MAIN_JOB, desktop: SPEECH_ON_DESKTOP, terminal: NEEDS_PAGE },
  takes: {
    browser: ['e2e/takes', 'takes are made, picked, named, compared, deleted'],
    desktop: SPEECH_ON_DESKTOP,
    terminal: ['electron/hosts/cli/renderProject', 'a render of a project keeps the audio in it'],
  },
  music: {
    browser: ['e2e/music', 'a bed is put under a chapter, ducked, moved, trimmed, exported and deleted'],
    desktop: SAME_PAGE,
    terminal: NOT_OFFERED,
  },
  vibes: {
    browser: ['e2e/vibes', 'a vibe is used, shown on its block, auditioned and deleted'],
    desktop: SAME_PAGE,
    terminal: NOT_OFFERED,
  },
  lexicon: {
    browser: ['e2e/lexicon', 'a word is added, played, saved and removed by keyboard'],
    desktop: SAME_PAGE,
    terminal: ['electron/hosts/cli/hosted', 'sends text after the lexicon'],
  },
  jobs: {
    browser: [
      'e2e/conversions',
      'a render is listed, without credits for the local voice, and can be played there and shown in its story',
    ],
    desktop: [
      'e2e/desktopNotification',
      'the desktop app shows a notification when a render ends, unless its window is in front or the setting is off',
    ],
    terminal: ['electron/hosts/cli/spending', 'is recorded in the app’s list and ledger'],
  },
  ledger: {
    browser: [
      'e2e/hostedConversions',
      'a submission over a cap waits for confirmation, which counts for that one only',
    ],
    desktop: SAME_PAGE,
    terminal: ['electron/hosts/cli/severalRenders', 'several stories together are under the caps of the app'],
  },
  webhooks: {
    browser: [
      'e2e/conversions',
      'Fabula listens for events if this is switched on, and a test event arrives',
    ],
    desktop: SAME_PAGE,
    terminal: NOT_OFFERED,
  },
  documents: {
    browser: ['e2e/documents', 'a document that is dropped is sent once'],
    desktop: SAME_PAGE,
    terminal: NOT_OFFERED,
  },
  voicePacks: {
    browser: ['e2e/naturalVoices', 'a natural voice is downloaded over an interrupted connection'],
    desktop: ['e2e/desktop', 'adds a natural voice from a folder'],
    terminal: ['electron/hosts/cli/voices', 'adds a voice from a file, and removes it'],
  },
}

const PURPOSES: Readonly<Record<FilePurpose, ByHost>> = {
  open: {
    browser: ['e2e/openFiles', 'a Markdown file is imported by the dialog'],
    desktop: [
      'e2e/desktopProcesses',
      'opens the file of a second start in another window while the first has a story open',
    ],
    terminal: INPUTS,
  },
  document: {
    browser: ['e2e/documents', 'a document that is dropped is sent once'],
    desktop: SAME_PAGE,
    terminal: NOT_OFFERED,
  },
  audio: {
    browser: ['e2e/recording', 'a block is recorded with the microphone'],
    desktop: SAME_PAGE,
    terminal: NOT_OFFERED,
  },
  music: {
    browser: ['e2e/music', 'a bed is put under a chapter'],
    desktop: SAME_PAGE,
    terminal: NOT_OFFERED,
  },
  cover: { browser: MAIN_JOB, desktop: SAME_PAGE, terminal: RENDER },
  voice: {
    browser: ['e2e/naturalVoiceFaults', 'a voice that is not what the catalogue lists'],
    desktop: ['e2e/desktop', 'adds a natural voice from a folder'],
    terminal: ['electron/hosts/cli/voices', 'adds a voice from a file, and removes it'],
  },
  'save-as': {
    browser: ['e2e/files', 'Save As gives a story a file'],
    desktop: ['e2e/desktopProcesses', 'writes to the place that the writer chose'],
    terminal: NOT_OFFERED,
  },
  'export-mp3': SOUNDS,
  'export-wav': SOUNDS,
  'export-m4b': SOUNDS,
  'export-flac': SOUNDS,
  'export-opus': SOUNDS,
  'export-folder': {
    browser: ['e2e/everyExport', 'a chapter for each file goes into a folder'],
    desktop: ['e2e/desktop', 'exports a file for each block into a folder'],
    terminal: ['electron/hosts/cli/presets', 'an audiobook with a file for each %s'],
  },
  'export-vibes': {
    browser: ['e2e/vibes', 'vibes are exported to a file and imported from one'],
    desktop: SAME_PAGE,
    terminal: NOT_OFFERED,
  },
  'export-csv': TEXTS,
  'export-md': TEXTS,
  'export-html': TEXTS,
  'export-fountain': TEXTS,
  'export-fdx': TEXTS,
  'export-json': TEXTS,
}

const rows = [...Object.entries(AREAS), ...Object.entries(PURPOSES)].flatMap(([feature, byHost]) =>
  HOSTS.map((host) => [feature, host, byHost[host]] as const),
)

test.each(rows)(
  '%s in the host %s is covered by an existing test or has a reason why not',
  (_feature, _host, shown) => {
    if ('without' in shown) {
      expect(shown.without).not.toBe('')
      return
    }
    const [file, title] = shown
    const path = join(root, 'test', `${file}.test.ts`)
    expect(existsSync(path), `${file}.test.ts`).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain(title)
  },
)
