/** Exports and checks under way, from the page's side. */
import i18next from 'i18next'
import type { ExportPart } from '../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import type { EventPayload } from '../../shared/ipc/contract.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import type { CheckState, ExportState } from '../stores/appStore.ts'
import type { World } from '../stores/world.ts'

/** Starts an export, whose progress the host tells. */
export async function runExport(
  world: World,
  projectId: ProjectId | null,
  start: () => Promise<{ exportId: string }>,
): Promise<void> {
  const starting: ExportState = {
    exportId: null,
    projectId,
    fraction: 0,
    remainingMs: null,
    outcome: { kind: 'running' },
  }
  world.app.setState({ exporting: starting })
  try {
    const { exportId } = await start()
    world.app.setState(({ exporting }) => ({
      exporting: exporting === null ? null : { ...exporting, exportId },
    }))
  } catch (error) {
    world.app.setState({ exporting: null })
    throw error
  }
}

/** Measures what an export would write, without writing it. The outcome is in the store, until another check takes its place. */
export async function checkExport(world: World, settings: ExportSettings, part: ExportPart): Promise<void> {
  const projectId = world.story.getState().open?.project.projectId
  if (projectId === undefined) return
  await world.saver.flush()
  const starting: CheckState = {
    ...{ exportId: null, projectId, settings, part, fraction: 0 },
    outcome: { kind: 'running' },
  }
  world.app.setState({ checking: starting })
  try {
    const { exportId } = await world.bridge.call('export:start', {
      ...{ projectId, ref: null, part, cover: null, leavesOutMissing: true, settings },
      narrator: i18next.t('inspector.narrator'),
      music: i18next.t('music.lane'),
    })
    world.app.setState(({ checking }) => ({ checking: checking === null ? null : { ...checking, exportId } }))
  } catch (error) {
    world.app.setState({ checking: null })
    throw error
  }
}

/** Ends the check that is under way. */
export async function cancelCheck(world: World): Promise<void> {
  const { checking } = world.app.getState()
  if (checking?.outcome.kind !== 'running' || checking.exportId === null) return
  await world.bridge.call('export:cancel', { exportId: checking.exportId })
}

/** Hears how an export or a check is. An event may come before the answer that tells its id. */
export function hearExport({ app }: World, progress: EventPayload<'export:progress'>): void {
  const { exportId, fraction, remainingMs, outcome } = progress
  const { exporting, checking } = app.getState()
  const isOfExport = exporting !== null && (exporting.exportId ?? exportId) === exportId
  if (checking !== null && (checking.exportId === exportId || (checking.exportId === null && !isOfExport))) {
    if (outcome.kind !== 'done') app.setState({ checking: { ...checking, exportId, fraction, outcome } })
    return
  }
  if (!isOfExport || outcome.kind === 'checked') return
  app.setState({ exporting: { ...exporting, exportId, fraction, remainingMs, outcome } })
}
