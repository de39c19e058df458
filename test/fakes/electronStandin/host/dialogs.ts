import { loud } from './loud.ts'

/** Answers that tests prepare, by the dialog's method. */
export type DialogAnswers = Map<string, unknown[]>

/** Dialogs answered by the test. A dialog without an answer from the test is an error, because it would wait for ever. */
export function createDialog(answers: DialogAnswers, note: (method: string, options: unknown) => void) {
  const ask =
    (method: string) =>
    (...args: unknown[]) => {
      const options = args.at(-1)
      note(method, options)
      const answer = answers.get(method)?.shift()
      if (answer === undefined)
        throw new Error(`electron stand-in: ${method} was called without an answer for it`)
      return Promise.resolve(answer)
    }
  return loud('dialog', {
    showOpenDialog: ask('showOpenDialog'),
    showSaveDialog: ask('showSaveDialog'),
    showMessageBox: ask('showMessageBox'),
    showErrorBox(title: string, content: string) {
      note('showErrorBox', { title, content })
      console.error(`[stand-in] error box: ${title}: ${content}`)
    },
  })
}
