/** The English words by which narration tells who speaks: verbs of speech, words for people, and what stands beside both. */
import type { Gender } from './names.ts'

export const SPEECH = words(
  'said say says saying asked ask asks asking replied replies replying answered answers answering whispered whispers whispering shouted shouts shouting cried cries crying ' +
    'called calls calling muttered mutters muttering murmured murmurs murmuring added adds adding continued continues continuing began begins begun beginning told tells telling yelled yells exclaimed exclaims ' +
    'exclaiming remarked remarks remarking agreed agrees insisted insists laughed laughs sighed sighs snapped snaps repeated repeats repeating growled growls hissed hisses announced announces announcing declared ' +
    'declares declaring explained explains explaining demanded demands observed observes observing suggested suggests protested protests admitted admits interrupted interrupts interrupting mumbled mumbles screamed ' +
    'screams returned returns rejoined rejoins resumed resumes retorted retorts responded responds ventured ventures inquired inquires enquired enquires spoke speak speaks speaking stammered stammers stuttered ' +
    'sobbed sobs gasped gasps groaned groans moaned moans grunted grunts roared roars thundered bellowed barked breathed breathes panted pleaded begged begs urged urges warned warns promised promises proposed ' +
    'assured assures affirmed asserted argued argues objected objects complained complains confessed confesses conceded concluded concludes corrected commented comments concurred echoed faltered persisted ' +
    'pursued proceeded put reflected reasoned reminded snarled sneered snorted drawled squeaked shrieked shrieks squealed wailed whined whimpered chuckled chuckles giggled scoffed grumbled ordered commanded ' +
    'informed mused thought thinks quoted read reads recited related reported stated teased threatened uttered volunteered wondered yawned acknowledged advised appealed apologised apologized ejaculated ' +
    'implored intoned croaked rasped boomed quavered cooed crooned lamented hazarded hinted invited offered opined supplied smiled grinned countered joked lied swore vowed scolded chided chimed broke burst cut intervened interjected interposed interrupted amended corrected completed finished ended repined remonstrated expostulated pronounced prompted pressed pointed recalled recommended recounted reiterated rebuked replying retaliated summarised quipped queried questioned puffed purred preached prayed nodded moralised mouthed marvelled lisped jeered jested hailed grated gushed fretted fumed encouraged elaborated denied cursed counselled contradicted consented consoled confided confirmed chorused challenged cautioned bragged boasted bawled babbled assented accused advised wheezed whooped yelped',
)
/** Verbs of the past that do not end with “ed”, after the name of who does it. */
export const DOING = words(
  'was were is are am had has did does could would should might must can will shall may went came took gave got looked saw knew felt found made stood sat lay rose ran left let kept held turned heard brought ' +
    'sent set put met led lost fell drew threw grew flew blew shook broke spoke woke wore tore bore swore chose froze rode wrote drove bent bit caught taught sought fought bought paid laid slid hid ' +
    'swung sprang sang rang drank sank shrank began won spun stuck struck hung clung flung wept crept slept swept leapt knelt dealt meant leant read spread shut cut hit shot strode stole smote told said ' +
    'says looks goes comes takes gives gets sees knows feels finds makes stands sits then also only never always still just now again soon at hardly scarcely',
)
/** Words that begin a clause: a name after them does something. */
export const CONJUNCTIONS = words(
  'and but then when while as if that because so or until till for yet though whereupon meanwhile here now presently suddenly thereupon soon',
)
/** Words before somebody that are not verbs. */
export const NO_VERB = words(
  'the a an his her my our their your its this that these those another one some any no both all each every as at in on of to from with by for into upon about after before during until since but and or nor then ' +
    'when while where if so thus here there now who which whose what how why not only even just he she they it we i you him them me us old young little poor dear',
)
/** After these a name is whom something is done to, or a place. */
export const BEFORE_OBJECT = words(
  'to at of from with by in on into upon about for after before behind beside between near like than towards toward against without over under around round past through across beyond ' +
    'told asked gave saw met heard called kissed let made joined followed watched helped thanked interrupted',
)
const MEN =
  'man gentleman boy lad youth fellow father dad daddy papa brother son uncle nephew grandfather husband bridegroom king prince duke earl lord priest vicar parson curate bishop monk friar butler footman ' +
  'coachman waiter landlord policeman postman clergyman fisherman boatman ferryman workman sailor soldier squire steward headmaster barman porter milkman old-man'
const WOMEN =
  'woman lady girl lass maiden mother mum mummy mamma mama sister daughter aunt niece grandmother wife bride widow queen princess duchess countess nun nurse maid housemaid parlourmaid governess landlady ' +
  'waitress actress hostess housekeeper matron mistress nanny'
const PEOPLE =
  'child baby doctor captain colonel general major sergeant inspector detective officer constable guard driver clerk cook servant stranger visitor guest host friend cousin neighbour neighbor companion lawyer judge ' +
  'teacher professor master student pupil singer painter artist poet writer reporter doorman conductor pilot nobleman merchant baker butcher miller smith blacksmith tailor barber gardener shepherd farmer hunter ' +
  'cook chemist dealer shopkeeper innkeeper manager secretary chairman minister president director editor superintendent beadle undertaker speaker voice crowd others person someone ' +
  'passenger traveller traveler thief robber prisoner jailer gaoler witch wizard giant dwarf elf ghost'
export const HEAD_GENDER: ReadonlyMap<string, Gender | null> = new Map([
  ...[...words(MEN)].map((word) => [word, 'male'] as const),
  ...[...words(WOMEN)].map((word) => [word, 'female'] as const),
  ...[...words(PEOPLE)].map((word) => [word, null] as const),
])

/** Words for people that have another meaning behind a verb of speech. */
export const NO_SPEAKER = words('others general major guard guide person')
/** What has words on it does not speak. */
const THINGS = words(
  'sign signs note notes letter letters notice label poster placard inscription headline paper book page card telegram clock watch door',
)
/** Verbs that tell of speech with a particle: “put in Mira”, “went on Tom”. */
export const WITH_PARTICLE = words('put broke went cut chimed struck came joined struck threw goes')

export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** Whether a description is that of a thing which has words on it. */
export function isThing(description: string): boolean {
  return THINGS.has(description.split(/\s/u).at(-1) ?? '')
}

/** The gender of somebody whom one word describes; undefined for any other word. */
export function genderOfDescribed(word: string): Gender | null | undefined {
  return HEAD_GENDER.get(word)
}
