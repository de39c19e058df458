/** The names of the columns in tables of lines, as used by studios, engines and translators in several languages. */

export const COLUMNS = [
  'speaker',
  'line',
  'name',
  'emotion',
  'note',
  'start',
  'end',
  'chapter',
  'silence',
  'duration',
] as const
export type Column = (typeof COLUMNS)[number]

const list = (names: string) => names.split('|')

/**
 * The names of each column as `nameOf` writes them, the likelier ones first: “Name” is a speaker only if no column is called
 * “Character”.
 */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  speaker: list(
    'speaker|character|speaker name|character name|speaking character|char|char name|who|speaker id|character id|role|talker|' +
      'sprecher|sprecherin|figur|rolle|charakter|figurenname|name der figur|' +
      'personaje|nombre del personaje|hablante|locutor|personnage|nom du personnage|locuteur|' +
      'personaggio|nome personaggio|parlante|personagem|nome do personagem|falante|' +
      'postać|mówca|персонаж|говорящий|герой|имя персонажа|' +
      'rollfigur|karaktär|roll|taler|karakter|角色|角色名|人物|说话人|說話者|发言人|配音角色|' +
      '話者|キャラクター|キャラクター名|キャラ|キャラ名|登場人物|actor|voice|name|nombre|nom|nome|imię|имя|名前',
  ),
  line: list(
    'dialogue line|dialog line|dialogue|dialog|spoken line|spoken text|line text|dialogue text|dialog text|line|words|speech|text|' +
      'dialogzeile|dialogtext|sprechtext|replik|zeile|wortlaut|línea de diálogo|línea|diálogo|frase|texto|' +
      'ligne de dialogue|réplique|ligne|texte|battuta|dialogo|riga|testo|fala|linha|kwestia|tekst|linia|' +
      'реплика|фраза|диалог|текст|строка|セリフ|台詞|せりふ|テキスト|本文|' +
      'vo line|vo text|vo script|voice line|voiceover line|voice over line|voice over text|台词|臺詞|对白|對白|对话|對話|文本|内容|內容|原文|' +
      'translation|localized text|localised text|source string|source text|string|message|subtitle|subtitles|caption|transcript|script|content|input|value',
  ),
  name: list(
    'id|key|identifier|line id|dialogue id|dialog id|string id|cue id|loc id|loc key|text id|text key|string key|line key|line code|' +
      'vo id|voice id|audio id|asset id|technical name|unique id|uid|guid|cue|cue name|kennung|schlüssel|zeilen id|clave|identificador|identifiant|clé|' +
      'identificativo|chiave|chave|identyfikator|klucz|идентификатор|ключ|識別子|キー|' +
      '编号|編號|序号|序號|番号|行番号|标识|' +
      'vo file name|vo filename|vo file|voice file|voice file name|audio file|audio file name|audio filename|sound file|wav file|wav|' +
      'audiodatei|tondatei|archivo de audio|fichier audio|file audio|arquivo de áudio|plik audio|аудиофайл|音声ファイル|ボイスファイル|asset name|audio|clip',
  ),
  emotion: list(
    'emotion|emotions|manner|mood|tone|direction|directions|acting direction|voice direction|vo direction|acting|delivery|performance|' +
      'känsla|känslor|regi|følelse|følelser|情绪|情緒|情感|语气|語氣|表演提示|' +
      'stimmung|regieanweisung|regie|gefühl|tonfall|emoción|tono|acotación|dirección|émotion|ton|intention|indication de jeu|jeu|' +
      'emozione|intenzione|emoção|tom|direção|emocja|emocje|эмоция|интонация|настроение|感情|演技指示',
  ),
  note: list(
    'notes|note|context|comment|comments|description|remark|remarks|director notes|director s notes|developer comment|developer notes|translator notes|situation|' +
      'notiz|notizen|kontext|kommentar|anmerkung|anmerkungen|bemerkung|bemerkungen|hinweis|hinweise|beschreibung|' +
      'nota|notas|contexto|comentario|comentarios|descripción|contexte|commentaire|commentaires|remarque|remarques|' +
      'contesto|commento|comentário|observações|notatki|kontekst|komentarz|uwagi|заметки|примечание|примечания|контекст|комментарий|anteckning|anteckningar|kommentarer|bemærkning|bemærkninger|备注|備註|说明|說明|注释|備考|メモ|コメント',
  ),
  start: list(
    'start|start time|from|in|begin|tc in|timecode in|time in|startzeit|inicio|début|inizio|início|początek|начало',
  ),
  end: list('end|end time|to|out|stop|tc out|timecode out|time out|endzeit|fin|fine|fim|koniec|конец'),
  chapter: list(
    'chapter|scene|scene name|section|sequence|quest|act|episode|node|kapitel|szene|abschnitt|akt|folge|capítulo|escena|chapitre|scène|' +
      'capitolo|scena|cena|rozdział|глава|сцена|章节|章節|场景|場景|章|シーン',
  ),
  silence: list('silence|silence before|pause|stille|pausa|silencio'),
  duration: list('duration|length|dauer|länge|duración|durée|durata|duração'),
}

/** Names of a column of files, which contain either the line’s audio or its script. */
const FILE_NAMES = new Set(
  list(
    'file name|filename|file|dateiname|datei|nombre de archivo|archivo|nom de fichier|fichier|nome file|nazwa pliku|файл|имя файла|ファイル名',
  ),
)

/** Languages by their own and their English names, which are the column names in tables of translations. */
const LANGUAGES = new Set(
  list(
    'english|german|french|spanish|italian|portuguese|polish|russian|japanese|chinese|korean|dutch|' +
      'deutsch|englisch|français|anglais|español|inglés|italiano|português|polski|русский|日本語|中文|한국어|nederlands',
  ),
)
const LANGUAGE_CODE =
  /^(?:en|de|fr|es|it|pt|pl|ru|ja|jp|zh|ko|nl|cs|sv|da|fi|nb|tr|uk)(?:[ -](?:[a-z]{2}|hans|hant))?$/

/** A longer cell is not the name of a column. */
const LONGEST_NAME = 60

/** A cell in the form of the names above: in lower case, without text in brackets, and with camel case split into words. */
export function nameOf(cell: string): string {
  if (cell.length > LONGEST_NAME) return ''
  return cell
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1$3 $2$4')
    .toLowerCase()
    .replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replaceAll(/[\s_’'-]+/g, ' ')
    .replace(/^[\s#*]+/, '')
    .replace(/[\s#*:]+$/, '')
}

/** The possible names in a cell: the whole cell, its parts around a slash or similar sign, and each of them without a language before or after it. */
function namesOf(cell: string): string[] {
  const name = nameOf(cell)
  if (name === '') return []
  const parts = name.split(/ ?[/&|,+] ?/)
  return [name, ...(parts.length > 1 ? parts : [])].flatMap((part) => {
    const words = part.split(' ')
    const without = [words.slice(1), words.slice(0, -1), words.slice(0, -2)].flatMap((rest, index) => {
      const language = (index === 0 ? words.slice(0, 1) : words.slice(rest.length)).join(' ')
      return rest.length > 0 && isLanguage(language) ? [rest.join(' ')] : []
    })
    return [part, ...without]
  })
}

function isLanguage(word: string): boolean {
  return LANGUAGE_CODE.test(word) || LANGUAGES.has(word)
}

const RANKS: ReadonlyMap<Column, ReadonlyMap<string, number>> = new Map(
  COLUMNS.map((column) => [column, new Map(NAMES[column].map((name, rank) => [name, rank]))]),
)

/** The rank of a cell among the names of a column, 0 for the likeliest name; null if it is not one of them. */
export function rankOf(cell: string, column: Column): number | null {
  const ranks = RANKS.get(column)
  const found = namesOf(cell).flatMap((name) => ranks?.get(name) ?? [])
  return found.length === 0 ? null : Math.min(...found)
}

/** Whether a cell names a column of a file that is either the line's audio or its script. */
export function isFileName(cell: string): boolean {
  return namesOf(cell).some((name) => FILE_NAMES.has(name))
}

/** Whether a cell names a language, as columns of translations do. */
export function isLanguageName(cell: string): boolean {
  return isLanguage(nameOf(cell))
}

function isColumnName(cell: string): boolean {
  return isFileName(cell) || COLUMNS.some((column) => rankOf(cell, column) !== null)
}

/** The most cells of a row that are searched for column names. */
const MOST_COLUMNS = 300

/** The number of cells in a row that are column names. */
export function columnNamesIn(cells: readonly string[]): number {
  return cells.slice(0, MOST_COLUMNS).filter(isColumnName).length
}

/** Whether the first row of a table names its columns. */
export function isHeader(cells: readonly string[]): boolean {
  return columnNamesIn(cells) > 0 && cells.every(({ length }) => length <= LONGEST_NAME)
}

/** The first rows that are searched for the header: a title, notes or a legend may precede it. */
const MOST_ROWS_ABOVE = 40

/**
 * The index of the row that names the columns; null if none does. Only the first row may name a single column: a row further down
 * must name the words and their speakers or ids.
 */
export function findHeader(rows: readonly { readonly cells: readonly string[] }[]): number | null {
  const found = rows.slice(0, MOST_ROWS_ABOVE).findIndex(({ cells }) => namesLines(cells))
  if (found >= 0) return found
  const [first] = rows
  return first !== undefined && isHeader(first.cells) ? 0 : null
}

/** Whether cells name a column of words, and one of speakers or ids. */
export function namesLines(row: readonly string[]): boolean {
  const cells = row.slice(0, MOST_COLUMNS)
  const at = (column: Column) => cells.findIndex((cell) => rankOf(cell, column) !== null)
  const [speaker, name] = [at('speaker'), at('name')]
  const line = cells.findIndex(
    (cell, index) => index !== speaker && (rankOf(cell, 'line') !== null || isLanguageName(cell)),
  )
  return line >= 0 && (speaker >= 0 || (name >= 0 && name !== line))
}

/** Names that also occur in tables of other things. */
const VAGUE = new Set(
  list(
    'actor|voice|name|role|who|nombre|nom|nome|imię|имя|名前|' +
      'text|texto|texte|testo|tekst|текст|テキスト|本文|string|message|content|input|value|translation|frase|фраза|строка|script',
  ),
)

/** Whether the names of the two columns show that a table is one of lines and speakers, and not another list, such as one of goods. */
export function isSureOfLines(speaker: string, line: string): boolean {
  const isSure = (cell: string, column: Column) => rankOf(cell, column) !== null && !VAGUE.has(nameOf(cell))
  return isSure(speaker, 'speaker') || isSure(line, 'line')
}
