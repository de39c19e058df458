import { useShallow } from 'zustand/react/shallow'
import type { ExportPart } from '../../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../../shared/export/exportSettings.ts'
import { useAppState } from '../../hooks/app.ts'
import { useAudioState, useDeferredStory } from '../../hooks/session.ts'

/** Whether the last check, successful or running, used these settings, this part, and the current story and audio. Tags and captions do not affect sound. */
export function useIsChecked(settings: ExportSettings, part: ExportPart): boolean {
  const checking = useAppState((state) => state.checking)
  const story = useDeferredStory()
  const { takes, render } = useAudioState(
    useShallow((state) => ({ takes: state.takes, render: state.render })),
  )
  if (checking === null || checking.outcome.kind === 'failed' || checking.outcome.kind === 'cancelled')
    return false
  const sound = (each: ExportSettings) => JSON.stringify({ ...each, tags: null, captions: [] })
  return (
    sound(checking.settings) === sound(settings) &&
    JSON.stringify(checking.part) === JSON.stringify(part) &&
    checking.story === story &&
    checking.takes === takes &&
    checking.render === render
  )
}
