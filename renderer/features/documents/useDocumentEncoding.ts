import { useEffect, useRef, useState } from 'react'
import { encodingsOfDocument } from '../../actions/documents.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import { useApp } from '../../hooks/app.ts'
import type { ChosenDocument } from '../../stores/openDialog.ts'
import type { EncodingSample } from '../../stores/viewStore.ts'

interface DocumentEncoding {
  /** What each encoding makes of the document; none for one that is no text, or whose encoding is certain or not known yet. */
  readonly samples: readonly EncodingSample[]
  /** The encoding that is chosen, the most likely one at first; undefined where there is nothing to choose. */
  readonly encoding: TextEncoding | undefined
  readonly setEncoding: (encoding: TextEncoding) => void
  /** Waits for the samples. */
  readonly readSamples: () => Promise<readonly EncodingSample[]>
}

const NONE: readonly EncodingSample[] = []

/** In which encoding the chosen document was written, where that is not certain. */
export function useDocumentEncoding(document: ChosenDocument | null): DocumentEncoding {
  const app = useApp()
  const [known, setKnown] = useState({ document, samples: NONE })
  const [chosen, setChosen] = useState<{ document: ChosenDocument | null; encoding: TextEncoding }>()
  const reading = useRef(Promise.resolve(NONE))
  useEffect(() => {
    const asked = document === null ? Promise.resolve(NONE) : encodingsOfDocument(app, document)
    reading.current = asked
    asked.then((samples) => setKnown({ document, samples })).catch(app.report)
  }, [app, document])
  const samples = known.document === document ? known.samples : NONE
  return {
    samples,
    encoding: chosen?.document === document ? chosen.encoding : samples[0]?.encoding,
    setEncoding: (encoding) => {
      setChosen({ document, encoding })
    },
    readSamples: () => reading.current,
  }
}
