import type { AppInfo } from '../../../shared/ipc/views.ts'

/** A host's information about itself, for tests that need it. */
export const APP_INFO: AppInfo = {
  version: '1.2.3',
  host: 'browser',
  platform: 'linux',
  systemLanguages: null,
  filePicker: 'own',
  folder: '/stories',
  setAside: [],
}
