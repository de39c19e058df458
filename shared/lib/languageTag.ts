/** Language tags by BCP 47 (https://www.rfc-editor.org/info/bcp47). */

/** The longest tag that is stored. */
export const MAX_LANGUAGE_TAG = 35

/** A tag in its canonical form, such as `pt-BR` for `PT_br`; '' if it is not a tag. */
export function canonicalLanguage(tag: string): string {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))
    // The tags for "undetermined" and "no language" carry no information.
    return /^(?:und|zxx|mis|mul)(?:-|$)/.test(canonical) || canonical.length > MAX_LANGUAGE_TAG
      ? ''
      : canonical
  } catch {
    return ''
  }
}

/** The three-letter code (ISO 639-2/T) of a tag's language, as audio files use; null if it has none. */
export function languageCode(tag: string): string | null {
  const [language = ''] = tag.toLowerCase().split('-')
  return /^[a-z]{3}$/.test(language) ? language : (THREE_LETTERS.get(language) ?? null)
}

/** Two-letter codes with their three-letter codes (https://www.loc.gov/standards/iso639-2/php/code_list.php). */
const CODES =
  'aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bhbih bibis bmbam ' +
  'bnben bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe ' +
  'elell eneng eoepo esspa etest eueus fafas ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj ' +
  'gvglv hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl ' +
  'itita iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor ' +
  'kykir lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa ' +
  'mtmlt mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs ' +
  'papan pipli plpol pspus ptpor quque rmroh rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk ' +
  'slslv smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tltgl ' +
  'tntsn toton trtur tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid ' +
  'yoyor zazha zhzho zuzul'

const THREE_LETTERS: ReadonlyMap<string, string> = new Map(
  CODES.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)]),
)
