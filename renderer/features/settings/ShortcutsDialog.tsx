import { useTranslation } from 'react-i18next'
import { ALL_ACTIONS } from '../../actions/allActions.ts'
import { showKeys } from '../../actions/keys.ts'
import { useWorld } from '../../hooks/world.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './Settings.module.css'

/** Keys that belong to a place rather than to an action. */
const PLACES = [
  { label: 'app.keys.splitText', keys: 'Alt+Shift+Enter' },
  { label: 'app.keys.pickUp', keys: 'Space' },
] as const

/** Every key that does something. */
export function ShortcutsDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  return (
    <Dialog
      title={t('actions.shortcuts')}
      closeLabel={t('app.close')}
      onClose={() => {
        world.view.setState({ dialog: null })
      }}
    >
      <dl className={styles.keys} tabIndex={0}>
        {[
          ...ALL_ACTIONS.flatMap(({ label, keys }) =>
            keys?.[0] === undefined ? [] : [{ label, keys: keys[0] }],
          ),
          ...PLACES,
        ].map(({ label, keys }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              <kbd>{showKeys(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
