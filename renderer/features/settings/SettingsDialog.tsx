import { useTranslation } from 'react-i18next'
import { runCommand } from '../../actions/commands.ts'
import { useAppState, useWorld } from '../../hooks/world.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import styles from './Settings.module.css'

/** How Fabula looks, and what it is. */
export function SettingsDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const settings = useAppState((state) => state.settings)
  const info = useAppState((state) => state.info)
  return (
    <Dialog
      title={t('commands.settings')}
      closeLabel={t('app.close')}
      onClose={() => {
        world.view.setState({ dialog: null })
      }}
    >
      <SegmentField
        label={t('app.theme')}
        value={settings.theme}
        options={(['system', 'light', 'dark'] as const).map((id) => ({ id, name: t(`app.themes.${id}`) }))}
        onChange={(theme) => {
          world.app.setState({ settings: { ...settings, theme } })
          world.bridge.call('settings:update', { theme }).catch(world.report)
        }}
      />
      <div className={styles.buttons}>
        <Button
          onPress={() => {
            runCommand(world, 'connections')
          }}
        >
          {t('servers.manage')}
        </Button>
        <Button
          onPress={() => {
            runCommand(world, 'engines')
          }}
        >
          {t('commands.engines')}
        </Button>
      </div>
      <p>
        {t('app.about', { version: info?.version ?? '', host: t(`app.hosts.${info?.host ?? 'browser'}`) })}
      </p>
    </Dialog>
  )
}
