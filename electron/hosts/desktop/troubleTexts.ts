/** What the desktop says when something has gone wrong: what happened, what is safe, and what the person can do. */
import type { Language } from '../../../shared/messages/languages.ts'

/** What can go wrong. */
export type TroubleKind = 'fault' | 'pageHangs' | 'pageGone' | 'graphicsGone' | 'failedStarts'
/** What a person can do about it. */
export type TroubleAction = 'goOn' | 'wait' | 'load' | 'restart' | 'safe' | 'usual' | 'copy' | 'quit'

export interface TroubleTexts {
  readonly kinds: Readonly<Record<TroubleKind, { readonly message: string; readonly detail: string }>>
  readonly actions: Readonly<Record<TroubleAction, string>>
}

const en: TroubleTexts = {
  kinds: {
    fault: {
      message: 'Something in Fabula has failed.',
      detail:
        'Your stories are safe: every change is on disk. You can go on. If something does not work as it should, start Fabula again.',
    },
    pageHangs: {
      message: 'The window does not answer.',
      detail:
        'Your stories are safe; only the words of the last second may be lost. Wait a little. If nothing happens, load the page again.',
    },
    pageGone: {
      message: 'The window has failed twice.',
      detail:
        'Your stories are safe: every change is on disk. Load the page again. If it fails again, start Fabula in safe mode, which does without natural voices and without the graphics processor.',
    },
    graphicsGone: {
      message: 'The graphics processor keeps failing.',
      detail:
        'Your stories are safe: every change is on disk. You can go on. If the picture is wrong or missing, start Fabula in safe mode, which does without the graphics processor.',
    },
    failedStarts: {
      message: 'Fabula did not start the last two times.',
      detail:
        'Your stories are safe. In safe mode Fabula does without natural voices, without the graphics processor, and opens no story by itself.',
    },
  },
  actions: {
    goOn: 'Go on',
    wait: 'Wait',
    load: 'Load the page again',
    restart: 'Start Fabula again',
    safe: 'Start in safe mode',
    usual: 'Start as usual',
    copy: 'Copy diagnostics',
    quit: 'Quit',
  },
}

const de: TroubleTexts = {
  kinds: {
    fault: {
      message: 'In Fabula ist etwas schiefgegangen.',
      detail:
        'Deine Geschichten sind sicher: Jede Änderung ist gespeichert. Du kannst weiterarbeiten. Wenn etwas nicht geht, wie es soll, starte Fabula neu.',
    },
    pageHangs: {
      message: 'Das Fenster antwortet nicht.',
      detail:
        'Deine Geschichten sind sicher; nur die Wörter der letzten Sekunde können verloren gehen. Warte ein wenig. Wenn nichts geschieht, lade die Seite neu.',
    },
    pageGone: {
      message: 'Das Fenster ist zweimal abgestürzt.',
      detail:
        'Deine Geschichten sind sicher: Jede Änderung ist gespeichert. Lade die Seite neu. Wenn sie wieder abstürzt, starte Fabula im abgesicherten Modus: ohne natürliche Stimmen und ohne Grafikprozessor.',
    },
    graphicsGone: {
      message: 'Der Grafikprozessor fällt immer wieder aus.',
      detail:
        'Deine Geschichten sind sicher: Jede Änderung ist gespeichert. Du kannst weiterarbeiten. Wenn das Bild falsch ist oder fehlt, starte Fabula im abgesicherten Modus: ohne Grafikprozessor.',
    },
    failedStarts: {
      message: 'Fabula ist die letzten beiden Male nicht gestartet.',
      detail:
        'Deine Geschichten sind sicher. Im abgesicherten Modus läuft Fabula ohne natürliche Stimmen und ohne Grafikprozessor und öffnet von sich aus keine Geschichte.',
    },
  },
  actions: {
    goOn: 'Weiterarbeiten',
    wait: 'Warten',
    load: 'Seite neu laden',
    restart: 'Fabula neu starten',
    safe: 'Im abgesicherten Modus starten',
    usual: 'Normal starten',
    copy: 'Diagnose kopieren',
    quit: 'Beenden',
  },
}

const es: TroubleTexts = {
  kinds: {
    fault: {
      message: 'Algo ha fallado en Fabula.',
      detail:
        'Tus historias están a salvo: todos los cambios están guardados. Puedes seguir. Si algo no funciona como debería, reinicia Fabula.',
    },
    pageHangs: {
      message: 'La ventana no responde.',
      detail:
        'Tus historias están a salvo; solo pueden perderse las palabras del último segundo. Espera un poco. Si no ocurre nada, vuelve a cargar la página.',
    },
    pageGone: {
      message: 'La ventana ha fallado dos veces.',
      detail:
        'Tus historias están a salvo: todos los cambios están guardados. Vuelve a cargar la página. Si falla de nuevo, inicia Fabula en modo seguro, sin voces naturales y sin el procesador gráfico.',
    },
    graphicsGone: {
      message: 'El procesador gráfico falla una y otra vez.',
      detail:
        'Tus historias están a salvo: todos los cambios están guardados. Puedes seguir. Si la imagen es incorrecta o no aparece, inicia Fabula en modo seguro, sin el procesador gráfico.',
    },
    failedStarts: {
      message: 'Fabula no se ha iniciado las dos últimas veces.',
      detail:
        'Tus historias están a salvo. En modo seguro, Fabula funciona sin voces naturales y sin el procesador gráfico, y no abre ninguna historia por sí sola.',
    },
  },
  actions: {
    goOn: 'Seguir',
    wait: 'Esperar',
    load: 'Volver a cargar la página',
    restart: 'Reiniciar Fabula',
    safe: 'Iniciar en modo seguro',
    usual: 'Iniciar normalmente',
    copy: 'Copiar el diagnóstico',
    quit: 'Salir',
  },
}

export const TROUBLE_TEXTS: Readonly<Record<Language, TroubleTexts>> = { en, de, es }
