/** Exports and checks under way, from the page's side. */
import i18next from 'i18next'
import type { ExportPart } from '../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import type { EventPayload } from '../../shared/ipc/contract.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import type { CheckState, ExportState } from '../stores/appStore.ts'
import type { World } from '../stores/world.ts'
import { withFinishedExport } from '../../shared/export/storyExports.ts'
import { changeSettings } from './settings.ts'

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
  if (world.story.getState().open === null) return
  await world.saver.flush()
  const { open } = world.story.getState()
  if (open === null) return
  const { takes, render } = world.audio.getState()
  const { projectId } = open.project
  const starting: CheckState = {
    exportId: null,
    projectId,
    settings,
    part,
    story: open.story,
    takes,
    render,
    fraction: 0,
    outcome: { kind: 'running' },
  }
  world.app.setState({ checking: starting })
  try {
    const { exportId } = await world.bridge.call('export:start', {
      projectId,
      ref: null,
      part,
      cover: null,
      leavesOutMissing: true,
      settings,
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
export function hearExport(world: World, progress: EventPayload<'export:progress'>): void {
  const { app } = world
  const { exportId, fraction, remainingMs, outcome } = progress
  const { exporting, checking } = app.getState()
  const isOfExport = exporting !== null && (exporting.exportId ?? exportId) === exportId
  if (checking !== null && (checking.exportId === exportId || (checking.exportId === null && !isOfExport))) {
    if (outcome.kind !== 'done') app.setState({ checking: { ...checking, exportId, fraction, outcome } })
    return
  }
  if (!isOfExport || outcome.kind === 'checked') return
  app.setState({ exporting: { ...exporting, exportId, fraction, remainingMs, outcome } })
  if (outcome.kind === 'done' && exporting.projectId !== null)
    rememberExport(world, exporting.projectId, exportId, outcome)
}

/** Remembers where the open story was written. */
function rememberExport(
  world: World,
  projectId: ProjectId,
  exportId: string,
  { fileCount, location }: Pick<Extract<ExportState['outcome'], { kind: 'done' }>, 'fileCount' | 'location'>,
): void {
  const project = world.story.getState().open?.project
  if (project?.projectId !== projectId) return
  world.app.setState({ writtenExport: { exportId, projectId } })
  const { storyExports } = world.app.getState().settings
  const last = { atMs: world.now(), fileCount: Math.max(1, fileCount), location }
  changeSettings(world, { storyExports: [...withFinishedExport(storyExports, project.recentId, last)] })
}
