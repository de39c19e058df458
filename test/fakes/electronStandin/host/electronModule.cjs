// What `require('electron')` gives in a process under the stand-in; host/main.ts puts it here first.
module.exports = globalThis[Symbol.for('fabula.electronStandin')]
