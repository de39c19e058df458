import { FileUp } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import { MAX_PASSWORD_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { DEFAULT_MODEL, TEXT_MODELS } from '../../../shared/speech-api/models.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { unreadIn } from '../../../shared/voices/scripts.ts'
import { askingOverCap } from '../../actions/conversions.ts'
import {
  chooseDocument,
  encodingsOfDocument,
  sampleOfDocument,
  startDocument,
} from '../../actions/documents.ts'
import { EncodingField } from '../../fields/EncodingField.tsx'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadTextWarning } from '../../fields/UnreadWarning.tsx'
import { useApp, useAppState, useCloseDialog } from '../../hooks/app.ts'
import { usePackLanguages } from '../../hooks/voiceOptions.ts'
import { useStoryIfOpen } from '../../hooks/session.ts'
import { formatSize } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { ChosenDocument, EncodingSample } from '../../stores/viewStore.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { DocumentList } from './DocumentList.tsx'
import styles from './Documents.module.css'

/** Documents to speech: a form to send one, and the sent ones with their audio. */
export function DocumentsDialog({ chosen }: { readonly chosen: ChosenDocument | null }) {
  const { t } = useTranslation()
  const close = useCloseDialog()
  return (
    <Dialog title={t('documents.title')} closeLabel={t('app.close')} size="wide" onClose={close}>
      <p className={styles.note}>{t('documents.intro')}</p>
      <div className={styles.columns}>
        <div className={styles.form}>
          <DocumentForm chosen={chosen} />
        </div>
        <DocumentList />
      </div>
    </Dialog>
  )
}

/** The length of the sample with which a voice is heard, in characters. */
const MOST_HEARD = 200

/** The first words of a document, at most `MOST_HEARD` characters of them. */
function beginningOf(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length <= MOST_HEARD
    ? line
    : line
        .slice(0, MOST_HEARD + 1)
        .replace(/\s\S*$/, '')
        .slice(0, MOST_HEARD)
}

/** The form for a document and its settings. Starts with the settings of the open story. */
export function DocumentForm({ chosen }: { readonly chosen: ChosenDocument | null }) {
  const { t } = useTranslation()
  const app = useApp()
  const info = useStoryIfOpen(({ story }) => story.info)
  const connections = useAppState((state) => state.servers.connection)
  const [connectionId, setConnectionId] = useState(info?.connectionId ?? BUILT_IN_CONNECTION)
  const [settings, setSettings] = useState(info?.defaults ?? DEFAULT_SETTINGS)
  const [password, setPassword] = useState('')
  const [isStarting, setIsStarting] = useState(false)
  const { voiceId, speed } = settings
  const model = TEXT_MODELS.find((id) => id === settings.model) ?? DEFAULT_MODEL
  const isBuiltIn = connectionId === BUILT_IN_CONNECTION
  const services = [{ id: BUILT_IN_CONNECTION, name: t('servers.builtIn') }, ...connections]
  const { samples, encoding, setEncoding, readSamples } = useDocumentEncoding(chosen)
  const order = {
    connectionId,
    voiceId,
    model,
    speed,
    encoding,
    password: password === '' ? null : password,
  }
  const { sample, readSample } = useDocumentSample(isBuiltIn ? chosen : null, encoding)
  const packs = usePackLanguages()
  const start = async (document: ChosenDocument) => {
    setIsStarting(true)
    try {
      const isAsked = samples.length > 0
      if ((await readSamples()).length > 0 && !isAsked) return // the question has only just appeared
      const isTold = sample !== ''
      const isUnread = isBuiltIn && unreadIn(await readSample(order.password), voiceId, packs) !== null
      if (isUnread && !isTold) return // the warning has only just appeared
      await startDocument(app, document, order)
      setPassword('')
    } finally {
      setIsStarting(false)
    }
  }
  return (
    <>
      <div className={styles.chooser}>
        <FileButton
          icon={<FileUp size={15} />}
          label={t(chosen === null ? 'documents.choose' : 'documents.chooseOther')}
          extensions={extensionsFor('document')}
          onChoose={(file) => {
            chooseDocument(app, file).catch(app.report)
          }}
        />
        {chosen === null ? null : (
          <span className={styles.chosen}>
            {t('documents.chosen', { name: chosen.name, size: formatSize(t, chosen.sizeBytes) })}
          </span>
        )}
      </div>
      <p className={styles.note}>{t('documents.formats')}</p>
      {encoding === undefined ? null : (
        <EncodingField value={encoding} samples={samples} onChange={setEncoding} />
      )}
      {connections.length === 0 ? null : (
        <ComboField
          label={t('documents.service')}
          value={connectionId}
          options={services}
          emptyText={t('inspector.noVoice')}
          onChange={setConnectionId}
        />
      )}
      <SpeechSettingsFields
        names={['voiceId', 'model', 'speed']}
        models={TEXT_MODELS}
        connectionId={connectionId}
        settings={{ ...settings, model }}
        voiceFor={{ text: sample === '' ? t('documents.hearText') : beginningOf(sample) }}
        voiceWarning={
          <UnreadTextWarning
            text={sample}
            voiceId={voiceId}
            connectionId={connectionId}
            onUse={(voiceId) => {
              setSettings((before) => ({ ...before, voiceId }))
            }}
          />
        }
        onChange={(patch) => {
          setSettings((before) => ({ ...before, ...patch }))
        }}
      />
      <div className={styles.password}>
        <TextField
          label={t('documents.password')}
          value={password}
          type="password"
          maxLength={MAX_PASSWORD_CHARACTERS}
          onChange={setPassword}
        />
        <p className={styles.note}>{t('documents.passwordHint')}</p>
      </div>
      <div className={styles.start}>
        <Button
          tone="primary"
          isDisabled={chosen === null || isStarting}
          onPress={() => {
            if (chosen !== null) askingOverCap(app, null, () => start(chosen)).catch(app.report)
          }}
        >
          {t(isStarting ? 'documents.starting' : 'documents.start')}
        </Button>
        <span className={styles.note}>{t(isBuiltIn ? 'documents.costBuiltIn' : 'documents.cost')}</span>
      </div>
    </>
  )
}

interface DocumentEncoding {
  /** The document decoded in each encoding; empty if it is not plain text, or its encoding is certain or not known yet. */
  readonly samples: readonly EncodingSample[]
  /** The encoding that is chosen, the most likely one at first; undefined if there is nothing to choose. */
  readonly encoding: TextEncoding | undefined
  readonly setEncoding: (encoding: TextEncoding) => void
  /** Waits for the samples. */
  readonly readSamples: () => Promise<readonly EncodingSample[]>
}

const NONE: readonly EncodingSample[] = []

/** The encoding of the chosen document, if it is not certain. */
function useDocumentEncoding(document: ChosenDocument | null): DocumentEncoding {
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

interface DocumentSample {
  /** Some words of the document; '' until they are known. */
  readonly sample: string
  /** Waits for the words, which need the password of a protected document. */
  readonly readSample: (password: string | null) => Promise<string>
}

/** Some words of the chosen document, to recognise its script before it is sent. Null reads nothing. */
function useDocumentSample(
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
