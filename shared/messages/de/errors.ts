import type { errors as source } from '../errors.ts'
import type { TextsOf } from '../languages.ts'

/** The German texts of every error code. */
export const errors: TextsOf<typeof source> = {
  unexpected:
    'In Fabula selbst ist etwas schiefgegangen. Deine Geschichte ist gespeichert. Versuche es noch einmal; wenn es wieder passiert, starte Fabula neu.',
  'app-disk-full':
    'Auf dem Datenträger, auf dem Fabula seine eigenen Dateien ablegt, ist kein Platz mehr. Deine Geschichten sind sicher, und was ein Dienst für dich erzeugt hat, bleibt dort. Schaffe Platz, und versuche es noch einmal.',
  'app-not-writable':
    'Fabula darf nicht in seinen eigenen Ordner schreiben. Deine Geschichten sind sicher, und was ein Dienst für dich erzeugt hat, bleibt dort. Prüfe die Berechtigungen des Ordners, und versuche es noch einmal.',
  'app-disk-error':
    'Der Datenträger, auf dem Fabula seine eigenen Dateien ablegt, hat versagt. Deine Geschichten sind sicher, und was ein Dienst für dich erzeugt hat, bleibt dort. Prüfe den Datenträger, und versuche es noch einmal.',
  'audio-not-known':
    'Das ist kein Audio, das Fabula lesen kann. Es wurde nichts geändert. Es liest {{known}}.',
  'audio-cut-short':
    'Das Audio endet, bevor etwas zu hören ist: Es wurde bei der Übertragung abgeschnitten. Es wurde nichts geändert. Hole es noch einmal.',
  'audio-unplayable':
    'Dieses Audio konnte nicht abgespielt werden. Deine Geschichte ist gespeichert. Spiele es noch einmal ab, oder rendere die Geschichte neu.',
  'play-needs-render':
    'Dieser Teil der Geschichte hat noch kein Audio, und der Sprachdienst berechnet es. Es wurde nichts berechnet. Rendere die Geschichte, oder spiele einzelne Blöcke ab, um ihn zu hören.',
  'audio-encoding-unknown':
    'Diese WAV-Datei ist so kodiert, dass Fabula sie nicht lesen kann. Es wurde nichts geändert. Speichere sie als unkomprimierte WAV-Datei mit üblicher Abtastrate oder als MP3-Datei.',
  'wav-too-long':
    'Die Geschichte ist zu lang für eine WAV-Datei, die nicht größer als 4 GB sein kann. Es wurde nichts geschrieben. Exportiere sie als MP3.',
  'host-answer':
    'Fabula hat eine Antwort bekommen, die es nicht lesen kann. Deine Geschichte ist gespeichert. Starte Fabula neu, und versuche es noch einmal.',
  'local-service-folder-in-use':
    'Die lokale Stimme konnte nicht starten: Andere Fenster von Fabula benutzen alle ihre Ordner. Deine Geschichte ist sicher. Schließe andere Fenster von Fabula, und versuche es noch einmal.',
  'local-service-failed':
    'Die lokale Stimme konnte nicht starten: {{reason}}. Deine Geschichte ist sicher. Schließe andere Fenster von Fabula oder starte es neu, und versuche es noch einmal.',
  'host-gone':
    'Der Server von Fabula antwortet nicht. Was du schreibst, bleibt in dieser Seite und wird gespeichert, wenn Fabula wieder läuft. Starte Fabula neu.',
  'upload-refused':
    '„{{name}}“ konnte nicht übernommen werden. Es wurde nichts geändert. Versuche es mit einer kleineren Datei oder einem anderen Format.',
  'document-empty':
    'Es enthält keinen Text zum Lesen. Es wurde nichts geändert. Wähle eine Datei, die Text enthält.',
  'sheet-unknown':
    '{{name}} hat kein Tabellenblatt mit Zeilen namens „{{sheet}}“. Es wurde nichts geändert. Seine Blätter mit Zeilen: {{known}}.',
  'document-type-unknown':
    'Diese Art von Dokument kann Fabula nicht lesen. Es wurde nichts geändert. Es liest {{known}}.',
  'document-mislabelled':
    'Der Name endet auf {{extension}}, aber dies ist eine {{actual}}-Datei. Es wurde nichts geändert. Benenne sie um, oder wähle die andere Datei.',
  'document-no-text':
    'Es enthält keinen Text, nur Bilder von Seiten. Es wurde nichts geändert. Lass eine Texterkennung (OCR) darüberlaufen, und versuche es noch einmal.',
  'document-damaged':
    'Es ist beschädigt oder unvollständig. Es wurde nichts geändert. Öffne es in seinem eigenen Programm, speichere es neu, und versuche es noch einmal.',
  'document-password-needed': 'Es ist geschützt. Es wurde nichts geändert. Gib das Passwort ein.',
  'document-password-wrong':
    'Das ist nicht das Passwort dazu. Es wurde nichts geändert. Gib das richtige ein.',
  'document-encryption-unknown':
    'Es ist so geschützt, dass Fabula es nicht öffnen kann. Es wurde nichts geändert. Speichere es ohne Passwort, und versuche es noch einmal.',
  'document-drm':
    'Es ist vom Händler geschützt (DRM) und lässt sich nur in dessen Leseprogramm öffnen. Es wurde nichts geändert. Wähle ein Buch ohne Schutz.',
  'document-inflates':
    'Es wird beim Entpacken zu groß. Es wurde nichts geändert. Öffne es nur, wenn du der Quelle vertraust.',
  'document-too-complex':
    'Es zu lesen dauert zu lange oder braucht zu viel Speicher. Es wurde nichts geändert. Teile es auf, oder speichere es als reinen Text.',
  'document-too-many-rows':
    'Es hat mehr als {{limit}} Zeilen. Es wurde nichts geändert. Teile es auf mehrere Dokumente auf.',
  'document-too-much-text':
    'Es hat mehr als {{limit}} Zeichen. Es wurde nichts geändert. Teile es auf mehrere Dokumente auf.',
  'document-too-many-paragraphs':
    'Es hat mehr als {{limit}} Absätze, zu viele für eine Geschichte. Es wurde nichts geändert. Teile es auf, und öffne die Teile einzeln.',
  'document-format-unknown':
    '„{{name}}“ ist kein Dokument, das vorgelesen werden kann. Es wurde nichts gesendet. Fabula akzeptiert {{known}}.',
  'document-too-large':
    '„{{name}}“ ist größer als {{limitMb}} MB. Es wurde nichts gesendet. Teile es auf, und sende die Teile einzeln.',
  'import-review-over':
    'Dieser Import ist beendet. Es wurde nichts angelegt, und die Datei ist unverändert. Öffne die Datei noch einmal.',
  'import-file-changed':
    '„{{name}}“ hat sich geändert, seit du die Datei geöffnet hast. Es wurde nichts daraus angelegt. Öffne sie noch einmal, um ihren jetzigen Inhalt zu importieren.',
  'document-changed':
    '„{{name}}“ hat sich geändert, seit es gewählt wurde. Es wurde nichts berechnet, und das Audio ist unverändert. Wähle es noch einmal.',
  'document-upload-cancelled':
    'Das Hochladen wurde abgebrochen, bevor das ganze Dokument gesendet war, daher wurde kein Audio erzeugt. Du kannst es neu starten.',
  'document-gone':
    'Dieses Dokument ist nicht mehr in der Liste. Es wurde nichts gesendet. Wähle die Datei noch einmal.',
  'documents-damaged':
    'Fabulas eigene Datei der vorgelesenen Dokumente ist beschädigt und nicht lesbar. Sie wurde nicht geändert, und deine Geschichten und alles andere funktionieren. Lege sie beiseite, um eine neue zu beginnen: Fabula behält die alte.',
  'documents-newer':
    'Fabulas eigene Datei der vorgelesenen Dokumente stammt von einer Version von Fabula, deren Format diese nicht kennt. Sie wurde nicht geändert. Aktualisiere Fabula, oder lege die Datei beiseite, um eine neue zu beginnen: Fabula behält die alte.',
  'documents-unavailable':
    'Fabulas eigene Datei der vorgelesenen Dokumente lässt sich jetzt nicht öffnen, wegen des Datenträgers oder eines anderen Programms. Es wurde nichts geändert, und deine Geschichten sind sicher. Schließe andere Fenster von Fabula, prüfe den Datenträger, und versuche es noch einmal.',
  'example-gone':
    'Das Beispiel fehlt. Deine Geschichten sind sicher. Installiere Fabula neu, um es wiederherzustellen.',
  'file-not-found':
    '„{{name}}“ wurde nicht gefunden. Vielleicht wurde die Datei verschoben oder umbenannt. Wähle sie an ihrem neuen Ort.',
  'file-not-readable':
    '„{{name}}“ ist nicht lesbar. Es wurde nichts geändert. Prüfe, ob es eine Datei ist und ob du sie öffnen darfst.',
  'folder-gone':
    'Der Ordner „{{name}}“, in dem Fabula deine Dateien aufbewahrt, existiert nicht mehr. Lege ihn zurück, oder starte Fabula neu, um einen leeren anzulegen.',
  'file-not-text':
    '„{{name}}“ ist kein Text. Es wurde nichts geändert. Fabula liest reinen Text, Markdown und JSON; speichere die Geschichte in einem davon.',
  'file-too-large':
    '„{{name}}“ ist größer als {{limitMb}} MB. Es wurde nichts geändert. Teile die Datei auf, und öffne die Teile einzeln.',
  'file-type-unknown': 'Fabula kann „{{name}}“ nicht öffnen. Es wurde nichts geändert. Es liest {{known}}.',
  'json-invalid':
    '„{{name}}“ ist kein gültiges JSON: {{message}}. Es wurde nichts geändert. Korrigiere die Datei, und öffne sie noch einmal.',
  'json-unknown':
    '„{{name}}“ ist gültiges JSON, aber keine Geschichte. Es wurde nichts geändert. Fabula liest den Inhalt einer Story-Maker-Anfrage und seine eigenen Geschichten.',
  'request-invalid':
    'Das Feld „{{field}}“ der Anfrage: {{message}}. Es wurde nichts gesendet. Korrigiere die Datei, und versuche es noch einmal.',
  'story-file-invalid':
    'Das Feld „{{field}}“ der Geschichte stimmt nicht: {{message}}. Es wurde nichts geändert. Korrigiere die Datei, und öffne sie noch einmal.',
  'story-file-newer':
    'Diese Geschichte stammt von einer Version von Fabula, deren Format diese nicht kennt. Sie wurde nicht geändert. Aktualisiere Fabula, und öffne sie noch einmal.',
  'export-needs-render_one':
    '{{count}} Block hat noch kein Audio oder wurde seitdem geändert. Es wurde nichts geschrieben. Rendere die Geschichte, und exportiere sie dann.',
  'export-needs-render_other':
    '{{count}} Blöcke haben noch kein Audio oder wurden seitdem geändert. Es wurde nichts geschrieben. Rendere die Geschichte, und exportiere sie dann.',
  'export-empty':
    'Die Geschichte hat noch keinen Text. Es wurde nichts geschrieben. Schreibe etwas, rendere es, und exportiere es dann.',
  'story-file-exists':
    'Eine Datei „{{name}}“ gibt es schon. Es wurde nichts geschrieben. Wähle einen anderen Namen.',
  'export-under-way':
    '„{{name}}“ wird bereits geschrieben. Warte, bis es fertig ist, oder wähle einen anderen Namen.',
  'export-disk-full':
    'Für „{{name}}“ ist nicht genug Platz. Deine Geschichte ist sicher, und es bleibt keine unvollständige Datei zurück. Schaffe Platz oder wähle einen anderen Ort, und exportiere noch einmal.',
  'export-folder-gone':
    'Der Ordner für „{{name}}“ existiert nicht. Deine Geschichte ist sicher. Wähle einen anderen Ort, und exportiere noch einmal.',
  'export-not-writable':
    '„{{name}}“ lässt sich dort nicht schreiben. Deine Geschichte ist sicher. Schließe die Datei, falls ein anderes Programm sie geöffnet hat, oder wähle einen anderen Ort.',
  'export-disk-error':
    'Der Datenträger hat beim Schreiben von „{{name}}“ versagt. Deine Geschichte ist sicher. Prüfe den Datenträger oder wähle einen anderen Ort, und exportiere noch einmal.',
  'export-without-times':
    'Der Dienst hat diese Geschichte als ein Audio erzeugt und nicht gesagt, wann jeder Block zu hören ist. Sie lässt sich nicht teilen, und es wurde nichts geschrieben. Exportiere eine einzige Datei, oder rendere die Blöcke einzeln.',
  'export-music-without-times':
    'Der Dienst hat diese Geschichte als ein Audio erzeugt und nicht gesagt, wann jeder Block zu hören ist. Deshalb lässt sich darin keine Musik platzieren, und es wurde nichts geschrieben. Rendere die Blöcke einzeln, oder exportiere ohne Musik.',
  'export-gain-without-times':
    'Der Dienst hat diese Geschichte als ein Audio erzeugt und nicht gesagt, wann jeder Block zu hören ist. Deshalb lassen sich Blöcke darin nicht lauter oder leiser machen, und es wurde nichts geschrieben. Rendere die Blöcke einzeln, oder stelle die Lautstärke aller Blöcke auf 0 dB.',
  'music-unreadable':
    'Diese Datei kann Fabula nicht als Musik lesen, deshalb wurde sie nicht hinzugefügt. Deine Geschichte ist unverändert. Wähle eine vollständige Datei in MP3, WAV, FLAC, Ogg Vorbis oder Ogg Opus; andere Formate, etwa M4A, kannst du vorher umwandeln.',
  'music-too-long':
    'Diese Datei ist länger als ein Tag, deshalb wurde sie nicht hinzugefügt. Deine Geschichte ist unverändert. Wähle eine kürzere.',
  'music-too-much':
    'Diese Geschichte hat schon so viel Musik, wie sie haben kann. Es wurde nichts hinzugefügt. Lösche erst etwas davon.',
  'cover-unreadable':
    'Dieses Bild lässt sich nicht als Cover verwenden. Es wurde nichts geschrieben. Wähle eine JPEG- oder PNG-Datei mit höchstens 10 MB.',
  'captions-without-times':
    'Der Dienst hat nicht gesagt, wann jeder Block zu hören ist, also kann es keine Untertitel und keine Kapitel geben. Das Audio ist geschrieben.',
  'export-audio-damaged':
    'Ein Teil des gespeicherten Audios ist beschädigt. Dein Text ist sicher, und es wurde nichts geschrieben. Rendere die Geschichte neu, und exportiere sie dann.',
  'export-take-damaged':
    'Das gespeicherte Audio von Block {{number}} ist beschädigt. Dein Text ist sicher, und es wurde nichts geschrieben. Rendere diesen Block neu, und exportiere die Geschichte dann.',
  'export-music-damaged':
    'Die gespeicherte Musik „{{name}}“ ist beschädigt. Dein Text ist sicher, und es wurde nichts geschrieben. Füge die Musik neu hinzu, oder exportiere ohne Musik.',
  'base-url-invalid':
    'Das ist nicht die Adresse eines Dienstes. Es wurde nichts geändert. Sie sieht aus wie https://speech.example.com, ohne Benutzernamen.',
  'base-url-not-https':
    '{{host}} bekäme deinen Schlüssel unverschlüsselt, deshalb benutzt Fabula diese Adresse nicht. Es wurde nichts gesendet. Nimm eine Adresse, die mit https:// beginnt; http:// ist für Dienste auf diesem Computer.',
  'service-name-unknown':
    '{{host}} wurde nicht gefunden. Es wurde nichts gesendet, und deine Geschichte ist sicher. Prüfe das Netz und die Adresse des Dienstes, und versuche es noch einmal.',
  'network-proxy-kind':
    'Über den Proxy dieses Netzwerks kann Fabula {{host}} nicht erreichen: Er verlangt eine Windows-Anmeldung (NTLM oder Kerberos), oder seine Adresse ist ungültig. Es wurde nichts gesendet, und deine Geschichte ist sicher. Fabula kann HTTP- und SOCKS-Proxys verwenden, mit Name und Passwort oder ohne. Frag nach einem solchen, wer das Netzwerk betreut, setze HTTPS_PROXY auf seine Adresse und starte Fabula neu.',
  'network-proxy':
    'Ein Proxy in diesem Netzwerk lässt Fabula nicht zu {{host}} durch. Es wurde nichts gesendet, und deine Geschichte ist sicher. Wenn der Proxy Name und Passwort verlangt, setze HTTPS_PROXY auf http://name:passwort@proxy:port und starte Fabula neu; sonst frag, wer das Netzwerk betreut.',
  'service-unreachable':
    '{{host}} ist nicht zu erreichen. Es wurde nichts gesendet, und deine Geschichte ist sicher. Prüfe, ob der Dienst läuft und das Netz funktioniert, und versuche es noch einmal.',
  'service-untrusted':
    'Der Verschlüsselung von {{host}} ist nicht zu trauen. Es wurde nichts gesendet, und dein Schlüssel ist sicher. Prüfe die Adresse des Dienstes und das Datum dieses Computers.',
  'service-silent': '{{host}} antwortet nicht. Deine Geschichte ist sicher. Versuche es später noch einmal.',
  'service-cut-off':
    'Die Verbindung zu {{host}} wurde unterbrochen. Deine Geschichte ist sicher, und was bezahlt ist, lässt sich noch holen. Prüfe das Netz, und versuche es noch einmal.',
  'service-answer-unreadable':
    'Fabula kann die Antwort von {{host}} nicht lesen. Deine Geschichte ist sicher. Prüfe, ob dies die Adresse eines Sprachdienstes ist.',
  'service-key-unusable':
    'Der Schlüssel enthält Zeichen, die in einem Schlüssel nicht vorkommen, etwa einen Zeilenumbruch. Es wurde nichts gesendet. Gib den Schlüssel noch einmal ein.',
  'service-key-refused':
    '{{host}} nimmt den Schlüssel nicht an. Es wurde nichts erzeugt, und deine Geschichte ist sicher. Gib den Schlüssel in den Einstellungen noch einmal ein.',
  'service-busy':
    '{{host}} ist überlastet. Es wurde nichts erzeugt, und deine Geschichte ist sicher. Versuche es in {{seconds}} Sekunden noch einmal.',
  'service-credits-missing':
    'Nicht genug Credits: „{{message}}“ – es wurde nichts erzeugt, und deine Geschichte ist sicher. Lade beim Dienst Credits auf, und versuche es noch einmal.',
  'service-redirected':
    '{{host}} leitet an eine andere Adresse weiter, und Fabula sendet deinen Schlüssel nur an {{host}}. Es wurde nichts erzeugt. Gib die eigene Adresse des Dienstes in den Einstellungen ein.',
  'service-refused':
    'Der Dienst hat abgelehnt: „{{message}}“ – es wurde nichts erzeugt, und deine Geschichte ist sicher. Ändere, was die Meldung nennt, und versuche es noch einmal.',
  'service-refused-unexplained':
    '{{host}} hat die Anfrage ohne Angabe von Gründen abgelehnt (HTTP {{status}}). Deine Geschichte ist sicher. Prüfe die Adresse des Dienstes, oder versuche es später noch einmal.',
  'service-failed':
    'Der Dienst hat versagt: „{{message}}“ – es wurde nichts erzeugt, und deine Geschichte ist sicher. Versuche es später noch einmal.',
  'service-no-history':
    '{{host}} hat die Konvertierung angenommen, lässt sich aber nicht nach dem Ergebnis fragen. Deine Geschichte ist sicher. Hole das Audio beim Dienst selbst, und hänge es in der Liste an die Konvertierung an.',
  'conversion-forgotten':
    '{{host}} kennt diese Konvertierung nicht mehr, die der Dienst angenommen hatte und vielleicht berechnet hat. Deine Geschichte ist sicher. Suche das Audio beim Dienst selbst und hänge es in der Liste an die Konvertierung an, oder rendere noch einmal.',
  'request-cancelled': 'Das wurde abgebrochen. Deine Geschichte ist sicher. Starte es neu, wann du willst.',
  'block-unknown': 'Es gibt keinen Block „{{block}}“: Die Geschichte hat {{last}} Blöcke.',
  'chapter-unknown': 'Es gibt kein Kapitel {{chapter}}: Die Geschichte hat {{last}}.',
  'render-over-limit':
    'Das kostet {{credits}} Credits, mehr als das Limit von {{limit}}. Es wurde nichts gesendet.',
  'renders-failed':
    '{{failed}} von {{count}} Geschichten konnten nicht gerendert werden, die anderen schon. Sieh dir die Meldung bei jeder an.',
  'render-blocks-failed':
    '{{count}} von {{of}} Blöcken konnten nicht gerendert werden, die anderen schon. Bei jedem dieser Blöcke steht, warum.',
  'conversion-outcome-unknown':
    'Die Anfrage wurde an {{host}} gesendet, aber es kam keine lesbare Antwort zurück. Sie kann berechnet worden sein, deshalb sendet Fabula sie nicht von selbst noch einmal. Deine Geschichte ist sicher. Sieh zuerst beim Dienst nach; ignoriere dann diese Konvertierung, und versuche es noch einmal.',
  'words-paid':
    'Dieser Text ist schon bezahlt: {{host}} hat ihn angenommen, aber das Audio ist noch nicht hier. Es wurde nichts doppelt gekauft, und deine Geschichte ist sicher. Warte, bis Fabula wieder nachfragt, hole das Audio jetzt, oder kaufe es noch einmal.',
  'conversion-interrupted':
    'Fabula wurde beendet, während eine Anfrage gesendet wurde. Sie kann berechnet worden sein, deshalb sendet Fabula sie nicht von selbst noch einmal. Deine Geschichte ist sicher. Sieh zuerst beim Dienst nach; ignoriere dann diese Konvertierung, und versuche es noch einmal.',
  'conversion-repeated':
    '{{host}} hat mit der Konvertierung einer früheren Anfrage geantwortet, deshalb weiß Fabula nicht, was aus dieser geworden ist. Sie kann berechnet worden sein, deshalb sendet Fabula sie nicht von selbst noch einmal. Deine Geschichte ist sicher. Ein Proxy auf dem Weg wiederholt vielleicht alte Antworten: Sieh zuerst beim Dienst nach; ignoriere dann diese Konvertierung, und versuche es noch einmal.',
  'conversion-failed':
    'Der Dienst konnte das Audio nicht erzeugen: „{{message}}“ – deine Geschichte ist unverändert. Ändere, was die Meldung nennt, und versuche es noch einmal.',
  'conversion-failed-unexplained':
    'Der Dienst konnte das Audio nicht erzeugen und nennt keinen Grund. Deine Geschichte ist unverändert. Versuche es noch einmal.',
  'audio-missing':
    'Der Dienst sagt, dass das Audio fertig ist, aber nicht, wo es liegt. Deine Geschichte ist sicher, und die Konvertierung bleibt erhalten. Versuche es später noch einmal.',
  'audio-address-refused':
    'Das Audio des Dienstes liegt an einer Adresse, die nicht sicher ist ({{host}}), deshalb hat Fabula es nicht geholt. Deine Geschichte ist sicher, und die Konvertierung bleibt erhalten.',
  'audio-unavailable':
    '{{host}} liefert das fertige Audio nicht (HTTP {{status}}). Deine Geschichte ist sicher, und die Konvertierung bleibt erhalten. Versuche es später noch einmal.',
  'audio-too-large':
    'Das Audio ist größer als {{megabytes}} MB, deshalb hat Fabula es nicht geholt. Deine Geschichte ist sicher. Rendere die Geschichte in mehreren Teilen.',
  'audio-incomplete':
    'Das Audio endet zu früh, deshalb hat Fabula es nicht behalten. Deine Geschichte ist unverändert, und du zahlst nicht doppelt. Versuche es noch einmal.',
  'audio-unreadable':
    'Das ist kein Audio, das Fabula lesen kann, deshalb wurde es nicht behalten. Deine Geschichte ist unverändert, und du zahlst nicht doppelt. Versuche es noch einmal.',
  'audio-not-in-project':
    'Dieses Audio ist nicht mehr im Projekt. Dein Text ist sicher. Rendere ihn noch einmal.',
  'block-pause-unreadable':
    'Die Pause {{marker}} in Block {{number}} ist nicht lesbar. Schreib sie wie [pause 0,8 s] oder [pause 800 ms]; bis dahin wird der Block nicht gesendet.',
  'block-too-long':
    'Block {{number}} hat {{characters}} Zeichen; ein Dienst nimmt höchstens {{limit}} an. Es wurde nichts gesendet. Teile den Block, und versuche es noch einmal.',
  'named-block-too-long':
    'Block {{number}}, „{{name}}“, hat {{characters}} Zeichen; ein Dienst nimmt höchstens {{limit}} an. Es wurde nichts gesendet. Teile den Block, und versuche es noch einmal.',
  'block-without-text':
    'Dieser Block hat keinen Text zum Sprechen. Es wurde nichts gesendet. Schreibe etwas, und spiele ihn dann ab.',
  'microphone-denied':
    'Fabula darf das Mikrofon nicht benutzen. Es wurde nichts aufgenommen. Erlaube Fabula das Mikrofon im System oder im Browser, und versuche es noch einmal.',
  'microphone-missing':
    'Es gibt kein Mikrofon. Es wurde nichts aufgenommen. Schließe ein Mikrofon an und versuche es noch einmal, oder füge eine Aufnahme aus einer Datei hinzu.',
  'recording-unreadable':
    'Das ist kein Audio, das Fabula lesen kann. Es wurde nichts geändert. Speichere es als WAV oder MP3, und füge es noch einmal hinzu.',
  'recording-silent':
    'In der Aufnahme ist kein Ton. Es wurde nichts geändert. Prüfe das Mikrofon und seinen Pegel, und nimm noch einmal auf.',
  'recording-too-long_one':
    'Die Aufnahme eines Blocks kann bis zu {{count}} Minute lang sein. Es wurde nichts geändert. Kürze sie, oder teile den Block.',
  'recording-too-long_other':
    'Die Aufnahme eines Blocks kann bis zu {{count}} Minuten lang sein. Es wurde nichts geändert. Kürze sie, oder teile den Block.',
  'take-gone': 'Der Take ist nicht mehr in dieser Geschichte: Er wurde gelöscht. Es wurde nichts geändert.',
  'block-locked':
    'Dieser Block ist gesperrt, und sein Audio fehlt. Es wurde nichts gesendet. Entsperre ihn, um ihn neu zu rendern.',
  'block-gone': 'Dieser Block ist nicht mehr in der Geschichte. Es wurde nichts gesendet.',
  'story-without-text':
    'Die Geschichte hat keinen Text zum Sprechen. Es wurde nichts gesendet. Schreibe etwas, und rendere sie dann.',
  'render-running':
    'Die Geschichte wird bereits gerendert. Es wurde nichts doppelt gesendet. Warte, bis es fertig ist, oder verfolge es nicht weiter und blende es aus.',
  'api-key-missing':
    'FABULA_BASE_URL nennt einen Sprachdienst, aber FABULA_API_KEY ist leer. Es wurde nichts gesendet. Setze den Schlüssel, oder entferne die Adresse, um die lokale Stimme zu verwenden.',
  'project-not-found':
    '„{{name}}“ wurde nicht gefunden. Vielleicht wurde die Datei verschoben oder umbenannt. Wähle sie an ihrem neuen Ort.',
  'project-foreign':
    '„{{name}}“ ist keine Fabula-Geschichte. Die Datei wurde nicht geändert. Wähle eine .fabula-Datei.',
  'project-corrupt':
    '„{{name}}“ ist beschädigt und nicht lesbar. Die Datei wurde nicht geändert. Öffne eine Kopie aus einer Sicherung.',
  'project-newer':
    '„{{name}}“ stammt von einer neueren Version von Fabula. Die Datei wurde nicht geändert. Aktualisiere Fabula, und öffne sie dann noch einmal.',
  'project-unreleased':
    '„{{name}}“ wurde von einem Testbuild von Fabula in einem Format gespeichert, das nie veröffentlicht wurde. Die Datei wurde nicht geändert. Öffne sie in diesem Build, exportiere sie als portable Geschichte (.json), und öffne diese Datei hier.',
  'project-read-only':
    'Fabula darf nicht in „{{name}}“ oder den Ordner der Datei schreiben. Es wurde nichts geändert. Kopiere die Geschichte in einen eigenen Ordner, oder wähle einen anderen Ort.',
  'project-locked':
    '„{{name}}“ ist in einem anderen Fenster oder Programm geöffnet. Es wurde nichts geändert. Schließe es dort, und versuche es noch einmal.',
  'project-disk-full':
    'Auf dem Datenträger von „{{name}}“ ist kein Platz mehr. Alles bis zu deiner letzten Änderung ist gespeichert, und auch diese Änderung ist noch da. Schaffe Platz, und versuche es noch einmal.',
  'project-disk-error':
    'Der Datenträger hat bei „{{name}}“ einen Fehler gemeldet. Alles bis zu deiner letzten Änderung ist gespeichert. Prüfe den Datenträger, und lege die Geschichte mit „Speichern unter“ woanders ab.',
  'project-moved':
    '„{{name}}“ wurde verschoben oder gelöscht, während die Geschichte offen war. Deine Geschichte ist noch da. Speichere sie mit „Speichern unter“ an einem anderen Ort.',
  'project-same-file':
    '„{{name}}“ ist die Geschichte, die offen ist, und sie ist bereits gespeichert. Wähle für die Kopie einen anderen Namen.',
  'project-not-open':
    'Diese Geschichte ist nicht mehr offen. Alles ist gespeichert. Öffne sie wieder aus den letzten Geschichten.',
  'recent-not-found':
    'Diese Geschichte ist nicht mehr in der Liste. Deine Dateien sind sicher. Wähle die Datei mit „Öffnen“.',
  'deleted-draft-gone':
    'Dieser Entwurf ist nicht mehr unter den gelöschten Entwürfen. Deine anderen Geschichten sind sicher. Suche ihn unter den letzten Geschichten.',
  'lexicon-not-saved':
    'Das Lexikon für alle Geschichten konnte nicht geschrieben werden. Es wurde nichts geändert. Prüfe den Datenträger und versuche es noch einmal.',
  'lexicon-file-too-large':
    '„{{name}}“ ist zu groß für ein Lexikon. Es wurde nichts geändert. Wähle eine kleinere CSV-Datei.',
  'lexicon-full':
    'Das Lexikon für alle Geschichten hat {{limit}} Einträge, mehr passen nicht hinein. Es wurde nichts geändert.',
  'settings-not-saved':
    'Die Einstellungen konnten nicht gespeichert werden und bleiben, wie sie waren. Deine Geschichten sind sicher. Prüfe, ob der Datenträger Platz hat und Fabula in seinen Ordner schreiben darf, und versuche es noch einmal.',
  'untrusted-sender':
    'Diese Anfrage kam nicht aus Fabulas eigenem Fenster. Es wurde nichts getan. Wenn sie von dir kam, lade die Seite neu.',
  'session-over':
    'Fabula wurde neu gestartet und kennt diese Seite noch nicht. Was du eingibst, bleibt erhalten. Öffne in diesem Browser die Adresse, die Fabula beim Start ausgegeben hat: Dann speichert diese Seite und arbeitet weiter.',
  'unknown-channel':
    'Diese Seite und Fabula haben verschiedene Versionen. Deine Geschichte ist gespeichert. Starte Fabula neu, und lade dann die Seite neu.',
  'bad-request':
    'Fabulas Seite hat eine ungültige Anfrage gesendet ({{channel}}, {{field}}). Deine Geschichte ist unverändert. Mache den letzten Schritt rückgängig, oder starte Fabula neu.',
  'request-too-large':
    'Das ist mehr, als Fabula auf einmal verarbeiten kann. Deine Geschichte ist unverändert. Mache es in kleineren Teilen.',
  'method-not-allowed':
    'Diese Adresse lässt sich so nicht verwenden. Es wurde nichts getan. Lade die Seite neu.',
  'story-in-other-window':
    'Die Geschichte ist in einem anderen Fenster geöffnet, das jetzt im Vordergrund ist. Hier wurde nichts geändert.',
  'file-unknown': 'Diese Datei kann nicht verwendet werden. Es wurde nichts geändert. Wähle sie noch einmal.',
  'file-name-refused':
    '„{{name}}“ ist nicht auf jedem System als Dateiname erlaubt. Es wurde nichts geschrieben. Lass / \\ : * ? " < > |, Punkte am Anfang oder Ende und sehr lange Namen weg.',
  'place-taken':
    '„{{name}}“ heißt dort schon etwas anderes. Es wurde nichts geschrieben. Wähle einen anderen Namen.',
  'upload-type':
    'Fabula kann „{{name}}“ hier nicht verwenden. Es wurde nichts geändert. Möglich sind {{known}}.',
  'upload-too-large':
    '„{{name}}“ ist größer als 4 GB. Es wurde nichts geändert. Kopiere die Datei selbst in Fabulas Ordner.',
  'connection-unknown':
    'Die Geschichte verwendet eine Verbindung, die hier nicht eingerichtet ist. Deine Geschichte ist gespeichert, und es wurde nichts berechnet. Wähle oben eine andere Verbindung, oder füge diese wieder hinzu.',
  'connection-name-missing':
    'Die Verbindung hat keinen Namen. Es wurde nichts gespeichert. Gib einen Namen ein, den du wiedererkennst.',
  'connection-test-failed':
    'Die Verbindung zu {{host}} funktioniert nicht: {{reason}}. Es wurde nichts geändert oder berechnet. Prüfe die Basis-URL und den Schlüssel.',
  'connection-not-found':
    'Es gibt keine Verbindung namens „{{name}}“. Es wurde nichts geändert. „fabula connections“ zeigt alle Verbindungen.',
  'connection-without-key':
    'Die Verbindung „{{name}}“ hat keinen Schlüssel für ihre Adresse. Deine Geschichte ist gespeichert, und es wurde nichts gesendet. Gib den Schlüssel unter „Verbindungen“ ein.',
  'key-unreadable':
    'Der Schlüssel von „{{name}}“ lässt sich nicht öffnen: Vielleicht ist der Schlüsselbund des Systems gesperrt. Er bleibt erhalten, und es wurde nichts gesendet. Entsperre den Schlüsselbund und versuche es noch einmal, oder gib den Schlüssel neu ein.',
  'key-sealed-elsewhere':
    'Der Schlüssel von „{{name}}“ ist durch die Desktop-App geschützt, und nur sie kann ihn öffnen. Er bleibt erhalten, und es wurde nichts gesendet. Benutze die Desktop-App, oder gib den Schlüssel hier neu ein.',
  'key-protection-unchosen':
    'Dieses System hat keinen Schlüsselbund, der den Schlüssel schützen könnte. Es wurde nichts gespeichert. Wähle, ob der Schlüssel nur für diese Sitzung oder ungeschützt aufbewahrt wird.',
  'key-unusable':
    'Dieser Schlüssel lässt sich nicht senden: Er ist leer oder enthält Leerzeichen oder ungewöhnliche Zeichen. Es wurde nichts gespeichert. Kopiere ihn noch einmal vom Dienst.',
  'engine-unknown':
    'Der Stimmenserver „{{name}}“ ist nicht mehr eingerichtet. Es wurde nichts geändert. Füge ihn wieder hinzu, oder wähle eine andere Stimme.',
  'engine-name-unusable':
    'Mit diesem Namen können die IDs von Stimmen nicht beginnen. Es wurde nichts gespeichert. Nimm bis zu 32 Buchstaben, Ziffern, - und _, und beginne mit einem Buchstaben oder einer Ziffer.',
  'engine-name-taken':
    'Einen Stimmenserver „{{name}}“ gibt es schon. Es wurde nichts gespeichert. Ändere diesen, oder wähle einen anderen Namen.',
  'engine-model-missing':
    'Der Stimmenserver hat kein Modell. Es wurde nichts gespeichert. Gib den Namen des Modells ein, mit dem der Server spricht.',
  'engine-address-invalid':
    'Das ist nicht die Adresse eines Servers. Es wurde nichts gespeichert. Sie sieht aus wie http://localhost:8880, ohne Benutzernamen.',
  'engine-address-open':
    '{{host}} bekäme deinen Schlüssel unverschlüsselt. Es wurde nichts gespeichert. Nimm eine Adresse, die mit https:// beginnt, oder lass den Schlüssel weg; http:// mit einem Schlüssel ist für Server auf diesem Computer.',
  'engine-length-unusable':
    'Der längste Text muss eine ganze Zahl von {{min}} bis {{max}} sein. Es wurde nichts gespeichert. Gib ein, wie viele Zeichen der Server auf einmal annimmt.',
  'engine-rate-unusable':
    'Die Abtastrate muss eine ganze Zahl von {{min}} bis {{max}} sein. Es wurde nichts gespeichert. Gib 0 ein, wenn der Server Audiodateien sendet, sonst die Rate seiner rohen Abtastwerte.',
  'language-model-unknown':
    'Das Sprachmodell „{{name}}“ ist nicht mehr eingerichtet. Dein Import ist unverändert. Füge es wieder hinzu, oder wähle ein anderes.',
  'language-model-name-missing':
    'Das Sprachmodell hat keinen Namen. Es wurde nichts gespeichert. Gib einen Namen ein, den du wiedererkennst.',
  'language-model-name-taken':
    'Ein Sprachmodell „{{name}}“ gibt es schon. Es wurde nichts gespeichert. Ändere dieses, oder wähle einen anderen Namen.',
  'language-model-missing':
    'Es ist kein Modell genannt. Es wurde nichts gespeichert. Gib den Namen des Modells ein, wie der Server ihn auflistet.',
  'language-model-address-invalid':
    'Das ist nicht die Adresse eines Servers. Es wurde nichts gespeichert. Sie sieht aus wie http://localhost:11434, ohne Benutzernamen.',
  'language-model-address-open':
    '{{host}} bekäme deinen Schlüssel unverschlüsselt. Es wurde nichts gespeichert. Nimm eine Adresse, die mit https:// beginnt, oder lass den Schlüssel weg; http:// mit einem Schlüssel ist für Server auf diesem Computer.',
  'language-model-price-unusable':
    'Der Preis muss eine ganze Zahl von Cent zwischen {{min}} und {{max}} sein. Es wurde nichts gespeichert. Gib 0 ein, wenn das Modell nichts kostet.',
  'language-model-cap-unusable':
    'Das Limit muss eine ganze Zahl von Tokens zwischen {{min}} und {{max}} sein. Es wurde nichts gespeichert. Gib ein, wie viele ein Import höchstens verbrauchen darf.',
  'language-model-silent':
    '{{name}} bei {{host}} hat nicht geantwortet. Seine bisherigen Antworten bleiben, und die übrigen Zeilen sind unverändert. Prüfe, ob der Server läuft, und frage dann nach dem Rest.',
  'language-model-refused':
    '{{name}} hat die Anfrage abgelehnt (Status {{status}}). {{message}} Seine bisherigen Antworten bleiben, und die übrigen Zeilen sind unverändert. Prüfe Modell und Schlüssel, und frage dann nach dem Rest.',
  'language-model-strange':
    '{{name}} bei {{host}} antwortet nicht wie ein Sprachmodell. Die Zeilen sind unverändert. Prüfe, ob die Basis-URL vollständig ist.',
  'language-model-over-limit':
    'Das Limit von {{limit}} Tokens für einen Import ist erreicht, und nichts weiter wurde gesendet. Die bisherigen Antworten bleiben. Erhöhe das Limit des Sprachmodells, um nach dem Rest zu fragen.',
  'vibes-not-offered':
    '{{host}} hat keine Bibliothek von Vibes. Deine Geschichte ist sicher. Verwende Emotionen und einen eigenen Prompt, oder wähle eine andere Verbindung.',
  'vibe-gone':
    'Der Vibe „{{name}}“ ist nicht mehr in der Bibliothek des Dienstes. Deine Geschichte ist sicher, und deine Wörter sind noch da. Speichere sie als neuen Vibe.',
  'vibe-outcome-unknown':
    '{{host}} hat den neuen Vibe bekommen, aber die Antwort kam nicht an. Es wurde nichts berechnet. Sieh in der Liste nach: Wenn der Vibe fehlt, speichere ihn noch einmal.',
  'vibe-file-newer':
    '„{{name}}“ stammt von einer neueren Version von Fabula. Es wurde nichts geändert. Aktualisiere Fabula, und importiere die Datei noch einmal.',
  'vibe-file-invalid':
    '„{{name}}“ ist keine Datei mit Vibes. Es wurde nichts geändert. Wähle eine .vibes-Datei, die Fabula geschrieben hat.',
  'conversion-settled':
    'Diese Konvertierung hat ihr Audio schon. Es wurde nichts geändert, und nichts wird doppelt gespeichert.',
  'conversion-purpose-unknown':
    'Fabula weiß nicht mehr, wofür diese Konvertierung war. Es wurde nichts geändert. Das Audio lässt sich noch beim Dienst holen.',
  'conversion-gone': 'Diese Konvertierung ist nicht mehr in ihrer Geschichte. Es wurde nichts geändert.',
  'conversion-not-waiting': 'Diese Konvertierung wartet nicht auf Audio. Es wurde nichts geändert.',
  'conversion-not-unknown': 'Der Dienst hat inzwischen geantwortet. Es wurde nichts geändert.',
  'conversion-still-open':
    'Diese Konvertierung ist nicht geklärt: Sie kann noch Credits kosten oder Audio liefern. Sie bleibt in der Liste. Warte auf sie, hänge ihr Audio an, oder ignoriere sie zuerst.',
  'claim-taken':
    'Diese Konvertierung gehört schon zu einer anderen Anfrage von dir. Es wurde nichts geändert. Wähle eine andere.',
  'claim-other-input':
    'Der Dienst hat diese Konvertierung aus einem anderen Text erzeugt, also ist es nicht diese. Es wurde nichts geändert. Wähle eine andere.',
  'attach-address-invalid':
    'Das ist keine https-Adresse. Es wurde nichts geholt. Füge die Adresse des Audios selbst ein, die mit https:// beginnt.',
  'credit-cap-story':
    'Damit käme die Geschichte über ihr Limit: {{spent}} von {{cap}} Credits sind ausgegeben, und geschätzt werden {{estimate}}. Es wurde nichts gesendet. Erlaube es einmal, oder erhöhe das Limit.',
  'credit-cap-day':
    'Damit käme der heutige Tag über sein Limit: {{spent}} von {{cap}} Credits sind ausgegeben, und geschätzt werden {{estimate}}. Es wurde nichts gesendet. Erlaube es einmal, oder erhöhe das Limit.',
  'credit-cap-blind':
    'Was dieses Dokument kostet, ist erst bekannt, wenn der Dienst es gelesen hat, und du hast ein Limit gesetzt. Es wurde nichts gesendet. Erlaube es einmal, oder entferne das Limit.',
  'caps-unreadable':
    'Fabulas Einstellungen oder seine Liste der Konvertierungen waren beschädigt, daher sind deine Limits für Credits, oder was davon übrig ist, nicht bekannt. Es wurde nichts gesendet. Setze die Limits unter „Konvertierungen und Credits“ neu, und versuche es noch einmal.',
  'spending-not-recorded':
    'Fabula kann die Kosten nicht festhalten und weiß daher nicht, was von deinen Limits übrig ist. Es wurde nichts gesendet. Schaffe Platz auf dem Datenträger von Fabulas Ordner, schließe, was den Ordner sonst benutzt, und versuche es noch einmal.',
  'render-elsewhere':
    'Ein anderes Programm rendert bereits dasselbe: ein anderes Terminal oder Fabula, das holt, was ein früherer Befehl bezahlt hat. Es wurde nichts gesendet. Versuche es noch einmal, wenn es fertig ist.',
  'environment-names-no-service':
    'FABULA_BASE_URL nennt keinen Sprachdienst. Es wurde nichts gesendet. Setze sie und FABULA_API_KEY, oder nenne eine Verbindung.',
  'voice-unknown':
    'Es gibt kein Stimmpaket „{{name}}“. Es wurde nichts geändert. Sieh in der Liste der natürlichen Stimmen nach.',
  'voice-here':
    '„{{name}}“ ist schon auf diesem Computer. Es wurde nichts geändert. Entferne die Stimme zuerst, wenn du sie ersetzen willst.',
  'voice-offline':
    '{{host}} ist nicht zu erreichen. Nichts ist verloren: Was schon da ist, bleibt. Prüfe das Netz und lade die Stimme dann noch einmal.',
  'voice-cut-off':
    'Die Verbindung zu {{host}} brach mehrmals ab. Was schon da ist, bleibt. Lade die Stimme noch einmal, dann geht es dort weiter.',
  'voice-untrusted':
    'Dem Zertifikat von {{host}} kann man nicht trauen. Es wurde nichts geladen. Prüfe das Netz und die Uhr dieses Computers und versuche es noch einmal.',
  'voice-unavailable':
    '{{host}} liefert die Stimme nicht (HTTP {{status}}). Es wurde nichts geändert. Versuche es später noch einmal oder füge die Stimme aus einer Datei hinzu.',
  'voice-sample-unusable':
    '{{host}} liefert keine Hörprobe, die sich abspielen lässt. Es wurde nichts geändert. Lade die Stimme, um sie zu hören.',
  'voice-address-refused':
    'Der Server der Stimme leitet Fabula zu {{host}} weiter. Von dort lädt Fabula nichts. Es wurde nichts geladen. Füge die Stimme aus einer Datei hinzu.',
  'voice-differs':
    'Was ankam, ist nicht die Datei aus Fabulas Katalog: Sie wurde beschädigt, oder ihr Herausgeber hat sie ersetzt. Sie wurde gelöscht, sonst wurde nichts geändert. Versuche es noch einmal oder aktualisiere Fabula.',
  'voice-disk-full':
    'Auf dem Datenträger ist nicht genug Platz für „{{name}}“. Es wurde nichts geändert. Schaffe Platz und versuche es noch einmal.',
  'voice-not-kept':
    '„{{name}}“ ließ sich auf dem Datenträger nicht schreiben, lesen oder entfernen. Deine Geschichten sind sicher. Prüfe die Berechtigungen von Fabulas Ordner und ob ein Programm die Stimme benutzt, und versuche es noch einmal.',
  'voice-file-unknown':
    '„{{name}}“ ist kein Archiv, das Fabula entpacken kann. Es wurde nichts geändert. Wähle eine .tar.bz2-, .tar.gz- oder .zip-Datei mit einer Stimme.',
  'voice-archive-damaged':
    '„{{name}}“ ist beschädigt oder unvollständig. Es wurde nichts geändert. Lade die Datei noch einmal.',
  'voice-archive-unsafe':
    '„{{name}}“ enthält etwas, das nicht in eine Stimme gehört: {{entry}}. Es wurde nicht entpackt, und es wurde nichts geändert. Lade die Stimme bei ihrem Herausgeber.',
  'voice-archive-inflates':
    '„{{name}}“ wird beim Entpacken viel zu groß. Es wurde nichts geändert. Lade die Stimme bei ihrem Herausgeber.',
  'voice-model-unknown':
    'In „{{name}}“ ist keine Stimme, mit der Fabula sprechen kann. Es wurde nichts geändert. Wähle ein Modell der Art VITS, Matcha, Kokoro oder Kitten für sherpa-onnx.',
  'voice-model-incomplete':
    'Der Stimme in „{{name}}“ fehlen Dateien: {{missing}}. Es wurde nichts geändert. Lade die ganze Stimme.',
  'voice-model-other':
    'Das Modell in „{{name}}“ ist von anderer Art, als seine Beschreibung sagt. Es wurde nichts geändert. Lade die Stimme bei ihrem Herausgeber.',
  'voice-part-missing':
    'Zu „{{name}}“ gehört „{{missing}}“, und diese Datei liegt nicht daneben. Es wurde nichts geändert. Piper veröffentlicht beide Dateien einer Stimme am selben Ort (huggingface.co/rhasspy/piper-voices): Hole die fehlende, und lege dann beide in einen Ordner, oder wähle beide aus.',
  'voice-config-unknown':
    '„{{name}}“ beschreibt keine Piper-Stimme. Es wurde nichts geändert. Lade beide Dateien der Stimme bei ihrem Herausgeber.',
  'voice-config-other':
    '„{{config}}“ gehört nicht zu „{{name}}“. Es wurde nichts geändert. Wähle die beiden Dateien einer Stimme.',
  'voice-many':
    '„{{name}}“ enthält mehr als eine Stimme: {{voices}}. Es wurde nichts geändert. Füge eine Stimme nach der anderen hinzu.',
  'voice-phonemes':
    '„{{name}}“ braucht Laute, die Fabula nicht liefern kann ({{phonemes}}). Es wurde nichts geändert. Wähle eine Stimme, die mit eSpeak NG gemacht ist.',
  'voice-too-many-speakers':
    'Die Stimme in „{{name}}“ nennt {{count}} Sprecher; Fabula kann höchstens {{most}} aufführen. Es wurde nichts geändert. Wähle eine andere Stimme.',
  'voice-no-metadata':
    'Das Modell in „{{name}}“ sagt nicht, was es ist, und lässt sich so nicht laden. Es wurde nichts geändert. Wähle ein Modell für sherpa-onnx oder die beiden Dateien einer Piper-Stimme, .onnx und .onnx.json.',
  'voice-name-unusable':
    '„{{name}}“ kann nicht der Name einer Stimme sein. Es wurde nichts geändert. Gib einen Namen mit 1 bis 200 Zeichen ein.',
  'voice-id-unknown':
    'Es gibt keine Stimme „{{voice}}“. Es wurde nichts geschrieben. „fabula voices“ führt die Stimmen mit ihren IDs auf.',
  'voice-name-ambiguous':
    'Mehrere Stimmen heißen „{{voice}}“: {{ids}}. Es wurde nichts geschrieben. Nimm die ID von einer davon.',
  'cast-name-twice':
    '„{{name}}“ nennt für {{character}} zwei verschiedene Stimmen. Es wurde nichts geschrieben. Lass nur eine davon stehen.',
  'cast-file-unusable':
    '„{{name}}“ ist keine Tabelle von Figuren und Stimmen. Es wurde nichts geschrieben. Nimm CSV mit den Spalten Figur und Stimme oder JSON mit einer Stimme zu jedem Namen.',
  'webhook-port-taken':
    'Ein anderes Programm benutzt Port {{port}}, daher kann Fabula dort nichts empfangen. Deine Geschichten sind sicher. Wähle einen anderen Port.',
  'webhook-port-refused':
    'Das System lässt Fabula auf Port {{port}} nichts empfangen. Deine Geschichten sind sicher. Wähle einen Port über 1023.',
  'webhook-off':
    'Fabula empfängt gerade keine Ereignisse. Es wurde nichts gesendet. Schalte den Empfang ein, und teste ihn dann.',
  'webhook-test-answered':
    '{{host}} hat auf das Testereignis mit HTTP {{status}} geantwortet, diese Adresse führt also nicht zu Fabula. Prüfe den Tunnel und die Adresse.',
  'webhook-test-elsewhere':
    '{{host}} hat das Testereignis angenommen, aber hier kam es nicht an. Prüfe, ob der Tunnel am Port dieses Computers endet.',
  'webhook-host-new':
    'Der Dienst bietet das Audio bei {{host}} an, von wo Fabula noch nie etwas geholt hat. Es wurde nichts geholt. Erlaube den Host in der Liste der Konvertierungen, wenn du ihm vertraust.',
}
