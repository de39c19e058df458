import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { removeVoice, saveVoices } from '../../actions/servers.ts'
import { heardBlock } from '../../actions/voicePicking.ts'
import { HearButton } from '../../fields/HearButton.tsx'
import { useHearing, type HeardLine } from '../../hooks/hearing.ts'
import { useApp, useAppState, useCloseDialog } from '../../hooks/app.ts'
import { useDeferredStoryIfOpen, useSelectionIfOpen } from '../../hooks/session.ts'
import { errorText } from '../../i18n/errorText.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Servers.module.css'
import { EngineVoices } from './EngineVoices.tsx'

/** The writer's own list of voices: hosted services do not list theirs. */
export function VoicesDialog() {
  const { t } = useTranslation()
  const app = useApp()
  const close = useCloseDialog()
  const { voices } = useAppState((state) => state.settings)
  const [id, setId] = useState('')
  const [name, setName] = useState('')
  const { line, isBuiltIn } = useHeardLine()
  const hearing = useHearing(line)
  const hostVoices = useAppState((state) => state.hostVoices)
  const isHeard = (voiceId: string) => !isBuiltIn || hostVoices.some((voice) => voice.id === voiceId)
  const add = async () => {
    const voice = { id: id.trim(), name: name.trim() === '' ? id.trim() : name.trim() }
    if (voice.id === '') return
    await saveVoices(app, [...voices.filter((other) => other.id !== voice.id), voice])
    setId('')
    setName('')
  }
  return (
    <Dialog title={t('servers.voicesTitle')} closeLabel={t('app.close')} onClose={close}>
      <p className={styles.note}>{t('servers.voicesIntro')}</p>
      {line === null || hearing === null ? null : (
        <p className={styles.note} dir="auto">
          {t('servers.heardWith', { text: line.text })}
        </p>
      )}
      {hearing?.error ? <p role="alert">{errorText(t, hearing.error)}</p> : null}
      {voices.length === 0 ? <p>{t('servers.voicesEmpty')}</p> : null}
      <ul className={styles.list} aria-label={t('servers.voicesTitle')}>
        {voices.map((voice) => (
          <li key={voice.id} className={styles.voice}>
            {hearing !== null && isHeard(voice.id) ? <HearButton voice={voice} hearing={hearing} /> : null}
            <div className={styles.facts}>
              <b>{voice.name}</b>
              <small>{voice.id}</small>
            </div>
            <IconButton
              label={t('servers.removeVoice', { name: voice.name })}
              onPress={() => {
                removeVoice(app, voice).catch(app.report)
              }}
            >
              <X size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
      <form
        className={styles.newVoice}
        onSubmit={(event) => {
          event.preventDefault()
          add().catch(app.report)
        }}
      >
        <TextField
          label={t('servers.voiceId')}
          value={id}
          placeholder="OA001"
          maxLength={200}
          autoFocus
          onChange={setId}
        />
        <TextField label={t('servers.voiceName')} value={name} maxLength={200} onChange={setName} />
        <Button type="submit">{t('servers.addVoice')}</Button>
      </form>
      <EngineVoices hearing={isBuiltIn ? hearing : null} />
    </Dialog>
  )
}

/** The words of the open story that voices are heard with, and whether the built-in service says them. */
function useHeardLine(): { readonly line: HeardLine | null; readonly isBuiltIn: boolean } {
  const story = useDeferredStoryIfOpen()
  const selection = useSelectionIfOpen()
  const line = useMemo(() => {
    const block = story === null ? undefined : heardBlock(story, null, selection)
    return block === undefined ? null : { block, text: block.text }
  }, [story, selection])
  return { line, isBuiltIn: story?.info.connectionId === BUILT_IN_CONNECTION }
}
