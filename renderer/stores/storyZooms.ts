/** The timeline's scale of each story, kept by the browser, because the view is not part of the story. */
import * as z from 'zod'
import { storyIdSchema, type StoryId } from '../../shared/story/records.ts'

const KEY = 'fabula-zooms'
/** The number of stories whose scale is kept: the most recently zoomed ones. */
const KEPT = 200

const zoomsSchema = z.array(z.tuple([storyIdSchema, z.number().positive()]))
type Zooms = z.infer<typeof zoomsSchema>

export interface StoryZooms {
  /** The scale of a story in CSS pixels per second; undefined if none is kept. */
  of(id: StoryId): number | undefined
  keep(id: StoryId, pxPerSecond: number): void
}

/** The scales in a browser's storage. */
export function createStoryZooms(storage: Storage): StoryZooms {
  function read(): Zooms {
    try {
      return zoomsSchema.parse(JSON.parse(storage.getItem(KEY) ?? '[]'))
    } catch {
      return [] // Another version of Fabula may have written it.
    }
  }
  return {
    of: (id) => read().find(([known]) => known === id)?.[1],
    keep(id, pxPerSecond) {
      const others = read().filter(([known]) => known !== id)
      try {
        storage.setItem(KEY, JSON.stringify([[id, pxPerSecond], ...others].slice(0, KEPT)))
      } catch {
        // The storage is full or refused: the scale holds while the story is open.
      }
    },
  }
}
