import type { TextsOf } from '../../../shared/messages/languages.ts'
import type * as source from '../en/settings.ts'

/** Texts of the settings page and the list of shortcuts. */
export const settings: TextsOf<typeof source.settings> = {
  back: 'Zurück',
  search: 'Einstellungen durchsuchen',
  sections: 'Abschnitte',
  section: {
    general: 'Allgemein',
    voices: 'Stimmen',
    connections: 'Verbindungen',
    spending: 'Ausgaben',
    shortcuts: 'Tastenkürzel',
  },
  language: 'Sprache',
  storyText: 'Textgröße im Skript',
  pixels: 'px',
  rows: 'Zeilen',
  rowsAre: { compact: 'Dicht', roomy: 'Luftig' },
  scriptLook: 'Vorschau des Skripts',
  found: 'Suchergebnisse',
  none: 'Keine Einstellung passt.',
  ownVoices: 'Namen für Stimmen, und Stimmen, die Dienste nicht auflisten',
  engines: 'Programme auf diesem Computer oder in deinem Netz, die Stimmen bereitstellen',
  languageModels: 'Programme, die sagen, wer in einem importierten Text spricht',
  connections: 'Sprachdienste, für die du einen Schlüssel hast',
  conversions: 'Was gesendet wurde, was es gekostet hat, und die Ereignisse der Dienste',
  hintsTitle: 'Hinweise',
  hints: 'Kurze Hinweise unter dem Skript, für den Anfang',
  atOnce: 'Gleichzeitig gerenderte Blöcke',
  notifying: 'Benachrichtigen, wenn das Rendern fertig ist',
  notifyingHint: 'Mit einer Mitteilung, wenn Fabula im Hintergrund ist',
  spelling: 'Rechtschreibung prüfen',
  spellingHint: 'In der Sprache der Geschichte und von Fabula, auf diesem Computer',
  ownWords: 'Deine eigenen Wörter',
  ownWordsHint:
    'Wörter, die als richtig geschrieben gelten. Mit einem Rechtsklick auf ein Wort fügst du es hinzu.',
  noOwnWords: 'Noch keine.',
  removeWord: '„{{word}}“ entfernen',
  allowNotifying: 'Mitteilungen in diesem Browser erlauben',
  notifyingDenied:
    'Dieser Browser erlaubt Fabula keine Mitteilungen. Du kannst das in seinen Einstellungen für diese Seite ändern.',
  letterKeys: 'Einzelne Buchstaben führen Befehle aus',
  print: 'Drucken',
  resetAll: 'Alle zurücksetzen',
  reset: 'Tasten von „{{name}}“ zurücksetzen',
  changed: 'geändert',
  keysOf: ', Tasten von {{name}}',
  pressKeys: 'Tasten drücken…',
  noKeys: 'Keine',
  addKeys: 'Weitere Tasten für „{{name}}“ hinzufügen',
  removeKeys: '{{keys}} von „{{name}}“ entfernen',
  searchKeys: 'Name, oder Tasten drücken',
  noCommand: 'Kein Befehl hat diese Tasten oder diesen Namen.',
  usedBy: '{{keys}} gehört zu „{{name}}“',
  swap: 'Tauschen',
  group: {
    file: 'Datei',
    edit: 'Bearbeiten',
    story: 'Geschichte',
    view: 'Ansicht',
    speech: 'Sprache',
    help: 'Hilfe',
    other: 'Mehr',
    place: 'Nur an einem Ort',
  },
}

/** Texts of the natural voices, which run on this computer. */
export const packs: TextsOf<typeof source.packs> = {
  title: 'Natürliche Stimmen',
  about:
    'Sie laufen auf diesem Computer, brauchen kein Konto und kosten nichts. Was du schreibst, bleibt hier.',
  unavailable: {
    system: 'Natürliche Stimmen funktionieren auf dieser Art von Computer nicht. Alle anderen Stimmen schon.',
    package:
      'Natürliche Stimmen funktionieren nicht: Ein Teil von Fabula (sherpa-onnx-node) fehlt. Alle anderen Stimmen schon. Installiere Fabula neu, um sie zu nutzen.',
  },
  search: 'Natürliche Stimmen suchen',
  searchPlaceholder: 'Name oder Sprache',
  filter: 'Zeigen',
  all: 'Alle {{count}}',
  english: 'Englisch {{count}}',
  here: 'Hier {{count}}',
  none: 'Keine natürliche Stimme passt.',
  loading: 'Natürliche Stimmen werden gesucht…',
  voice: 'Stimme',
  speaks: 'Spricht',
  licence: 'Lizenz',
  size: 'Größe',
  state: 'Auf diesem Computer',
  speakers: '{{count}} Stimmen',
  by: 'von {{author}}',
  more: '{{names}} und {{count}} weitere',
  commercial: 'Kommerzielle Nutzung erlaubt',
  notCommercial: 'Nur private Nutzung',
  privateOnly: 'Nur privat',
  commercialUnknown: 'Kommerzielle Nutzung unklar',
  aboutSize: 'etwa {{size}}',
  notStated: 'nicht angegeben',
  sample: '{{name}} anhören, von {{host}}',
  sampleStop: '{{name}} anhalten',
  get: 'Laden',
  getNamed: '{{name}} laden',
  getWhenOnline: 'Verfügbar, sobald dieser Computer online ist.',
  goOn: 'Weiter',
  goOnNamed: 'Download von {{name}} fortsetzen',
  waiting: 'Wartet',
  waitingFor: 'Wartet auf {{name}}',
  connecting: 'Verbindung mit {{host}}…',
  stop: 'Download von {{name}} anhalten',
  progress: '{{name}} wird geladen',
  unpacking: 'Wird entpackt…',
  isHere: 'Auf diesem Computer',
  makes: 'rendert {{minutes}} min pro Minute',
  menu: 'Mehr zu {{name}}',
  rename: 'Umbenennen…',
  renameTitle: '{{name}} umbenennen',
  newName: 'Neuer Name',
  renameGo: 'Umbenennen',
  renamed: '„{{before}}“ heißt jetzt „{{name}}“',
  remove: 'Entfernen…',
  removeTitle: '{{name}} entfernen?',
  removeFree: 'Das schafft {{size}} Platz. Keine Geschichte in deiner Liste benutzt ihre Stimmen.',
  removeUsed:
    'Das schafft {{size}} Platz. Diese Geschichten benutzen ihre Stimmen: {{stories}}. Ihr Audio bleibt; zum Rendern brauchen sie eine andere Stimme.',
  removeGo: 'Entfernen',
  removed: '{{name}} ist entfernt',
  got: '{{name}} ist jetzt auf diesem Computer',
  added: 'Die Stimme ist hinzugefügt',
  room: '{{used}} belegt, {{free}} frei',
  add: 'Stimme aus einer Datei hinzufügen…',
  addFolder: 'Stimme aus einem Ordner hinzufügen…',
  where: 'Wo sie liegen',
  keptIn: 'Sie liegen in {{folder}}',
  offer: 'Eine natürliche Stimme holen',
  hint: 'Natürliche Stimmen sind kostenlos und laufen auf diesem Computer.',
  dismiss: 'Natürliche Stimmen nicht mehr anbieten',
}

/** Texts of servers (connections to speech services, voice servers of the local voice), and of the voice library. */
export const servers: TextsOf<typeof source.servers> = {
  editOne: '{{name}} ändern',
  editTitle: '„{{name}}“ ändern',
  test: 'Testen',
  testOne: '{{name}} testen',
  remove: 'Entfernen',
  removeOne: '{{name}} entfernen',
  removeKey: 'Schlüssel entfernen',
  removeKeyOne: '{{name}}: Schlüssel entfernen',
  removeKeySure:
    'Schlüssel von „{{name}}“ entfernen? Fabula kann ihn nicht wieder anzeigen: Um den Dienst zu nutzen, musst du ihn erneut eingeben.',
  keep: 'Behalten',
  saveAndTest: 'Speichern und testen',
  keyKept: 'Leer lassen, um den vorhandenen Schlüssel zu behalten',
  keyMoves:
    'Der vorhandene Schlüssel gehört zur alten Adresse und wird mit ihr entfernt. Gib den Schlüssel für die neue ein.',
  keepingNote: {
    sealed:
      'Der Schlüssel ist durch den Schlüsselbund deines Systems geschützt. Er wird nicht wieder angezeigt.',
    file: 'Der Schlüssel liegt unverschlüsselt auf diesem Computer, in einer Datei, die nur dein Konto lesen darf. Er wird nicht wieder angezeigt.',
    ask: 'Dieses System hat keinen Schlüsselbund, der Schlüssel lässt sich also nicht schützen. Wähle, was Fabula mit ihm tut:',
  },
  keepKey: 'Schlüssel aufbewahren',
  keepChoices: {
    session: 'Bis Fabula beendet wird',
    file: 'Unverschlüsselt auf diesem Computer',
  },
  keyState: {
    none: 'Kein Schlüssel',
    sealed: 'Schlüssel durch den Schlüsselbund geschützt',
    file: 'Schlüssel unverschlüsselt auf diesem Computer',
    session: 'Schlüssel, bis Fabula beendet wird',
  },

  connection: {
    title: 'Verbindungen',
    intro:
      'Sprachdienste, die du neben der lokalen Stimme nutzen kannst. Welchen eine Geschichte nutzt, wählst du oben rechts.',
    empty: 'Noch keine Verbindungen. Für die lokale Stimme brauchst du keine.',
    add: 'Verbindung hinzufügen',
    addTitle: 'Verbindung hinzufügen',
    fields: {
      name: { label: 'Name', placeholder: 'Wie du diesen Dienst nennst' },
      baseUrl: { label: 'Basis-URL', placeholder: 'https://speech.example.com' },
      key: { label: 'Schlüssel', placeholder: 'Von deinem Dienst' },
      webhookPublicKey: {
        label: 'Öffentlicher Schlüssel für Ereignisse (PEM)',
        help: 'Nur für einen Dienst, der fertige Konvertierungen von sich aus meldet. Darf leer bleiben.',
      },
    },
    testing: 'Der Dienst wird gefragt…',
    saved: 'Verbindung „{{name}}“ gespeichert.',
    removed: 'Verbindung „{{name}}“ entfernt.',
    removeSure:
      '„{{name}}“ und den Schlüssel dazu entfernen? Geschichten, die sie verwenden, behalten ihr Audio und brauchen zum Rendern eine andere Verbindung.',
    outcomes: {
      works_one: 'Verbunden. Ein Vibe gefunden.',
      works_other: 'Verbunden. {{count}} Vibes gefunden.',
      'key-refused': '{{host}} hat diesen Schlüssel abgelehnt. Prüfe ihn und versuche es noch einmal.',
      refused: '{{host}} hat die Anfrage abgelehnt: {{message}}',
      'not-this-server':
        '{{host}} antwortet (Status {{status}}), aber nicht wie ein Sprachdienst. Prüfe, ob die Basis-URL vollständig ist.',
      redirected:
        '{{host}} leitet an eine andere Adresse weiter, und dorthin sendet Fabula den Schlüssel nicht. Gib die endgültige Adresse als Basis-URL ein.',
      'name-unknown':
        '{{host}} wurde nicht gefunden. Prüfe, ob die Basis-URL stimmt und dieser Computer online ist.',
      unreachable:
        'Auf {{host}} antwortet nichts. Prüfe, ob die Basis-URL stimmt, der Dienst läuft und dieser Computer online ist.',
      silent: '{{host}} antwortet nicht rechtzeitig. Versuche es später noch einmal.',
      'cut-off':
        'Die Verbindung zu {{host}} wurde unterbrochen. Prüfe, ob dieser Computer online ist, und versuche es noch einmal.',
      untrusted:
        'Keine sichere Verbindung: Der Verschlüsselung von {{host}} ist nicht zu trauen, deshalb wurde der Schlüssel nicht gesendet. Das Zertifikat ist vielleicht abgelaufen, selbst ausgestellt oder für einen anderen Namen.',
      busy: '{{host}} ist gerade überlastet. Versuche es in einer Minute noch einmal.',
      'server-error':
        'Der Dienst auf {{host}} meldet einen Fehler (Status {{status}}). Versuche es später noch einmal.',
    },
  },

  engine: {
    title: 'Stimmenserver',
    intro:
      'Ein Stimmenserver ist ein Programm auf diesem Computer oder in deinem Netz, etwa Kokoro-FastAPI, LocalAI oder Speaches, das der lokalen Stimme weitere Stimmen gibt. Sie stehen in der Liste bei den anderen. Text, der mit ihnen gesprochen wird, geht an diesen Server, und Fabula weiß nicht, ob er etwas berechnet.',
    empty: 'Noch keine Stimmenserver. Starte einen, und füge ihn dann hier hinzu.',
    add: 'Stimmenserver hinzufügen',
    addTitle: 'Stimmenserver hinzufügen',
    changeNote:
      'Eine Änderung gilt für alles, was von jetzt an gesprochen wird. Vorhandenes Audio bleibt, wie es ist.',
    fields: {
      name: {
        label: 'Name',
        placeholder: 'kokoro',
        help: 'Buchstaben und Ziffern. Seine Stimmen heißen danach, wie in kokoro:af_bella, und Geschichten merken sich das: Der Name lässt sich später nicht ändern.',
      },
      baseUrl: { label: 'Basis-URL', placeholder: 'http://localhost:8880' },
      model: { label: 'Modell', placeholder: 'kokoro' },
      key: { label: 'Schlüssel', placeholder: 'Nur, wenn der Server einen verlangt' },
      voices: {
        label: 'Stimmen',
        placeholder: 'alloy, nova',
        help: 'Eine je Zeile oder mit Kommas getrennt. Darf leer bleiben, wenn der Server seine Stimmen auflistet.',
      },
      maxCharacters: {
        label: 'Längster Text je Anfrage, in Zeichen',
        help: 'Längere Texte werden in Teilen gesendet, die mit einem Satz enden.',
      },
      pcmRate: {
        label: 'Abtastrate von Audio ohne Kopfdaten, in Hz',
        help: '0 für fast alle Server: Sie senden Dateien, die ihr Format angeben. Gib nur dann eine Rate wie 24000 ein, wenn der Server nichts als rohe Abtastwerte (PCM) senden kann.',
      },
    },
    testing: 'Der Server wird gefragt…',
    saved: 'Stimmenserver „{{name}}“ gespeichert.',
    removed: 'Stimmenserver „{{name}}“ entfernt.',
    removeSure:
      '„{{name}}“ und den Schlüssel dazu entfernen? Geschichten, die seine Stimmen verwenden, behalten ihr Audio und brauchen zum Rendern andere Stimmen.',
    outcomes: {
      works_one: 'Verbunden. Eine Stimme gefunden.',
      works_other: 'Verbunden. {{count}} Stimmen gefunden.',
      typed_one:
        'Verbunden. Der Server führt keine Stimmen auf, daher wird die angeboten, die du eingegeben hast.',
      typed_other:
        'Verbunden. Der Server führt keine Stimmen auf, daher werden die {{count}} angeboten, die du eingegeben hast.',
      unlisted:
        'Verbunden. Der Server führt keine Stimmen auf. Gib die Namen ein, die er kennt: unter „Ändern“ oder als Stimme eines Blocks.',
      'key-refused':
        '{{host}} hat diesen Schlüssel abgelehnt (Status {{status}}). Prüfe ihn und versuche es noch einmal.',
      'not-this-server':
        '{{host}} antwortet (Status {{status}}), aber nicht wie ein Stimmenserver. Prüfe, ob die Basis-URL vollständig ist.',
      redirected:
        '{{host}} leitet an eine andere Adresse weiter, der Fabula nicht folgt. Gib die endgültige Adresse als Basis-URL ein.',
      'name-unknown':
        '{{host}} wurde nicht gefunden. Prüfe, ob die Basis-URL stimmt und dieser Computer online ist.',
      unreachable:
        'Auf {{host}} antwortet nichts. Starte den Server, und prüfe, ob die Basis-URL und ihr Port stimmen.',
      silent:
        '{{host}} antwortet nicht rechtzeitig. Vielleicht startet der Server noch: Versuche es in einer Minute noch einmal.',
      'cut-off':
        'Die Verbindung zu {{host}} wurde unterbrochen. Prüfe, ob der Server noch läuft, und versuche es noch einmal.',
      untrusted:
        'Keine sichere Verbindung: Der Verschlüsselung von {{host}} ist nicht zu trauen, deshalb wurde der Schlüssel nicht gesendet. Das Zertifikat ist vielleicht abgelaufen, selbst ausgestellt oder für einen anderen Namen.',
      busy: '{{host}} ist gerade überlastet. Versuche es in einer Minute noch einmal.',
      'server-error':
        'Der Server auf {{host}} meldet einen Fehler (Status {{status}}). Sieh in seinem Fenster oder Protokoll nach.',
    },
    states: {
      listed_one: 'Eine Stimme in der Bibliothek.',
      listed_other: '{{count}} Stimmen in der Bibliothek.',
      cut: '{{formatted}} seiner Stimmen in der Bibliothek: Er führt mehr auf, als hineinpassen. Die anderen lassen sich als {{name}}:stimme eingeben.',
      typed_one: 'Eine Stimme in der Bibliothek, wie du sie eingegeben hast.',
      typed_other: '{{count}} Stimmen in der Bibliothek, wie du sie eingegeben hast.',
      open: 'Er führt keine Stimmen auf. Gib eine als {{name}}:stimme ein, wo eine Stimme gewählt wird.',
      absent:
        'Er antwortet nicht. Seine Stimmen lassen sich trotzdem als {{name}}:stimme eingeben. {{message}}',
    },
    voicesOf: 'Stimmen von {{name}}',
    voiceAbsent: 'Diese Stimme kann jetzt nicht sprechen, und keine andere tritt an ihre Stelle. {{message}}',
    askAgain: 'Noch einmal fragen',
  },

  languageModel: {
    title: 'Sprachmodelle',
    intro:
      'Ein Sprachmodell kann sagen, wer die Zeilen eines Textes spricht, bei denen Fabula unsicher ist: ein Programm auf diesem Computer wie Ollama, LM Studio oder llama.cpp, oder ein Dienst im Netz mit deinem Schlüssel. Es wird nur gefragt, wenn du in der Durchsicht eines Imports darauf drückst. Dann bekommt es die Stellen um diese Zeilen.',
    empty: 'Noch keine Sprachmodelle. Starte eines, und füge es dann hier hinzu.',
    add: 'Sprachmodell hinzufügen',
    addTitle: 'Sprachmodell hinzufügen',
    fields: {
      name: { label: 'Name', placeholder: 'Wie du es nennst' },
      baseUrl: { label: 'Basis-URL', placeholder: 'http://localhost:11434' },
      model: { label: 'Modell', placeholder: 'llama3.2' },
      key: { label: 'Schlüssel', placeholder: 'Nur, wenn der Server einen verlangt' },
      millionTokensCents: {
        label: 'Preis für eine Million Tokens, in Cent',
        help: '0 für ein Modell auf diesem Computer. Mit einem Preis schätzt Fabula vorher, was ein Import kostet.',
      },
      maxTokens: {
        label: 'Token-Limit je Import',
        help: 'Sind sie verbraucht, wird nichts mehr gesendet. Ein Roman braucht einige hunderttausend.',
      },
    },
    testing: 'Der Server wird gefragt…',
    saved: 'Sprachmodell „{{name}}“ gespeichert.',
    removed: 'Sprachmodell „{{name}}“ entfernt.',
    removeSure: '„{{name}}“ und seinen Schlüssel entfernen? Was es über Sprecher gesagt hat, bleibt.',
    outcomes: {
      works_one: 'Verbunden. Der Server hat dieses Modell.',
      works_other: 'Verbunden. Der Server hat dieses Modell und führt insgesamt {{count}} auf.',
      'no-such-model':
        'Der Server auf {{host}} antwortet, führt dieses Modell aber nicht auf. Gib seinen Namen so ein, wie der Server ihn hat, oder lade es dort.',
      'key-refused':
        '{{host}} hat diesen Schlüssel abgelehnt (Status {{status}}). Prüfe ihn und versuche es noch einmal.',
      'not-this-server':
        '{{host}} antwortet (Status {{status}}), aber nicht wie ein Sprachmodell. Prüfe, ob die Basis-URL vollständig ist.',
      redirected:
        '{{host}} leitet an eine andere Adresse weiter, der Fabula nicht folgt. Gib die endgültige Adresse als Basis-URL ein.',
      'name-unknown':
        '{{host}} wurde nicht gefunden. Prüfe, ob die Basis-URL stimmt und dieser Computer online ist.',
      unreachable:
        'Auf {{host}} antwortet nichts. Starte den Server, und prüfe, ob die Basis-URL und ihr Port stimmen.',
      silent:
        '{{host}} antwortet nicht rechtzeitig. Vielleicht startet der Server noch: Versuche es in einer Minute noch einmal.',
      'cut-off':
        'Die Verbindung zu {{host}} wurde unterbrochen. Prüfe, ob der Server noch läuft, und versuche es noch einmal.',
      untrusted:
        'Keine sichere Verbindung: Der Verschlüsselung von {{host}} ist nicht zu trauen, deshalb wurde der Schlüssel nicht gesendet. Das Zertifikat ist vielleicht abgelaufen, selbst ausgestellt oder für einen anderen Namen.',
      busy: '{{host}} ist gerade überlastet. Versuche es in einer Minute noch einmal.',
      'server-error':
        'Der Server auf {{host}} meldet einen Fehler (Status {{status}}). Sieh in seinem Fenster oder Protokoll nach.',
    },
  },

  choice: 'Verbindung: {{name}}',
  choiceMenu: 'Wer diese Geschichte spricht',
  builtIn: 'Lokale Stimme',
  unknown: 'Unbekannte Verbindung',
  manage: 'Verbindungen…',
  chosen: '{{name}} spricht jetzt diese Geschichte.',
  manageVoices: 'Stimmen…',
  voicesTitle: 'Stimmen',
  voicesIntro:
    'Stimmen zur Auswahl, zusätzlich zu denen, die Fabula kennt. Gib die ID an, die der Dienst verwendet; eine ID, die Fabula schon kennt, bekommt den Namen, den du ihr hier gibst.',
  heardWith: 'Beim Anhören wird gesagt: „{{text}}“.',
  voicesEmpty: 'Noch keine.',
  voiceId: 'Stimm-ID',
  voiceName: 'Name',
  addVoice: 'Stimme hinzufügen',
  removeVoice: '{{name}} entfernen',
  voiceRemoved: 'Stimme „{{name}}“ entfernt.',
}
