// A small app as a bundler would leave it, to prove the stand-in with.
const {
  app,
  BrowserWindow,
  Menu,
  dialog,
  ipcMain,
  nativeTheme,
  protocol,
  safeStorage,
  session,
  shell,
  utilityProcess,
} = require('electron')
const { join } = require('node:path')

const page = `<!doctype html><meta charset="utf-8"><title>sample</title>
<a href="https://example.invalid/">out</a> <a href="https://example.invalid/new" target="_blank">new</a>
<p id="said"></p>
<script src="./page.js"></script>`
const script = `window.sample.onSaid((text, bytes) => { document.getElementById('said').textContent = text + ' ' + bytes.length })`
const media = Buffer.from(Array.from({ length: 1000 }, (_, n) => n % 256))

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
])

function respond(request) {
  const { pathname } = new URL(request.url)
  const csp = {
    'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'; media-src 'self'",
  }
  if (pathname === '/index.html')
    return new Response(page, { headers: { 'content-type': 'text/html', ...csp } })
  if (pathname === '/page.js') return new Response(script, { headers: { 'content-type': 'text/javascript' } })
  if (pathname !== '/tone.wav') return new Response(null, { status: 404 })
  const range = /bytes=(\d+)-(\d+)/.exec(request.headers.get('range') ?? '')
  if (!range) return new Response(media, { headers: { 'content-type': 'audio/wav' } })
  const [first, last] = [Number(range[1]), Number(range[2])]
  return new Response(media.subarray(first, last + 1), {
    status: 206,
    headers: { 'content-type': 'audio/wav', 'content-range': `bytes ${first}-${last}/${media.length}` },
  })
}

function startService() {
  const service = utilityProcess.fork(join(__dirname, 'service.mjs'), [], { stdio: 'pipe' })
  return new Promise((resolve) => {
    service.on('message', (answer) => resolve(answer))
    service.postMessage({ number: 20 })
  })
}

void app.whenReady().then(async () => {
  protocol.handle('app', respond)
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'media'),
  )
  session.defaultSession.setPermissionCheckHandler(() => false)
  const window = new BrowserWindow({
    show: false,
    webPreferences: { preload: join(__dirname, 'preload.cjs'), sandbox: true },
  })
  window.once('ready-to-show', () => window.show())
  window.webContents.setWindowOpenHandler(({ url }) => {
    void shell.openExternal(url)
    return { action: 'deny' }
  })
  window.webContents.on('will-navigate', (event, url) => {
    event.preventDefault()
    void shell.openExternal(url)
  })
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: '&File',
        submenu: [
          { label: 'Say', click: () => window.webContents.send('said', 'from the menu', new Uint8Array(3)) },
        ],
      },
    ]),
  )
  ipcMain.handle('describe', (event) => ({
    url: event.senderFrame.url,
    isOwn: event.sender === window.webContents,
    isVisible: window.isVisible(),
  }))
  ipcMain.handle('echo', (_event, value) => value)
  ipcMain.handle('fail', () => {
    throw new RangeError('bad voice')
  })
  ipcMain.handle('open', () => dialog.showOpenDialog(window, { title: 'Open a story' }))
  ipcMain.handle('seal', async (_event, text) => {
    const sealed = await safeStorage.encryptStringAsync(text)
    return {
      isPlain: sealed.toString('latin1').includes(text),
      opened: (await safeStorage.decryptStringAsync(sealed)).result,
    }
  })
  ipcMain.handle('darken', () => {
    nativeTheme.themeSource = 'dark'
  })
  ipcMain.handle('service', startService)
  ipcMain.handle('unprovided', () => app.getAppMetrics())
  await window.loadURL('app://bundle/index.html')
})
app.on('second-instance', (_event, argv) => console.log('second instance', argv))
app.on('before-quit', () => console.log('before-quit'))
app.on('will-quit', () => console.log('will-quit'))
