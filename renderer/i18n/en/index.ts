import { commands, scripts, storyParts } from '../../../shared/messages/names.ts'
import { errors } from '../../../shared/messages/errors.ts'
import { app, units, updates } from './app.ts'
import { conversions, vibes } from './conversions.ts'
import { exports, palette } from './exports.ts'
import { documents, imports, voices } from './imports.ts'
import { cast, inspector, lexicon, settingEdits, sound } from './inspector.ts'
import { done, edits, render, takes } from './render.ts'
import { music, notes, script, timeline } from './script.ts'
import { packs, servers, settings } from './settings.ts'

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
