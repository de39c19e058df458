import { useState } from 'react'
import { MOST_AT_ONCE } from '../../../shared/jobs/atOnce.ts'
import { changeSettings } from '../../actions/settings.ts'
import { canNotify } from '../../actions/notifying.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'

const CHOICES = [1, 2, 3, 5, MOST_AT_ONCE] as const

/** How many blocks each service makes at the same time. */
export function AtOnceChoice() {
  const { t } = useTranslation()
  const app = useApp()
  const count = useAppState((state) => state.settings.blocksAtOnce)
  return (
    <SegmentField
      label={t('settings.atOnce')}
      value={String(count)}
      options={CHOICES.map((choice) => ({ id: String(choice), name: String(choice) }))}
      onChange={(choice) => {
        changeSettings(app, { blocksAtOnce: Number(choice) })
      }}
    />
  )
}

/** Whether the person is told that a render is over. A browser asks the person first, and only after a press. */
export function NotifyingChoice() {
  const { t } = useTranslation()
  const app = useApp()
  const isOn = useAppState((state) => state.settings.isNotifying)
  const isBrowser = useAppState((state) => state.info?.host === 'browser')
  const [permission, setPermission] = useState(canNotify)
  return (
    <div>
      <SwitchField
        label={t('settings.notifying')}
        hint={t('settings.notifyingHint')}
        isAtEnd
        isOn={isOn}
        onChange={(isNotifying) => {
          changeSettings(app, { isNotifying })
        }}
      />
      {isBrowser && isOn && permission === 'default' ? (
        <Button
          onPress={() => {
            Notification.requestPermission().then(setPermission, app.report)
          }}
        >
          {t('settings.allowNotifying')}
        </Button>
      ) : null}
      {isBrowser && isOn && permission === 'denied' ? <small>{t('settings.notifyingDenied')}</small> : null}
    </div>
  )
}
