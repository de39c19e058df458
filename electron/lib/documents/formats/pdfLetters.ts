/** Letters from the forms in which a PDF draws them: what a font joins, shapes or counts as a radical is a letter again. */

/**
 * Radicals that are written like characters, and the characters that they stand for, in the same order
 * (Equivalent_Unified_Ideograph of Unicode 14; NFKC knows only those of the block Kangxi Radicals).
 */
const RADICALS =
  '⺁⺂⺃⺄⺅⺆⺇⺈⺉⺊⺋⺌⺍⺎⺏⺐⺑⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺟⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺪⺫⺬⺭⺮⺯⺰⺱⺲⺳⺴⺵⺶⺷⺸' +
  '⺹⺺⺻⺼⺽⺾⺿⻀⻁⻂⻃⻄⻅⻆⻇⻈⻉⻊⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻕⻖⻗⻘⻙⻚⻛⻜⻝⻞⻟⻠⻡⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯' +
  '⻰⻱⻲⻳'
const CHARACTERS =
  '厂乛乚乙亻冂𠘨刀刂卜㔾小尐兀尣尢𡯂巳幺彑彐忄心扌攵旡日月歺母民氵氺灬爫爬丬牛犭王𤴔目示礻𥫗糹纟罓罒㓁冗𦉫羊𦍌𦍋' +
  '耂肀聿肉𦥑艹艺艻虎衤覀西见角𧢲讠贝𧾷车辶辷辸邑钅長镸长门𨸏阝雨青韦页风飞食𩙿飠饣𩠐马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜' +
  '龙龜亀龟'

const characters = [...CHARACTERS]
const CHARACTER_OF = new Map([...RADICALS].map((radical, index) => [radical, characters[index] ?? radical]))

/** Ligatures and shaped letters of Latin, Hebrew and Arabic, and Kangxi radicals: what they are is their compatibility form. */
const FORMS = /[\ufb00-\ufdff\ufe70-\ufefc\u2f00-\u2fd5]+/g
const OTHER_RADICALS = /[\u2e80-\u2ef3]/g

/** The text with the letters that it stands for. Other compatibility forms, such as “²”, mean something and stay. */
export function plainLetters(text: string): string {
  return text
    .replaceAll(FORMS, (forms) => forms.normalize('NFKC'))
    .replaceAll(OTHER_RADICALS, (radical) => CHARACTER_OF.get(radical) ?? radical)
}
