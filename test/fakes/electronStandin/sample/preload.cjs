const { contextBridge, ipcRenderer } = require('electron')

contextBridge.exposeInMainWorld('sample', {
  call: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  onSaid: (listener) => void ipcRenderer.on('said', (_event, ...values) => listener(...values)),
})
