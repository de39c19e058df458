import type { TextsOf } from '../../../shared/messages/languages.ts'
import type { servers as source } from '../en/servers.ts'

/** Texts of servers (connections to speech services, voice servers of the local voice), and of the voice library. */
export const servers: TextsOf<typeof source> = {
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
  keyKept: 'Déjalo vacío para conservar la que hay',
  keyMoves:
    'La clave que hay es de la dirección antigua, y se quita con ella. Introduce la clave de la nueva.',
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
      'Servicios de voz que Fabula puede usar además de la voz que trae consigo. Elige uno para una historia en la parte superior de su ventana.',
    empty: 'Aún no hay ninguna. La voz local no necesita ninguna.',
    add: 'Añadir conexión',
    addTitle: 'Añadir una conexión',
    fields: {
      name: { label: 'Nombre', placeholder: 'Cómo llamas a este servicio' },
      baseUrl: { label: 'URL base', placeholder: 'https://speech.example.com' },
      key: { label: 'Clave', placeholder: 'Tal como te la dio el servicio' },
      webhookPublicKey: {
        label: 'Clave pública para eventos (PEM)',
        help: 'Solo para un servicio que avisa por sí mismo de las conversiones terminadas. Puede quedar vacía.',
      },
    },
    testing: 'Preguntando al servicio…',
    saved: 'Conexión «{{name}}» guardada.',
    removed: 'Conexión «{{name}}» quitada.',
    removeSure:
      '¿Quitar «{{name}}» y su clave? Las historias que la usan conservan su audio, y necesitarán otra conexión para continuar.',
    outcomes: {
      works_one: 'Funciona: el servicio de {{host}} acepta la clave y muestra un vibe tuyo.',
      works_other: 'Funciona: el servicio de {{host}} acepta la clave y muestra {{count}} vibes tuyos.',
      'key-refused':
        'Se rechaza la clave: {{host}} responde, pero no la acepta. Introduce la clave otra vez.',
      refused: 'El servicio de {{host}} responde y se niega: {{message}}',
      'not-this-server':
        'No es este servicio: algo responde en {{host}} (estado {{status}}), pero no como un servicio de voz. Comprueba que la URL base esté completa.',
      redirected:
        '{{host}} redirige a otra dirección. Fabula no lleva la clave allí. Introduce la dirección final como URL base.',
      'name-unknown':
        'No hay red, o no existe ese nombre: no se encuentra {{host}}. Comprueba que la URL base sea correcta y que este equipo esté en línea.',
      unreachable:
        'Nada responde en {{host}}. Comprueba que la URL base sea correcta, que el servicio esté en marcha y que este equipo esté en línea.',
      silent: '{{host}} no responde a tiempo. Inténtalo más tarde.',
      'cut-off':
        'La conexión con {{host}} se corta. Comprueba que este equipo esté en línea e inténtalo de nuevo.',
      untrusted:
        'La conexión no es segura: no se puede confiar en el cifrado de {{host}}, así que no se ha enviado la clave. Puede que su certificado haya caducado, sea autofirmado o sea para otro nombre.',
      busy: '{{host}} está demasiado ocupado en este momento. Inténtalo dentro de un minuto.',
      'server-error':
        'El servicio de {{host}} tiene un error propio (estado {{status}}). Inténtalo más tarde.',
    },
  },

  engine: {
    title: 'Servidores de voces',
    intro:
      'Un servidor de voces es un programa de este ordenador o de tu red, como Kokoro-FastAPI, LocalAI o Speaches, con el que también puede hablar la voz local. Sus voces aparecen junto a las demás. Lo que se dice con ellas va a ese servidor, y Fabula no sabe si cobra por ello.',
    empty: 'Aún no hay ninguno. Inicia un servidor así y añádelo aquí.',
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
        label: 'Texto más largo de una petición, en caracteres',
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
      '¿Quitar «{{name}}» y su clave? Las historias que usan sus voces conservan su audio, y necesitarán otras voces para continuar.',
    outcomes: {
      works_one: 'Funciona: el servidor de {{host}} muestra una voz.',
      works_other: 'Funciona: el servidor de {{host}} muestra {{count}} voces.',
      typed_one: 'Responde: el servidor de {{host}} no muestra voces, así que se ofrece la que escribiste.',
      typed_other:
        'Responde: el servidor de {{host}} no muestra voces, así que se ofrecen las {{count}} que escribiste.',
      unlisted:
        'Responde: el servidor de {{host}} no muestra voces. Escribe los nombres que conoce: en «Cambiar», o como voz de un bloque.',
      'key-refused':
        'Se rechaza la clave: {{host}} responde, pero no la acepta (estado {{status}}). Introduce la clave que pide este servidor.',
      'not-this-server':
        'No es un servidor de voces: algo responde en {{host}} (estado {{status}}), pero no como un servidor de voces. Comprueba que la URL base esté completa.',
      redirected:
        '{{host}} redirige a otra dirección, que Fabula no sigue. Introduce la dirección final como URL base.',
      'name-unknown':
        'No hay red, o no existe ese nombre: no se encuentra {{host}}. Comprueba que la URL base sea correcta y que este equipo esté en línea.',
      unreachable:
        'Nada responde en {{host}}. Inicia el servidor y comprueba que la URL base y su puerto sean correctos.',
      silent:
        '{{host}} no responde a tiempo. Puede que aún se esté iniciando: inténtalo dentro de un minuto.',
      'cut-off':
        'La conexión con {{host}} se corta. Comprueba que el servidor siga en marcha e inténtalo de nuevo.',
      untrusted:
        'La conexión no es segura: no se puede confiar en el cifrado de {{host}}, así que no se ha enviado la clave. Puede que su certificado haya caducado, sea autofirmado o sea para otro nombre.',
      busy: '{{host}} está demasiado ocupado en este momento. Inténtalo dentro de un minuto.',
      'server-error':
        'El servidor de {{host}} tiene un error propio (estado {{status}}). Mira lo que dice en su propia ventana o registro.',
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
      key: { label: 'Clave', placeholder: 'Solo si el servidor la pide' },
      millionTokensCents: {
        label: 'Precio de un millón de tokens, en céntimos',
        help: '0 para un modelo de este ordenador. Con un precio, Fabula dice antes lo que costará más o menos una importación.',
      },
      maxTokens: {
        label: 'Máximo de tokens que puede usar una importación',
        help: 'Cuando se agotan, no se envía nada más. Una novela necesita unos cientos de miles.',
      },
    },
    testing: 'Preguntando al servidor…',
    saved: 'Se ha guardado el modelo de lenguaje «{{name}}».',
    removed: 'Se ha quitado el modelo de lenguaje «{{name}}».',
    removeSure: '¿Quitar «{{name}}» y su clave? Lo que dijo sobre quién habla se queda.',
    outcomes: {
      works_one: 'Funciona: el servidor de {{host}} tiene este modelo.',
      works_other: 'Funciona: el servidor de {{host}} tiene este modelo, y muestra {{count}} en total.',
      'no-such-model':
        'Responde, pero el servidor de {{host}} no muestra este modelo. Introduce su nombre tal como lo tiene el servidor, o cárgalo allí.',
      'key-refused':
        'La clave se rechaza: {{host}} responde, pero no la acepta (estado {{status}}). Introduce la clave que pide este servidor.',
      'not-this-server':
        'No es un modelo de lenguaje: algo responde en {{host}} (estado {{status}}), pero no como un servidor de modelos de lenguaje. Comprueba que la URL base está completa.',
      redirected:
        '{{host}} reenvía las peticiones a otra dirección, que Fabula no sigue. Introduce la dirección final como URL base.',
      'name-unknown':
        'No hay red, o no existe ese nombre: no se encuentra {{host}}. Comprueba que la URL base es correcta y que este equipo está en línea.',
      unreachable:
        'Nada responde en {{host}}. Inicia el servidor, y comprueba que la URL base y su puerto son correctos.',
      silent:
        '{{host}} no responde a tiempo. Puede que aún esté arrancando: inténtalo de nuevo en un minuto.',
      'cut-off':
        'La conexión con {{host}} se corta. Comprueba que el servidor sigue funcionando, e inténtalo de nuevo.',
      untrusted:
        'La conexión no es segura: no se puede confiar en el cifrado de {{host}}, así que no se ha enviado la clave. Su certificado puede estar caducado, hecho a mano, o ser de otro nombre.',
      busy: '{{host}} tiene demasiado trabajo en este momento. Inténtalo de nuevo en un minuto.',
      'server-error':
        'El servidor de {{host}} tiene un error propio (estado {{status}}). Mira lo que dice en su ventana o registro.',
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
    'Voces para elegir además de las que Fabula conoce. Indica el id que usa el servicio; un id que Fabula ya conoce recibe el nombre que le des aquí.',
  heardWith: 'Al escuchar se dice: «{{text}}».',
  voicesEmpty: 'Aún no has añadido ninguna.',
  voiceId: 'Id de la voz',
  voiceName: 'Nombre',
  addVoice: 'Añadir voz',
  removeVoice: 'Quitar {{name}}',
  voiceRemoved: 'Voz «{{name}}» quitada.',
}
