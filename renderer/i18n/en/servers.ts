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
    'Remove the key of “{{name}}”? Fabula cannot show it again: to use the service, you have to enter the key again.',
  keep: 'Keep it',
  saveAndTest: 'Save and test',
  keyKept: 'Leave empty to keep the current key',
  keyMoves:
    'The current key belongs to the old address and is removed with it. Enter the key for the new one.',
  keepingNote: {
    sealed: 'The key is protected by your system’s keychain. It is not shown again.',
    file: 'The key is stored unencrypted on this computer, in a file that only your account can read. It is not shown again.',
    ask: 'This system has no keychain, so the key cannot be protected. Choose what Fabula does with it:',
  },
  keepKey: 'Keep the key',
  keepChoices: { session: 'Until Fabula closes', file: 'Stored unencrypted on this computer' },
  keyState: {
    none: 'No key',
    sealed: 'Key protected by the keychain',
    file: 'Key stored unencrypted on this computer',
    session: 'Key until Fabula closes',
  },

  connection: {
    title: 'Connections',
    intro: 'Speech services you can use besides the local voice. Pick one per story at the top right.',
    empty: 'No connections yet. You don’t need one for the local voice.',
    add: 'Add connection',
    addTitle: 'Add a connection',
    fields: {
      name: { label: 'Name', placeholder: 'What you call this service' },
      baseUrl: { label: 'Base URL', placeholder: 'https://speech.example.com' },
      key: { label: 'Key', placeholder: 'From your service' },
      webhookPublicKey: {
        label: 'Public key for events (PEM)',
        help: 'Only for a service that reports finished conversions by itself. May stay empty.',
      },
    },
    testing: 'Asking the service…',
    saved: 'Saved the connection “{{name}}”.',
    removed: 'Removed the connection “{{name}}”.',
    removeSure:
      'Remove “{{name}}” and its key? Stories that use it keep their audio and need another connection to render again.',
    outcomes: {
      works_one: 'Connected. One vibe found.',
      works_other: 'Connected. {{count}} vibes found.',
      'key-refused': '{{host}} rejected this key. Check it and try again.',
      refused: '{{host}} refused the request: {{message}}',
      'not-this-server':
        '{{host}} answers (status {{status}}), but not like a speech service. Check that the base URL is complete.',
      redirected:
        '{{host}} redirects to another address, and Fabula does not send the key there. Enter the final address as the base URL.',
      'name-unknown': '{{host}} was not found. Check that the base URL is right and this computer is online.',
      unreachable:
        'Nothing answers at {{host}}. Check that the base URL is right, the service is running, and this computer is online.',
      silent: '{{host}} does not answer in time. Try again later.',
      'cut-off':
        'The connection to {{host}} was interrupted. Check that this computer is online, then try again.',
      untrusted:
        'The connection is not secure: the encryption of {{host}} cannot be trusted, so the key was not sent. Its certificate may have expired, be self-signed, or be for another name.',
      busy: '{{host}} is too busy at the moment. Try again in a minute.',
      'server-error': 'The service at {{host}} reported an error (status {{status}}). Try again later.',
    },
  },

  engine: {
    title: 'Voice servers',
    intro:
      'A voice server is a program on this computer or in your network, such as Kokoro-FastAPI, LocalAI or Speaches, that provides more voices for the local voice. They are listed with the others. Text spoken with them goes to that server, and Fabula does not know whether it charges.',
    empty: 'No voice servers yet. Start one, then add it here.',
    add: 'Add voice server',
    addTitle: 'Add a voice server',
    changeNote: 'A change applies to whatever is spoken from now on. Existing audio stays as it is.',
    fields: {
      name: {
        label: 'Name',
        placeholder: 'kokoro',
        help: 'Letters and digits. Its voices are named after it, as in kokoro:af_bella, and stories remember that, so it cannot be changed later.',
      },
      baseUrl: { label: 'Base URL', placeholder: 'http://localhost:8880' },
      model: { label: 'Model', placeholder: 'kokoro' },
      key: { label: 'Key', placeholder: 'Only if the server requires one' },
      voices: {
        label: 'Voices',
        placeholder: 'alloy, nova',
        help: 'One per line, or separated by commas. May stay empty if the server lists its voices.',
      },
      maxCharacters: {
        label: 'Longest text per request, in characters',
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
      'Remove “{{name}}” and its key? Stories that use its voices keep their audio and need other voices to render again.',
    outcomes: {
      works_one: 'Connected. One voice found.',
      works_other: 'Connected. {{count}} voices found.',
      typed_one: 'Connected. The server lists no voices, so the one that you typed is offered.',
      typed_other: 'Connected. The server lists no voices, so the {{count}} that you typed are offered.',
      unlisted:
        'Connected. The server lists no voices. Type the names that it knows: under Change, or as the voice of a block.',
      'key-refused': '{{host}} rejected this key (status {{status}}). Check it and try again.',
      'not-this-server':
        '{{host}} answers (status {{status}}), but not like a voice server. Check that the base URL is complete.',
      redirected:
        '{{host}} redirects to another address, which Fabula does not follow. Enter the final address as the base URL.',
      'name-unknown': '{{host}} was not found. Check that the base URL is right and this computer is online.',
      unreachable:
        'Nothing answers at {{host}}. Start the server, and check that the base URL and its port are right.',
      silent: '{{host}} does not answer in time. It may still be starting: try again in a minute.',
      'cut-off':
        'The connection to {{host}} was interrupted. Check that the server is still running, then try again.',
      untrusted:
        'The connection is not secure: the encryption of {{host}} cannot be trusted, so the key was not sent. Its certificate may have expired, be self-signed, or be for another name.',
      busy: '{{host}} is too busy at the moment. Try again in a minute.',
      'server-error':
        'The server at {{host}} reported an error (status {{status}}). See its own window or log.',
    },
    states: {
      listed_one: 'One voice in the library.',
      listed_other: '{{count}} voices in the library.',
      cut: '{{formatted}} of its voices in the library: it lists more than fit. The others can be typed as {{name}}:voice.',
      typed_one: 'One voice in the library, as you typed it.',
      typed_other: '{{count}} voices in the library, as you typed them.',
      open: 'It lists no voices. Where you choose a voice, type one as {{name}}:voice.',
      absent: 'It does not answer. Its voices can still be typed as {{name}}:voice. {{message}}',
    },
    voicesOf: 'Voices of {{name}}',
    voiceAbsent: 'This voice cannot speak now, and no other takes its place. {{message}}',
    askAgain: 'Ask again',
  },

  languageModel: {
    title: 'Language models',
    intro:
      'A language model can say who speaks the lines of a text that Fabula is not sure of: a program on this computer, such as Ollama, LM Studio or llama.cpp, or a hosted service that you have a key for. It is asked only when you press the button in the review of an import. It then gets the passages around these lines.',
    empty: 'No language models yet. Start one, then add it here.',
    add: 'Add language model',
    addTitle: 'Add a language model',
    fields: {
      name: { label: 'Name', placeholder: 'What you call it' },
      baseUrl: { label: 'Base URL', placeholder: 'http://localhost:11434' },
      model: { label: 'Model', placeholder: 'llama3.2' },
      key: { label: 'Key', placeholder: 'Only if the server requires one' },
      millionTokensCents: {
        label: 'Price per million tokens, in cents',
        help: '0 for a model on this computer. With a price, Fabula estimates beforehand what an import will cost.',
      },
      maxTokens: {
        label: 'Token limit per import',
        help: 'Nothing more is sent once they are used up. A novel takes a few hundred thousand.',
      },
    },
    testing: 'Asking the server…',
    saved: 'Saved the language model “{{name}}”.',
    removed: 'Removed the language model “{{name}}”.',
    removeSure: 'Remove “{{name}}” and its key? What it said about speakers is kept.',
    outcomes: {
      works_one: 'Connected. The server has this model.',
      works_other: 'Connected. The server has this model and lists {{count}} in all.',
      'no-such-model':
        'The server at {{host}} answers but does not list this model. Enter its name as the server has it, or load it there.',
      'key-refused': '{{host}} rejected this key (status {{status}}). Check it and try again.',
      'not-this-server':
        '{{host}} answers (status {{status}}), but not like a language model. Check that the base URL is complete.',
      redirected:
        '{{host}} redirects to another address, which Fabula does not follow. Enter the final address as the base URL.',
      'name-unknown': '{{host}} was not found. Check that the base URL is right and this computer is online.',
      unreachable:
        'Nothing answers at {{host}}. Start the server, and check that the base URL and its port are right.',
      silent: '{{host}} does not answer in time. It may still be starting: try again in a minute.',
      'cut-off':
        'The connection to {{host}} was interrupted. Check that the server is still running, then try again.',
      untrusted:
        'The connection is not secure: the encryption of {{host}} cannot be trusted, so the key was not sent. Its certificate may have expired, be self-signed, or be for another name.',
      busy: '{{host}} is too busy at the moment. Try again in a minute.',
      'server-error':
        'The server at {{host}} reported an error (status {{status}}). See its own window or log.',
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
    'Voices to choose from in addition to those that Fabula knows. Enter the ID that the service uses; an ID that Fabula already knows gets the name that you give it here.',
  heardWith: 'Play says “{{text}}”.',
  voicesEmpty: 'None yet.',
  voiceId: 'Voice ID',
  voiceName: 'Name',
  addVoice: 'Add voice',
  removeVoice: 'Remove {{name}}',
  voiceRemoved: 'Removed the voice “{{name}}”.',
} as const
