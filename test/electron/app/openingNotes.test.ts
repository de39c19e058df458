import { expect, test } from 'vitest'
import { sharedFolderOf } from '../../../electron/app/openingNotes.ts'

const find = (
  path: string,
  platform: NodeJS.Platform = 'darwin',
  env: NodeJS.ProcessEnv = {},
  type?: number,
) => sharedFolderOf(path, { platform, env, fileSystemOf: () => type })

test.each([
  ['/home/m/Dropbox/tales/fox.fabula', 'Dropbox', '/home/m/Dropbox'],
  ['/home/m/Dropbox (Personal)/fox.fabula', 'Dropbox', '/home/m/Dropbox (Personal)'],
  [
    '/Users/m/Library/CloudStorage/Dropbox-Work/fox.fabula',
    'Dropbox',
    '/Users/m/Library/CloudStorage/Dropbox-Work',
  ],
  ['C:\\Users\\m\\OneDrive\\Documents\\fox.fabula', 'OneDrive', 'C:\\Users\\m\\OneDrive'],
  ['C:\\Users\\m\\OneDrive - Studio Ltd\\fox.fabula', 'OneDrive', 'C:\\Users\\m\\OneDrive - Studio Ltd'],
  [
    '/Users/m/Library/CloudStorage/OneDrive-Personal/fox.fabula',
    'OneDrive',
    '/Users/m/Library/CloudStorage/OneDrive-Personal',
  ],
  [
    '/Users/m/Library/Mobile Documents/com~apple~CloudDocs/fox.fabula',
    'iCloud Drive',
    '/Users/m/Library/Mobile Documents',
  ],
  ['C:\\Users\\m\\iCloudDrive\\fox.fabula', 'iCloud Drive', 'C:\\Users\\m\\iCloudDrive'],
  [
    '/Users/m/Library/CloudStorage/GoogleDrive-m@x.example/My Drive/fox.fabula',
    'Google Drive',
    '/Users/m/Library/CloudStorage/GoogleDrive-m@x.example',
  ],
  ['/Users/m/Google Drive/fox.fabula', 'Google Drive', '/Users/m/Google Drive'],
  ['G:\\Meine Ablage\\fox.fabula', 'Google Drive', 'G:\\Meine Ablage'],
  ['/home/m/Nextcloud/fox.fabula', 'Nextcloud', '/home/m/Nextcloud'],
  ['/home/m/ownCloud/fox.fabula', 'ownCloud', '/home/m/ownCloud'],
  ['/home/m/MEGAsync/fox.fabula', 'MEGA', '/home/m/MEGAsync'],
])('%s is synchronized by %s', (path, service, folder) => {
  expect(find(path)).toEqual({ service, folder })
})

test('OneDrive is recognized by the folder that Windows names, whatever the folder’s name', () => {
  const env = { OneDriveCommercial: 'D:\\Work\\Cloud\\' }
  expect(find('d:\\work\\cloud\\fox.fabula', 'win32', env)).toEqual({
    service: 'OneDrive',
    folder: 'D:\\Work\\Cloud\\',
  })
  expect(find('D:\\Work\\Cloudy\\fox.fabula', 'win32', env)).toBeNull()
})

test.each([
  ['\\\\server\\tales\\fox.fabula', 'win32', undefined],
  ['//server/tales/fox.fabula', 'win32', undefined],
  ['\\\\?\\UNC\\server\\tales\\fox.fabula', 'win32', undefined],
  ['/run/user/1000/gvfs/smb-share:server=s,share=t/fox.fabula', 'linux', undefined],
  ['/mnt/tales/fox.fabula', 'linux', 0x6969],
  ['/mnt/tales/fox.fabula', 'linux', 0xff534d42],
] as const)('%s on %s is on another computer', (path, platform, type) => {
  expect(find(path, platform, {}, type)?.service).toBe('network')
})

test.each([
  ['/home/m/Documents/fox.fabula', 'linux', 0xef53],
  ['/home/m/My Dropbox notes/fox.fabula', 'linux', undefined],
  ['/home/m/Boxes/Dropbox.fabula', 'linux', undefined],
  ['\\\\?\\C:\\Users\\m\\fox.fabula', 'win32', undefined],
  ['\\\\.\\C:\\fox.fabula', 'win32', undefined],
  ['C:\\Users\\m\\fox.fabula', 'win32', undefined],
] as const)('%s on %s is on this computer only', (path, platform, type) => {
  expect(find(path, platform, {}, type)).toBeNull()
})

test('looking up a missing file on this computer causes no error', () => {
  expect(sharedFolderOf('/not/there/fox.fabula', { env: {} })).toBeNull()
})
