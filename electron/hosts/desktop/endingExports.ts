/** A question before exports end with their window or with the app: they are finished first, stopped, or the window stays. */
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import type { Language } from '../../../shared/messages/languages.ts'

export interface ExportsUnderWay {
  /** How many files are being made. */
  count(): number
  stopAll(): Promise<void>
  /** Resolves when all are over that are under way now, however they end. */
  allEnded(): Promise<void>
}

interface EndingTexts {
  readonly message: string
  readonly detail: string
  readonly finish: string
  readonly stop: string
  readonly cancel: string
}

export const ENDING_TEXTS: Readonly<Record<Language, EndingTexts>> = {
  en: {
    message: 'An export is still being made.',
    detail:
      'Your story is safe. If you stop the export, nothing of it is kept, and a file that it was to replace stays.',
    finish: 'Finish the export, then close',
    stop: 'Stop the export and close',
    cancel: 'Cancel',
  },
  de: {
    message: 'Ein Export läuft noch.',
    detail:
      'Deine Geschichte ist sicher. Wenn du den Export abbrichst, wird nichts davon behalten, und eine Datei, die er ersetzen sollte, bleibt.',
    finish: 'Export fertigstellen, dann schließen',
    stop: 'Export abbrechen und schließen',
    cancel: 'Abbrechen',
  },
  es: {
    message: 'Todavía se está haciendo una exportación.',
    detail:
      'Tu historia está a salvo. Si detienes la exportación, no se conserva nada de ella, y el archivo que iba a reemplazar se queda.',
    finish: 'Terminar la exportación y luego cerrar',
    stop: 'Detener la exportación y cerrar',
    cancel: 'Cancelar',
  },
}

export interface EndingOptions {
  readonly exports: ExportsUnderWay
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly window: () => BrowserWindow | undefined
  readonly texts: () => EndingTexts
}

/** Asks, and returns whether the window or the app may close; true at once if no export is under way. */
export async function mayEndExports({ exports, dialog, window, texts }: EndingOptions): Promise<boolean> {
  if (exports.count() === 0) return true
  const { message, detail, finish, stop, cancel } = texts()
  const box: MessageBoxOptions = {
    type: 'question',
    message,
    detail,
    buttons: [finish, stop, cancel],
    defaultId: 0,
    cancelId: 2,
  }
  const shown = window()
  const asked = shown && !shown.isDestroyed() ? dialog.showMessageBox(shown, box) : dialog.showMessageBox(box)
  const { response } = await asked
  if (response === 0) await exports.allEnded()
  if (response === 1) await exports.stopAll()
  return response !== 2
}
