/** How words are spoken, as the narration beside them or their capitals tell it. It is only offered: nobody speaks so before the writer agrees. */

const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    whispering:
      'whispered whispers breathed breathes flüsterte flüstert wisperte raunte chuchota chuchote souffla susurró susurra',
    shouting:
      'shouted shouts yelled yells roared roars bellowed bellows bawled bawls thundered schrie schreit brüllte brüllt hurla hurle gritó grita',
    screaming: 'screamed screams shrieked shrieks squealed screeched kreischte',
    murmuring: 'murmured murmurs muttered mutters mumbled mumbles murmelte murmelt murmura murmuró',
    hissing: 'hissed hisses zischte siffla siseó',
    sobbing: 'sobbed sobs wept wailed wails whimpered whimpers schluchzte sanglota sollozó',
    laughing: 'laughed laughs chuckled chuckles giggled giggles lachte rió rit',
    sighing: 'sighed sighs seufzte soupira suspiró',
    gasping: 'gasped gasps panted pants keuchte haleta jadeó',
    groaning: 'groaned groans moaned moans stöhnte gémit gimió',
    snarling: 'snarled snarls growled growls knurrte grogna gruñó',
    stammering: 'stammered stammers stuttered stutters stammelte stotterte balbutia balbuceó',
    pleading: 'pleaded pleads begged begs implored entreated flehte supplia suplicó',
  }).flatMap(([manner, verbs]) => verbs.split(' ').map((verb) => [verb, manner] as const)),
)
/** “said Mira quietly”, “said in a low voice” */
const ADVERB =
  /(?<![\p{L}])(?:(?<adverb>\p{Ll}{2,14}ly)|(?<phrase>in an? (?:\p{Ll}{3,14} ){1,2}(?:voice|tone|whisper)))(?![\p{L}])/u
/** Adverbs that tell when or how surely, and not how it sounds. */
const NO_MANNER = new Set(
  'suddenly finally presently immediately instantly directly early only really nearly hardly scarcely simply merely certainly probably possibly actually recently lately shortly daily family reply apply supply'.split(
    ' ',
  ),
)
const REACH = 80

/**
 * How words are spoken; '' if nothing tells it. `narration` is what stands after them, or before them, and tells who speaks, from
 * the place where the words are.
 */
export function mannerOf(words: string, narration: string): string {
  const clause = /^[^.!?:;“”"«»]*/u.exec(narration.trimStart().slice(0, REACH))?.[0] ?? ''
  for (const [word] of clause.matchAll(/\p{L}+/gu)) {
    const manner = VERBS.get(word)
    if (manner !== undefined) return manner
  }
  const { adverb, phrase } = ADVERB.exec(clause)?.groups ?? {}
  if (phrase !== undefined) return phrase
  if (adverb !== undefined && !NO_MANNER.has(adverb)) return adverb
  return isInCapitals(words) ? 'shouting' : ''
}

/** Whether words stand in capitals that would not do so otherwise: more than one of some length. */
function isInCapitals(words: string): boolean {
  const long = words.match(/\p{L}{3,}/gu) ?? []
  return long.length > 1 && long.every((word) => word === word.toUpperCase() && word !== word.toLowerCase())
}
