import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { MAX_PASSWORD_CHARACTERS } from '../../../shared/speech-api/limits.ts'
import { DEFAULT_MODEL, TEXT_MODELS } from '../../../shared/speech-api/models.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { EncodingField } from '../../fields/EncodingField.tsx'
import { SpeechSettingsFields } from '../../fields/SpeechSettingsFields.tsx'
import { UnreadTextWarning } from '../../fields/UnreadWarning.tsx'
import { unreadIn } from '../../../shared/voices/scripts.ts'
import { askingOverCap } from '../../actions/conversions.ts'
import { chooseDocument, startDocument } from '../../actions/documents.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useStoryIfOpen } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { ChosenDocument } from '../../stores/openDialog.ts'
import { usePackLanguages } from '../../hooks/packLanguages.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Documents.module.css'
import { formatSize } from '../../i18n/formatSize.ts'
import { useDocumentEncoding } from './useDocumentEncoding.ts'
import { useDocumentSample } from './useDocumentSample.ts'

/** How much of a document a voice is heard with, in characters. */
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

/** Which document is spoken, and how. Starts with the settings of the open story. */
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
      if ((await readSamples()).length > 0 && !isAsked) return // the question has just come up
      const isTold = sample !== ''
      const isUnread = isBuiltIn && unreadIn(await readSample(order.password), voiceId, packs) !== null
      if (isUnread && !isTold) return // the warning has just come up
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
