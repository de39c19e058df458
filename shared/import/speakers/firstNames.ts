/** The gender of first names that are common in English, and of some from other languages that are not English words. */
import type { Gender } from './names.ts'

const MEN =
  'adam albert alec alexander alfred allan allen ambrose andrew anthony archie arthur barney basil ben benjamin bernard bill billy bob bobby brian cecil charles ' +
  'charley charlie christopher colin cyril dan daniel david dick donald dorian douglas duncan ed edgar edmund edward edwin eric ernest eugene felix francis frank fred freddy ' +
  'frederick gabriel geoffrey george gerald gilbert giles godfrey gordon graham gregory guy harold harry hector henry herbert horace howard hugh ian isaac jack jacob jake james ' +
  'jasper jeremy jerry jim jimmy joe john johnny jonathan joseph joshua ken kenneth kevin lawrence leo leonard leslie lewis lionel louis luke mark martin matthew ' +
  'maurice michael mike miles nathaniel ned newland nicholas nick noah noel oliver oscar oswald patrick paul percy peter philip piers ralph ray raymond reggie reginald richard ' +
  'robert robin roger roland ronald ronny rupert sam samuel sebastian sidney simon stanley stephen steve stuart ted teddy theodore thomas tim timothy toby tom tommy tony victor ' +
  'vincent walter wilfred will william willie ' +
  'achim anton bernd bruno christoph detlef dieter erich ernst ferdinand friedrich fritz georg gerhard gottfried gustav hannes hans heinrich heinz helmut hermann holger horst jakob jan jens jonas jörg josef jürgen kai kaspar karl klaus konrad kurt ' +
  'lars lorenz lothar ludwig lukas manfred markus matthias max moritz niklas olaf otto ottokar rainer reinhard rolf rüdiger siegfried stefan sven thilo till tobias torsten udo ulrich uwe volker werner wilhelm wolfgang ' +
  'alejandro alfonso andrés antonio carlos diego eduardo enrique esteban felipe fernando francisco gonzalo ignacio javier joaquín jorge josé juan julio luis manuel miguel pablo pedro rafael ramón ricardo rodrigo salvador sancho santiago sergio ' +
  'alain andré antoine bertrand claude didier émile étienne françois frédéric gaston gérard gilles guillaume henri hugo jacques jean-paul jérôme laurent lucien marcel maxime michel olivier philippe pierre rené sébastien sylvain thierry xavier yves ' +
  'alessandro andrea carlo dario enzo fabio federico filippo francesco giacomo gianni giorgio giovanni giulio giuseppe lorenzo luca luigi marco mario matteo nicola paolo pietro roberto stefano umberto vincenzo ' +
  'afonso joão tomás vasco rui nuno gonçalo'
const WOMEN =
  'ada adela adele agatha agnes alice amelia amy angela ann anna anne annie barbara beatrice bella bertha bess betsy betty brenda bridget camilla caroline ' +
  'catharine catherine cathy cecilia cecily celia charlotte christina clara clarissa constance cynthia daisy deborah diana dinah dolly dora dorothea dorothy edith edna eleanor eliza ' +
  'elizabeth ella ellen elsie emily emma esther ethel eva evelyn fanny flora florence frances gertrude gladys grace gwendolen hannah harriet helen henrietta hester hilda ida ' +
  'irene isabel isabella jane janet jean jenny jessica jessie joan josephine joyce judith julia juliet kate katharine katherine kathleen kitty laura lavinia leonora lily linda lizzie ' +
  'lizzy louisa louise lucy lydia mabel madge maggie margaret maria marian marianne marie marilla marion marjorie martha mary matilda maud may mildred milly minnie miranda miriam molly ' +
  'muriel nancy nell nelly nora olive olivia pamela patty peggy penelope phoebe polly priscilla rachel rebecca rosa rosalind rose rosie ruth sally sarah sophia sophie stella susan susie sybil ' +
  'sylvia theresa ursula vera veronica victoria viola violet virginia winifred winnie ' +
  'anke anneliese annette astrid bärbel birgit brigitte christel christiane dagmar doris edeltraud elfriede elisabeth elke elsbeth friederike gabi gerda gisela greta gretchen gretel gudrun hanne hannelore hedwig heide heidi heike helene hildegard ' +
  'ilse inge ingeborg ingrid irmgard iris jette johanna jutta karin käthe katja katrin lena leni liesel lieselotte lotte luise margarete margit margot marlene mathilde mechthild meike mia mirjam monika nele renate rosemarie ruth sabine silke sigrid sophie susanne trude ulrike ute waltraud ' +
  'ángeles beatriz carmen consuelo dolores esperanza inés isabel luz mercedes montserrat pilar raquel remedios rosario soledad ' +
  'adèle agnès anaïs aurélie béatrice brigitte camille cécile céline chantal claire colette delphine édith élise élodie françoise geneviève hélène inès isabelle jacqueline jeanne juliette léonie lucie madeleine manon marguerite mathilde mireille monique nathalie nicole odile pauline sandrine simone solange sylvie thérèse valérie yvette yvonne zoé ' +
  'beatrice adele irene matilde agnese ines leonor'

const GENDERS: ReadonlyMap<string, Gender> = new Map([
  ...MEN.split(' ').map((name) => [name, 'male'] as const),
  ...WOMEN.split(' ').map((name) => [name, 'female'] as const),
])

/** The gender of a first name in lower case; null if it is unknown or can be both. */
export function genderOfFirstName(name: string): Gender | null {
  return GENDERS.get(name) ?? null
}

/** First names, each with its short forms. */
const SHORT_FORMS =
  'abraham abe,albert bert bertie,alexander alec aleck sandy,alfred alf,andrew andy,anthony tony,archibald archie,arthur artie,benjamin ben,bernard barney,catherine kate kitty katie cathy,' +
  'katharine kate kitty katie,katherine kate kitty katie,charles charley charlie,christopher kit chris,clarence clary,daniel dan danny,david davy dave,dorothy dolly dot dottie,edmund ned,edward ned ted teddy eddy,' +
  'edwin ned,eleanor nell nelly nora ellie,elizabeth bess bessie bessy betsy betty eliza beth lizzie lizzy libby lisbeth,ellen nell nelly nellie,emily em emmy,frances fanny fan,francis frank,frederick fred freddy freddie,' +
  'geoffrey geoff,george georgie,gerald gerry,gilbert gil,harriet hattie,helen nell nelly,henrietta etta hetty,henry harry hal,herbert bert bertie,hugh hughie,isabella bella,james jim jimmy jem jamie,jane jenny,janet jenny,' +
  'john jack johnny,jonathan jon,joseph joe,joshua josh,josephine jo josie,lawrence larry,leonard len,lewis lew,louisa loo lou,lucy lu,margaret maggie meg madge peggy daisy,martha patty,mary molly polly,matilda tilly,matthew mat matt,' +
  'michael mick mike,mildred milly,nathaniel nat,nicholas nick,oliver noll,patrick pat paddy,penelope penny,peter pete,philip phil,priscilla prissy,ralph rafe,raymond ray,rebecca becky,reginald reggie,richard dick dicky,robert bob bobby rob robin,' +
  'roderick rod,roger hodge,ronald ronny ronnie,rosamond rosy,rudolph dolph,samuel sam sammy,sarah sally sadie,sidney sid,simon sim,sophia sophy,stephen steve,susan sue susie sukey,theodore ted,theresa tess,thomas tom tommy,timothy tim,tobias toby,' +
  'veronica ronnie,victoria vicky,walter wat wally,wilfred wilf,william bill billy will willie willy,winifred winnie'
const RELATED: ReadonlyMap<string, ReadonlySet<string>> = relatedNames()

function relatedNames(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const add = (name: string, other: string) => found.set(name, (found.get(name) ?? new Set()).add(other))
  for (const [long = '', ...short] of SHORT_FORMS.split(',').map((names) => names.split(' ')))
    for (const name of short) {
      add(name, long)
      add(long, name)
    }
  return found
}

/** The short forms of a first name in lower case, and the names that it may be short for: “bill” and “william”. */
export function relatedFirstNames(name: string): ReadonlySet<string> {
  return RELATED.get(name) ?? new Set()
}
