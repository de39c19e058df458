/** English words by which narration identifies speakers: verbs of speech, words for people, and the words beside them. */
import type { Gender } from './names.ts'

export const SPEECH: ReadonlySet<string> = new Set([
  ...words(
    'said say says saying asked ask asks asking replied replies replying answered answers answering whispered whispers whispering shouted shouts shouting cried cries crying ' +
      'called calls calling muttered mutters muttering murmured murmurs murmuring added adds adding continued continues continuing began begins begun beginning told tells telling yelled yells exclaimed exclaims ' +
      'exclaiming remarked remarks remarking agreed agrees insisted insists laughed laughs sighed sighs snapped snaps repeated repeats repeating growled growls hissed hisses announced announces announcing declared ' +
      'declares declaring explained explains explaining demanded demands observed observes observing suggested suggests protested protests admitted admits interrupted interrupts interrupting mumbled mumbles screamed ' +
      'screams returned returns rejoined rejoins resumed resumes retorted retorts responded responds ventured ventures inquired inquires enquired enquires spoke speak speaks speaking stammered stammers stuttered ' +
      'sobbed sobs gasped gasps groaned groans moaned moans grunted grunts roared roars thundered bellowed barked breathed breathes panted pleaded begged begs urged urges warned warns promised promises proposed ' +
      'assured assures affirmed asserted argued argues objected objects complained complains confessed confesses conceded concluded concludes corrected commented comments concurred echoed faltered persisted ' +
      'pursued proceeded put reflected reasoned reminded snarled sneered snorted drawled squeaked shrieked shrieks squealed wailed whined whimpered chuckled chuckles giggled scoffed grumbled ordered commanded ' +
      'informed mused thought thinks quoted read reads recited related reported stated teased threatened uttered volunteered wondered yawned acknowledged advised appealed apologised apologized ejaculated ' +
      'implored intoned croaked rasped boomed quavered cooed crooned lamented hazarded hinted invited offered opined supplied smiled grinned countered joked lied swore vowed scolded chided chimed broke burst cut intervened interjected interposed interrupted amended corrected completed finished ended repined remonstrated expostulated pronounced prompted pressed pointed recalled recommended recounted reiterated rebuked replying retaliated summarised quipped queried questioned puffed purred preached prayed nodded moralised mouthed marvelled lisped jeered jested hailed grated gushed fretted fumed encouraged elaborated denied cursed counselled contradicted consented consoled confided confirmed chorused challenged cautioned bragged boasted bawled babbled assented accused advised wheezed whooped yelped ' +
      // Irregular forms.
      'quoth bade spat spake forbade besought sang mimicked enquiring inquiring swearing',
  ),
  ...past(
    'admonish apostrophise apostrophize articulate banter beam blare bluster bleat blurt bray burble cackle carol caw chant chatter cheer chirp chirrup chortle claim cluck coax cough crow decree ' +
      'deduce demur deplore deride dictate disagree divulge drone emphasise emphasize enthuse entreat enunciate exhort exult gabble gibe gloat greet gurgle holler hoot howl huff insinuate instruct ' +
      'interrogate jabber jibe lecture maintain mock nag+ narrate note orate philosophise philosophize pipe placate pout prattle predict prophesy rage rail ramble rant rave reassure reckon reprimand ' +
      'reproach reprove reveal rhapsodise rumble sass screech scream seethe shrill simper smirk snicker sniff sniffle snigger snivel soothe specify splutter sputter squawk stipulate storm stress summarize ' +
      'surmise sympathise sympathize theorise theorize titter trill trumpet tut+ twitter upbraid vociferate wheedle yap+ yowl corroborate interpolate expatiate extemporise perorate soliloquise soliloquize ' +
      'apprise avow asseverate attest aver+ blab+ blaspheme boom chaff commiserate concur+ console contend criticise criticize croon debate deliver expound gasp hum+ lilt moralize nicker parrot ' +
      'submit+ essay propound hedge parry clarify enlighten wager calculate estimate vouchsafe deprecate disclaim dispute equivocate exult iterate prevaricate rebut+ shush snuffle taunt vaunt jest josh bicker ' +
      'wrangle haggle intercede intimate reminisce sermonise minimise minimize sympathise enunciate hiccup squeal ' +
      'pontificate pooh-pooh proclaim profess quibble recollect repine retail scoff sermonise sermonize shrug+ slur+ spell squall tattle testify thank thunder utter vow warble whisper wisecrack yammer yell',
  ),
  ...presents(
    'proceed interpose interject pursue persist reflect muse assent ejaculate state mention recite stammer stutter mumble grumble groan gasp pant sob wail whimper whine drawl lisp croak quaver falter ' +
      'chuckle giggle sneer snarl grunt roar thunder bellow bawl bark plead implore entreat assure affirm assert confide acknowledge concede correct counter remonstrate reiterate retort ' +
      'speculate marvel volunteer vow swear joke tease mock scoff scold chide apologise apologize explode intone quote inform enthuse splutter blurt breathe',
  ),
  ...gerunds(
    'argue assent assert assure bawl bellow blurt chant claim comment complain concede conclude confess confide corroborate counter demand drawl ejaculate entreat exhort expostulate gasp growl grumble grunt ' +
      'hazard hint hiss howl implore inform insinuate insist interject interpose intone lament lisp mention moan mumble object opine plead pronounce propose protest query reassure recite reiterate rejoin ' +
      'remonstrate respond resume retort roar scream screech shriek snarl sneer splutter sputter squeak squeal stammer state stutter suggest thunder urge venture volunteer vociferate wail warn whimper whine yell',
  ),
])
/** The third person of the present, except for verbs whose form is as often a noun. */
function presents(verbs: string): string[] {
  return verbs.split(' ').map((verb) => `${verb}s`)
}

/** The past tense of regular verbs; a plus follows a verb that doubles its last letter. */
function past(verbs: string): string[] {
  return verbs.split(' ').map((verb) => {
    if (verb.endsWith('+')) return `${verb.slice(0, -1)}${verb.at(-2) ?? ''}ed`
    if (verb.endsWith('e')) return `${verb}d`
    return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`
  })
}

function gerunds(verbs: string): string[] {
  return verbs.split(' ').map((verb) => `${verb.replace(/e$/, '')}ing`)
}

/** Past-tense verbs without “-ed”, which follow the name of their subject. */
export const DOING = words(
  'was were is are am had has did does could would should might must can will shall may went came took gave got looked saw knew felt found made stood sat lay rose ran left let kept held turned heard brought ' +
    'sent set put met led lost fell drew threw grew flew blew shook broke spoke woke wore tore bore swore chose froze rode wrote drove bent bit caught taught sought fought bought paid laid slid hid ' +
    'swung sprang sang rang drank sank shrank began won spun stuck struck hung clung flung wept crept slept swept leapt knelt dealt meant leant read spread shut cut hit shot strode stole smote told said ' +
    'says looks goes comes takes gives gets sees knows feels finds makes stands sits then also only never always still just now again soon at hardly scarcely',
)
/** Words that begin a clause: a name after them is its subject. */
export const CONJUNCTIONS = words(
  'and but then when while as if that because so or until till for yet though whereupon meanwhile here now presently suddenly thereupon soon afterwards later once again therefore however consequently hereupon instantly immediately next finally lastly ' +
    'eventually indeed still even only whereat thereat nevertheless nonetheless moreover besides sometimes',
)
/** Words before a person that are not verbs. */
export const NO_VERB = words(
  'the a an his her my our their your its this that these those another one some any no both all each every as at in on of to from with by for into upon about after before during until since but and or nor then ' +
    'when while where if so thus here there now who which whose what how why not only even just he she they it we i you him them me us old young little poor dear',
)
/** A name after these is an object, or a place. */
export const BEFORE_OBJECT = words(
  'to at of from with by in on into upon about for after before behind beside between near like than towards toward against without over under around round past through across beyond ' +
    'told asked gave saw met heard called kissed let made joined followed watched helped thanked interrupted',
)
const MEN =
  'man gentleman boy lad youth fellow father dad daddy papa brother son uncle nephew grandfather husband bridegroom king prince duke earl lord priest vicar parson curate bishop monk friar butler footman ' +
  'coachman waiter landlord policeman postman clergyman fisherman boatman ferryman workman sailor soldier squire steward headmaster barman porter milkman old-man schoolboy schoolmaster cabman cabby cowboy doorkeeper foreman fireman watchman gatekeeper gamekeeper huntsman groom ostler monsieur signor widower bachelor godfather stepfather baron count ' +
  'emperor sultan abbot canon dean archdeacon verger sexton rabbi chaplain midshipman boatswain bosun helmsman alderman nobleman countryman frenchman englishman irishman scotsman scotchman salesman spokesman chairman'
const WOMEN =
  'woman lady girl lass maiden mother mum mummy mamma mama sister daughter aunt niece grandmother wife bride widow queen princess duchess countess nun nurse maid housemaid parlourmaid governess landlady ' +
  'waitress actress hostess housekeeper matron mistress nanny schoolgirl schoolmistress headmistress barmaid chambermaid milkmaid nursemaid charwoman washerwoman laundress seamstress dressmaker milliner midwife stewardess postmistress ' +
  'godmother stepmother baroness empress abbess prioress novice fishwife frenchwoman englishwoman heiress lady-in-waiting'
const PEOPLE =
  'child baby doctor captain colonel general major sergeant inspector detective officer constable guard driver clerk cook servant stranger visitor guest host friend cousin neighbour neighbor companion lawyer judge ' +
  'teacher professor master student pupil singer painter artist poet writer reporter doorman conductor pilot nobleman merchant baker butcher miller smith blacksmith tailor barber gardener shepherd farmer hunter ' +
  'cook chemist dealer shopkeeper innkeeper manager secretary chairman minister president director editor superintendent beadle undertaker speaker voice crowd others person someone ' +
  'passenger traveller traveler thief robber prisoner jailer gaoler witch wizard giant dwarf elf ghost missionary subaltern solicitor attorney notary magistrate consul ambassador curator librarian grocer chauffeur cashier dentist surgeon physician colleague partner boss ' +
  'overseer sheriff marshal deputy ranger trooper corporal lieutenant sentry sentinel scout spy agent commissioner governor mayor senator undersecretary chancellor premier journalist author novelist philosopher ' +
  'scientist engineer mechanic electrician plumber mason carpenter joiner cobbler shoemaker tanner weaver drover herdsman ploughman forester woodcutter hermit pilgrim prophet oracle sage bard minstrel clown jester ' +
  'acrobat juggler dancer actor pianist violinist musician skipper mate purser admiral commodore fisher beggar tramp vagrant gipsy gypsy pedlar peddler hawker orphan youngster urchin undergraduate scholar ' +
  'provost rector deacon lodger tenant boarder customer client patient orderly steward apprentice assistant attendant messenger emissary envoy herald bystander onlooker spectator newcomer intruder ' +
  'instructor tutor coachman referee juror witness accused defendant prosecutor counsel barrister operator receptionist usher caretaker janitor chieftain settler colonist pirate smuggler outlaw ' +
  'gunman gangster burglar murderer convict warder warden turnkey executioner hangman angel devil demon fairy goblin imp mermaid monster android robot alien foreigner peasant villager townsman islander banker broker auctioneer ' +
  'coroner bailiff croupier bookmaker bartender barkeeper concierge hotelier bellboy valet lackey jockey trainer umpire gunner stoker pathologist psychiatrist psychologist pharmacist druggist apothecary vet ' +
  'accountant technician dispatcher navigator astronaut sorcerer magician conjuror conjurer seer druid knight archer marksman rifleman freshman sophomore playwright sculptor composer photographer critic printer publisher ' +
  'bookseller jeweller jeweler watchmaker tinker saddler stonemason bricklayer plasterer roofer miner collier quarryman lumberjack trapper ferrywoman lighthouse-keeper customs-officer bishop cardinal nuncio monarch ' +
  'regent courtier chamberlain butcher-boy errand-boy newsboy paperboy cowherd goatherd swineherd dairymaid kitchenmaid scullion cook-general widow spinster matriarch patriarch elder chieftainess'
export const HEAD_GENDER: ReadonlyMap<string, Gender | null> = new Map([
  ...[...words(MEN)].map((word) => [word, 'male'] as const),
  ...[...words(WOMEN)].map((word) => [word, 'female'] as const),
  ...[...words(PEOPLE)].map((word) => [word, null] as const),
])

/** The base forms of verbs of speech, after “to” or “heard Mira”. */
export const PLAIN_SPEECH = words(
  'say ask reply answer cry call whisper shout murmur mutter remark exclaim declare observe add tell continue begin inquire enquire explain announce suggest repeat interpose object protest retort ' +
    'rejoin respond return insist inform ejaculate stammer mumble demand admit confess speak',
)
/** Suffixes of words for people: “saloon-keeper”, “step-son”, “tribesman”. */
const PERSON_ENDS: readonly (readonly [RegExp, Gender | null])[] = [
  [
    /^(?:father|brother|son)-in-law$|^step-?(?:father|brother|son)$|^grand-?(?:father|son)$|^god-?(?:father|son)$/u,
    'male',
  ],
  [
    /^(?:mother|sister|daughter)-in-law$|^step-?(?:mother|sister|daughter)$|^grand-?(?:mother|daughter)$|^god-?(?:mother|daughter)$/u,
    'female',
  ],
  [/(?:[^aeiou]s|[kptdr]|-)man$/u, 'male'],
  [/(?:[^aeiou]s|[kptdr]|-)woman$/u, 'female'],
  [
    /^(?:step|grand|god)-?child$|[a-z]{3}-?keeper$|[a-z]{3}-?monger$|-(?:driver|seller|maker|holder|owner|boy|girl|maid|master|mistress|mate|bearer|dealer|smith|hand)$/u,
    null,
  ],
]
/** Any of them: most words have none. */
const PERSON_END = new RegExp(PERSON_ENDS.map(([end]) => end.source).join('|'), 'u')
const NO_PERSON = words('german norman roman ottoman talisman time-keeper book-keeper shorthand second-hand')

/** The gender of a person described by a word, null if it does not imply one; undefined if it is not a word for a person. */
export function personWord(word: string): Gender | null | undefined {
  const known = HEAD_GENDER.get(word)
  if (known !== undefined || word.length < 6) return known
  return NO_PERSON.has(word) || !PERSON_END.test(word)
    ? undefined
    : PERSON_ENDS.find(([end]) => end.test(word))?.[1]
}

/** Words for people that have another meaning after a verb of speech. */
export const NO_SPEAKER = words('others general major guard guide person')
/** Things with text on them, which do not speak. */
const THINGS = words(
  'sign signs note notes letter letters notice label poster placard inscription headline paper book page card telegram clock watch door',
)
/** Phrasal verbs of speech: “put in Mira”, “Tom went on”. */
const WITH_PARTICLE =
  /^(?:(?:went|goes|going|rattled|rambled)\son|(?:put|broke|cut|chimed|struck|chipped|butted|threw|joined)\sin|(?:burst|broke|blurted|rapped|jerked)\sout|(?:piped|spoke)\sup)(?![\p{L}-])/u
/** “Mira wanted to know” */
const WANTS_TO = /(?:want|wish|demand|desire|ask|beg|long)(?:ed|s|ing)?\sto\s$/u

/** Whether a word is a verb of speech at its position in a text, by itself or in its context. */
export function isSpeechAt(text: string, word: string, index: number): boolean {
  if (SPEECH.has(word.toLowerCase())) return true
  if (WITH_PARTICLE.test(text.slice(index, index + word.length + 5))) return true
  return word === 'know' && WANTS_TO.test(text.slice(Math.max(0, index - 14), index))
}

/** Verbs of speech that have another meaning before an object or a place: “returned to”, “put the”, “began to laugh”. */
const OTHER_MEANING = new RegExp(
  '^(?:(?:return(?:ed|s|ing)|put|cut|burst|read|reads|press(?:ed|es)|point(?:ed|s)|offered|finished|ended|completed|related|ordered|supplied|hailed|recalled|brok?e(?!\\s(?:the|that|this|their)\\s(?:\\p{Ll}+\\s)?silence))\\s' +
    '(?:the|an?|his|her|its|their|my|our|your|this|that|these|those|some|him|it|them|me|us|to|into|from|with|off|open|down|away|home|back|through|over|upon|up|at|on|towards?)' +
    '|thought\\s(?:of|about|it|over|that|the|an?|his|her|him|how|what|this)|called\\s(?:the|an?|for|on|upon|at)|answered\\sthe\\s(?:door|bell|phone|telephone|knock)' +
    '|(?:began|begins?|beginning|continue[ds]|continuing|proceeded)\\sto\\s(?!(?:say|speak|ask|tell|explain|talk|answer|reply|call|shout|plead|protest|argue|stammer|relate)(?![\\p{L}]))\\p{Ll}+)(?![\\p{L}])',
  'u',
)

/** Whether a word after its subject is a verb of speech, judging by its object: “Mira returned”, but not “Mira returned to the house”. */
export function tellsSpeech(text: string, word: string, index: number): boolean {
  // “…” addressing Mira: an object follows, never the subject.
  if (word === 'addressed' || word === 'addressing') return true
  return isSpeechAt(text, word, index) && !OTHER_MEANING.test(text.slice(index, index + word.length + 24))
}

export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** Whether a description refers to a thing with text on it. */
export function isThing(description: string): boolean {
  return THINGS.has(description.split(/\s/u).at(-1) ?? '')
}

/** The gender of a person described by one word; undefined for any other word. */
export function genderOfDescribed(word: string): Gender | null | undefined {
  return HEAD_GENDER.get(word)
}
