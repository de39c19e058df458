import { ChevronDown, Repeat } from 'lucide-react'
import { memo } from 'react'
import { PLAYBACK_RATES } from '../../../shared/story/playbackRates.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { setPlaybackRate } from '../../actions/playing.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { usePlayback } from '../../hooks/session.ts'
import { formatRate } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconToggle } from '../../ui/IconToggle.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import styles from './Transport.module.css'

/** Whether what plays is played again and again. */
export const LoopToggle = memo(function LoopToggle() {
  const { t } = useTranslation()
  const app = useApp()
  const isLooping = usePlayback((state) => state.isLooping)
  return (
    <IconToggle
      label={t('commands.toggleLoop')}
      tip={commandTip(app, 'toggleLoop', t('timeline.loopTip'))}
      isOn={isLooping}
      onChange={() => runCommand(app, 'toggleLoop')}
    >
      <Repeat size={16} />
    </IconToggle>
  )
})

/** How fast stories are played. */
export const RateMenu = memo(function RateMenu() {
  const { t } = useTranslation()
  const app = useApp()
  const rate = useAppState((state) => state.settings.playbackRate)
  return (
    <MenuButton
      label={t('timeline.rate', { rate: formatRate(t, rate) })}
      className={styles.rate}
      isOn={rate !== 1}
      entries={PLAYBACK_RATES.map((each) => ({
        id: String(each),
        label: formatRate(t, each),
        isChosen: each === rate,
        onAction: () => setPlaybackRate(app, each),
      }))}
    >
      <span>{formatRate(t, rate)}</span>
      <ChevronDown size={12} aria-hidden="true" />
    </MenuButton>
  )
})
