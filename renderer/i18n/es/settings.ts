import type { TextsOf } from '../../../shared/messages/languages.ts'
import type * as source from '../en/settings.ts'

/** Texts of the settings page and the list of shortcuts. */
export const settings: TextsOf<typeof source.settings> = {
  back: 'Volver',
  search: 'Buscar en los ajustes',
  sections: 'Secciones',
  section: {
    general: 'General',
    voices: 'Voces',
    connections: 'Conexiones',
    spending: 'Gasto',
    shortcuts: 'Atajos',
  },
  language: 'Idioma',
  storyText: 'Tamaño del texto del guion',
  pixels: 'px',
  rows: 'Filas',
  rowsAre: { compact: 'Compactas', roomy: 'Amplias' },
  scriptLook: 'Vista previa del guion',
  found: 'Resultados de la búsqueda',
  none: 'Ningún ajuste coincide.',
  ownVoices: 'Nombres para voces, y voces que los servicios no tienen en su lista',
  engines: 'Programas de este ordenador o de tu red que aportan voces',
  languageModels: 'Programas que dicen quién habla en un texto importado',
  connections: 'Servicios de voz para los que tienes una clave',
  conversions: 'Lo que se envió, lo que costó y los eventos de los servicios',
  hintsTitle: 'Consejos',
  hints: 'Consejos breves debajo del guion, para empezar',
  atOnce: 'Bloques renderizados a la vez',
  notifying: 'Avisarme cuando termine un renderizado',
  notifyingHint: 'Con una notificación, cuando Fabula está en segundo plano',
  spelling: 'Revisar la ortografía',
  spellingHint: 'En el idioma de la historia y de Fabula, en este ordenador',
  ownWords: 'Tus propias palabras',
  ownWordsHint: 'Palabras que se dan por bien escritas. Se añaden con un clic derecho sobre ellas.',
  noOwnWords: 'Ninguna todavía.',
  removeWord: 'Quitar «{{word}}»',
  allowNotifying: 'Permitir notificaciones en este navegador',
  notifyingDenied:
    'Este navegador no permite que Fabula muestre notificaciones. Puedes cambiarlo en sus ajustes para esta página.',
  letterKeys: 'Las letras sueltas ejecutan órdenes',
  print: 'Imprimir',
  resetAll: 'Restablecer todo',
  reset: 'Restablecer las teclas de «{{name}}»',
  changed: 'cambiado',
  keysOf: ', teclas de {{name}}',
  pressKeys: 'Pulsa teclas…',
  noKeys: 'Ninguna',
  addKeys: 'Añadir otras teclas a «{{name}}»',
  removeKeys: 'Quitar {{keys}} de «{{name}}»',
  searchKeys: 'Nombre, o pulsa las teclas',
  noCommand: 'Ninguna orden tiene esas teclas ni ese nombre.',
  usedBy: '{{keys}} es de «{{name}}»',
  swap: 'Intercambiar',
  group: {
    file: 'Archivo',
    edit: 'Editar',
    story: 'Historia',
    view: 'Ver',
    speech: 'Habla',
    help: 'Ayuda',
    other: 'Más',
    place: 'Solo en un lugar',
  },
}

/** Texts of the natural voices, which run on this computer. */
export const packs: TextsOf<typeof source.packs> = {
  title: 'Voces naturales',
  about: 'Funcionan en este ordenador, no necesitan cuenta y no cuestan nada. Lo que escribes se queda aquí.',
  unavailable: {
    system: 'Las voces naturales no funcionan en este tipo de ordenador. Todas las demás sí.',
    package:
      'Las voces naturales no funcionan: falta una parte de Fabula (sherpa-onnx-node). Todas las demás sí. Vuelve a instalar Fabula para usarlas.',
  },
  search: 'Buscar voces naturales',
  searchPlaceholder: 'Nombre o idioma',
  filter: 'Mostrar',
  all: 'Las {{count}}',
  english: 'Inglés {{count}}',
  here: 'Aquí {{count}}',
  none: 'Ninguna voz natural coincide.',
  loading: 'Buscando voces naturales…',
  voice: 'Voz',
  speaks: 'Habla',
  licence: 'Licencia',
  size: 'Tamaño',
  state: 'En este ordenador',
  speakers: '{{count}} voces',
  by: 'de {{author}}',
  more: '{{names}} y {{count}} más',
  commercial: 'Uso comercial permitido',
  notCommercial: 'Solo uso privado',
  privateOnly: 'Solo uso privado',
  commercialUnknown: 'Uso comercial sin aclarar',
  aboutSize: 'unos {{size}}',
  notStated: 'no se indica',
  sample: 'Escuchar {{name}}, de {{host}}',
  sampleStop: 'Detener {{name}}',
  get: 'Descargar',
  getNamed: 'Descargar {{name}}',
  getWhenOnline: 'Disponible cuando este ordenador tenga conexión.',
  goOn: 'Seguir',
  goOnNamed: 'Reanudar la descarga de {{name}}',
  waiting: 'En espera',
  waitingFor: 'Espera a {{name}}',
  connecting: 'Conectando con {{host}}…',
  stop: 'Detener la descarga de {{name}}',
  progress: 'Descargando {{name}}',
  unpacking: 'Descomprimiendo…',
  isHere: 'En este ordenador',
  makes: 'renderiza {{minutes}} min por minuto',
  menu: 'Más sobre {{name}}',
  rename: 'Cambiar el nombre…',
  renameTitle: 'Cambiar el nombre de {{name}}',
  newName: 'Nombre nuevo',
  renameGo: 'Cambiar',
  renamed: '«{{before}}» se llama ahora «{{name}}»',
  remove: 'Quitar…',
  removeTitle: '¿Quitar {{name}}?',
  removeFree: 'Libera {{size}} en el disco. Ninguna historia de tu lista usa sus voces.',
  removeUsed:
    'Libera {{size}} en el disco. Estas historias usan sus voces: {{stories}}. Su audio se queda; para renderizar de nuevo necesitan otra voz.',
  removeGo: 'Quitar',
  removed: 'Se quitó {{name}}',
  got: '{{name}} ya está en este ordenador',
  added: 'Se añadió la voz',
  room: '{{used}} en uso, {{free}} libres',
  add: 'Añadir una voz desde un archivo…',
  addFolder: 'Añadir una voz desde una carpeta…',
  where: 'Dónde se guardan',
  keptIn: 'Se guardan en {{folder}}',
  offer: 'Consigue una voz natural',
  hint: 'Las voces naturales son gratis y funcionan en este ordenador.',
  dismiss: 'No ofrecer más las voces naturales',
}

/** Texts of servers (connections to speech services, voice servers of the local voice), and of the voice library. */
export const servers: TextsOf<typeof source.servers> = {
  editOne: 'Cambiar {{name}}',
  editTitle: 'Cambiar «{{name}}»',
  test: 'Probar',
  testOne: 'Probar {{name}}',
  remove: 'Quitar',
  removeOne: 'Quitar {{name}}',
  removeKey: 'Quitar la clave',
  removeKeyOne: 'Quitar la clave de {{name}}',
  removeKeySure:
    '¿Quitar la clave de «{{name}}»? Fabula no puede volver a mostrarla: para usar el servicio habrá que introducirla de nuevo.',
  keep: 'Conservar',
  saveAndTest: 'Guardar y probar',
  keyKept: 'Déjalo vacío para conservar la clave actual',
  keyMoves: 'La clave actual es de la dirección antigua y se quita con ella. Introduce la clave de la nueva.',
  keepingNote: {
    sealed: 'La clave está protegida por el llavero de tu sistema. No se vuelve a mostrar.',
    file: 'La clave se guarda sin cifrar en este ordenador, en un archivo que solo tu cuenta puede leer. No se vuelve a mostrar.',
    ask: 'Este sistema no tiene llavero, así que la clave no se puede proteger. Elige qué hace Fabula con ella:',
  },
  keepKey: 'Conservar la clave',
  keepChoices: {
    session: 'Hasta que Fabula se cierre',
    file: 'Sin cifrar en este ordenador',
  },
  keyState: {
    none: 'Sin clave',
    sealed: 'Clave protegida por el llavero',
    file: 'Clave sin cifrar en este ordenador',
    session: 'Clave hasta que Fabula se cierre',
  },

  connection: {
    title: 'Conexiones',
    intro:
      'Servicios de voz que puedes usar además de la voz local. Elige uno para cada historia arriba a la derecha.',
    empty: 'Aún no hay conexiones. Para la voz local no necesitas ninguna.',
    add: 'Añadir conexión',
    addTitle: 'Añadir una conexión',
    fields: {
      name: { label: 'Nombre', placeholder: 'Cómo llamas a este servicio' },
      baseUrl: { label: 'URL base', placeholder: 'https://speech.example.com' },
      key: { label: 'Clave', placeholder: 'De tu servicio' },
      webhookPublicKey: {
        label: 'Clave pública para eventos (PEM)',
        help: 'Solo para un servicio que avisa por sí mismo de las conversiones terminadas. Puede quedar vacía.',
      },
    },
    testing: 'Preguntando al servicio…',
    saved: 'Conexión «{{name}}» guardada.',
    removed: 'Conexión «{{name}}» quitada.',
    removeSure:
      '¿Quitar «{{name}}» y su clave? Las historias que la usan conservan su audio y necesitan otra conexión para renderizar de nuevo.',
    outcomes: {
      works_one: 'Conectado. Se ha encontrado un vibe.',
      works_other: 'Conectado. Se han encontrado {{count}} vibes.',
      'key-refused': '{{host}} ha rechazado esta clave. Compruébala e inténtalo de nuevo.',
      refused: '{{host}} ha rechazado la petición: {{message}}',
      'not-this-server':
        '{{host}} responde (estado {{status}}), pero no como un servicio de voz. Comprueba que la URL base esté completa.',
      redirected:
        '{{host}} redirige a otra dirección, y Fabula no envía la clave allí. Introduce la dirección final como URL base.',
      'name-unknown':
        'No se encuentra {{host}}. Comprueba que la URL base sea correcta y que este ordenador esté en línea.',
      unreachable:
        'Nada responde en {{host}}. Comprueba que la URL base sea correcta, que el servicio esté en marcha y que este ordenador esté en línea.',
      silent: '{{host}} no responde a tiempo. Inténtalo más tarde.',
      'cut-off':
        'La conexión con {{host}} se ha interrumpido. Comprueba que este ordenador esté en línea e inténtalo de nuevo.',
      untrusted:
        'La conexión no es segura: no se puede confiar en el cifrado de {{host}}, así que no se ha enviado la clave. Puede que su certificado haya caducado, sea autofirmado o sea para otro nombre.',
      busy: '{{host}} está demasiado ocupado en este momento. Inténtalo dentro de un minuto.',
      'server-error':
        'El servicio de {{host}} ha comunicado un error (estado {{status}}). Inténtalo más tarde.',
    },
  },

  engine: {
    title: 'Servidores de voces',
    intro:
      'Un servidor de voces es un programa de este ordenador o de tu red, como Kokoro-FastAPI, LocalAI o Speaches, que añade voces a la voz local. Aparecen junto a las demás. El texto que se dice con ellas va a ese servidor, y Fabula no sabe si cobra por ello.',
    empty: 'Aún no hay servidores de voces. Inicia uno y añádelo aquí.',
    add: 'Añadir servidor de voces',
    addTitle: 'Añadir un servidor de voces',
    changeNote:
      'Un cambio vale para lo que se diga a partir de ahora. El audio que tienes se queda como está.',
    fields: {
      name: {
        label: 'Nombre',
        placeholder: 'kokoro',
        help: 'Letras y cifras. Sus voces se llaman según él, como kokoro:af_bella, y las historias lo recuerdan: después no se puede cambiar.',
      },
      baseUrl: { label: 'URL base', placeholder: 'http://localhost:8880' },
      model: { label: 'Modelo', placeholder: 'kokoro' },
      key: { label: 'Clave', placeholder: 'Solo si el servidor pide una' },
      voices: {
        label: 'Voces',
        placeholder: 'alloy, nova',
        help: 'Una por línea, o separadas por comas. Puede quedar vacío si el servidor muestra sus voces.',
      },
      maxCharacters: {
        label: 'Texto más largo por petición, en caracteres',
        help: 'Los textos más largos se envían en partes que terminan con una frase.',
      },
      pcmRate: {
        label: 'Frecuencia de muestreo del audio sin cabecera, en Hz',
        help: '0 para casi todos los servidores: envían archivos que indican su formato. Introduce una frecuencia, como 24000, solo si el servidor no puede enviar más que muestras sin formato (PCM).',
      },
    },
    testing: 'Preguntando al servidor…',
    saved: 'Servidor de voces «{{name}}» guardado.',
    removed: 'Servidor de voces «{{name}}» quitado.',
    removeSure:
      '¿Quitar «{{name}}» y su clave? Las historias que usan sus voces conservan su audio y necesitan otras voces para renderizar de nuevo.',
    outcomes: {
      works_one: 'Conectado. Se ha encontrado una voz.',
      works_other: 'Conectado. Se han encontrado {{count}} voces.',
      typed_one: 'Conectado. El servidor no muestra voces, así que se ofrece la que escribiste.',
      typed_other:
        'Conectado. El servidor no muestra voces, así que se ofrecen las {{count}} que escribiste.',
      unlisted:
        'Conectado. El servidor no muestra voces. Escribe los nombres que conoce: en «Cambiar», o como voz de un bloque.',
      'key-refused':
        '{{host}} ha rechazado esta clave (estado {{status}}). Compruébala e inténtalo de nuevo.',
      'not-this-server':
        '{{host}} responde (estado {{status}}), pero no como un servidor de voces. Comprueba que la URL base esté completa.',
      redirected:
        '{{host}} redirige a otra dirección, que Fabula no sigue. Introduce la dirección final como URL base.',
      'name-unknown':
        'No se encuentra {{host}}. Comprueba que la URL base sea correcta y que este ordenador esté en línea.',
      unreachable:
        'Nada responde en {{host}}. Inicia el servidor y comprueba que la URL base y su puerto sean correctos.',
      silent:
        '{{host}} no responde a tiempo. Puede que aún se esté iniciando: inténtalo dentro de un minuto.',
      'cut-off':
        'La conexión con {{host}} se ha interrumpido. Comprueba que el servidor siga en marcha e inténtalo de nuevo.',
      untrusted:
        'La conexión no es segura: no se puede confiar en el cifrado de {{host}}, así que no se ha enviado la clave. Puede que su certificado haya caducado, sea autofirmado o sea para otro nombre.',
      busy: '{{host}} está demasiado ocupado en este momento. Inténtalo dentro de un minuto.',
      'server-error':
        'El servidor de {{host}} ha comunicado un error (estado {{status}}). Mira su propia ventana o registro.',
    },
    states: {
      listed_one: 'Una voz en la biblioteca.',
      listed_other: '{{count}} voces en la biblioteca.',
      cut: '{{formatted}} de sus voces en la biblioteca: muestra más de las que caben. Las demás se pueden escribir como {{name}}:voz.',
      typed_one: 'Una voz en la biblioteca, tal como la escribiste.',
      typed_other: '{{count}} voces en la biblioteca, tal como las escribiste.',
      open: 'No muestra voces. Escribe una como {{name}}:voz donde se elige una voz.',
      absent: 'No responde. Sus voces se pueden seguir escribiendo como {{name}}:voz. {{message}}',
    },
    voicesOf: 'Voces de {{name}}',
    voiceAbsent: 'Esta voz no puede hablar ahora, y ninguna otra ocupa su lugar. {{message}}',
    askAgain: 'Preguntar de nuevo',
  },

  languageModel: {
    title: 'Modelos de lenguaje',
    intro:
      'Un modelo de lenguaje puede decir quién dice las líneas de un texto de las que Fabula no está segura: un programa de este ordenador, como Ollama, LM Studio o llama.cpp, o un servicio en la red con una clave tuya. Solo se le pregunta cuando pulsas el botón en la revisión de una importación. Recibe entonces los pasajes que rodean esas líneas.',
    empty: 'Aún no hay modelos de lenguaje. Inicia uno, y añádelo aquí.',
    add: 'Añadir modelo de lenguaje',
    addTitle: 'Añadir un modelo de lenguaje',
    fields: {
      name: { label: 'Nombre', placeholder: 'Cómo lo llamas' },
      baseUrl: { label: 'URL base', placeholder: 'http://localhost:11434' },
      model: { label: 'Modelo', placeholder: 'llama3.2' },
      key: { label: 'Clave', placeholder: 'Solo si el servidor pide una' },
      millionTokensCents: {
        label: 'Precio de un millón de tokens, en céntimos',
        help: '0 para un modelo de este ordenador. Con un precio, Fabula calcula antes lo que costará una importación.',
      },
      maxTokens: {
        label: 'Límite de tokens por importación',
        help: 'Cuando se agotan, no se envía nada más. Una novela necesita unos cientos de miles.',
      },
    },
    testing: 'Preguntando al servidor…',
    saved: 'Modelo de lenguaje «{{name}}» guardado.',
    removed: 'Modelo de lenguaje «{{name}}» quitado.',
    removeSure: '¿Quitar «{{name}}» y su clave? Lo que dijo sobre quién habla se queda.',
    outcomes: {
      works_one: 'Conectado. El servidor tiene este modelo.',
      works_other: 'Conectado. El servidor tiene este modelo y muestra {{count}} en total.',
      'no-such-model':
        'El servidor de {{host}} responde, pero no muestra este modelo. Introduce su nombre tal como lo tiene el servidor, o cárgalo allí.',
      'key-refused':
        '{{host}} ha rechazado esta clave (estado {{status}}). Compruébala e inténtalo de nuevo.',
      'not-this-server':
        '{{host}} responde (estado {{status}}), pero no como un modelo de lenguaje. Comprueba que la URL base esté completa.',
      redirected:
        '{{host}} redirige a otra dirección, que Fabula no sigue. Introduce la dirección final como URL base.',
      'name-unknown':
        'No se encuentra {{host}}. Comprueba que la URL base sea correcta y que este ordenador esté en línea.',
      unreachable:
        'Nada responde en {{host}}. Inicia el servidor y comprueba que la URL base y su puerto sean correctos.',
      silent:
        '{{host}} no responde a tiempo. Puede que aún se esté iniciando: inténtalo dentro de un minuto.',
      'cut-off':
        'La conexión con {{host}} se ha interrumpido. Comprueba que el servidor siga en marcha e inténtalo de nuevo.',
      untrusted:
        'La conexión no es segura: no se puede confiar en el cifrado de {{host}}, así que no se ha enviado la clave. Puede que su certificado haya caducado, sea autofirmado o sea para otro nombre.',
      busy: '{{host}} está demasiado ocupado en este momento. Inténtalo dentro de un minuto.',
      'server-error':
        'El servidor de {{host}} ha comunicado un error (estado {{status}}). Mira su propia ventana o registro.',
    },
  },

  choice: 'Conexión: {{name}}',
  choiceMenu: 'Quién dice esta historia',
  builtIn: 'Voz local',
  unknown: 'Conexión desconocida',
  manage: 'Conexiones…',
  chosen: '{{name}} dice ahora esta historia.',
  manageVoices: 'Voces…',
  voicesTitle: 'Voces',
  voicesIntro:
    'Voces para elegir además de las que Fabula conoce. Indica el ID que usa el servicio; un ID que Fabula ya conoce recibe el nombre que le des aquí.',
  heardWith: 'Al escuchar se dice: «{{text}}».',
  voicesEmpty: 'Ninguna todavía.',
  voiceId: 'ID de la voz',
  voiceName: 'Nombre',
  addVoice: 'Añadir voz',
  removeVoice: 'Quitar {{name}}',
  voiceRemoved: 'Voz «{{name}}» quitada.',
}
