// The result of `require('electron')` in a process under the stand-in; host/main.ts puts it here first.
module.exports = globalThis[Symbol.for('fabula.electronStandin')]
