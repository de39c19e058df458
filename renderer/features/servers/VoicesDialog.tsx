import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { removeVoice, saveVoices } from '../../actions/servers.ts'
import { heardBlock } from '../../actions/voicePicking.ts'
import { HearButton } from '../../fields/VoiceField.tsx'
import { useApp, useAppState, useCloseDialog } from '../../hooks/app.ts'
import { useDeferredStoryIfOpen, useSelectionIfOpen } from '../../hooks/session.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useHearing, type HeardLine, type Hearing } from '../../hooks/hearing.ts'
import styles from './Servers.module.css'

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

/** The words of the open story for auditions of voices, and whether the built-in service speaks them. */
function useHeardLine(): { readonly line: HeardLine | null; readonly isBuiltIn: boolean } {
  const story = useDeferredStoryIfOpen()
  const selection = useSelectionIfOpen()
  const line = useMemo(() => {
    const block = story === null ? undefined : heardBlock(story, null, selection)
    return block === undefined ? null : { block, text: block.text }
  }, [story, selection])
  return { line, isBuiltIn: story?.info.connectionId === BUILT_IN_CONNECTION }
}

/** The voices of engines, engine by engine, each with a play button if `hearing` is given. The writer cannot change them. */
function EngineVoices({ hearing }: { readonly hearing: Hearing | null }) {
  const { t } = useTranslation()
  const app = useApp()
  const engines = useAppState((state) => state.servers.engine)
  return (
    <>
      {engines.map(({ name }) => (
        <VoicesOfEngine key={name} name={name} hearing={hearing} />
      ))}
      <div>
        <Button
          onPress={() => {
            runCommand(app, 'engines')
          }}
        >
          {t('commands.engines')}
        </Button>
      </div>
    </>
  )
}

function VoicesOfEngine({ name, hearing }: { readonly name: string; readonly hearing: Hearing | null }) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.hostVoices)
  const stateText = useEngineStateText(name)
  const own = voices.filter(({ engine }) => engine === name)
  const heading = t('servers.engine.voicesOf', { name })
  return (
    <section className={styles.engine}>
      <h3>{heading}</h3>
      <p className={styles.note}>{stateText}</p>
      {own.length === 0 ? null : (
        <ul className={styles.names} aria-label={heading} tabIndex={0}>
          {own.map((voice) => (
            <li key={voice.id}>
              {hearing === null ? null : <HearButton voice={voice} hearing={hearing} />}
              {voice.name}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The state of an engine, as a sentence; null before it is known, or without an engine. */
export function useEngineStateText(name: string | null): string | null {
  const { t } = useTranslation()
  const found = useAppState((state) => state.engineStates.find((engine) => engine.name === name))
  const count = useAppState((state) => state.hostVoices.filter(({ engine }) => engine === name).length)
  return found === undefined
    ? null
    : t(`servers.engine.states.${found.state}`, { ...found, count, formatted: formatCount(count) })
}
