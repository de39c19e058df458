/**
 * Speech tags in languages other than English: their verbs of speech, their subjects, and the order of both beside the speech. Verbs
 * without a subject (“powiedziała cicho”) mean that a known person speaks.
 */

import type { Gender } from './names.ts'

/** The subject of a speech tag. A guess is a name after a word that is probably a verb of speech. */
export type Told =
  | { readonly kind: 'name'; readonly name: string; readonly isGuess?: true }
  | { readonly kind: 'description'; readonly name: string }
  | { readonly kind: 'pronoun'; readonly gender: Gender | null }

const words = (text: string): string[] => text.split(' ')

/** The feminine and plural past of a verb: rzekł, rzekła, rzekli. */
const polish = (verb: string): string[] => {
  const stem = verb.replace(/ął$/, 'ęł')
  return [verb, `${stem}a`, `${stem}y`, `${stem.slice(0, -1)}li`]
}
const russian = (verb: string): string[] =>
  verb.endsWith('ся')
    ? [verb, `${verb.slice(0, -2)}ась`, `${verb.slice(0, -2)}ись`]
    : [verb, `${verb}а`, `${verb}и`]

/** The past and the present of weak verbs: klagte, klagt. */
const german = (past: string): string[] => [past, past.replace(/te$/, 't'), `${past}n`]
/** The past of verbs in -er, singular and plural: objecta, objectèrent. */
const french = (verb: string): string[] => {
  const stem = verb.slice(0, -2)
  const soft = stem.endsWith('c') ? `${stem.slice(0, -1)}ç` : stem.endsWith('g') ? `${stem}e` : stem
  return [`${soft}a`, `${stem}èrent`, ...(/[^aeiou]$/.test(stem) ? [`${stem}e`] : [])]
}
/** The past of regular verbs, singular and plural: bromeó, bromearon. */
const spanish = (verb: string): string[] => {
  const stem = verb.slice(0, -2)
  return verb.endsWith('ar') ? [`${stem}ó`, `${stem}aron`] : [`${stem}ió`, `${stem}ieron`]
}

const VERBS: ReadonlySet<string> = new Set([
  // German
  ...words(
    'sagte sagt sagten fragte fragt fragten antwortete antwortet rief riefen ruft flüsterte flüstert meinte meint erwiderte erwidert ' +
      'murmelte schrie schrien sprach entgegnete erklärte begann brummte seufzte lachte wiederholte versetzte bemerkte brüllte ' +
      'verlangte raunte wisperte knurrte stammelte stotterte zischte ergänzte gab bat befahl drängte hauchte keuchte warf schloss ' +
      'fuhr fiel unterbrach versprach widersprach beschwor verriet gestand schlug hob empfahl beschied setzte wandte ließ rief trug pries verbot lud hieß platzte lallte',
  ),
  ...words(
    'klagte jammerte schimpfte spottete höhnte grollte brüstete prahlte drohte warnte mahnte tadelte lobte tröstete beruhigte ermunterte ermahnte scherzte witzelte neckte kicherte gluckste stöhnte ächzte ' +
      'schluchzte weinte heulte winselte piepste krächzte krähte quiekte kreischte näselte lispelte murrte nuschelte brabbelte plapperte schwatzte erzählte berichtete schilderte behauptete versicherte beteuerte ' +
      'bestätigte bejahte verneinte leugnete beharrte folgerte urteilte vermutete überlegte grübelte sinnierte dachte wunderte staunte äußerte bekannte beichtete offenbarte verkündete verlautbarte diktierte ' +
      'zitierte rezitierte deklamierte dozierte belehrte erinnerte forschte erkundigte interessierte wollte hakte bohrte stimmte pflichtete kommentierte konterte parierte protestierte opponierte wehrte wagte riskierte ' +
      'begrüßte grüßte verabschiedete bedankte entschuldigte bettelte flehte beschwerte empörte ereiferte entrüstete ärgerte lächelte grinste strahlte schmunzelte nickte feixte stimmte lenkte mischte meldete ' +
      'kommandierte gebot schmeichelte säuselte flötete trällerte summte brauste donnerte polterte bellte fauchte schnaubte schnauzte blaffte pfiff kündigte wimmerte plärrte grunzte hüstelte räusperte tuschelte',
  ).flatMap(german),
  // Dutch
  ...words(
    'zei zegt zeiden vroeg vraagt vroegen antwoordde riep riepen roept fluisterde mompelde schreeuwde herhaalde zuchtte lachte ' +
      'bromde verklaarde vervolgde hernam snauwde gilde merkte',
  ),
  // French
  ...words(
    'dit disent dirent demanda demande répondit répond répliqua murmura cria ajouta reprit chuchota souffla lança déclara continua ' +
      "soupira affirma s'écria s'exclama expliqua hurla grogna fit protesta insista marmonna bredouilla balbutia interrogea " +
      "poursuivit conclut s'enquit rétorqua admit avoua annonça ordonna gémit ricana observa remarqua repartit repartirent intervint interrompit reconnut convint promit permit soutint rugit rougit pâlit gronda " +
      "renchérit s'attendrit s'ébahit glapit mugit vagit bondit sourit rit maintint prévint redit contredit médit lut conclut rétablit riposta objecte lâche reprend poursuit répond intervient dit-il dit-elle",
  ),
  ...words(
    'objecter acquiescer approuver assurer balbutier bégayer bougonner brailler bramer chantonner clamer commander commenter confier confirmer conseiller constater couper corriger crier décider déclamer décréter demander ' +
      'émettre énoncer énumérer expliquer exiger exploser fulminer gloser glousser grincer grommeler gueuler haleter hasarder hésiter hoqueter implorer indiquer informer insinuer interpeller interroger ironiser ' +
      'jurer lancer mâchonner marmotter maugréer menacer minauder murmurer nier noter ordonner pérorer persifler pester piailler pleurer pleurnicher plaider plaisanter préciser prier proclamer proférer prononcer ' +
      'proposer protester questionner rabrouer raconter railler râler rappeler rassurer rectifier réciter réclamer récriminer répéter répliquer réprimander rétorquer révéler riposter ronchonner rouspéter ' +
      'saluer sangloter scander sermonner siffler signaler souffler souligner soupirer suggérer supplier susurrer tempêter tonner tonitruer trancher triompher vociférer zézayer argumenter avancer avertir',
  ).flatMap(french),
  ...words(
    "s'exclama s'écria s'enquit s'emporta s'indigna s'étonna s'inquiéta s'impatienta s'excusa s'obstina s'entêta s'informa s'esclaffa s'étrangla s'écrièrent s'exclamèrent",
  ),
  // Spanish
  ...words(
    'dijo dice dijeron preguntó pregunta respondió responde contestó exclamó gritó murmuró susurró añadió replicó continuó explicó ' +
      'insistió repitió llamó comentó aseguró suspiró masculló musitó balbuceó ordenó pidió sentenció apuntó observó prosiguió admitió ' +
      'afirmó rió gruñó interrumpió repuso propuso opuso dispuso intervino convino previno contradijo predijo maldijo bendijo advirtió sugirió mintió sonrió pidió despidió refirió repitió concluyó instruyó arguyó ' +
      'soltó espetó inquirió quiso quejó hizo',
  ),
  ...words(
    'terciar bromear protestar objetar aclarar confirmar confesar reconocer prometer jurar rogar suplicar implorar mandar aconsejar recordar advertir avisar anunciar declarar proclamar opinar juzgar pensar reflexionar ' +
      'razonar argumentar matizar puntualizar precisar señalar indicar subrayar agregar recalcar corear corregir rectificar discrepar negar rechazar rebatir refunfuñar rezongar farfullar mascullar tartamudear chillar ' +
      'aullar bramar rugir vociferar tronar sollozar gemir lloriquear lamentar jadear cuchichear bisbisear canturrear recitar leer relatar narrar contar informar explicar revelar confiar desvelar interrogar indagar ' +
      'cuestionar curiosear saludar felicitar agradecer animar tranquilizar consolar calmar reprender regañar reprochar censurar acusar amenazar retar desafiar ironizar mofar burlar alardear presumir exigir reclamar ' +
      'reponer retrucar contraatacar apostillar apremiar urgir insinuar aventurar titubear vacilar dudar admirar asombrar sorprender asentir carraspear interpelar vocear proferir pronunciar articular boquear',
  ).flatMap(spanish),
  // Italian
  ...words(
    'disse dice dissero chiese chiede domandò rispose risponde esclamò gridò mormorò sussurrò aggiunse replicò continuò spiegò ' +
      'insistette ripeté borbottò sospirò ordinò urlò ribatté commentò fece balbettò proseguì annunciò ammise',
  ),
  // Portuguese
  ...words(
    'disse diz disseram perguntou pergunta respondeu responde exclamou gritou murmurou sussurrou acrescentou replicou continuou ' +
      'explicou insistiu repetiu comentou suspirou retorquiu retrucou resmungou ordenou pediu falou indagou prosseguiu concluiu',
  ),
  // Polish
  ...words('mówi mówią pyta odpowiada woła krzyczy szepcze'),
  ...words(
    'powiedział rzekł odpowiedział odparł zapytał spytał zawołał krzyknął szepnął wyszeptał mruknął dodał stwierdził oznajmił ' +
      'przyznał westchnął wrzasnął warknął jęknął powtórzył wyjaśnił wtrącił zauważył burknął zdziwił poprosił mówił pytał wołał',
  ).flatMap(polish),
  // Russian
  ...words('говорит говорят спрашивает отвечает кричит шепчет'),
  ...words(
    'сказал спросил ответил крикнул закричал прошептал шепнул воскликнул произнёс произнес пробормотал добавил заметил возразил ' +
      'повторил проговорил продолжал продолжил объяснил вздохнул отозвался откликнулся буркнул проворчал позвал попросил приказал ' +
      'прибавил вскрикнул рявкнул начал заявил сообщил поинтересовался согласился удивился выдохнул кивнул говорил спрашивал',
  ).flatMap(russian),
  // Swedish, Norwegian, Danish
  ...words(
    'sa sade säger frågade frågar svarade svarar ropade viskade skrek mumlade muttrade fortsatte upprepade suckade tillade utbrast skrattade ' +
      'förklarade undrade mente menade ' +
      'sier spurte spør svarte svarer ropte hvisket skrek mumlet fortsatte gjentok sukket føyde utbrøt lo forklarte ' +
      'sagde siger spurgte spørger svarede råbte hviskede skreg mumlede gentog sukkede tilføjede udbrød forklarede',
  ),
  // Finnish
  ...words(
    'sanoi sanoo sanoivat kysyi kysyy vastasi vastaa huusi kuiskasi mutisi huudahti lisäsi toisti jatkoi totesi huokaisi ihmetteli ' +
      'tokaisi selitti ärähti naurahti',
  ),
])

/** Words for a person without a name. */
const PRONOUNS = new Set(
  words(
    'er sie ich es wir hij ze zij ik we wij il elle ils elles je on él ella ellos ellas yo lui lei io loro ele ela eles elas eu ' +
      'on ona oni one ja ono он она они я мы han hon hun jag jeg de dem vi hän he minä',
  ),
)
const HE = new Set(words('he er il él lui ele он han hij'))
const SHE = new Set(words('she sie elle ella lei ela она ona hon hun zij'))

/** The subject of a speech tag that is a pronoun, with the gender that it implies: “elle”, “dit-il”. */
export function pronounOf(word = ''): Told {
  const last = /\p{L}+$/u.exec(word.toLowerCase())?.[0] ?? ''
  return { kind: 'pronoun', gender: HE.has(last) ? 'male' : SHE.has(last) ? 'female' : null }
}

const ARTICLES =
  /^(?:(?:der|die|das|ein|eine|de|het|een|le|la|les|un|une|el|los|las|una|il|lo|gli|i|uno|o|a|os|as|um|uma|den|det|en|ett|et)\s|l['’]|un['’])/u
/** “meine Tante”, “mon père” */
const OWN =
  /^(?:mein|meine|dein|deine|sein|seine|ihre|unser|unsere|mon|ma|ton|ta|son|sa|notre|votre|leur|mi|tu|su|nuestro|nuestra|mio|mia|suo|sua|mijn|zijn|haar|min|mitt|hans|hennes)\s/u
/** “somebody” */
const ANYBODY = new Set(
  words(
    "jemand irgendjemand irgendwer einer niemand quelqu'un quelqu’un personne alguien nadie qualcuno nessuno alguém ninguém ktoś кто-то iemand någon noen nogen joku",
  ),
)
/** Indirect objects before a verb: “lui dit Mira”. */
const OBJECTS = new Set(words('lui leur me te nous vous le les se'))
const TITLE =
  '(?:(?:Mr|Mrs|Ms|Dr|St|Sr|Sra|M|Mme|Mlle|Hr|Fr)\\.?|(?:Herr|Frau|herr|fru|frk\\.?|fröken|don|doña|dona|señor|señora|senhor|senhora|signor|signora|' +
  'pan|pani|господин|госпожа|мистер|миссис|meneer|mevrouw|herra|rouva|monsieur|madame|mademoiselle|Don|Doña|Madame|Monsieur))'
const NAME = new RegExp(
  `^(?:${TITLE}\\s)?\\p{Lu}[\\p{L}\\p{M}]*[\\p{L}\\p{M}’'-]*[\\p{L}\\p{M}](?:\\s(?:(?:de|del|la|di|da|do|dos|du|van|von|der|den|of|af|zu)\\s){0,2}\\p{Lu}[\\p{L}\\p{M}’'-]*[\\p{L}\\p{M}]){0,2}`,
  'u',
)
/** Words between a verb of speech and its subject: the indirect object, and the verb's particle. */
const BETWEEN = new Set(
  words(
    'mir dir ihm ihr ihnen uns da dann nun sich me te le les lui nous vous se si gli mi ti ci lhe lhes ' +
      'się mu jej im mi nam jemu wtedy ему ей им мне нам ей тут вдруг тогда наконец då da så nå nu silloin zacht dan toen',
  ),
)
/** Adverbs by their ending. */
const ADVERB = /(?:[^аеиоуы]о|ски|mente|ment|ie|ho|no|sti|vat|lise?|eise|aut|ell|ig|t)$/u
/** Words that begin neither a name nor a verb of speech. */
const SMALL = new Set(
  words(
    'und aber mit zu als wie in an auf aus von vor nach bei dass weil wenn ob nicht nur auch noch dem des im am en maar met voor bij ' +
      'et mais avec à au aux de du des dans sur pour par qui que quand si ne pas y con para por como cuando pero no ni e ma per che con ' +
      'mas com em no na ao i z w do na o nie że ale jak gdy to и а но с в на к от за по не что как это когда или og men med til på som ' +
      'och till ja mutta kun että',
  ),
)
/** Capitalised words at the beginning of sentences that are not names. */
const NOBODY = new Set(
  words(
    'er sie es ich wir ihr aber und dann als der die das ein eine nein ja was wer wie da so doch hij zij maar toen het een ' +
      'il elle ils elles je nous vous mais et alors quand le la les un une non oui que qui où ' +
      'él ella ellos ellas yo pero y entonces cuando el los las una sí qué quién cómo lui lei ma allora poi quando ' +
      'ele ela mas então quando on ona ale wtedy potem i to nie tak он она они но и а потом тогда это нет да ' +
      'han hon hun men då da så nej nei hän mutta sitten ei niin',
  ),
)
/** The text before a tag: the comma or the dash after speech. */
const LEAD = /^[\s,;.…]{0,4}(?:[—–―]|-{1,2}(?!\p{L}))?[\s\u00a0]{0,2}/u
const WORD = /^\p{L}[\p{L}\p{M}’']*/u
/** “demanda-t-il”, “dit-elle”, with any verb. */
const INVERTED = /^[\p{Ll}’']+-(?:t-)?(?:il|elle|ils|elles|je|on|nous|vous)(?![\p{L}])/u
/** Past-tense endings of Slavic and Romance verbs. */
const LIKE_A_VERB =
  /(?:[аеиоуыяё]л[аио]?|л[аи]сь|лся|[aeiouyąęż]ł[aoy]?|[aeiy]li|ò|ì|ó|ou|eu|iu|te|de|va|ait)$/u
/** Russian and Polish names that are objects: “сказал Мире”, “powiedział Tomowi”. */
const TO_SOMEBODY = /(?:[а-яё](?:[еуюи]|ой|ом|ем|ам)|owi)$/u

/** The speaker according to the narration after speech: “sagte Mira”, “— сказала Мира”, “dit-elle”, “ミラは言った”. */
export function toldAfter(narration: string): Told | null {
  const head = narration.slice(0, 100)
  const lead = LEAD.exec(head)?.[0] ?? ''
  const rest = head.slice(lead.length)
  if (CJK.test(rest)) return toldInChineseOrJapanese(rest)
  const [inverted] = INVERTED.exec(rest) ?? []
  if (inverted !== undefined) return pronounOf(inverted)
  const [word, ...next] = takeWords(rest, 3)
  if (word === undefined) return null
  if (isVerb(word.text)) return subjectAfter(rest.slice(word.end))
  const [second] = next
  // “тихо сказала Мира”
  if (isLower(word.text) && second !== undefined && isVerb(second.text) && !SMALL.has(word.text)) {
    return PRONOUNS.has(word.text) ? pronounOf(word.text) : subjectAfter(rest.slice(second.end))
  }
  const told = subjectBefore(rest)
  if (told !== null) return told
  if (/^(?:не|nie)\s/u.test(rest)) return toldAfter(lead + rest.slice(rest.indexOf(' ') + 1))
  if (/[,—–―-]/u.test(lead) && isLower(word.text) && !SMALL.has(word.text) && !ARTICLES.test(rest)) {
    const name = nameAt(rest.slice(word.end).trimStart())
    if (name !== null && !TO_SOMEBODY.test(name) && word.text.length > 2)
      return { kind: 'name', name, isGuess: true }
  }
  return null
}

/** The speaker according to the narration before speech: “Mira sagte:”, “Мира тихо сказала:”, “米拉说：”. */
export function toldBefore(narration: string): Told | null {
  const tail = narration.slice(-120)
  if (CJK.test(tail)) return toldBeforeInChineseOrJapanese(tail)
  const clause = /(?:^|[.!?…“”«»„"]\s*)([^.!?…“”«»„"]*)[:,]\s*[—–]?\s*$/u.exec(tail)?.[1]
  if (clause === undefined) return null
  // “Et Mira de répondre”
  const [, infinitive] =
    /^\s*(?:[Ee]t\s)?(\p{Lu}[\p{L}’ -]*?)\sd(?:e\s|[’'])[\p{Ll}’']+(?:er|ir|re)\s?$/u.exec(clause) ?? []
  if (infinitive !== undefined) return { kind: 'name', name: infinitive }
  const all = takeWords(clause, 20)
  const verb = all.findLastIndex(({ text }) => isVerb(text))
  const told = all[verb]
  if (told === undefined || all.length - verb > 6) return null
  // “Mira flüsterte Tom zu”, “Mira le dijo a Tom”
  const subject = namesOf(clause.slice(0, told.start)).at(-1)
  if (subject !== undefined && beginsClause(clause.slice(0, told.start), subject))
    return { kind: 'name', name: subject }
  const after = clause.slice(told.end).trimStart()
  const behind = nameAt(after)
  if (behind !== null) return { kind: 'name', name: behind }
  if (ARTICLES.test(after)) return subjectAfter(after)
  const before = clause.slice(0, told.start)
  const names = namesOf(before)
  const [first] = names
  if (first !== undefined)
    return names.length === 1 ? { kind: 'name', name: first } : { kind: 'name', name: first, isGuess: true }
  return subjectBefore(clause.trimStart()) ?? pronounOf()
}

/** Whether a name is the first in a clause, directly before its verb except for a function word. */
function beginsClause(before: string, name: string): boolean {
  const [lead = '', rest = ''] = before.trimStart().split(name)
  return (
    /^(?:(?:und|da|dann|et|alors|puis|y|entonces|luego|e|poi|allora|i|и|och|og|ja)\s)?$/iu.test(lead) &&
    /^\s(?:[\p{Ll}’']+\s)?$/u.test(rest)
  )
}

/** Whether a text begins with its subject, and not with a verb of speech: “il dit la vérité”. */
export function beginsWithSubject(text: string): boolean {
  const word = WORD.exec(text)?.[0] ?? ''
  // “lui dit Mira”
  const [, verb, who] = OBJECTS.has(word) ? takeWords(text, 3) : []
  if (verb !== undefined && who !== undefined && isVerb(verb.text) && !isLower(who.text)) return false
  return PRONOUNS.has(word.toLowerCase()) || ARTICLES.test(text) || nameAt(text) !== null
}

/** Whether a text begins with a word that is probably a verb, perhaps followed by its subject: “выдохнула Мира”. */
export function beginsLikeTag(narration: string): boolean {
  const text = narration.replace(/^(?:не|nie)\s/u, '')
  const [word, next] = takeWords(text, 2)
  if (word === undefined || !isLower(word.text) || SMALL.has(word.text) || PRONOUNS.has(word.text))
    return false
  const rest = text.slice(word.end).trimStart()
  if (nameAt(rest) !== null && !ARTICLES.test(text)) return true
  return (
    LIKE_A_VERB.test(word.text) && word.text.length > 3 && (next === undefined || /^[.,:]|się/u.test(rest))
  )
}

/** Whether a sentence is about a third person in the past tense: “Она встала”, “Mira pokręciła głową”, “Elle se leva”. */
export function tellsOfSomebody(sentence: string): boolean {
  const start = /^\s*(\p{Lu}[\p{L}’-]*)\s+(?:(?:se|s'|s’|się|ne|le|la|lui|y|en)\s?)?([\p{L}’]+)/u.exec(
    sentence,
  )
  const [, who = '', does = ''] = start ?? []
  if (who === '') return false
  if (THIRD.has(who.toLowerCase()))
    return /^(?:hän|er|sie|han|hon|hun|hij)$/iu.test(who) || (isPast(does) && !NOW.has(does))
  return !NOBODY.has(who.toLowerCase()) && isPast(does)
}

const THIRD = new Set(
  words('il elle ils elles он она они ona han hon hun hän er sie hij lui lei ele ela él ella'),
)
/** Words that look like a past tense, but are not. */
const NOW = new Set(words('fait sait dit va a plaît vait est suit vit était'))
const isPast = (word: string): boolean =>
  LIKE_A_VERB.test(word) || /(?:a|it|ut|int|aient|èrent|irent|urent|si|oi|ui)$/u.test(word)

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The first words of a clause, up to the punctuation that ends it. */
function takeWords(text: string, most: number): Word[] {
  const found: Word[] = []
  let at = 0
  while (found.length < most) {
    const gap = /^[\s\u00a0,’'-]*/u.exec(text.slice(at))?.[0].length ?? 0
    const word = WORD.exec(text.slice(at + gap))?.[0]
    if (word === undefined) return found
    found.push({ text: word, start: at + gap, end: at + gap + word.length })
    at += gap + word.length
  }
  return found
}

const isLower = (word: string): boolean => /^\p{Ll}/u.test(word)

function isVerb(word: string): boolean {
  return isLower(word) && VERBS.has(word.replace('’', "'"))
}

/** The subject after a verb of speech. */
function subjectAfter(text: string): Told {
  let rest = text.replace(/^-(?:lhes?|me|te|se|nos|vos)(?![\p{L}])/u, '').trimStart()
  for (let skipped = 0; skipped < 3; skipped++) {
    const name = nameAt(rest)
    if (name !== null) return TO_SOMEBODY.test(name) ? pronounOf() : { kind: 'name', name }
    const word = WORD.exec(rest)?.[0]
    if (word === undefined || PRONOUNS.has(word)) return pronounOf(word)
    const anybody = /^[\p{L}’'-]+/u.exec(rest)?.[0] ?? ''
    if (ANYBODY.has(anybody)) return { kind: 'description', name: anybody }
    const description = descriptionAt(rest)
    if (description !== null) return { kind: 'description', name: description }
    if (!BETWEEN.has(word) && !ADVERB.test(word)) break
    rest = rest.slice(word.length).trimStart()
  }
  return pronounOf()
}

/** The subject before a verb of speech. */
function subjectBefore(text: string): Told | null {
  const subject = nameAt(text)
  const described = subject === null ? ARTICLES.test(text) : false
  const length = subject?.length ?? (described ? 0 : (WORD.exec(text)?.[0].length ?? 0))
  const after = takeWords(text.slice(length), 4)
  const verb = after.findIndex(({ text: word }) => isVerb(word))
  if (verb < 0) return null
  const between = after.slice(0, verb)
  if (subject !== null)
    return between.length < 2 && between.every(({ text: word }) => isLower(word) && !SMALL.has(word))
      ? { kind: 'name', name: subject }
      : null
  if (described) {
    const name = descriptionAt(text.slice(0, after[verb]?.start ?? 0))
    return name === null || between.length < 2 ? null : { kind: 'description', name }
  }
  const pronoun = WORD.exec(text)?.[0].toLowerCase() ?? ''
  return PRONOUNS.has(pronoun) && between.length < 2 ? pronounOf(pronoun) : null
}

function nameAt(text: string): string | null {
  const name = NAME.exec(
    text.replace(/^(?:el|la|o|a|il|le)\s(?=(?:señora?|senhora?|signora?)\s\p{Lu})/u, ''),
  )?.[0]
  if (name === undefined || NOBODY.has(name.toLowerCase())) return null
  const [first = '', ...others] = name.split(/\s/)
  return NOBODY.has(first.toLowerCase()) && others.length > 0 ? null : name
}

function descriptionAt(text: string): string | null {
  const article = (ARTICLES.exec(text) ?? OWN.exec(text))?.[0]
  if (article === undefined) return null
  const taken: string[] = []
  for (const { text: word } of takeWords(text.slice(article.length), 3)) {
    if (SMALL.has(word) || isVerb(word)) break
    const isNoun = /^\p{Lu}/u.test(word)
    taken.push(isNoun ? word : withoutArticle(word, article))
    if (isNoun) break
  }
  return taken.length === 0 ? null : taken.join(' ')
}

/** The form that a German adjective has without an article: “der alte Fährmann” and “ein alter Fährmann” are one person. */
function withoutArticle(adjective: string, article: string): string {
  if (!adjective.endsWith('e')) return adjective
  return (
    adjective + (/^\s*(?:der|dieser|jener)\s/iu.test(article) ? 'r' : /^\s*das\s/iu.test(article) ? 's' : '')
  )
}

function namesOf(text: string): string[] {
  const found: string[] = []
  for (const { start } of takeWords(text, 12)) {
    const name = nameAt(text.slice(start))
    if (name !== null && found.at(-1)?.includes(name) !== true) found.push(name)
  }
  return found
}

const CJK =
  /^[\s，、。：」』”]*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][：:，、。]?\s*$/u
const CHINESE_VERB =
  '(?:说道|说|問道|问道|问|回答道|回答|答道|喊道|喊|叫道|叫|嚷道|低语|喃喃道|笑道|道|說道|說|問)'
const CHINESE_ADVERB =
  '(?:小声地?|低声地?|轻声地?|大声地?|高声地?|轻轻地?|慢慢地?|冷冷地?|悄悄地?|笑着|哭着|点头|摇头|连忙|忽然|突然|又|也|就|便|才|却|还|接着|继续)'
const CHINESE_NAME = '[\\p{Script=Han}·]{1,6}?'
const CHINESE_AFTER = new RegExp(
  `^[，。\\s]*(?<name>${CHINESE_NAME})(?:${CHINESE_ADVERB}){0,2}(?:[对向](?:\\p{Script=Han}{1,4}?))?(?:${CHINESE_ADVERB})?${CHINESE_VERB}(?=[，。：:；！\\s]|$)`,
  'u',
)
const CHINESE_BEFORE = new RegExp(
  `(?:^|[。！？，；”」\\s])(?<name>${CHINESE_NAME})(?:${CHINESE_ADVERB}){0,2}(?:[对向](?:\\p{Script=Han}{1,4}?))?(?:${CHINESE_ADVERB})?${CHINESE_VERB}[：:，]\\s*$`,
  'u',
)
const JAPANESE_NAME =
  '(?<name>(?:[\\p{Script=Katakana}ー・]{2,12}|[\\p{Script=Han}々]{1,5})(?:さん|くん|君|ちゃん|様|氏)?)'
const JAPANESE_VERB = '(?:言|云|いっ|聞|訊|尋|答|叫|呟|つぶや|ささや|囁|問|話|返|怒鳴|呼)'
const JAPANESE_AFTER = new RegExp(
  `^(?:と|って)?、?${JAPANESE_NAME}(?:は|が)[^。「]{0,20}?${JAPANESE_VERB}`,
  'u',
)
const JAPANESE_BEFORE = new RegExp(
  `(?:^|[。、！？」\\s])${JAPANESE_NAME}(?:は|が)(?:[^。「]{0,20}?${JAPANESE_VERB}[^。「]{0,6}[。：:、]|、|[^。「]{0,10}、)?\\s*$`,
  'u',
)
/** Words for people without a name, and words that are not people. */
const CJK_PRONOUN = /^(?:[他她它我你您]们?|咱们?|大家|有人|彼女|彼ら?|私|僕|俺|あなた|誰)$/u
const CJK_DESCRIBED =
  /(?:老人|男人|女人|女孩|男孩|孩子|船夫|医生|老板|母亲|父亲|妈妈|爸爸|士兵|警察|老师|少女|少年|男|女|子供|老婆|船長|医者|先生|母|父)$/u
const CJK_NOBODY = /^(?:[这那此]|什么|怎么|如果|然后|于是|因为|所以|听|有|在|不|没|一)/u

const JAPANESE_SAID = new RegExp(`^、?(?:と|って)(?!いう|云う|書)[^。「]{0,24}?${JAPANESE_VERB}`, 'u')

/** Whether Japanese narration treats the words before it as speech: “と言った”, and not as a name: “という本”. */
export function isSaidInJapanese(after: string): boolean {
  return JAPANESE_SAID.test(after.slice(0, 60))
}

function toldInChineseOrJapanese(text: string): Told | null {
  return cjkPerson(JAPANESE_AFTER.exec(text) ?? CHINESE_AFTER.exec(text))
}

function toldBeforeInChineseOrJapanese(text: string): Told | null {
  return cjkPerson(CHINESE_BEFORE.exec(text) ?? JAPANESE_BEFORE.exec(text))
}

function cjkPerson(match: RegExpExecArray | null): Told | null {
  const name = match?.groups?.['name']
  if (name === undefined || CJK_NOBODY.test(name)) return null
  if (CJK_PRONOUN.test(name)) return pronounOf()
  return { kind: CJK_DESCRIBED.test(name) ? 'description' : 'name', name }
}
