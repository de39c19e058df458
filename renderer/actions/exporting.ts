/** The page's side of exports and checks, and choosing a place for a file: with the system's dialog, or with Fabula's own if the host has none. */
import i18next from 'i18next'
import type { ExportPart } from '../../shared/export/exportPart.ts'
import { type ExportSettings, withFinishedExport } from '../../shared/export/exportSettings.ts'
import type { EventPayload } from '../../shared/ipc/contract.ts'
import type { FileRef, ProjectId } from '../../shared/ipc/views.ts'
import type { CheckState, ExportState } from '../stores/appStore.ts'
import { type App, currentSession, type Session } from '../stores/app.ts'
import { changeSettings } from './settings.ts'
import type { SavedPurpose } from '../../shared/files/fileTypes.ts'
import { safeName } from '../../shared/export/fileNames.ts'
import { openQuestion } from '../stores/viewStore.ts'

/** Starts an export. The host sends its progress. */
export async function runExport(
  app: App,
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
  app.state.setState({ exporting: starting })
  await begin(app, 'exporting', start)
}

/** Starts what the store shows as running, which has its id once the host has answered, and is no longer shown if that fails. */
async function begin(
  app: App,
  name: 'exporting' | 'checking',
  start: () => Promise<{ exportId: string }>,
): Promise<void> {
  try {
    const { exportId } = await start()
    const shown = app.state.getState()[name]
    if (shown !== null) app.state.setState({ [name]: { ...shown, exportId } })
  } catch (error) {
    app.state.setState({ [name]: null })
    throw error
  }
}

/** Measures what an export would write, without writing it. The outcome is in the store until the next check. */
export async function checkExport(
  session: Session,
  settings: ExportSettings,
  part: ExportPart,
): Promise<void> {
  await session.saver.flush()
  if (session.isClosed()) return
  const { story, project } = session.story.getState()
  const { takes, render } = session.audio.getState()
  const { projectId } = project
  const starting: CheckState = {
    exportId: null,
    projectId,
    settings,
    part,
    story,
    takes,
    render,
    fraction: 0,
    outcome: { kind: 'running' },
  }
  session.state.setState({ checking: starting })
  await begin(session, 'checking', () =>
    session.bridge.call('export:start', {
      projectId,
      ref: null,
      part,
      cover: null,
      leavesOutMissing: true,
      settings,
      narrator: i18next.t('inspector.narrator'),
      music: i18next.t('music.lane'),
      sample: i18next.t('exports.sample'),
    }),
  )
}

/** Cancels the current check. */
export async function cancelCheck(app: App): Promise<void> {
  const { checking } = app.state.getState()
  if (checking?.outcome.kind !== 'running' || checking.exportId === null) return
  await app.bridge.call('export:cancel', { exportId: checking.exportId })
}

/** Handles the progress of an export or a check. An event may arrive before the answer with its id. */
export function hearExport(app: App, progress: EventPayload<'export:progress'>): void {
  const { exportId, fraction, remainingMs, outcome } = progress
  const { exporting, checking } = app.state.getState()
  const isOfExport = exporting !== null && (exporting.exportId ?? exportId) === exportId
  if (checking !== null && (checking.exportId === exportId || (checking.exportId === null && !isOfExport))) {
    if (outcome.kind !== 'done')
      app.state.setState({ checking: { ...checking, exportId, fraction, outcome } })
    return
  }
  if (!isOfExport || outcome.kind === 'checked') return
  app.state.setState({ exporting: { ...exporting, exportId, fraction, remainingMs, outcome } })
  if (outcome.kind === 'done' && exporting.projectId !== null)
    rememberExport(app, exporting.projectId, exportId, outcome)
}

/** Hides the outcome of the export. */
export function dismissExport(app: App): void {
  app.state.setState({ exporting: null })
}

/** Remembers where the open story was exported. */
function rememberExport(
  app: App,
  projectId: ProjectId,
  exportId: string,
  { fileCount, location }: Pick<Extract<ExportState['outcome'], { kind: 'done' }>, 'fileCount' | 'location'>,
): void {
  const project = currentSession(app)?.story.getState().project
  if (project?.projectId !== projectId) return
  app.state.setState({ writtenExport: { exportId, projectId } })
  const { storyExports } = app.state.getState().settings
  const last = { atMs: app.now(), fileCount: Math.max(1, fileCount), location }
  changeSettings(app, { storyExports: [...withFinishedExport(storyExports, project.recentId, last)] })
}

/**
 * Asks where to write a file, and writes it there with `write`. Nothing is written if no place is chosen, or if `signal`, of the file's
 * session, was aborted before.
 */
export async function choosePlace(
  app: App,
  purpose: SavedPurpose,
  suggestedName: string,
  write: (ref: FileRef) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const writeOpen = async (ref: FileRef) => {
    if (signal?.aborted !== true) await write(ref)
  }
  if (!hasSystemDialog(app)) {
    openQuestion(app.view, {
      savePlace: { purpose, suggestedName: safeName(suggestedName), write: writeOpen },
    })
    return
  }
  const { ref } = await app.bridge.call('files:pick', { purpose, suggestedName })
  if (ref !== null) await writeOpen(ref)
}

/** Whether the host shows the system's file dialogs; otherwise Fabula shows its own. */
export function hasSystemDialog(app: App): boolean {
  return app.state.getState().info?.filePicker === 'system'
}
