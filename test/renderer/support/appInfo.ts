import type { AppInfo } from '../../../shared/ipc/views.ts'

/** What a host says about itself, for tests in which that matters. */
export const APP_INFO: AppInfo = {
  version: '1.2.3',
  host: 'browser',
  platform: 'linux',
  systemLanguages: null,
  filePicker: 'own',
  folder: '/stories',
  setAside: [],
}
