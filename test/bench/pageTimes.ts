/** Times that are taken inside a page, so that they exclude the calls to the browser. All in ms. */
import type { CDPSession, Locator, Page } from 'playwright-core'

export interface Figures {
  readonly p50: number
  readonly p95: number
  readonly worst: number
}

/** The middle, the 95th of a hundred and the largest of some numbers. */
export function figuresOf(times: readonly number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { p50: at(0.5), p95: at(0.95), worst: sorted.at(-1) ?? NaN }
}

/** The object that the script below adds to the page. */
interface Meter {
  /** Collects the times between frames until `endFrames`. */
  startFrames(): void
  endFrames(): number[]
  /**
   * Measures each key from here on: from the press to the end of its frame, without the wait for the display between the end of its
   * handlers and the time of the frame. A frame that other work holds up counts from its time on.
   */
  startKeys(): void
  endKeys(): number[]
  /** Runs an action and returns the time to the end of the first frame in which `isShown` holds. */
  untilShown(act: () => void, isShown: () => boolean): Promise<number>
  /** The longest time that the page was blocked since the last call: 0 if nothing took 50 ms. */
  longestTask(): number
  /** When the last answer of the host with a story was read, as `performance.now()`. */
  storyReadAt: number
}

/** Has every page of a browser context measure itself, as `globalThis.meter`. */
export async function addMeter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    /** After the drawing of the frame whose callbacks run now. */
    const afterPaint = (then: () => void) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = then
      port2.postMessage(null)
    }
    let frames: number[] | null = null
    let keys: number[] | null = null
    const lookAtFrame = (timeMs: number) => {
      frames?.push(timeMs)
      if (frames !== null) requestAnimationFrame(lookAtFrame)
    }
    addEventListener(
      'keydown',
      () => {
        const into = keys
        if (into === null) return
        const pressedMs = performance.now()
        let handledMs = pressedMs
        // By this microtask, the handlers of the key and of its input have run, with the microtasks that they queued.
        addEventListener('input', () => queueMicrotask(() => (handledMs = performance.now())), { once: true })
        requestAnimationFrame((frameMs) => {
          // Before everything that waits for the end of the frame.
          const afterFrame = () => into.push(performance.now() - pressedMs - Math.max(0, frameMs - handledMs))
          void scheduler.postTask(afterFrame, { priority: 'user-blocking' })
        })
      },
      { capture: true },
    )
    let longestMs = 0
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    const note = (tasks: PerformanceEntryList) => {
      for (const { duration } of tasks) longestMs = Math.max(longestMs, duration)
    }
    observer.observe({ type: 'longtask' })
    const meter: Meter = {
      longestTask() {
        note(observer.takeRecords())
        const longest = longestMs
        longestMs = 0
        return longest
      },
      startFrames() {
        frames = []
        requestAnimationFrame(lookAtFrame)
      },
      endFrames() {
        const stamps = frames ?? []
        frames = null
        return stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? stamp))
      },
      startKeys: () => void (keys = []),
      endKeys() {
        const times = keys ?? []
        keys = null
        return times
      },
      untilShown: (act, isShown) =>
        new Promise((resolve) => {
          const startMs = performance.now()
          act()
          const look = () => {
            if (!isShown()) requestAnimationFrame(look)
            else afterPaint(() => resolve(performance.now() - startMs))
          }
          requestAnimationFrame(look)
        }),
      storyReadAt: 0,
    }
    Reflect.set(globalThis, 'meter', meter)
    const { json, text } = Response.prototype
    const noting = (read: () => Promise<unknown>) =>
      async function (this: Response) {
        const value: unknown = await read.call(this)
        if (/\/ipc\/(project:open|file:open)/.test(this.url)) meter.storyReadAt = performance.now()
        return value
      }
    Object.assign(Response.prototype, { json: noting(json), text: noting(text) })
  })
}

declare global {
  var meter: Meter
}

/** The times between frames while something is done. */
export async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<Figures> {
  await page.evaluate(() => globalThis.meter.startFrames())
  await action()
  return figuresOf(await page.evaluate(() => globalThis.meter.endFrames()))
}

/** Types letters and words into what has the focus, and returns the work of each key. */
export async function keysToPaint(page: Page, count: number): Promise<Figures> {
  await page.evaluate(() => globalThis.meter.startKeys())
  for (let key = 0; key < count; key += 1)
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'e', { delay: 30 })
  return figuresOf(await page.evaluate(() => globalThis.meter.endKeys()))
}

/** Scrolls the nearest scrolling element by this many px in each of 150 frames. */
export function scrollBy(element: Locator, left: number, top: number): Promise<unknown> {
  return element.evaluate(
    (node, by) =>
      new Promise<void>((resolve) => {
        const scrolls = ({ overflowX, overflowY }: CSSStyleDeclaration) =>
          /auto|scroll/.test(by.left === 0 ? overflowY : overflowX)
        let scroller: Element = node
        while (!scrolls(getComputedStyle(scroller)))
          scroller = scroller.parentElement ?? document.documentElement
        let framesLeft = 150
        const step = () => {
          scroller.scrollBy(by)
          if ((framesLeft -= 1) > 0) requestAnimationFrame(step)
          else resolve()
        }
        step()
      }),
    { left, top },
  )
}

/** Drags from a point by this many px a step, and drops where it began. */
export async function dragFrom(page: Page, x: number, y: number, by: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 120; step += 1) await page.mouse.move(x, y + 15 + step * by)
  await page.mouse.move(x, y)
  await page.mouse.up()
}

/** The bytes of the page's heap after a garbage collection. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await collectedSession(page)
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** The same without the code that the engine compiles, which comes and goes by megabytes. */
export async function objectBytes(page: Page): Promise<number> {
  const session = await collectedSession(page)
  let json = ''
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => (json += chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const { snapshot, nodes } = JSON.parse(json) as HeapSnapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const code = types[type]?.indexOf('code')
  let bytes = 0
  for (let node = 0; node < nodes.length; node += fields.length)
    if (nodes[node + type] !== code) bytes += nodes[node + size] ?? NaN
  return bytes
}

/** The part of a heap snapshot that is read: `nodes` has a run of `node_fields` for each object. */
interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly string[][] }
  }
  readonly nodes: readonly number[]
}

async function collectedSession(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
  return session
}
