import { commands } from '../../../shared/messages/commands.ts'
import { app } from './app.ts'
import { connections } from './connections.ts'
import { documents } from './documents.ts'
import { conversions } from './conversions.ts'
import { edits } from './edits.ts'
import { engines } from './engines.ts'
import { errors } from '../../../shared/messages/errors.ts'
import { inspector, settingEdits } from './inspector.ts'
import { script } from './script.ts'
import { timeline } from './timeline.ts'
import { units } from './units.ts'
import { vibes } from './vibes.ts'

/** All English texts, by the part of the app that shows them. */
export const en = {
  app,
  commands,
  connections,
  conversions,
  documents,
  edits: { ...edits, ...settingEdits },
  engines,
  errors,
  inspector,
  script,
  timeline,
  units,
  vibes,
}
