import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { extensionsFor } from '../../../shared/files/fileTypes.ts'
import { TEXT_MODELS } from '../../../shared/speech-api/models.ts'
import type { TextModel } from '../../../shared/speech-api/models.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { askingOverCap } from '../../actions/conversions.ts'
import { chooseDocument, startDocument } from '../../actions/documents.ts'
import { formatSpeed } from '../../i18n/format.ts'
import type { ChosenDocument } from '../../stores/viewStore.ts'
import { useAllowsAnyVoice, useVoiceOptions } from '../../hooks/voiceOptions.ts'
import { useAppState, useStoryState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SliderField } from '../../ui/SliderField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Documents.module.css'
import { formatSize } from './formatSize.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { MAX_SPEED, MIN_SPEED } from '../../../shared/speech-api/limits.ts'

/** Which document is spoken, by whom and how. Begins with what the open story uses. */
export function DocumentForm({ chosen }: { readonly chosen: ChosenDocument | null }) {
  const { t } = useTranslation()
  const world = useWorld()
  const info = useStoryState((state) => state.open?.story.info)
  const { connections } = useAppState((state) => state.connections)
  const [connectionId, setConnectionId] = useState(info?.connectionId ?? BUILT_IN_CONNECTION)
  const [voiceId, setVoiceId] = useState((info?.defaults ?? DEFAULT_SETTINGS).voiceId)
  const [model, setModel] = useState<TextModel>(info?.defaults.model === 'tts-1-hd' ? 'tts-1-hd' : 'tts-1')
  const [speed, setSpeed] = useState((info?.defaults ?? DEFAULT_SETTINGS).speed)
  const [password, setPassword] = useState('')
  const [isStarting, setIsStarting] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const isBuiltIn = connectionId === BUILT_IN_CONNECTION
  const voices = useVoiceOptions(connectionId)
  const allowsAnyVoice = useAllowsAnyVoice(connectionId)
  const services = [{ id: BUILT_IN_CONNECTION, name: t('connections.builtIn') }, ...connections]
  const order = { connectionId, voiceId, model, speed, password: password === '' ? null : password }
  const start = async (document: ChosenDocument) => {
    setIsStarting(true)
    try {
      await startDocument(world, document, order)
      setPassword('')
    } finally {
      setIsStarting(false)
    }
  }
  return (
    <>
      <div className={styles.chooser}>
        <Button icon={<FileUp size={15} />} onPress={() => chooser.current?.click()}>
          {t(chosen === null ? 'documents.choose' : 'documents.chooseOther')}
        </Button>
        {chosen === null ? null : (
          <span className={styles.chosen}>
            {t('documents.chosen', { name: chosen.name, size: formatSize(t, chosen.sizeBytes) })}
          </span>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          accept={extensionsFor('document').join(',')}
          aria-label={t('documents.choose')}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file !== undefined) chooseDocument(world, file).catch(world.report)
          }}
        />
      </div>
      <p className={styles.note}>{t('documents.formats')}</p>
      {connections.length === 0 ? null : (
        <ComboField
          label={t('documents.service')}
          value={connectionId}
          options={services}
          emptyText={t('inspector.noVoice')}
          onChange={setConnectionId}
        />
      )}
      <ComboField
        label={t('inspector.voice')}
        value={voiceId}
        options={voices}
        emptyText={t('inspector.noVoice')}
        allowsCustom={allowsAnyVoice}
        onChange={setVoiceId}
      />
      <SegmentField
        label={t('inspector.model')}
        value={model}
        options={TEXT_MODELS.map((id) => ({ id, name: t(`inspector.models.${id}`) }))}
        onChange={setModel}
      />
      <SliderField
        label={t('inspector.speed')}
        value={speed}
        min={MIN_SPEED}
        max={MAX_SPEED}
        step={0.05}
        format={(value) => t('units.speed', { value: formatSpeed(value) })}
        onChange={setSpeed}
      />
      <div className={styles.password}>
        <TextField
          label={t('documents.password')}
          value={password}
          type="password"
          maxLength={1000}
          onChange={setPassword}
        />
        <p className={styles.note}>{t('documents.passwordHint')}</p>
      </div>
      <div className={styles.start}>
        <Button
          tone="primary"
          isDisabled={chosen === null || isStarting || voiceId === ''}
          onPress={() => {
            if (chosen !== null) askingOverCap(world, () => start(chosen)).catch(world.report)
          }}
        >
          {t(isStarting ? 'documents.starting' : 'documents.start')}
        </Button>
        <span className={styles.note}>{t(isBuiltIn ? 'documents.costBuiltIn' : 'documents.cost')}</span>
      </div>
    </>
  )
}
