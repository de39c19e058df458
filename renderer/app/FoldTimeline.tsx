import { ChevronDown, ChevronUp } from 'lucide-react'
import { runCommand } from '../actions/commands.ts'
import { usePanel } from '../hooks/panels.ts'
import { useWorld } from '../hooks/world.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { IconButton } from '../ui/Button.tsx'

/** Folds the timeline to its buttons and the overview, and unfolds it. */
export function FoldTimeline() {
  const { t } = useTranslation()
  const world = useWorld()
  const { isOpen } = usePanel('timeline')
  const Chevron = isOpen ? ChevronDown : ChevronUp
  return (
    <IconButton
      label={t('commands.toggleTimeline')}
      aria-expanded={isOpen}
      onPress={() => {
        runCommand(world, 'toggleTimeline')
      }}
    >
      <Chevron size={16} />
    </IconButton>
  )
}
