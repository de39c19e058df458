/** Texts of servers (connections to speech services, voice servers of the local voice), and of the voice library. */
export const servers = {
  editOne: 'Change {{name}}',
  editTitle: 'Change “{{name}}”',
  test: 'Test',
  testOne: 'Test {{name}}',
  remove: 'Remove',
  removeOne: 'Remove {{name}}',
  removeKey: 'Remove key',
  removeKeyOne: 'Remove key of {{name}}',
  removeKeySure:
    'Remove the key of “{{name}}”? Fabula cannot show it again: to use the service, the key has to be entered again.',
  keep: 'Keep it',
  saveAndTest: 'Save and test',
  keyKept: 'Leave empty to keep the current key',
  keyMoves:
    'The key there is belongs to the old address, and is removed with it. Enter the key for the new one.',
  keepingNote: {
    sealed: 'The key is protected by your system’s keychain. It is not shown again.',
    file: 'The key is stored unencrypted on this computer, in a file that only your account may read. It is not shown again.',
    ask: 'This system has no keychain, so the key cannot be protected. Choose what Fabula does with it:',
  },
  keepKey: 'Keep the key',
  keepChoices: { session: 'Until Fabula ends', file: 'Stored unencrypted on this computer' },
  keyState: {
    none: 'No key',
    sealed: 'Key protected by the keychain',
    file: 'Key stored unencrypted on this computer',
    session: 'Key until Fabula ends',
  },

  connection: {
    title: 'Connections',
    intro:
      'Speech services that Fabula may use beside the voice that it brings along. Choose one for a story at the top of its window.',
    empty: 'No connections yet. The local voice needs none.',
    add: 'Add connection',
    addTitle: 'Add a connection',
    fields: {
      name: { label: 'Name', placeholder: 'What you call this service' },
      baseUrl: { label: 'Base URL', placeholder: 'https://speech.example.com' },
      key: { label: 'Key', placeholder: 'As your service gave it to you' },
      webhookPublicKey: {
        label: 'Public key for events (PEM)',
        help: 'Only for a service that reports finished conversions by itself. May stay empty.',
      },
    },
    testing: 'Asking the service…',
    saved: 'Saved the connection “{{name}}”.',
    removed: 'Removed the connection “{{name}}”.',
    removeSure:
      'Remove “{{name}}” and its key? Stories that use it keep their audio, and need another connection to go on.',
    outcomes: {
      works_one: 'It works: the service at {{host}} takes the key, and lists one vibe of yours.',
      works_other: 'It works: the service at {{host}} takes the key, and lists {{count}} vibes of yours.',
      'key-refused': 'The key is refused: {{host}} answers, but does not take it. Enter the key once more.',
      refused: 'The service at {{host}} answers, and says no: {{message}}',
      'not-this-server':
        'Not this service: something answers at {{host}} (status {{status}}), but not as a speech service does. Check that the base URL is complete.',
      redirected:
        '{{host}} sends callers on to another address. Fabula does not take the key there. Enter the final address as base URL.',
      'name-unknown':
        'No network, or no such name: {{host}} cannot be found. Check that the base URL is right and this machine is online.',
      unreachable:
        'Nothing answers at {{host}}. Check that the base URL is right, the service runs, and this machine is online.',
      silent: '{{host}} does not answer in time. Try again later.',
      'cut-off': 'The connection to {{host}} breaks off. Check that this machine is online, then try again.',
      untrusted:
        'Not a safe connection: the encryption of {{host}} cannot be trusted, so the key was not sent. Its certificate may be out of date, self-made, or for another name.',
      busy: '{{host}} has too much to do at the moment. Try again in a minute.',
      'server-error': 'The service at {{host}} has an error of its own (status {{status}}). Try again later.',
    },
  },

  engine: {
    title: 'Voice servers',
    intro:
      'A voice server is a program on this computer or in your network, such as Kokoro-FastAPI, LocalAI or Speaches, through which the local voice can also speak. Its voices then stand beside the others. What you have spoken goes to that server, and Fabula does not know whether it charges.',
    empty: 'No voice servers yet. Start one, then add it here.',
    add: 'Add voice server',
    addTitle: 'Add a voice server',
    changeNote: 'A change holds for what is spoken from now on. Audio that you have stays as it is.',
    fields: {
      name: {
        label: 'Name',
        placeholder: 'kokoro',
        help: 'Letters and digits. Its voices are called by it, as in kokoro:af_bella, and stories remember that: it cannot be changed later.',
      },
      baseUrl: { label: 'Base URL', placeholder: 'http://localhost:8880' },
      model: { label: 'Model', placeholder: 'kokoro' },
      key: { label: 'Key', placeholder: 'Only where the server wants one' },
      voices: {
        label: 'Voices',
        placeholder: 'alloy, nova',
        help: 'One a line, or with commas between them. May stay empty where the server lists its voices.',
      },
      maxCharacters: {
        label: 'Longest text of one request, in characters',
        help: 'Longer texts are sent in parts that end with a sentence.',
      },
      pcmRate: {
        label: 'Sample rate of audio without a header, in Hz',
        help: '0 for nearly all servers: they send files that state their format. Enter a rate, such as 24000, only if the server can send nothing but raw samples (PCM).',
      },
    },
    testing: 'Asking the server…',
    saved: 'Saved the voice server “{{name}}”.',
    removed: 'Removed the voice server “{{name}}”.',
    removeSure:
      'Remove “{{name}}” and its key? Stories that use its voices keep their audio, and need other voices to go on.',
    outcomes: {
      works_one: 'It works: the server at {{host}} lists one voice.',
      works_other: 'It works: the server at {{host}} lists {{count}} voices.',
      typed_one: 'It answers: the server at {{host}} lists no voices, so the one that you typed is offered.',
      typed_other:
        'It answers: the server at {{host}} lists no voices, so the {{count}} that you typed are offered.',
      unlisted:
        'It answers: the server at {{host}} lists no voices. Type the names that it knows: under Change, or as the voice of a block.',
      'key-refused':
        'The key is refused: {{host}} answers, but does not take it (status {{status}}). Enter the key that this server wants.',
      'not-this-server':
        'Not a voice server: something answers at {{host}} (status {{status}}), but not as a voice server does. Check that the base URL is complete.',
      redirected:
        '{{host}} sends callers on to another address, which Fabula does not follow. Enter the final address as base URL.',
      'name-unknown':
        'No network, or no such name: {{host}} cannot be found. Check that the base URL is right and this machine is online.',
      unreachable:
        'Nothing answers at {{host}}. Start the server, and see whether the base URL and its port are right.',
      silent: '{{host}} does not answer in time. It may still be starting: try again in a minute.',
      'cut-off': 'The connection to {{host}} breaks off. Check that the server still runs, then try again.',
      untrusted:
        'Not a safe connection: the encryption of {{host}} cannot be trusted, so the key was not sent. Its certificate may be out of date, self-made, or for another name.',
      busy: '{{host}} has too much to do at the moment. Try again in a minute.',
      'server-error':
        'The server at {{host}} has an error of its own (status {{status}}). Look at what it says in its own window or log.',
    },
    states: {
      listed_one: 'One voice in the library.',
      listed_other: '{{count}} voices in the library.',
      cut: '{{formatted}} of its voices in the library: it lists more than fit. The others can be typed as {{name}}:voice.',
      typed_one: 'One voice in the library, as you typed it.',
      typed_other: '{{count}} voices in the library, as you typed them.',
      open: 'It lists no voices. Type one as {{name}}:voice where a voice is selected.',
      absent: 'It does not answer. Its voices can still be typed as {{name}}:voice. {{message}}',
    },
    voicesOf: 'Voices of {{name}}',
    voiceAbsent: 'This voice cannot speak now, and no other takes its place. {{message}}',
    askAgain: 'Ask again',
  },

  languageModel: {
    title: 'Language models',
    intro:
      'A language model can say who speaks the lines of a text that Fabula is not sure of: a program on this computer, such as Ollama, LM Studio or llama.cpp, or a hosted service with a key of yours. It is asked only when you press the button in the review of an import. It then gets the passages around these lines.',
    empty: 'No language models yet. Start one, then add it here.',
    add: 'Add language model',
    addTitle: 'Add a language model',
    fields: {
      name: { label: 'Name', placeholder: 'What you call it' },
      baseUrl: { label: 'Base URL', placeholder: 'http://localhost:11434' },
      model: { label: 'Model', placeholder: 'llama3.2' },
      key: { label: 'Key', placeholder: 'Only if the server wants one' },
      millionTokensCents: {
        label: 'Price of a million tokens, in cents',
        help: '0 for a model on this computer. With a price, Fabula tells beforehand what an import will roughly cost.',
      },
      maxTokens: {
        label: 'Most tokens that one import may use',
        help: 'Nothing more is sent once they are used up. A novel takes some hundred thousand.',
      },
    },
    testing: 'Asking the server…',
    saved: 'Saved the language model “{{name}}”.',
    removed: 'Removed the language model “{{name}}”.',
    removeSure: 'Remove “{{name}}” and its key? What it said about speakers stays.',
    outcomes: {
      works_one: 'It works: the server at {{host}} has this model.',
      works_other: 'It works: the server at {{host}} has this model, and lists {{count}} in all.',
      'no-such-model':
        'It answers, but the server at {{host}} does not list this model. Enter its name as the server has it, or load it there.',
      'key-refused':
        'The key is refused: {{host}} answers, but does not take it (status {{status}}). Enter the key that this server wants.',
      'not-this-server':
        'Not a language model: something answers at {{host}} (status {{status}}), but not as a server of language models does. Check that the base URL is complete.',
      redirected:
        '{{host}} sends callers on to another address, which Fabula does not follow. Enter the final address as base URL.',
      'name-unknown':
        'No network, or no such name: {{host}} cannot be found. Check that the base URL is right and this machine is online.',
      unreachable:
        'Nothing answers at {{host}}. Start the server, and see whether the base URL and its port are right.',
      silent: '{{host}} does not answer in time. It may still be starting: try again in a minute.',
      'cut-off': 'The connection to {{host}} breaks off. Check that the server still runs, then try again.',
      untrusted:
        'Not a safe connection: the encryption of {{host}} cannot be trusted, so the key was not sent. Its certificate may be out of date, self-made, or for another name.',
      busy: '{{host}} has too much to do at the moment. Try again in a minute.',
      'server-error':
        'The server at {{host}} has an error of its own (status {{status}}). Look at what it says in its own window or log.',
    },
  },

  choice: 'Connection: {{name}}',
  choiceMenu: 'Who speaks this story',
  builtIn: 'Local voice',
  unknown: 'Unknown connection',
  manage: 'Connections…',
  chosen: '{{name}} now speaks this story.',
  manageVoices: 'Voices…',
  voicesTitle: 'Voices',
  voicesIntro:
    'Voices to choose from in addition to those that Fabula knows. Give the id that the service uses; an id that Fabula knows already gets the name that you give it here.',
  heardWith: 'Play says “{{text}}”.',
  voicesEmpty: 'You have added none yet.',
  voiceId: 'Voice id',
  voiceName: 'Name',
  addVoice: 'Add voice',
  removeVoice: 'Remove {{name}}',
  voiceRemoved: 'Removed the voice “{{name}}”.',
} as const
