/** Entry of the thread that checks spelling while the app runs. A dictionary is loaded when its language is first needed. */
import { parentPort } from 'node:worker_threads'
import { createHunspellFromStrings, type Hunspell } from 'hunspell-wasm'
import { DICTIONARIES, type DictionaryId } from './dictionaries.ts'
import type { SpellAnswer, SpellRequest } from './speller.ts'

/** The time limit of a request: words that are not checked by then count as correct. */
const MOST_MS = 1_000
/** Anything longer is not a word; long German compounds would be slow. */
const MOST_LETTERS = 64
/** The number of words per language whose result is cached. */
const MOST_REMEMBERED = 50_000
const MOST_SUGGESTIONS = 5

interface Loaded {
  readonly hunspell: Hunspell
  readonly known: Map<string, boolean>
}

const loading = new Map<DictionaryId, Promise<Loaded>>()

function load(id: DictionaryId): Promise<Loaded> {
  const started = loading.get(id) ?? loadNow(id)
  loading.set(id, started)
  return started
}

async function loadNow(id: DictionaryId): Promise<Loaded> {
  const { aff, dic } = await DICTIONARIES[id]()
  const text = new TextDecoder()
  return { hunspell: await createHunspellFromStrings(text.decode(aff), text.decode(dic)), known: new Map() }
}

function isRight(word: string, { hunspell, known }: Loaded): boolean {
  const remembered = known.get(word)
  if (remembered !== undefined) return remembered
  if (known.size >= MOST_REMEMBERED) known.clear()
  const right = hunspell.testSpelling(word)
  known.set(word, right)
  return right
}

/** The spelling that dictionaries use. */
const plain = (word: string) => word.normalize('NFC').replaceAll('’', "'")

async function answer({ id, kind, words, dictionaries }: SpellRequest): Promise<SpellAnswer> {
  const loaded = await Promise.all(dictionaries.map(load))
  const startMs = performance.now()
  if (kind === 'suggest') {
    const [word = ''] = words
    const lists =
      word.length > MOST_LETTERS
        ? []
        : loaded.map(({ hunspell }) => hunspell.getSpellingSuggestions(plain(word)))
    return { id, words: [...new Set(inTurn(lists))].slice(0, MOST_SUGGESTIONS) }
  }
  const wrong = words.filter((word) => {
    if (word.length > MOST_LETTERS || performance.now() - startMs > MOST_MS) return false
    return !loaded.some((dictionary) => isRight(plain(word), dictionary))
  })
  return { id, words: wrong }
}

/** The first of each list, then the second of each, and so on. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

parentPort?.on('message', (request: SpellRequest) => {
  answer(request)
    // If a dictionary cannot be loaded, no word counts as misspelled.
    .catch((error: unknown): SpellAnswer => ({ id: request.id, words: [], fault: String(error) }))
    .then((done) => parentPort?.postMessage(done))
    .catch(() => undefined)
})
