import { useTranslation } from 'react-i18next'
import { COMMAND_IDS, PLACE_KEYS, PLACE_KEYS_IDS } from '../../../shared/commands/commands.ts'
import { shownKeys } from '../../actions/commands.ts'
import { useWorld } from '../../hooks/world.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { showKeys } from '../../ui/keys.ts'
import styles from './Settings.module.css'

/** The keys of every command, and of places such as the text of a block. */
export function ShortcutsDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const rows = [
    ...COMMAND_IDS.flatMap((id) => {
      const keys = shownKeys(world, id)
      return keys === undefined ? [] : [{ id, keys }]
    }),
    ...PLACE_KEYS_IDS.map((id) => ({ id, keys: showKeys(PLACE_KEYS[id]) })),
  ]
  return (
    <Dialog
      title={t('commands.shortcuts')}
      closeLabel={t('app.close')}
      onClose={() => {
        world.view.setState({ dialog: null })
      }}
    >
      <dl className={styles.keys} tabIndex={0}>
        {rows.map(({ id, keys }) => (
          <div key={id}>
            <dt>{t(`commands.${id}`)}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
