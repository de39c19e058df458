import { useState } from 'react'
import { shareVibes } from '../../actions/vibeFiles.ts'
import { useVibesState } from '../../hooks/vibeLibrary.ts'
import { useApp, useCloseDialog } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { ActionDialog } from '../../ui/ActionDialog.tsx'
import { VibeChecklist } from './VibeChecklist.tsx'

/** Which of the writer's own vibes go into a file: all by default. */
export function ShareVibesDialog() {
  const { t } = useTranslation()
  const app = useApp()
  const custom = useVibesState((state) => state.custom) ?? []
  const removing = useVibesState((state) => state.removing)
  const entries = custom
    .filter(({ id }) => !removing.has(id))
    .map((vibe) => ({ ...vibe, key: String(vibe.id) }))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(entries.map(({ key }) => key)))
  const wanted = entries.filter(({ key }) => chosen.has(key))
  const close = useCloseDialog()
  return (
    <ActionDialog
      title={t('vibes.shareTitle')}
      closeLabel={t('app.close')}
      onClose={close}
      cancelLabel={t('app.cancel')}
      action={{
        label: t('vibes.shareGo', { count: wanted.length }),
        isDisabled: wanted.length === 0,
        onPress: () => {
          shareVibes(app, wanted).catch(app.report)
        },
      }}
    >
      <p>{t('vibes.shareText')}</p>
      <VibeChecklist label={t('vibes.own')} entries={entries} chosen={chosen} onChange={setChosen}>
        <div>
          <Button
            onPress={() => {
              setChosen(new Set(wanted.length === entries.length ? [] : entries.map(({ key }) => key)))
            }}
          >
            {t(wanted.length === entries.length ? 'vibes.chooseNone' : 'vibes.chooseAll')}
          </Button>
        </div>
      </VibeChecklist>
    </ActionDialog>
  )
}
