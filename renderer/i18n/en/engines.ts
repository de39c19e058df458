/** Texts of the engines that the local voice speaks with beside its own. */
export const engines = {
  title: 'Better voices',
  intro:
    'The local voice can also speak through a program on this computer or in your network that offers the OpenAI-compatible POST /v1/audio/speech, such as Kokoro-FastAPI, LocalAI or Speaches. Its voices then stand beside the others. What you have spoken goes to that server, and Fabula does not know whether it charges.',
  empty: 'There is none yet. Start such a server, then add it here as an engine.',
  add: 'Add engine',
  addTitle: 'Add an engine',
  editTitle: 'Change “{{name}}”',
  name: 'Name',
  nameNote:
    'Letters and digits. Its voices are called by it, as in kokoro:af_bella, and stories remember that: it cannot be changed later.',
  changeNote: 'A change holds for what is spoken from now on. Audio that you have stays as it is.',
  model: 'Model',
  keyPlaceholder: 'Only where the server wants one',
  voices: 'Voices',
  voicesPlaceholder: 'alloy, nova',
  voicesNote: 'One a line, or with commas between them. May stay empty where the server lists its voices.',
  length: 'Longest text of one request, in characters',
  lengthNote: 'Longer texts are sent in parts that end with a sentence.',
  testing: 'Asking the server…',
  saved: 'Saved the engine “{{name}}”.',
  removed: 'Removed the engine “{{name}}”.',
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
      'Not such a server: something answers at {{host}} (status {{status}}), but does not offer POST /v1/audio/speech. See whether the base URL is complete.',
    redirected:
      '{{host}} sends callers on to another address, which Fabula does not follow. Enter the final address as base URL.',
    'name-unknown':
      'No network, or no such name: {{host}} cannot be found. See whether the base URL is right and this machine is online.',
    unreachable:
      'Nothing answers at {{host}}. Start the server, and see whether the base URL and its port are right.',
    silent: '{{host}} does not answer in time. It may still be starting: try again in a minute.',
    'cut-off': 'The connection to {{host}} breaks off. See whether the server still runs, then try again.',
    'tls-trouble':
      'TLS trouble: the encrypted connection to {{host}} cannot be trusted, so the key was not sent. Its certificate may be out of date, self-made, or for another name.',
    busy: '{{host}} has too much to do at the moment. Try again in a minute.',
    'server-trouble':
      'The server at {{host}} is in trouble itself (status {{status}}). Look at what it says in its own window or log.',
  },
  states: {
    listed_one: 'One voice in the library.',
    listed_other: '{{count}} voices in the library.',
    typed_one: 'One voice in the library, as you typed it.',
    typed_other: '{{count}} voices in the library, as you typed them.',
    open: 'It lists no voices. Type one as {{name}}:voice where a voice is chosen.',
    absent: 'It does not answer. Its voices can still be typed as {{name}}:voice. {{message}}',
  },
  voicesOf: 'Voices of {{name}}',
  voiceAbsent: 'This voice cannot speak now, and no other takes its place. {{message}}',
  askAgain: 'Ask again',
} as const
