/** Wording that a native reader stumbles over, in comments, documents and messages, with replacements. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rejected wordings and their replacements. A pattern must not have false alarms, even if it misses cases: “where” is right for a place. */
const HABITS: readonly [words: RegExp, instead: string][] = [
  [/\b(?:null|undefined|empty|zero|none|nothing|false|true) where\b/i, 'if'],
  [/\bwhere (?:there (?:is|are|was|were)|none (?:is|are|was)|nobody|nothing|it is not|it has no)\b/i, 'if'],
  [/\b(?:throws|rejects)\b[^.;]*\bwhere\b/i, 'if'],
  [/\bgives (?:null|undefined|true|false|whether)\b/i, 'returns'],
  [/^\W*Gives (?:the|an?|all|every|what|how) [\w-]+(?: (?:of|that|in|for)\b|[.,;])/, 'Returns'],
  [/\bbut for\b/i, 'except, except for'],
  [/\banew\b/i, 'again'],
  [/\bof (?:today\b(?!['’])|the moment\b)/i, 'current, this version'],
  [/\balso where\b/i, 'even if'],
  [/^\W*(?:Told|Asked) (?:of|once|when|that|how|why|only|for|in)\b/, 'called for each, once, when, with'],
  [/\bthrows (?:as|what) [`…\w]+/i, 'throws the errors of, throws like'],
  [/\bwhat the disk says\b/i, 'the errors of the disk'],
  [/\ban? [\w-]+ of (?:the [\w-]+|[A-Z]\w+)['’]s(?: own\b|(?=[.,:;)]))/, 'the app’s own …'],
  [/\bputs? an end to\b/i, 'ends'],
  [/\b(?:is|are|was) told (?:of|when|that|how)\b/i, 'is notified, is called for'],
  [/\b(?:came|comes?) to nothing\b/i, 'failed'],
  [/\b(?:is|are) worked out\b|, worked out\b/i, 'computed'],
  [/\b(?:is|are|was) got\b|\b(?:can|cannot|could|may) be had\b/i, 'downloaded, available'],
  [/\bwhat is to be\b/i, 'the … to'],
  [/\bdoes without\b/i, 'runs without'],
  [/\bas is best\b/i, 'the default'],
  [/\bfor so long\b/i, 'for that long, while'],
  [/\bthe writer[’']s yes\b/i, 'confirmation'],
  [/\b(?:see|look|looks) whether\b/i, 'check that'],
  [
    /\b(?:that|which|it) (?:is|was) no (?!longer|more|less|other|one|such|need|way|room|place|sign|better|worse|use|doubt|matter|different)[a-z]/i,
    'is not a',
  ],
]

/** The checked folders. */
const CLEAN = ['shared', 'electron', 'renderer', 'build', 'test'].flatMap((folder) => [
  `${folder}/**/*.ts`,
  `${folder}/**/*.tsx`,
  `${folder}/**/*.mjs`,
])
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'docs/decisions/*.md']
const MESSAGES = ['shared/messages/*.ts', 'renderer/i18n/en.ts']

/** This file and its test contain the rejected wordings. */
const isExample = (path: string) => /plainWords(?:\.test)?\.ts$/.test(path)

/** Each rejected wording in a text, as `file:line: “words” → replacement`. In code, only comments are checked; in `whole` texts, every line. */
export function findHabits(path: string, text: string, whole: boolean): string[] {
  return text.split('\n').flatMap((line, index) => {
    const words = whole ? withoutCode(line) : commentOf(line)
    return HABITS.flatMap(([habit, instead]) => {
      const [found] = habit.exec(words) ?? []
      return found === undefined ? [] : `${path}:${index + 1}: “${found.trim()}” → ${instead}`
    })
  })
}

/** All rejected wordings of the project in `root`. */
export function findAllHabits(root: string): string[] {
  const read = (patterns: readonly string[], whole: boolean) =>
    globSync([...patterns], { cwd: root, exclude: (name) => name === 'fixtures' || name === 'node_modules' })
      .filter((path) => !isExample(path))
      .flatMap((path) => findHabits(path, readFileSync(join(root, path), 'utf8'), whole))
  return [...read(CLEAN, false), ...read([...DOCUMENTS, ...MESSAGES], true)]
}

/** The comment in a line of code, without quoted code; empty if there is none. */
function commentOf(line: string): string {
  const start = line.trimStart()
  if (/^(?:\/\/|\/\*|\*)/.test(start)) return withoutCode(start)
  const at = line.indexOf(' // ')
  return at === -1 ? '' : withoutCode(line.slice(at))
}

const withoutCode = (words: string) => words.replaceAll(/`[^`]*`/g, '`…`')
