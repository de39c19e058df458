import { Volume2, VolumeX } from 'lucide-react'
import { memo } from 'react'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { usePlayback, useWorld } from '../../hooks/world.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { SoundPart } from '../../stores/playbackStore.ts'
import { IconToggle } from '../../ui/IconToggle.tsx'

const COMMANDS = { voices: 'muteVoices', music: 'muteMusic' } as const

/** Whether a part of the story is muted while it is listened to. */
export const MuteToggle = memo(function MuteToggle({ part }: { readonly part: SoundPart }) {
  const { t } = useTranslation()
  const world = useWorld()
  const isMuted = usePlayback((state) => state.muted[part])
  const command = COMMANDS[part]
  return (
    <IconToggle
      label={t(`commands.${command}`)}
      tip={commandTip(world, command, t(`timeline.muteTip.${part}`))}
      isOn={isMuted}
      onChange={() => runCommand(world, command)}
    >
      {isMuted ? <VolumeX size={14} /> : <Volume2 size={14} />}
    </IconToggle>
  )
})
