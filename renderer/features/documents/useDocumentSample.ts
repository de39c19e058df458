import { useCallback, useEffect, useRef, useState } from 'react'
import { sampleOfDocument } from '../../actions/documents.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import { useApp } from '../../hooks/app.ts'
import type { ChosenDocument } from '../../stores/openDialog.ts'

interface DocumentSample {
  /** Some words of the document; '' while they are not known. */
  readonly sample: string
  /** Waits for the words, which a protected document gives only with its password. */
  readonly readSample: (password: string | null) => Promise<string>
}

/** Some words of the chosen document, to tell its letters before it is sent. Null reads nothing. */
export function useDocumentSample(
  chosen: ChosenDocument | null,
  encoding: TextEncoding | undefined,
): DocumentSample {
  const app = useApp()
  const [known, setKnown] = useState({ chosen, encoding, text: '' })
  const reading = useRef<Promise<string>>(Promise.resolve(''))
  const read = useCallback(
    async (document: ChosenDocument, password: string | null) => {
      const text = await sampleOfDocument(app, document, { password, encoding })
      if (text !== '') setKnown({ chosen: document, encoding, text })
      return text
    },
    [app, encoding],
  )
  useEffect(() => {
    reading.current = chosen === null ? Promise.resolve('') : read(chosen, null)
    reading.current.catch(app.report)
  }, [app, chosen, read])
  return {
    sample: known.chosen === chosen && known.encoding === encoding ? known.text : '',
    async readSample(password) {
      const text = await reading.current
      if (text !== '' || chosen === null || password === null) return text
      return read(chosen, password)
    },
  }
}
