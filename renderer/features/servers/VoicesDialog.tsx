import { X } from 'lucide-react'
import { useState } from 'react'
import { saveVoices } from '../../actions/servers.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Servers.module.css'
import { EngineVoices } from './EngineVoices.tsx'

/** The writer's own list of voices: hosted services do not list theirs. */
export function VoicesDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const { voices } = useAppState((state) => state.settings)
  const [id, setId] = useState('')
  const [name, setName] = useState('')
  const add = async () => {
    const voice = { id: id.trim(), name: name.trim() === '' ? id.trim() : name.trim() }
    if (voice.id === '') return
    await saveVoices(world, [...voices.filter((other) => other.id !== voice.id), voice])
    setId('')
    setName('')
  }
  return (
    <Dialog
      title={t('servers.voicesTitle')}
      closeLabel={t('app.close')}
      onClose={() => {
        world.view.setState({ dialog: null })
      }}
    >
      <p className={styles.note}>{t('servers.voicesIntro')}</p>
      {voices.length === 0 ? <p>{t('servers.voicesEmpty')}</p> : null}
      <ul className={styles.list} aria-label={t('servers.voicesTitle')}>
        {voices.map((voice) => (
          <li key={voice.id} className={styles.voice}>
            <div className={styles.facts}>
              <b>{voice.name}</b>
              <small>{voice.id}</small>
            </div>
            <IconButton
              label={t('servers.removeVoice', { name: voice.name })}
              onPress={() => {
                saveVoices(
                  world,
                  voices.filter((other) => other.id !== voice.id),
                ).catch(world.report)
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
          add().catch(world.report)
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
      <EngineVoices />
    </Dialog>
  )
}
