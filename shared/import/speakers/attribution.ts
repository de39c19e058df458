/** The speaker, from the narration beside a quotation: “…,” said Mira. Mira fragte: „…“ — dijo Mira —. */
import { isThing } from './englishWords.ts'
import { namesIn, uncasedName, type Gender } from './names.ts'
import { pronounOf, toldAfter, toldBefore } from './speechVerbs.ts'
import type { Tag } from './tags.ts'

export type Attribution =
  /** A name as written; a guess if it follows a word that is only probably a verb of speech. */
  | { readonly kind: 'name'; readonly name: string; readonly isGuess?: true }
  /** “the ferryman”, without its article. */
  | { readonly kind: 'description'; readonly name: string }
  /** “he said”: a person whom the text named before. */
  | { readonly kind: 'pronoun'; readonly gender: Gender | null }

const VERBS = (
  'said says asked asks replied replies answered answers whispered whispers shouted shouts cried cries called calls muttered ' +
  'murmured added adds continued began told yelled exclaimed remarked agreed insisted laughed sighed snapped repeated growled ' +
  'hissed announced declared explained demanded observed suggested protested admitted interrupted mumbled screamed'
).split(' ')
const VERB = `(?:${VERBS.join('|').replaceAll('’', "[’']")})`
const PRONOUN =
  '(?:he|she|they|I|we|it|er|sie|ich|es|wir|il|elle|ils|elles|je|on|él|ella|ellos|ellas|yo|-t-il|-t-elle|-il|-elle|-ils|-elles|-je)'
const ARTICLE = "(?:(?:the|an?|der|die|das|ein|eine|le|la|les|un|une|el|los|las|una)\\s|l[’'])"
const TITLE =
  '(?:(?:Mr|Mrs|Ms|Dr|St|Sr|Sra|M|Mme|Mlle|Hr|Fr|Rev|Hon|Capt|Col|Gen|Lt|Sgt|Prof)\\.?|Reverend|Sir|Lady|Lord|Miss|Captain|Old|Frau|Herr|Don|Doña|Madame|Monsieur)'
const NAME = `(?:${TITLE}\\s){0,2}(?:\\p{Lu}\\.\\s?){0,3}\\p{Lu}[\\p{L}\\p{M}’'-]+(?:\\s(?:(?:de|del|la|du|van|von|der|of)\\s)?\\p{Lu}[\\p{L}\\p{M}’'-]+){0,2}`
/** Words that may occur in a description, except those that begin another phrase. */
const DESCRIBED =
  "(?!(?:and|as|with|to|who|when|while|from|at|on|in|but|und|mit|zu|als|et|avec|à|y|con|a|que|for|,)\\b)[\\p{L}’'-]+"
const DESCRIPTION = `${ARTICLE}(?:${DESCRIBED})(?:\\s(?!\\p{Ll}+ly\\b)${DESCRIBED}){0,2}`
const GAP = '[\\s\\u00a0]'

const AFTER = [
  // “…,” said Mira
  new RegExp(
    `^[,;]?${GAP}*[—–]?${VERB}${GAP}?(?:(?<pronoun>${PRONOUN})(?![\\p{L}])|(?<name>${NAME})|(?<description>${DESCRIPTION}))`,
    'u',
  ),
  // “…,” Mira said
  new RegExp(
    `^[,;]?${GAP}*[—–]?(?:(?<pronoun>(?:[Hh]e|[Ss]he|[Tt]hey|I|[Ww]e))|(?<name>${NAME})|(?<description>${DESCRIPTION}))${GAP}${VERB}(?![\\p{L}])`,
    'u',
  ),
]
/** Mira said: “…” */
const BEFORE = new RegExp(
  `(?:(?<pronoun>(?:[Hh]e|[Ss]he|[Tt]hey|I|[Ww]e|[EeÉé]r|[Ss]ie|[Ii]ch|[Ii]l|[Ee]lle|[ÉéEe]l|[Ee]lla))|(?<name>${NAME})|(?<description>${DESCRIPTION}))${GAP}${VERB}(?:${GAP}[^.!?“”"«»„]{0,40})?[,:]${GAP}*$`,
  'u',
)

/** Capitalised words at the beginning of sentences that are not names. */
const NOBODY = new Set(
  (
    'he she they it i we you but and then when whereupon thereupon having being thus such the a an no yes this that there what who how why where if so as at in on for or ' +
    'er sie es ich wir ihr aber und dann als der die das ein eine nein ja was wer wie da so doch ' +
    'il elle ils elles je nous vous mais et alors quand le la les un une non oui que qui où ' +
    'él ella ellos ellas yo pero y entonces cuando el los las una sí qué quién cómo'
  ).split(' '),
)

/** The speaker according to the narration after a quotation. */
export function attributionAfter(narration: string): Attribution | null {
  const head = narration.slice(0, 80)
  for (const pattern of AFTER) {
    const found = toAttribution(pattern.exec(head))
    if (found !== null) return found
  }
  return toldAfter(narration)
}

/** The speaker according to the narration before a quotation. */
export function attributionBefore(narration: string): Attribution | null {
  return toAttribution(BEFORE.exec(narration.slice(-120))) ?? toldBefore(narration)
}

function toAttribution(match: RegExpExecArray | null): Attribution | null {
  const { pronoun, name, description } = match?.groups ?? {}
  if (pronoun !== undefined) return pronounOf(pronoun)
  if (name !== undefined && /^\p{Lu}/u.test(name)) {
    return NOBODY.has(name.toLowerCase()) ? null : { kind: 'name', name }
  }
  if (description === undefined) return null
  const [, , words = ''] = new RegExp(`^(${ARTICLE})(.*)$`, 'isu').exec(description) ?? []
  return { kind: 'description', name: words }
}

/** The tag for a verb of speech in any language, unless the narration was already read as being about another person. */
export function toldBy(
  said: Attribution,
  read: Tag | null,
  narration: string,
  isNameWord: (word: string) => boolean,
): Tag | null {
  const { at = 0, sentence = narration } = read ?? {}
  if (said.kind === 'pronoun')
    return (
      read ?? { kind: 'said', at, sentence, who: { kind: 'pronoun', gender: said.gender, isSeveral: false } }
    )
  if (said.kind === 'description' && isThing(said.name)) return read
  if (said.kind === 'description')
    return (
      read ?? {
        kind: 'said',
        at,
        sentence,
        who: { kind: 'description', words: said.name, gender: null, relation: 'known' },
      }
    )
  const name = namesIn(said.name, isNameWord)[0] ?? uncasedName(said.name) ?? undefined
  return name === undefined
    ? null
    : { kind: said.isGuess === true ? 'clause' : 'said', at, sentence, who: { kind: 'name', name } }
}
