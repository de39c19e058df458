import type { errors as source } from '../errors.ts'
import type { TextsOf } from '../languages.ts'

/** The Spanish texts of every error code. */
export const errors: TextsOf<typeof source> = {
  unexpected:
    'Algo ha salido mal en el propio Fabula. Tu historia está guardada. Inténtalo de nuevo; si vuelve a ocurrir, reinicia Fabula.',
  'app-disk-full':
    'No queda espacio en el disco donde Fabula guarda sus propios archivos. Tus historias están a salvo, y lo que un servicio ha hecho para ti sigue allí. Libera espacio en el disco e inténtalo de nuevo.',
  'app-not-writable':
    'Fabula no puede escribir en su propia carpeta. Tus historias están a salvo, y lo que un servicio ha hecho para ti sigue allí. Comprueba los permisos de la carpeta e inténtalo de nuevo.',
  'app-disk-error':
    'Ha fallado el disco donde Fabula guarda sus propios archivos. Tus historias están a salvo, y lo que un servicio ha hecho para ti sigue allí. Comprueba el disco e inténtalo de nuevo.',
  'audio-not-known': 'Esto no es audio que Fabula pueda leer. No se ha cambiado nada. Lee {{known}}.',
  'audio-cut-short':
    'El audio termina antes de que se oiga nada: se cortó por el camino. No se ha cambiado nada. Obtenlo otra vez.',
  'audio-unplayable':
    'No se ha podido reproducir este audio. Tu historia está guardada. Reprodúcelo otra vez, o vuelve a renderizar la historia.',
  'play-needs-render':
    'Esta parte de la historia aún no tiene audio, y su servicio de voz cobra por hacerlo. No se ha cobrado nada. Renderiza la historia, o reproduce bloques sueltos, para oírla.',
  'audio-encoding-unknown':
    'Este archivo WAV está codificado de un modo que Fabula no puede leer. No se ha cambiado nada. Guárdalo como WAV sin comprimir con una frecuencia de muestreo habitual, o como MP3.',
  'wav-too-long':
    'La historia es demasiado larga para un archivo WAV, que no puede superar los 4 GB. No se ha escrito nada. Expórtala como MP3.',
  'host-answer':
    'Fabula ha recibido una respuesta que no entiende. Tu historia está guardada. Reinicia Fabula e inténtalo de nuevo.',
  'local-service-folder-in-use':
    'La voz local no ha podido iniciarse: otras ventanas de Fabula usan todas sus carpetas. Tu historia está a salvo. Cierra otras ventanas de Fabula e inténtalo de nuevo.',
  'local-service-failed':
    'La voz local no ha podido iniciarse: {{reason}}. Tu historia está a salvo. Cierra otras ventanas de Fabula, o reinícialo, e inténtalo de nuevo.',
  'host-gone':
    'El servidor de Fabula no responde. Lo que escribes se queda en esta página y se guarda cuando Fabula vuelve a estar en marcha. Inicia Fabula de nuevo.',
  'upload-refused':
    'No se ha podido aceptar «{{name}}». No se ha cambiado nada. Prueba con un archivo más pequeño u otro formato.',
  'document-empty': 'No contiene texto que leer. No se ha cambiado nada. Elige un archivo que tenga texto.',
  'sheet-unknown':
    '{{name}} no tiene ninguna hoja de líneas llamada «{{sheet}}». No se ha cambiado nada. Sus hojas de líneas: {{known}}.',
  'document-type-unknown':
    'Fabula no puede leer este tipo de documento. No se ha cambiado nada. Lee {{known}}.',
  'document-mislabelled':
    'El nombre termina en {{extension}}, pero es un archivo {{actual}}. No se ha cambiado nada. Cámbiale el nombre, o elige el otro archivo.',
  'document-no-text':
    'No tiene texto, solo imágenes de páginas. No se ha cambiado nada. Pásale un reconocimiento de texto (OCR) e inténtalo de nuevo.',
  'document-damaged':
    'Está dañado o incompleto. No se ha cambiado nada. Ábrelo en su propio programa, guárdalo de nuevo e inténtalo otra vez.',
  'document-password-needed': 'Está protegido. No se ha cambiado nada. Introduce su contraseña.',
  'document-password-wrong': 'Esa no es su contraseña. No se ha cambiado nada. Introduce la correcta.',
  'document-encryption-unknown':
    'Está protegido de un modo que Fabula no puede abrir. No se ha cambiado nada. Guárdalo sin contraseña e inténtalo de nuevo.',
  'document-drm':
    'Está protegido por su tienda (DRM) y solo se abre en el lector de esa tienda. No se ha cambiado nada. Elige un libro sin protección.',
  'document-inflates':
    'Crece demasiado al descomprimirlo. No se ha cambiado nada. Ábrelo solo si confías en su origen.',
  'document-too-complex':
    'Leerlo lleva demasiado tiempo o demasiada memoria. No se ha cambiado nada. Divídelo, o guárdalo como texto sin formato.',
  'document-too-many-rows':
    'Tiene más de {{limit}} filas. No se ha cambiado nada. Divídelo en varios documentos.',
  'document-too-much-text':
    'Tiene más de {{limit}} caracteres. No se ha cambiado nada. Divídelo en varios documentos.',
  'document-too-many-paragraphs':
    'Tiene más de {{limit}} párrafos, demasiados para una sola historia. No se ha cambiado nada. Divídelo y abre las partes una por una.',
  'document-format-unknown':
    '«{{name}}» no es un documento que se pueda leer en voz alta. No se ha enviado nada. Fabula admite {{known}}.',
  'document-too-large':
    '«{{name}}» supera los {{limitMb}} MB. No se ha enviado nada. Divídelo y envía las partes una por una.',
  'import-review-over':
    'Esta importación ha terminado. No se ha creado nada y el archivo no se ha modificado. Vuelve a abrir el archivo.',
  'import-file-changed':
    '«{{name}}» ha cambiado desde que se abrió. No se ha creado nada a partir de él. Vuelve a abrirlo para importarlo tal como está ahora.',
  'document-changed':
    '«{{name}}» ha cambiado desde que lo elegiste. No se ha cobrado nada, y su audio sigue igual. Elígelo otra vez.',
  'document-upload-cancelled':
    'La subida se canceló antes de enviar el documento entero, así que no se hizo ningún audio. Puedes empezarla otra vez.',
  'document-gone': 'Este documento ya no está en la lista. No se ha enviado nada. Elige el archivo otra vez.',
  'documents-damaged':
    'El archivo propio de Fabula con los documentos hablados está dañado y no se puede leer. No se ha cambiado, y tus historias y todo lo demás funcionan. Apártalo para empezar uno nuevo: Fabula conserva el antiguo.',
  'documents-newer':
    'El archivo propio de Fabula con los documentos hablados es de una versión de Fabula cuyo formato esta no conoce. No se ha cambiado. Actualiza Fabula, o aparta el archivo para empezar uno nuevo: Fabula conserva el antiguo.',
  'documents-unavailable':
    'Ahora no se puede abrir el archivo propio de Fabula con los documentos hablados, por el disco o por otro programa. No se ha cambiado nada, y tus historias están a salvo. Cierra otras ventanas de Fabula, comprueba el disco e inténtalo de nuevo.',
  'example-gone': 'Falta el ejemplo. Tus historias están a salvo. Reinstala Fabula para recuperarlo.',
  'file-not-found':
    'No se encuentra «{{name}}». Puede que se haya movido o cambiado de nombre. Elígelo en su nueva ubicación.',
  'file-not-readable':
    'No se puede leer «{{name}}». No se ha cambiado nada. Comprueba que sea un archivo y que puedas abrirlo.',
  'folder-gone':
    'La carpeta «{{name}}», donde Fabula guarda tus archivos, ya no existe. Devuélvela a su sitio o reinicia Fabula para crear una vacía.',
  'file-not-text':
    '«{{name}}» no es texto. No se ha cambiado nada. Fabula lee texto sin formato, Markdown y JSON; guarda la historia en uno de ellos.',
  'file-too-large':
    '«{{name}}» supera los {{limitMb}} MB. No se ha cambiado nada. Divídelo y abre las partes una por una.',
  'file-type-unknown': 'Fabula no puede abrir «{{name}}». No se ha cambiado nada. Lee {{known}}.',
  'json-invalid':
    '«{{name}}» no es JSON válido: {{message}}. No se ha cambiado nada. Corrige el archivo y ábrelo de nuevo.',
  'json-unknown':
    '«{{name}}» es JSON válido, pero no una historia. No se ha cambiado nada. Fabula lee el cuerpo de una petición de Story Maker y sus propias historias.',
  'request-invalid':
    'El campo «{{field}}» de la petición: {{message}}. No se ha enviado nada. Corrige el archivo e inténtalo de nuevo.',
  'story-file-invalid':
    'El campo «{{field}}» de la historia no es correcto: {{message}}. No se ha cambiado nada. Corrige el archivo y ábrelo de nuevo.',
  'story-file-newer':
    'Esta historia es de una versión más reciente de Fabula. No se ha cambiado. Actualiza Fabula y ábrela de nuevo.',
  'export-needs-render_one':
    '{{count}} bloque aún no tiene audio, o ha cambiado desde entonces. No se ha escrito nada. Renderiza la historia y expórtala después.',
  'export-needs-render_other':
    '{{count}} bloques aún no tienen audio, o han cambiado desde entonces. No se ha escrito nada. Renderiza la historia y expórtala después.',
  'export-empty':
    'La historia aún no tiene texto. No se ha escrito nada. Escribe algo, renderízalo y expórtalo después.',
  'story-file-exists': 'Ya hay un archivo «{{name}}». No se ha escrito nada. Elige otro nombre.',
  'export-under-way': '«{{name}}» ya se está escribiendo. Espera a que termine, o elige otro nombre.',
  'export-disk-full':
    'No hay espacio suficiente para «{{name}}». Tu historia está a salvo y no queda ningún archivo incompleto. Libera espacio o elige otro lugar, y exporta de nuevo.',
  'export-folder-gone':
    'La carpeta para «{{name}}» no existe. Tu historia está a salvo. Elige otro lugar y exporta de nuevo.',
  'export-not-writable':
    'No se puede escribir «{{name}}» allí. Tu historia está a salvo. Cierra el archivo si otro programa lo tiene abierto, o elige otro lugar.',
  'export-disk-error':
    'El disco ha fallado mientras se escribía «{{name}}». Tu historia está a salvo. Comprueba el disco, o elige otro lugar, y exporta de nuevo.',
  'export-without-times':
    'El servicio hizo esta historia como un solo audio y no dijo cuándo se oye cada bloque, así que no se puede dividir. No se escribió nada. Expórtala en un solo archivo o renderiza los bloques uno por uno.',
  'export-music-without-times':
    'El servicio hizo esta historia como un solo audio y no dijo cuándo se oye cada bloque, así que la música no tiene un lugar en ella. No se escribió nada. Renderiza los bloques uno por uno o exporta sin música.',
  'export-gain-without-times':
    'El servicio hizo esta historia como un solo audio y no dijo cuándo se oye cada bloque, así que no se puede subir ni bajar el volumen de los bloques. No se escribió nada. Renderiza los bloques uno por uno o pon el volumen de todos los bloques en 0 dB.',
  'music-unreadable':
    'Fabula no puede leer este archivo como música, así que no se añadió. Tu historia sigue igual. Elige un archivo MP3, WAV, FLAC, Ogg Vorbis u Ogg Opus completo; otros formatos, como M4A, se pueden convertir antes.',
  'music-too-long':
    'Este archivo dura más de un día, así que no se añadió. Tu historia sigue igual. Elige uno más corto.',
  'music-too-much':
    'Esta historia ya tiene toda la música que puede tener, así que no se añadió nada. Elimina antes alguna.',
  'cover-unreadable':
    'Esta imagen no sirve de portada. No se escribió nada. Elige un archivo JPEG o PNG de 10 MB como máximo.',
  'captions-without-times':
    'El servicio no dijo cuándo se oye cada bloque, así que no puede haber subtítulos ni capítulos. El audio está escrito.',
  'export-audio-damaged':
    'Parte del audio guardado de la historia está dañado. Tu texto está a salvo, y no se ha escrito nada. Renderiza la historia otra vez y expórtala después.',
  'export-take-damaged':
    'El audio guardado del bloque {{number}} está dañado. Tu texto está a salvo, y no se ha escrito nada. Vuelve a renderizar este bloque y exporta la historia después.',
  'export-music-damaged':
    'La música guardada «{{name}}» está dañada. Tu texto está a salvo, y no se ha escrito nada. Añade la música otra vez o exporta sin música.',
  'base-url-invalid':
    'Esta no es la dirección de un servicio. No se ha cambiado nada. Tiene el aspecto de https://speech.example.com, sin nombre de usuario.',
  'base-url-not-https':
    '{{host}} recibiría tu clave sin cifrar, así que Fabula no usa esta dirección. No se ha enviado nada. Usa una dirección que empiece por https://; http:// es para servicios de este ordenador.',
  'service-name-unknown':
    'No se ha encontrado {{host}}. No se ha enviado nada, y tu historia está a salvo. Comprueba la red y la dirección del servicio, e inténtalo de nuevo.',
  'network-proxy-kind':
    'Fabula no puede usar el proxy de esta red para llegar a {{host}}: pide un inicio de sesión de Windows (NTLM o Kerberos), o su dirección no es válida. No se ha enviado nada y tu historia está a salvo. Fabula puede usar proxies HTTP y SOCKS, con nombre y contraseña o sin ellos. Pide uno a quien se ocupe de la red, define HTTPS_PROXY con su dirección y reinicia Fabula.',
  'network-proxy':
    'Un proxy de esta red no deja pasar a Fabula hasta {{host}}. No se ha enviado nada y tu historia está a salvo. Si el proxy pide nombre y contraseña, define HTTPS_PROXY como http://nombre:contraseña@proxy:puerto y reinicia Fabula; si no, pregunta a quien se ocupe de la red.',
  'service-unreachable':
    'No se puede llegar a {{host}}. No se ha enviado nada, y tu historia está a salvo. Comprueba que el servicio esté en marcha y que la red funcione, e inténtalo de nuevo.',
  'service-untrusted':
    'No se puede confiar en el cifrado de {{host}}. No se ha enviado nada, y tu clave está a salvo. Comprueba la dirección del servicio y la fecha de este ordenador.',
  'service-silent': '{{host}} no responde. Tu historia está a salvo. Inténtalo más tarde.',
  'service-cut-off':
    'La conexión con {{host}} se ha interrumpido. Tu historia está a salvo, y lo que ya está pagado todavía se puede obtener. Comprueba la red e inténtalo de nuevo.',
  'service-answer-unreadable':
    'Fabula no entiende la respuesta de {{host}}. Tu historia está a salvo. Comprueba que esta sea la dirección de un servicio de voz.',
  'service-key-unusable':
    'La clave contiene caracteres que ninguna clave tiene, como un salto de línea. No se ha enviado nada. Introduce la clave otra vez.',
  'service-key-refused':
    '{{host}} no acepta la clave. No se ha generado nada, y tu historia está a salvo. Introduce la clave otra vez en los ajustes.',
  'service-busy':
    '{{host}} está demasiado ocupado. No se ha generado nada, y tu historia está a salvo. Inténtalo de nuevo dentro de {{seconds}} segundos.',
  'service-credits-missing':
    'No hay créditos suficientes: «{{message}}» – no se ha generado nada, y tu historia está a salvo. Añade créditos en el servicio e inténtalo de nuevo.',
  'service-redirected':
    '{{host}} redirige a otra dirección, y Fabula envía tu clave solo a {{host}}. No se ha generado nada. Introduce en los ajustes la dirección propia del servicio.',
  'service-refused':
    'El servicio se ha negado: «{{message}}» – no se ha generado nada, y tu historia está a salvo. Cambia lo que nombra el mensaje e inténtalo de nuevo.',
  'service-refused-unexplained':
    '{{host}} se ha negado sin dar una razón (HTTP {{status}}). Tu historia está a salvo. Comprueba la dirección del servicio, o inténtalo más tarde.',
  'service-failed':
    'El servicio ha fallado: «{{message}}» – no se ha generado nada, y tu historia está a salvo. Inténtalo más tarde.',
  'service-no-history':
    '{{host}} aceptó la conversión, pero no se le puede preguntar por el resultado. Tu historia está a salvo. Obtén el audio en el propio servicio y adjúntalo a la conversión en la lista.',
  'conversion-forgotten':
    '{{host}} ya no conoce esta conversión, que había aceptado y quizá cobrado. Tu historia está a salvo. Busca el audio en el propio servicio y adjúntalo a la conversión en la lista, o renderiza otra vez.',
  'request-cancelled': 'Esto se ha cancelado. Tu historia está a salvo. Empiézalo de nuevo cuando quieras.',
  'block-unknown': 'No hay ningún bloque «{{block}}»: la historia tiene {{last}} bloques.',
  'chapter-unknown': 'No hay ningún capítulo {{chapter}}: la historia tiene {{last}}.',
  'render-over-limit': 'Esto cuesta {{credits}} créditos, más que el límite de {{limit}}. No se envió nada.',
  'renders-failed':
    'No se pudieron renderizar {{failed}} de {{count}} historias; las demás sí. Mira el mensaje de cada una.',
  'render-blocks-failed':
    'No se pudieron renderizar {{count}} de {{of}} bloques; los demás sí. Cada uno de esos bloques dice por qué.',
  'conversion-outcome-unknown':
    'La petición se envió a {{host}}, pero no llegó ninguna respuesta legible. Puede que se haya cobrado, así que Fabula no la envía de nuevo automáticamente. Tu historia está a salvo. Compruébalo primero en el servicio; después ignora esta conversión e inténtalo de nuevo.',
  'words-paid':
    'Este texto ya está pagado: {{host}} lo aceptó, pero su audio aún no está aquí. No se compró nada de nuevo, y tu historia está a salvo. Espera a que Fabula vuelva a preguntar, intenta obtener el audio ahora o cómpralo otra vez.',
  'conversion-interrupted':
    'Fabula se cerró mientras se enviaba una petición. Puede que se haya cobrado, así que Fabula no la envía de nuevo automáticamente. Tu historia está a salvo. Compruébalo primero en el servicio; después ignora esta conversión e inténtalo de nuevo.',
  'conversion-repeated':
    '{{host}} respondió con la conversión de una petición anterior, así que Fabula no sabe qué fue de esta. Puede que se haya cobrado, así que Fabula no la envía de nuevo automáticamente. Tu historia está a salvo. Quizá un proxy intermedio repite respuestas antiguas: compruébalo primero en el servicio; después ignora esta conversión e inténtalo de nuevo.',
  'conversion-failed':
    'El servicio no ha podido hacer el audio: «{{message}}» – tu historia no ha cambiado. Cambia lo que nombra el mensaje e inténtalo de nuevo.',
  'conversion-failed-unexplained':
    'El servicio no ha podido hacer el audio, y no da ninguna razón. Tu historia no ha cambiado. Inténtalo de nuevo.',
  'audio-missing':
    'El servicio dice que el audio está terminado, pero no dónde está. Tu historia está a salvo, y la conversión se conserva. Inténtalo más tarde.',
  'audio-address-refused':
    'El audio del servicio está en una dirección que no es segura ({{host}}), así que Fabula no lo ha obtenido. Tu historia está a salvo, y la conversión se conserva.',
  'audio-unavailable':
    '{{host}} no entrega el audio terminado (HTTP {{status}}). Tu historia está a salvo, y la conversión se conserva. Inténtalo más tarde.',
  'audio-too-large':
    'El audio supera los {{megabytes}} MB, así que Fabula no lo ha obtenido. Tu historia está a salvo. Renderiza la historia en varias partes.',
  'audio-incomplete':
    'El audio termina demasiado pronto, así que Fabula no lo ha conservado. Tu historia no ha cambiado, y no pagas dos veces. Inténtalo de nuevo.',
  'audio-unreadable':
    'Esto no es audio que Fabula pueda leer, así que no se ha conservado. Tu historia no ha cambiado, y no pagas dos veces. Inténtalo de nuevo.',
  'audio-not-in-project':
    'Este audio ya no está en el proyecto. Tu texto está a salvo. Renderízalo otra vez.',
  'block-pause-unreadable':
    'No se puede leer la pausa {{marker}} del bloque {{number}}. Escríbela como [pause 0,8 s] o [pause 800 ms]; hasta entonces el bloque no se envía.',
  'block-too-long':
    'El bloque {{number}} tiene {{characters}} caracteres; un servicio admite {{limit}}. No se ha enviado nada. Divide el bloque e inténtalo de nuevo.',
  'named-block-too-long':
    'El bloque {{number}}, «{{name}}», tiene {{characters}} caracteres; un servicio admite {{limit}}. No se ha enviado nada. Divide el bloque e inténtalo de nuevo.',
  'block-without-text':
    'Este bloque no tiene texto que decir. No se ha enviado nada. Escribe algo y reprodúcelo después.',
  'microphone-denied':
    'Fabula no puede usar el micrófono. No se grabó nada. Permite el micrófono a Fabula en el sistema o en el navegador, e inténtalo de nuevo.',
  'microphone-missing':
    'No hay ningún micrófono. No se grabó nada. Conecta un micrófono e inténtalo de nuevo, o añade una grabación de un archivo.',
  'recording-unreadable':
    'Este audio no se puede leer en Fabula. No se cambió nada. Guárdalo como WAV o MP3 y añádelo de nuevo.',
  'recording-silent':
    'No hay sonido en la grabación. No se cambió nada. Comprueba el micrófono y su nivel, y graba de nuevo.',
  'recording-too-long_one':
    'La grabación de un bloque puede durar hasta {{count}} minuto. No se cambió nada. Acórtala o divide el bloque.',
  'recording-too-long_other':
    'La grabación de un bloque puede durar hasta {{count}} minutos. No se cambió nada. Acórtala o divide el bloque.',
  'take-gone': 'La toma ya no está en esta historia: se eliminó. No se cambió nada.',
  'block-locked':
    'Este bloque está bloqueado y su audio ya no está. No se ha enviado nada. Desbloquéalo para volver a renderizarlo.',
  'block-gone': 'Este bloque ya no está en la historia. No se ha enviado nada.',
  'story-without-text':
    'La historia no tiene texto que decir. No se ha enviado nada. Escribe algo y renderízala después.',
  'render-running':
    'La historia ya se está renderizando. Nada se ha enviado dos veces. Espera a que termine, o deja de seguirlo y descártalo.',
  'api-key-missing':
    'FABULA_BASE_URL nombra un servicio de voz, pero FABULA_API_KEY está vacía. No se ha enviado nada. Define la clave, o quita la dirección para usar la voz local.',
  'project-not-found':
    'No se encuentra «{{name}}». Puede que se haya movido o cambiado de nombre. Elígelo en su nueva ubicación.',
  'project-foreign': '«{{name}}» no es una historia de Fabula. No se ha cambiado. Elige un archivo .fabula.',
  'project-corrupt':
    '«{{name}}» está dañado y no se puede leer. No se ha cambiado. Abre una copia de seguridad.',
  'project-newer':
    '«{{name}}» es de una versión más reciente de Fabula. No se ha cambiado. Actualiza Fabula y ábrelo de nuevo.',
  'project-unreleased':
    '«{{name}}» se guardó con una versión de prueba de Fabula, en un formato que nunca se publicó. No se ha cambiado. Ábrela en esa versión, expórtala como historia portátil (.json) y abre ese archivo aquí.',
  'project-read-only':
    'Fabula no puede escribir en «{{name}}» o en su carpeta. No se ha cambiado nada. Copia la historia a una carpeta tuya, o elige otro lugar.',
  'project-locked':
    '«{{name}}» está abierto en otra ventana o programa. No se ha cambiado nada. Ciérralo allí e inténtalo de nuevo.',
  'project-disk-full':
    'No queda espacio en el disco de «{{name}}». Todo hasta tu último cambio está guardado, y ese cambio sigue aquí. Libera espacio e inténtalo de nuevo.',
  'project-disk-error':
    'El disco ha comunicado un error en «{{name}}». Todo hasta tu último cambio está guardado. Comprueba el disco y usa «Guardar como» para poner la historia en otro lugar.',
  'project-moved':
    '«{{name}}» se movió o se eliminó mientras estaba abierto. Tu historia sigue aquí. Usa «Guardar como» para guardarla en otro lugar.',
  'project-same-file':
    '«{{name}}» es la historia que está abierta, y ya está guardada. Elige otro nombre para la copia.',
  'project-not-open':
    'Esta historia ya no está abierta. Todo está guardado. Ábrela de nuevo desde las historias recientes.',
  'recent-not-found':
    'Esta historia ya no está en la lista. Tus archivos están a salvo. Usa «Abrir» para elegir el archivo.',
  'deleted-draft-gone':
    'Este borrador ya no está entre los borradores eliminados. Tus otras historias están a salvo. Búscalo entre las historias recientes.',
  'lexicon-not-saved':
    'No se pudo guardar el léxico para todas las historias. No se cambió nada. Revisa el disco e inténtalo de nuevo.',
  'lexicon-file-too-large':
    '«{{name}}» es demasiado grande para un léxico. No se ha cambiado nada. Elige un archivo CSV más pequeño.',
  'lexicon-full':
    'El léxico para todas las historias tiene {{limit}} entradas, que es el máximo. No se cambió nada.',
  'settings-not-saved':
    'Los ajustes no se han podido guardar y se quedan como estaban. Tus historias están a salvo. Comprueba que el disco tenga espacio y que Fabula pueda escribir en su carpeta, e inténtalo de nuevo.',
  'untrusted-sender':
    'Esta petición no vino de la ventana de Fabula. No se ha hecho nada. Si la hiciste tú, vuelve a cargar la página.',
  'session-over':
    'Fabula se ha iniciado de nuevo y aún no conoce esta página. Lo que escribas se queda en ella. Abre en este navegador la dirección que Fabula mostró al iniciarse: entonces esta página guarda y sigue.',
  'unknown-channel':
    'Esta página y Fabula tienen versiones distintas. Tu historia está guardada. Reinicia Fabula y vuelve a cargar la página.',
  'bad-request':
    'La página de Fabula ha enviado una petición no válida ({{channel}}, {{field}}). Tu historia no ha cambiado. Deshaz el último paso, o reinicia Fabula.',
  'request-too-large':
    'Es más de lo que Fabula puede procesar de una vez. Tu historia no ha cambiado. Hazlo en partes más pequeñas.',
  'method-not-allowed':
    'Esta dirección no se puede usar de ese modo. No se ha hecho nada. Vuelve a cargar la página.',
  'story-in-other-window':
    'La historia está abierta en otra ventana, que ahora está delante. Aquí no se ha cambiado nada.',
  'file-unknown': 'Este archivo no se puede usar. No se ha cambiado nada. Elígelo otra vez.',
  'file-name-refused':
    '«{{name}}» no puede ser el nombre de un archivo en todos los sistemas. No se ha escrito nada. Evita / \\ : * ? " < > |, los puntos al principio o al final y los nombres muy largos.',
  'place-taken': 'Ahí ya hay otra cosa llamada «{{name}}». No se ha escrito nada. Elige otro nombre.',
  'upload-type': 'Fabula no puede usar «{{name}}» aquí. No se ha cambiado nada. Admite {{known}}.',
  'upload-too-large':
    '«{{name}}» supera los 4 GB. No se ha cambiado nada. Cópialo tú en la carpeta de Fabula.',
  'connection-unknown':
    'La historia usa una conexión que aquí no está configurada. Tu historia está guardada, y no se ha cobrado nada. Elige otra conexión en la parte superior, o vuelve a añadir esta.',
  'connection-name-missing':
    'La conexión no tiene nombre. No se ha guardado nada. Introduce un nombre que vayas a reconocer.',
  'connection-test-failed':
    'La conexión con {{host}} no funciona: {{reason}}. No se ha cambiado ni cobrado nada. Comprueba la URL base y la clave.',
  'connection-not-found':
    'No hay ninguna conexión llamada «{{name}}». No se ha cambiado nada. Para ver las conexiones, ejecuta «fabula connections».',
  'connection-without-key':
    'La conexión «{{name}}» no tiene clave para su dirección. Tu historia está guardada, y no se ha enviado nada. Introduce la clave en «Conexiones».',
  'key-unreadable':
    'No se puede abrir la clave de «{{name}}»: puede que el llavero del sistema esté bloqueado. Se ha conservado, y no se ha enviado nada. Desbloquea el llavero e inténtalo de nuevo, o introduce la clave otra vez.',
  'key-sealed-elsewhere':
    'La clave de «{{name}}» está protegida por la aplicación de escritorio, y solo ella puede abrirla. Se ha conservado, y no se ha enviado nada. Usa la aplicación de escritorio, o introduce la clave otra vez aquí.',
  'key-protection-unchosen':
    'Este sistema no tiene llavero con el que proteger la clave. No se ha guardado nada. Elige si la clave se conserva solo en esta sesión, o sin protección.',
  'key-unusable':
    'Esta clave no se puede enviar: está vacía o contiene espacios o caracteres poco comunes. No se ha guardado nada. Cópiala otra vez de tu servicio.',
  'engine-unknown':
    'El servidor de voces «{{name}}» ya no está configurado. No se ha cambiado nada. Añádelo de nuevo, o elige otra voz.',
  'engine-name-unusable':
    'Los ID de las voces no pueden empezar con este nombre. No se ha guardado nada. Usa hasta 32 letras, cifras, - y _, y empieza con una letra o una cifra.',
  'engine-name-taken':
    'Ya hay un servidor de voces «{{name}}». No se ha guardado nada. Cambia ese, o elige otro nombre.',
  'engine-model-missing':
    'El servidor de voces no tiene modelo. No se ha guardado nada. Introduce el nombre del modelo con el que habla el servidor.',
  'engine-address-invalid':
    'Esta no es la dirección de un servidor. No se ha guardado nada. Tiene el aspecto de http://localhost:8880, sin nombre de usuario.',
  'engine-address-open':
    '{{host}} recibiría tu clave sin cifrar. No se ha guardado nada. Usa una dirección que empiece por https://, o no pongas clave; http:// con una clave es para servidores de este ordenador.',
  'engine-length-unusable':
    'El texto más largo tiene que ser un número entero de {{min}} a {{max}}. No se ha guardado nada. Introduce cuántos caracteres admite el servidor de una vez.',
  'engine-rate-unusable':
    'La frecuencia de muestreo tiene que ser un número entero de {{min}} a {{max}}. No se ha guardado nada. Introduce 0 si el servidor envía archivos de audio, o la frecuencia de sus muestras.',
  'language-model-unknown':
    'El modelo de lenguaje «{{name}}» ya no está configurado. Tu importación no ha cambiado. Añádelo de nuevo, o elige otro.',
  'language-model-name-missing':
    'El modelo de lenguaje no tiene nombre. No se ha guardado nada. Introduce un nombre que reconozcas.',
  'language-model-name-taken':
    'Ya hay un modelo de lenguaje «{{name}}». No se ha guardado nada. Cambia ese, o elige otro nombre.',
  'language-model-missing':
    'No se nombra ningún modelo. No se ha guardado nada. Introduce el nombre del modelo tal como lo muestra el servidor.',
  'language-model-address-invalid':
    'Esta no es la dirección de un servidor. No se ha guardado nada. Tiene el aspecto de http://localhost:11434, sin nombre de usuario.',
  'language-model-address-open':
    '{{host}} recibiría tu clave sin cifrar. No se ha guardado nada. Usa una dirección que empiece por https://, o no pongas clave; http:// con una clave es para servidores de este ordenador.',
  'language-model-price-unusable':
    'El precio tiene que ser un número entero de céntimos de {{min}} a {{max}}. No se ha guardado nada. Introduce 0 si el modelo no cuesta nada.',
  'language-model-cap-unusable':
    'El límite tiene que ser un número entero de tokens de {{min}} a {{max}}. No se ha guardado nada. Introduce cuántos puede usar una importación como máximo.',
  'language-model-silent':
    '{{name}} en {{host}} no ha respondido. Sus respuestas hasta ahora se conservan, y las demás líneas siguen como estaban. Comprueba que el servidor funciona, y pregunta por el resto.',
  'language-model-refused':
    '{{name}} ha rechazado la petición (estado {{status}}). {{message}} Sus respuestas hasta ahora se conservan, y las demás líneas siguen como estaban. Comprueba el modelo y la clave, y pregunta por el resto.',
  'language-model-strange':
    '{{name}} en {{host}} no responde como un modelo de lenguaje. Las líneas siguen como estaban. Comprueba que la URL base está completa.',
  'language-model-over-limit':
    'Se ha alcanzado el límite de {{limit}} tokens por importación, y no se ha enviado nada más. Las respuestas hasta ahora se conservan. Sube el límite del modelo de lenguaje para preguntar por el resto.',
  'vibes-not-offered':
    '{{host}} no tiene biblioteca de vibes. Tu historia está a salvo. Usa emociones y un prompt propio, o elige otra conexión.',
  'vibe-gone':
    'El vibe «{{name}}» ya no está en la biblioteca del servicio. Tu historia está a salvo, y tus palabras siguen aquí. Guárdalas como un vibe nuevo.',
  'vibe-outcome-unknown':
    '{{host}} recibió el vibe nuevo, pero su respuesta no llegó. No se ha cobrado nada. Mira la lista: si el vibe no está, guárdalo otra vez.',
  'vibe-file-newer':
    '«{{name}}» es de una versión más reciente de Fabula. No se ha cambiado nada. Actualiza Fabula e impórtalo de nuevo.',
  'vibe-file-invalid':
    '«{{name}}» no es un archivo de vibes. No se ha cambiado nada. Elige un archivo .vibes escrito por Fabula.',
  'conversion-settled':
    'Esta conversión ya tiene su audio. No se ha cambiado nada, y nada se guarda dos veces.',
  'conversion-purpose-unknown':
    'Fabula ya no sabe para qué era esta conversión. No se ha cambiado nada. Su audio todavía se puede obtener en el servicio.',
  'conversion-gone': 'Esta conversión ya no está en su historia. No se ha cambiado nada.',
  'conversion-not-waiting': 'Esta conversión no espera audio. No se ha cambiado nada.',
  'conversion-not-unknown': 'El servicio ya ha respondido. No se ha cambiado nada.',
  'conversion-still-open':
    'Esta conversión no está resuelta: aún puede costar créditos o dar audio. Se queda en la lista. Espérala, adjunta su audio, o ignórala primero.',
  'claim-taken': 'Esta conversión ya pertenece a otra petición tuya. No se ha cambiado nada. Elige otra.',
  'claim-other-input':
    'El servicio hizo esa conversión con otro texto, así que no es esta. No se ha cambiado nada. Elige otra.',
  'attach-address-invalid':
    'Esta no es una dirección https. No se ha obtenido nada. Pega la dirección del propio audio, que empieza por https://.',
  'credit-cap-story':
    'Con esto la historia superaría su límite: se han gastado {{spent}} de {{cap}} créditos, y se estima que cuesta {{estimate}}. No se ha enviado nada. Permítelo una vez, o sube el límite.',
  'credit-cap-day':
    'Con esto se superaría el límite de hoy: se han gastado {{spent}} de {{cap}} créditos, y se estima que cuesta {{estimate}}. No se ha enviado nada. Permítelo una vez, o sube el límite.',
  'credit-cap-blind':
    'Lo que cuesta este documento solo se sabe cuando el servicio lo ha leído, y has puesto un límite. No se ha enviado nada. Permítelo una vez, o quita el límite.',
  'caps-unreadable':
    'Los ajustes de Fabula o su lista de conversiones estaban dañados, así que no se conocen tus límites de créditos o lo que queda de ellos. No se ha enviado nada. Pon los límites otra vez en «Conversiones y créditos» e inténtalo de nuevo.',
  'spending-not-recorded':
    'Fabula no puede anotar lo que cuesta esto, así que no se sabe lo que queda de tus límites. No se ha enviado nada. Libera espacio en el disco de la carpeta de Fabula, cierra lo que más use la carpeta e inténtalo de nuevo.',
  'render-elsewhere':
    'Otro programa trabaja en el mismo renderizado: otra terminal, o Fabula, que obtiene lo que pagó una orden anterior. No se ha enviado nada. Inténtalo de nuevo cuando termine.',
  'environment-names-no-service':
    'FABULA_BASE_URL no nombra ningún servicio de voz. No se ha enviado nada. Define esa variable y FABULA_API_KEY, o nombra una conexión.',
  'voice-unknown':
    'No existe ningún paquete de voz «{{name}}». No se cambió nada. Mira la lista de voces naturales.',
  'voice-here':
    '«{{name}}» ya está en este ordenador. No se cambió nada. Quítala primero si quieres sustituirla.',
  'voice-offline':
    'No se puede llegar a {{host}}. No se perdió nada: lo que ya llegó se conserva. Comprueba la red y descarga la voz otra vez.',
  'voice-cut-off':
    'La conexión con {{host}} se cortó varias veces. Lo que ya llegó se conserva. Descarga la voz otra vez para seguir desde ahí.',
  'voice-untrusted':
    'El certificado de {{host}} no es de fiar. No se descargó nada. Comprueba la red y el reloj de este ordenador e inténtalo de nuevo.',
  'voice-unavailable':
    '{{host}} no entrega la voz (HTTP {{status}}). No se cambió nada. Inténtalo más tarde o añade la voz desde un archivo.',
  'voice-sample-unusable':
    '{{host}} no entrega una muestra que se pueda reproducir. No se cambió nada. Descarga la voz para escucharla.',
  'voice-address-refused':
    'El servidor de la voz envía a Fabula a {{host}}, de donde no descarga nada. No se descargó nada. Añade la voz desde un archivo.',
  'voice-differs':
    'Lo que llegó no es el archivo del catálogo de Fabula: se dañó, o quien lo publica lo ha sustituido. Se borró y no se cambió nada más. Inténtalo de nuevo o actualiza Fabula.',
  'voice-disk-full':
    'No hay bastante espacio en el disco para «{{name}}». No se cambió nada. Haz sitio e inténtalo de nuevo.',
  'voice-not-kept':
    '«{{name}}» no se pudo escribir, leer ni quitar del disco. Tus historias están a salvo. Comprueba los permisos de la carpeta de Fabula y si algún programa usa la voz, e inténtalo de nuevo.',
  'voice-file-unknown':
    '«{{name}}» no es un archivo comprimido que Fabula sepa abrir. No se cambió nada. Elige un archivo .tar.bz2, .tar.gz o .zip con una voz.',
  'voice-archive-damaged': '«{{name}}» está dañado o incompleto. No se cambió nada. Descárgalo otra vez.',
  'voice-archive-unsafe':
    '«{{name}}» contiene algo que no corresponde a una voz: {{entry}}. No se descomprimió y no se cambió nada. Descarga la voz de quien la publica.',
  'voice-archive-inflates':
    '«{{name}}» crece demasiado al descomprimirse. No se cambió nada. Descarga la voz de quien la publica.',
  'voice-model-unknown':
    'En «{{name}}» no hay ninguna voz con la que Fabula pueda hablar. No se cambió nada. Elige un modelo de tipo VITS, Matcha, Kokoro o Kitten para sherpa-onnx.',
  'voice-model-incomplete':
    'A la voz de «{{name}}» le faltan archivos: {{missing}}. No se cambió nada. Descarga la voz entera.',
  'voice-model-other':
    'El modelo de «{{name}}» es de otro tipo que el que dice su descripción. No se cambió nada. Descarga la voz de quien la publica.',
  'voice-part-missing':
    '«{{name}}» va con «{{missing}}», que no está a su lado. No se cambió nada. Piper publica los dos archivos de una voz en el mismo lugar (huggingface.co/rhasspy/piper-voices): consigue el que falta y pon los dos en una carpeta, o elige los dos.',
  'voice-config-unknown':
    '«{{name}}» no describe una voz de Piper. No se cambió nada. Descarga los dos archivos de la voz de quien la publica.',
  'voice-config-other':
    '«{{config}}» no es de «{{name}}». No se cambió nada. Elige los dos archivos de una misma voz.',
  'voice-many':
    '«{{name}}» contiene más de una voz: {{voices}}. No se cambió nada. Añade las voces de una en una.',
  'voice-phonemes':
    '«{{name}}» necesita sonidos que Fabula no puede darle ({{phonemes}}). No se cambió nada. Elige una voz hecha con eSpeak NG.',
  'voice-too-many-speakers':
    'La voz de «{{name}}» dice tener {{count}} hablantes; Fabula puede mostrar {{most}} como máximo. No se cambió nada. Elige otra voz.',
  'voice-no-metadata':
    'El modelo de «{{name}}» no dice qué es y no se puede cargar. No se cambió nada. Elige un modelo para sherpa-onnx o los dos archivos de una voz de Piper, .onnx y .onnx.json.',
  'voice-name-unusable':
    '«{{name}}» no puede ser el nombre de una voz. No se cambió nada. Escribe un nombre de 1 a 200 caracteres.',
  'voice-id-unknown':
    'No existe ninguna voz «{{voice}}». No se escribió nada. «fabula voices» muestra las voces con sus identificadores.',
  'voice-name-ambiguous':
    'Varias voces se llaman «{{voice}}»: {{ids}}. No se escribió nada. Usa el identificador de una de ellas.',
  'cast-name-twice': '«{{name}}» da dos voces distintas a {{character}}. No se escribió nada. Deja solo una.',
  'cast-file-unusable':
    '«{{name}}» no es una tabla de personajes y voces. No se escribió nada. Usa CSV con las columnas personaje y voz, o JSON con una voz para cada nombre.',
  'webhook-port-taken':
    'Otro programa usa el puerto {{port}}, así que Fabula no puede escuchar en él. Tus historias están a salvo. Elige otro puerto.',
  'webhook-port-refused':
    'El sistema no deja que Fabula escuche en el puerto {{port}}. Tus historias están a salvo. Elige un puerto por encima del 1023.',
  'webhook-off':
    'Fabula no escucha eventos ahora. No se ha enviado nada. Activa la escucha y pruébala después.',
  'webhook-test-answered':
    '{{host}} respondió al evento de prueba con HTTP {{status}}, así que esta dirección no llega a Fabula. Comprueba el túnel y la dirección.',
  'webhook-test-elsewhere':
    '{{host}} aceptó el evento de prueba, pero no llegó aquí. Comprueba que el túnel termine en el puerto de este ordenador.',
  'webhook-host-new':
    'El servicio ofrece el audio en {{host}}, de donde Fabula nunca ha obtenido nada. No se ha obtenido nada. Permite el host en la lista de conversiones si confías en él.',
}
