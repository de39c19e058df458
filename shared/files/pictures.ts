import type { Picture } from '../story/records.ts'

/** The type of a picture, by its first bytes; null for anything except JPEG and PNG. */
export function pictureTypeOf([first, second, third, fourth]: Uint8Array): Picture['mimeType'] | null {
  if (first === 0xff && second === 0xd8 && third === 0xff) return 'image/jpeg'
  if (first === 0x89 && second === 0x50 && third === 0x4e && fourth === 0x47) return 'image/png'
  return null
}
