/** Abbreviations and other words around a period that does not end a sentence, by language. A text may mix languages, so all of them apply to every text. */

/**
 * `leads`: something always follows, such as a name. `numbered`: an abbreviation only before a number. `either`: it may also end a sentence.
 * `starts`: capitalised words that begin a new sentence rather than continue one.
 */
interface Words {
  readonly leads: string
  readonly numbered?: string
  readonly either: string
  readonly starts: string
}

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    leads:
      'Mr Mrs Ms Mx Dr Drs Prof St Ste Mt Ft Messrs Mmes Msgr Rev Revd Hon Gen Col Maj Capt Lt Sgt Cpl Pvt Cmdr Adm Gov Sen Rep Pres Supt Insp Det vs v cf viz approx e.g i.e a.k.a',
    numbered:
      'No Nos no nos p pp Vol vol Ch ch Fig fig Sec sec Art Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec',
    either: 'Jr Sr Esq Inc Ltd Co Corp Bros Ave Blvd Rd etc al',
    starts:
      'The This That These Those There Then When Where While What Who Why How He She It They We You I His Her Its Their Our Your My And But Or So Yet If As At By For From In On No Not Now Once After Before Nobody Everyone Someone Nothing Every Was Were Is Are Did Do Does',
  },
  de: {
    leads:
      'Hr Hrn Fr Frl Prof Dipl Ing Mag Hl St geb gest ca Ca evtl ggf sog vgl inkl exkl bspw z.B z.T z.Hd d.h u.a u.U i.d.R s.o s.u v.a',
    numbered: 'Nr Nrn Bd Kap Abb Abs Art Tel Okt Dez Mai',
    either: 'bzw usw u.s.w etc Chr Mio Mrd Std Min Sek Str o.ä u.ä',
    starts:
      'Der Die Das Dem Den Des Ein Eine Einen Einem Er Sie Es Ich Wir Ihr Du Man Dann Da Dort Doch Aber Und Oder Denn Als Wenn Weil Was Wer Wie Wo Warum Nun So Dieser Diese Dieses Sein Seine Ihre Mein Meine Niemand Alle Auch Nach Vor In Im Am Auf Mit Von Zu Zum Bei Für Kein Keine Nicht Jetzt',
  },
  fr: {
    leads: 'MM Mme Mmes Mlle Mlles Mgr Vve Dr Pr St Ste av apr env cf p.ex c.-à-d',
    numbered: 'chap vol éd janv févr avr juill déc',
    either: 'etc J.-C hab',
    starts:
      'Le La Les Un Une Des Il Elle Ils Elles On Je Tu Nous Vous Ce Cet Cette Ces Et Mais Ou Donc Puis Alors Quand Qui Que Quoi Pourquoi Comment Son Sa Ses Leur Mon Ma Mes Dans Sur Pour Après Avant Ensuite Personne Rien Tout',
  },
  es: {
    leads: 'Sr Sra Sres Sras Srta Dr Dra D Dª Dña Lic Ing Prof Profa Sto Sta Excmo Excma Gral EE p.ej',
    numbered: 'pág págs núm cap Cap vol ene abr dic',
    either: 'Ud Uds Vd Vds etc UU a.C d.C',
    starts:
      'El La Los Las Un Una Él Ella Ellos Ellas Yo Tú Usted Nosotros Esto Esta Este Eso Y Pero O Entonces Luego Cuando Qué Quién Por Para Después Antes Su Sus Mi Mis En Con Nadie Nada Todo Todos No Así',
  },
  it: {
    leads: 'sig sigg dott prof avv ing geom mons cfr ca p.es',
    numbered: 'pag pagg cap febbr magg giu lug sett ott dic',
    either: 'ecc a.C d.C',
    starts:
      'Il Lo La I Gli Le Un Uno Una Egli Lui Lei Loro Io Noi Voi Questo Questa Quel Quella E Ma O Poi Allora Quando Chi Che Cosa Perché Come Dopo Prima Suo Sua Mio Mia In Con Per Nessuno Niente Tutto Non Così',
  },
  pt: {
    leads: 'Sr Sra Srs Sras Srta Dr Dra Drs D Prof Profa Eng Exmo Exma Av p.ex',
    numbered: 'pág págs núm cap fev abr mai dez',
    either: 'etc a.C d.C Exa',
    starts:
      'O A Os As Um Uma Ele Ela Eles Elas Eu Nós Você Este Esta Isto Isso E Mas Ou Então Depois Quando Quem Que Porque Como Antes Seu Sua Meu Minha Em No Na Com Para Por Ninguém Nada Tudo Não Assim',
  },
  pl: {
    leads: 'np Np tzn tj Tj prof dr inż mgr ks św ul Ul gen płk kpt im zob m.in t.j',
    numbered: 'nr str godz ok tel rys',
    either: 'itd itp al tys mln r',
    starts:
      'On Ona Ono Oni One Ja Ty My Wy To Ten Ta Te I A Ale Lub Potem Wtedy Kiedy Gdy Kto Co Jak Gdzie Dlaczego Po Przed W Na Z Do Od Nikt Nic Wszystko Nie Tak Teraz Jego Jej Ich Mój',
  },
  ru: {
    leads: 'им ул пр просп проф акад ген полк тов гр св см напр ср т.е т.к т.н т.о',
    numbered: 'стр рис гл табл кв',
    either: 'г гг в вв др пр тыс млн млрд руб коп т.д т.п н.э д',
    starts:
      'Он Она Оно Они Я Ты Мы Вы Это Этот Эта Тот Та И А Но Или Потом Тогда Когда Кто Что Как Где Почему После До В На С Из По За Никто Ничего Всё Все Не Так Теперь Его Её Их Мой',
  },
  nl: {
    leads: 'dhr mevr mw dr ir drs bijv ca',
    numbered: 'blz',
    either: 'enz',
    starts: 'De Het Een Hij Zij Ik Wij Maar Toen',
  },
  sv: {
    leads: 'dvs kl hr dr t.ex bl.a f.eks',
    either: 'osv',
    starts: 'Han Hon Den Det De Jag Vi Men Och Så Då När',
  },
}

/** Months that are written with a capital after an ordinal, and German words that an ordinal stands before. */
const AFTER_ORDINALS =
  'Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember January February March May June July October December Jahrhundert Weltkrieg Kapitel Stock Etage Klasse Auflage Akt Teil Tag Mal Platz Geburtstag'
/** German words before an ordinal: “am 3. Tag”. */
const BEFORE_ORDINALS =
  'am im vom zum zur beim der den dem des die das ab bis seit jeder jedes jeden ihr ihrem ihren sein seinem seinen mein meinem meinen'

type Kind = 'leads' | 'numbered' | 'either'

/** Words that begin names after an initial as well as sentences: “M. Le Brun”. */
const NAME_PARTS = new Set(listOf('La Le Les Des Du De Da Das Dos Den Der El Los Las I O A Y E In'))

const KINDS = new Map<string, Kind>()
// A word that one language lists as less certain is less certain in all of them.
for (const kind of ['leads', 'either', 'numbered'] as const)
  for (const words of Object.values(WORDS))
    for (const word of listOf(words[kind] ?? '')) KINDS.set(word, kind)

const STARTERS = new Set(Object.values(WORDS).flatMap(({ starts }) => listOf(starts)))
const AFTER = new Set(listOf(AFTER_ORDINALS))
const BEFORE = new Set(listOf(BEFORE_ORDINALS))

function listOf(words: string): string[] {
  return words.split(' ').filter((word) => word !== '')
}

/** What an abbreviation, with its period, requires of the words after it; null for other words. */
export function abbreviationKind(word: string): Kind | null {
  const bare = word.slice(0, -1).normalize('NFC')
  // Short words with a capital may be names, such as “Al”.
  const small = bare.length > 2 ? bare.slice(0, 1).toLowerCase() + bare.slice(1) : bare
  return KINDS.get(bare) ?? KINDS.get(small) ?? null
}

/** Whether a word with a capital begins a sentence rather than continuing one. */
export function isSentenceStarter(word: string): boolean {
  return STARTERS.has(word.normalize('NFC'))
}

/** Whether a word may be the rest of a name after an initial, even though it also begins sentences. */
export function isNamePart(word: string): boolean {
  return NAME_PARTS.has(word)
}

/** Whether a word with a capital continues the phrase after an ordinal number: “3. Mai”. */
export function mayFollowOrdinal(word: string): boolean {
  return AFTER.has(word.normalize('NFC'))
}

/** Whether an ordinal number may stand after a word: “am 3.”. */
export function mayPrecedeOrdinal(word: string): boolean {
  return BEFORE.has(word)
}
