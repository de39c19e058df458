// First of all: the modules below make schemas as they load.
import './app/zodWithoutEval.ts'
import './ui/shared.css' // before the stylesheets of the parts, which change what they take from it
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { createApp } from './app/createApp.ts'
import { NotOpen } from './app/PlainPages.tsx'
import { prepareApp, showSystemLanguage, startApp } from './app/startApp.ts'
import { createBridge } from './bridge/createBridge.ts'
import { startI18n } from './i18n/i18n.ts'
import { AppContext } from './hooks/app.ts'
import './ui/tokens.css'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root element')

await startI18n()
const bridge = await createBridge()
if (bridge === null) {
  await showSystemLanguage()
  createRoot(root).render(<NotOpen />)
} else {
  const app = createApp(bridge)
  await prepareApp(app)
  createRoot(root).render(
    <StrictMode>
      <AppContext value={app}>
        <App />
      </AppContext>
    </StrictMode>,
  )
  await startApp(app)
}
