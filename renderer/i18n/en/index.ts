import { commands } from '../../../shared/messages/commands.ts'
import { app } from './app.ts'
import { cast } from './cast.ts'
import { documents } from './documents.ts'
import { conversions } from './conversions.ts'
import { done, edits } from './edits.ts'
import { errors } from '../../../shared/messages/errors.ts'
import { scripts } from '../../../shared/messages/scripts.ts'
import { storyParts } from '../../../shared/messages/storyParts.ts'
import { inspector, settingEdits } from './inspector.ts'
import { exports } from './exports.ts'
import { imports } from './imports.ts'
import { lexicon } from './lexicon.ts'
import { music } from './music.ts'
import { notes } from './notes.ts'
import { packs } from './packs.ts'
import { palette } from './palette.ts'
import { render } from './render.ts'
import { script } from './script.ts'
import { servers } from './servers.ts'
import { settings } from './settings.ts'
import { sound } from './sound.ts'
import { takes } from './takes.ts'
import { timeline } from './timeline.ts'
import { units } from './units.ts'
import { updates } from './updates.ts'
import { vibes } from './vibes.ts'
import { voices } from './voices.ts'

/** All English texts, by the part of the app that shows them. */
export const en = {
  app,
  cast,
  commands,
  conversions,
  documents,
  done,
  edits: { ...edits, ...settingEdits },
  errors,
  exports,
  imports,
  inspector,
  lexicon,
  music,
  notes,
  packs,
  palette,
  render,
  script,
  scripts,
  servers,
  settings,
  sound,
  storyParts,
  takes,
  timeline,
  units,
  updates,
  vibes,
  voices,
}
